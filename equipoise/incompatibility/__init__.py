"""Why the criteria cannot all hold exactly, in the present numbers.

The theorems are Chouldechova's (2017) and Kleinberg, Mullainathan and Raghavan's (2017);
what is computed here illustrates them on one audit and proves nothing.
"""

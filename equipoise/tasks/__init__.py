"""Things to do: tasks that notice when they are done, and questions asked beforehand.

A page draws them, and a lesson or a workshop can ask the same thing and remember the answer:
each is a value with an id, and knows no page's controls.
"""

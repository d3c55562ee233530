"""How much of a number is chance: intervals, null bands, verdicts that may abstain."""

"""Rules that let chance decide between two thresholds, and what tosses of them give."""

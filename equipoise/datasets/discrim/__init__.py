"""A slice of discrim-eval and a small language model's recorded answers to it."""

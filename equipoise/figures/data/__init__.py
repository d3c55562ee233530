"""The Data page's pictures: who is in the test set, their scores, what stands in for what."""

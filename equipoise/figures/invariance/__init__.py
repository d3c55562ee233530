"""The test-time page's pictures."""

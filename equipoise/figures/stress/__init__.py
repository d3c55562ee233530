"""The stress test's pictures and sentences."""

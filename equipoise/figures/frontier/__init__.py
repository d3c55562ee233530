"""The Frontier page's pictures and sentences."""

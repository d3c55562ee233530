"""The parts of the Frontier page."""

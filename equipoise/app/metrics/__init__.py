"""The parts of the Metrics page."""

"""The parts of the Incompatibility page."""

"""The parts of the stress-test page: choices, live and larger runs, figures and stories."""

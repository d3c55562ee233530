"""The parts of the test-time page: a lesson in four steps, a recorded run, the reader's own."""

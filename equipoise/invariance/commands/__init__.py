"""The command line of test-time fairness: score, check and run."""

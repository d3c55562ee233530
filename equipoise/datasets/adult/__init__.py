"""UCI Adult: the artifact, its build, its card and its published figures."""

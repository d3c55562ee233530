"""Asking a model: tasks, strategies, prompts, and runs that can be resumed."""

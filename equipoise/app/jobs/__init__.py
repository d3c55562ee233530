"""Long work for readers: one line for all, watched, and dropped when nobody is there."""

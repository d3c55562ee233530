"""What closing a gap costs: frontiers over the grid, every score, and rules with a coin."""

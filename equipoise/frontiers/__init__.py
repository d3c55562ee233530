"""What closing a gap costs: frontiers on the grid, over every score, randomised, and held out."""

"""What answers show: counts in cells, SI-bias, counterfactual invariance, chance."""

"""The lesson's comments, and what a real classifier said to them."""

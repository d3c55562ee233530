"""The lesson's comments and recorded answers, and what strategies make of them."""

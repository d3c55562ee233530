"""Items and answers as tables and files, and what is wrong with them."""

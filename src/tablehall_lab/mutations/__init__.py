"""Known ways to break the product, and who notices them."""

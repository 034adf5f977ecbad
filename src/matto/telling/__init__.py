"""A deal told in sentences, for a terminal, a page, or whatever shows them."""

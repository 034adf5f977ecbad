"""What a deal tells, put as sentences: for a terminal, a page, or whatever shows them."""

"""The pages for people: what they show, and the routes that answer with them."""

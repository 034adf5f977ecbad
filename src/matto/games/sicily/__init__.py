"""The Sicilian games: what all of them have in common, and a file for each."""

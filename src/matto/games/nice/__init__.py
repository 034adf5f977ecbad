"""The games of Nice: what both have in common, and a file for each."""

"""What the server answers: one module for each part of the site."""

"""What every request meets before a page or the interface for programs answers it."""

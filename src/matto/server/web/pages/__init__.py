"""Pages: pure functions from what a viewer sees to HTML."""

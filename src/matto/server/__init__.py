"""The table in the browser: tables, seats, event store, streams and pages."""

"""The open interface for programs: shapes of its JSON, its document and its explaining page."""

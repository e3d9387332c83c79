"""A match at a server."""

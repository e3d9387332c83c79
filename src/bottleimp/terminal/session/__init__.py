"""A match as one person at the table meets it, and what is kept of it."""

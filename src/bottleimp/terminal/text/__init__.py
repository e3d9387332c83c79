"""Words and titles of the terminal."""

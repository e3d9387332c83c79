"""Parts of the table in the terminal."""

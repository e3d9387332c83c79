"""Random numbers, worlds and action histories."""

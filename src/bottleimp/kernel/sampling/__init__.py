"""Sampling of worlds and of action histories."""

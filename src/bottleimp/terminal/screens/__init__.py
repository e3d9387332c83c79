"""Whole screens of the terminal."""

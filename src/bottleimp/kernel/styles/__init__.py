"""Styles of human play as weights, and the actions that each of them likes best."""

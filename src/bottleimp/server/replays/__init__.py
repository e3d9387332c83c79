"""Finished rounds, step by step: what everybody saw then, and what a strong player advises."""

"""Configuration, addresses, logging and metrics."""

"""Environments, networks and players by their speed, beside other libraries, in one run."""

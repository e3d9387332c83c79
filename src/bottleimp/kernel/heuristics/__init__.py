"""The heuristic policy and the numbers it goes by."""

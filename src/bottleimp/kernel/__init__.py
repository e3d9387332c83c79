"""Compiled code over the rules: playouts, encoding, sampling, search, heuristics and perft."""

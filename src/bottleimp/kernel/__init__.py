"""The rules compiled by numba: playouts, perft, and a cache that is never stale."""

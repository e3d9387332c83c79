"""The rules compiled by numba, and a cache that is never stale."""

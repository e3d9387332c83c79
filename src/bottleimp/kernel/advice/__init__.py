"""The advice that good players give, as numbers: what `rules_of_thumb` goes by.

It reads a `Sight`, so it knows what its seat knows.  The functions are plain Python, for one
decision at a table, and are compiled as they stand for many rounds at once.
"""

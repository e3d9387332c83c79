"""Searches over sampled worlds: one ply, and a tree."""

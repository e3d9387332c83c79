"""Lessons at the table: the views and events of an exercise, made as those of a match are."""

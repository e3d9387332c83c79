"""The state of a table: pure folds of its log."""

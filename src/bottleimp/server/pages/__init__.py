"""The pages around the table: home, new table, join, fairness, settings."""

"""Tests in the shape of the package; beside them an oracle, records, and the rule book."""

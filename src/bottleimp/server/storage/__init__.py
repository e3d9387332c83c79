"""The event store: database, schema, queries, erasure, statistics."""

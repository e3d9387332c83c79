"""Live tables: registry, table, replay of logs, timeouts, automatic play, hints."""

"""Computer players in processes of their own: pool, messages, warm-up."""

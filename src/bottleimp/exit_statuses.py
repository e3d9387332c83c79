"""How commands end that a signal ended: 128 and its number, as shells have it."""

INTERRUPTED = 130  # Ctrl+C
TERMINATED = 143  # SIGTERM

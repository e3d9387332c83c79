"""How commands end; where a signal ended them, with 128 and its number, as shells have it."""

NOT_WAITED_FOR = 1  # a server that did not end in time
CANNOT_START = 2
SIGNALLED = 128
INTERRUPTED = SIGNALLED + 2  # Ctrl+C
TERMINATED = SIGNALLED + 15  # SIGTERM

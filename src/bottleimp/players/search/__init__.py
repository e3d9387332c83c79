"""Search on top of a network: over worlds that are drawn, and over all worlds where few remain."""

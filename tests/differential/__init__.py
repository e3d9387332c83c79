"""Three referees side by side: the oracle, the plain rules and the compiled rules."""

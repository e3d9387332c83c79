"""Players measured against each other: paired deals, tournaments, ratings."""

"""How exploitable players are, and how well they guess hidden cards."""

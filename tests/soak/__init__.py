"""Long programs that search for faults; `./check --long` runs them."""

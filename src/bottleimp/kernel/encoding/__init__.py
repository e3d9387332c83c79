"""The information state: what a seat can know, as numbers."""

"""Training of networks by self-play; not part of the package."""

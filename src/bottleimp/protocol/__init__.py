"""The protocol `bottle.v1`: messages, views, refusals, and their schema."""

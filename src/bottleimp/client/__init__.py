"""The client of the protocol `bottle.v1`: what a program needs to sit at a table of a server.

A client knows no rules and sees no more than its own view: which cards are legal, and every other
thing that it may know, stands in what the server sends.
"""

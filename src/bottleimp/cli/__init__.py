"""The command `bottleimp`."""

from bottleimp.cli.main import main

__all__ = ["main"]

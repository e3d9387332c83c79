"""The table in the terminal.

The command line imports what it needs by its full path, so that a list of commands can be printed
without loading Textual.
"""

__all__: list[str] = []

"""The table in the terminal.

`arguments` and `command` are what the command line needs; they are imported by their full path,
so that a list of commands can be printed without loading Textual.
"""

__all__: list[str] = []

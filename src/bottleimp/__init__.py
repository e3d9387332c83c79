"""The card game Bottle Imp: rules, computer players, tables in the browser and the terminal.

The layers, each importing only from those below it: `cli`; `server`, `terminal` and `envs`;
`analysis`; `players`; `solving`; `kernel`; `knowledge`; `game`; `rules`; `errors`.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]

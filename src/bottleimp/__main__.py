"""Runs the command line: `python -m bottleimp`."""

import sys

from bottleimp.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

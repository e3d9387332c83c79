"""Runs the command line: the command `bottleimp`, and `python -m bottleimp`."""

import sys

from bottleimp.exit_statuses import INTERRUPTED


def start() -> int:
    """Run the command line; the exit status.

    It is imported here, so that Ctrl+C while modules are loading ends the program quietly.
    """
    try:
        from bottleimp.cli.main import main  # noqa: PLC0415

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())

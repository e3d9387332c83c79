"""`bottleimp play`: a table in the browser, in one command."""

import argparse

from bottleimp.server import run as serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    serve.add_arguments(parser, opens_browser=True)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped; the exit status."""
    return serve.run(arguments, print)

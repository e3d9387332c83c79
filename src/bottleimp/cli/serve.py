"""`bottleimp serve`: tables for others to open."""

import argparse

from bottleimp.server import run as serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    serve.add_arguments(parser, opens_browser=False)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped; the exit status."""
    return serve.run(arguments, print)

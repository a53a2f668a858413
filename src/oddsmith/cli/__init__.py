"""The command line. `main` is the program."""

from oddsmith.cli.app import main

__all__ = ["main"]

"""The command line. `main` is the program."""

__all__ = ["main"]


def main() -> None:
    """Run the program. Ctrl+C ends it with a line, also while it is still being loaded."""
    try:
        from oddsmith.cli.app import run

        run()
    except KeyboardInterrupt:
        import sys

        if sys.stderr is not None:
            sys.stderr.write("Stopped.\n")
        sys.exit(130)

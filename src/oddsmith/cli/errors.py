"""Errors on standard error, and the exit codes of the program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import say_err, wrapped
from oddsmith.errors import BadInput, MissingAnswer, OddsmithError, TooLarge

USAGE = 2
MISMATCH = 3
TOO_LARGE = 4
OTHER = 1


class NotInstalled(OddsmithError):
    """A part of Oddsmith needs packages that are not installed."""

    code = "not-installed"


@contextlib.contextmanager
def web_packages() -> Iterator[None]:
    """Import what only the web app and its tables need; NotInstalled, with how to install it, where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"The web app needs the package {error.name}.", remedy="Install it: pip install 'oddsmith[web]'."
        ) from None


def exit_code(error: OddsmithError) -> int:
    """Return 2 for a wrong input, 4 for a computation past a limit, 1 for any other error."""
    if isinstance(error, BadInput | MissingAnswer):
        return USAGE
    return TOO_LARGE if isinstance(error, TooLarge) else OTHER


def print_usage_error(error: click.ClickException) -> None:
    """Print click's error about the line in the same form; help for a line without a command."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    say_err(wrapped(f"{_mark()} {error.format_message()}"))
    if isinstance(error, click.UsageError) and error.ctx is not None:
        say_err(f"       See {error.ctx.command_path} --help.")


def print_error(error: OddsmithError) -> None:
    """Print an error on standard error: the fault, then the allowed values or the remedy."""
    say_err(wrapped(f"{_mark()} {error.message}"))
    if error.place is not None:
        for line in error.place.excerpt().splitlines():
            say_err(f"         {line}")
    if error.remedy:
        say_err(wrapped(minus(error.remedy), indent="       "))


def _mark() -> str:
    return click.style("error:", fg="red", bold=True)

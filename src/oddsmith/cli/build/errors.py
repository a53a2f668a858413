"""How an error is told on the command line, and the exit code it ends with."""

from __future__ import annotations

import click

from oddsmith.cli.render.terminal import tell, wrapped
from oddsmith.cli.render.words import minus
from oddsmith.errors import BadInput, MissingAnswer, OddsmithError, TooLarge

USAGE = 2
MISMATCH = 3
TOO_LARGE = 4
OTHER = 1


def exit_code(error: OddsmithError) -> int:
    """2 for a wrong input, 4 for what would exceed a limit, 1 for all else."""
    if isinstance(error, BadInput | MissingAnswer):
        return USAGE
    return TOO_LARGE if isinstance(error, TooLarge) else OTHER


def tell_usage(error: click.ClickException) -> None:
    """What click has to say about the line, in the same form; help where nothing was asked."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    tell(wrapped(f"{_mark()} {error.format_message()}"))
    if isinstance(error, click.UsageError) and error.ctx is not None:
        tell(f"       See {error.ctx.command_path} --help.")


def tell_error(error: OddsmithError) -> None:
    """The error on standard error: what is wrong, then what is allowed or what to do."""
    tell(wrapped(f"{_mark()} {error.message}"))
    if error.place is not None:
        for line in error.place.excerpt().splitlines():
            tell(f"         {line}")
    if error.remedy:
        tell(wrapped(minus(error.remedy), indent="       "))


def _mark() -> str:
    return click.style("error:", fg="red", bold=True)

"""Errors on standard error, and the exit codes of the program."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from typing import TextIO

import click

from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import say_err, wrapped
from oddsmith.errors import BadInput, MissingAnswer, NotInstalled, OddsmithError, TooLarge, Unknown

USAGE = 2
MISMATCH = 3
TOO_LARGE = 4
OTHER = 1
INTERRUPTED = 130


class WrongUse(OddsmithError):
    """A line that names what the program does not have, or leaves out what it needs."""

    code = "usage"


@contextlib.contextmanager
def web_packages() -> Iterator[None]:
    """Import what only the web app and its tables need; NotInstalled, with how to install it, where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise NotInstalled("The web app", error.name, "web") from None


def exit_code(error: OddsmithError) -> int:
    """Return 2 for a wrong input, 4 for a computation past a limit, 1 for any other error."""
    if isinstance(error, BadInput | MissingAnswer):
        return USAGE
    return TOO_LARGE if isinstance(error, TooLarge) else OTHER


def print_usage_error(error: click.ClickException, *, as_json: bool) -> None:
    """Print click's error about the line in the same form; help for a line without a command."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    if isinstance(error, click.exceptions.NoSuchOption):
        print_error(unknown_option(error), as_json=as_json)
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    remedy = "" if context is None else f"See {context.command_path} --help."
    if as_json:
        _print_problem(WrongUse(error.format_message(), remedy=remedy))
        return
    say_err(wrapped(f"{_mark()} {error.format_message()}"))
    if remedy:
        say_err(f"       {remedy}")


def unknown_option(error: click.exceptions.NoSuchOption, *, first: str = "") -> Unknown:
    """Return our error about an option that a command does not have, with those that it has. first: what to try."""
    context = error.ctx or click.get_current_context()
    params = context.command.get_params(context)
    names = [name for param in params if isinstance(param, click.Option) for name in param.opts]
    if error.option_name[1:].isdigit():
        first = "Dice stand behind a minus as in 0-4d6."
    return Unknown("option", error.option_name, names, first=first)


def print_error(error: OddsmithError, *, as_json: bool = False) -> None:
    """Print an error on standard error: the fault, then the allowed values or the remedy.

    as_json: print it as the problem document (RFC 9457) that HTTP answers with; standard output stays empty.
    """
    if as_json:
        _print_problem(error)
        return
    say_err(wrapped(f"{_mark()} {error.message}"))
    if error.place is not None:
        for line in error.place.excerpt().splitlines():
            say_err(f"         {line}")
    if error.remedy:
        say_err(wrapped(minus(error.remedy), indent="       "))


@contextlib.contextmanager
def unawaited_last() -> Iterator[None]:
    """Hold Python's warnings of coroutines that were never awaited back until all is done.

    Where somebody stops a rule that is about to await one, that is nobody's slip: then they are dropped.
    """
    held: list[tuple[Warning | str, type[Warning], str, int]] = []
    show = warnings.showwarning

    def hold(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if str(message).endswith("was never awaited"):
            held.append((message, category, filename, lineno))
        else:
            show(message, category, filename, lineno, file, line)

    warnings.showwarning = hold
    try:
        yield
    except KeyboardInterrupt:
        held.clear()
        raise
    finally:
        warnings.showwarning = show
        for each in held:
            show(*each)


def interrupted(kept: str = "") -> int:
    """Say in one line that somebody stopped the program; the exit code is that of other programs, 130.

    kept: what is done already, as a sentence.
    """
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)  # let go of with the error
    say_err(f"Stopped. {kept}".rstrip())
    return INTERRUPTED


def not_written(error: OSError, *, as_json: bool) -> int:
    """Say that the answer could not be written, as on a full disk; return the exit code."""
    print_error(OddsmithError(f"Cannot write the answer: {error.strerror}."), as_json=as_json)
    return OTHER


def _print_problem(error: OddsmithError) -> None:
    from oddsmith.answers.format.problem import of_error
    from oddsmith.cli.text.json_layout import json_text

    say_err(json_text(of_error(error)))


def _mark() -> str:
    return click.style("error:", fg="red", bold=True)

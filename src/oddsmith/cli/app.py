"""The program `oddsmith`: its commands, each imported when it is named on the line, and the end of every run."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import click

from oddsmith.cli.errors import (
    OTHER,
    exit_code,
    interrupted,
    not_written,
    print_error,
    print_usage_error,
    unawaited_last,
    unknown_option,
)
from oddsmith.cli.text.terminal import open_streams
from oddsmith.errors import OddsmithError, RulebookError, Unknown

COMMANDS: Final = (
    "systems",
    "roll",
    "odds",
    "compare",
    "best",
    "simulate",
    "sweep",
    "tune",
    "sensitivity",
    "explain",
    "export",
    "audit",
    "report",
    "new",
    "check",
    "serve",
    "verify",
    "backup",
    "restore",
    "doctor",
    "seat",
    "tour",
    "mcp",
    "completion",
)
"""The commands, each with a module of its name, in the order in which somebody would come to need them."""


_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


#: The command that finds versions of one rulebook by their digests, and the place of the error for all others.
_BY_DIGEST: Final = "verify"
_OF_ONE_NAME: Final = "oddsmith.cli.of_one_name"


class Program(click.Group):
    """The root command, which turns errors that a person may see into a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command: click.Command = import_module(f"oddsmith.cli.commands.{cmd_name}").command
            return command
        if ctx.resilient_parsing:
            return None
        raise Unknown("command", cmd_name, COMMANDS, first=_without_command(cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        found = super().resolve_command(ctx, args)
        if found[0] != _BY_DIGEST and _OF_ONE_NAME in ctx.meta:
            raise ctx.meta[_OF_ONE_NAME]
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, _rulebooks_first(args))
        except BrokenPipeError:  # of help, or the version
            raise click.exceptions.Exit(_without_reader(sys.stdout)) from None
        except KeyboardInterrupt:  # while a rulebook is loaded; click would write an empty line
            raise click.exceptions.Exit(interrupted()) from None
        except click.NoSuchOption as error:
            raise unknown_option(error, first=_behind(error.option_name, args)) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with unawaited_last():
                return super().invoke(ctx)
        except BrokenPipeError:
            return _without_reader(sys.stdout)
        except KeyboardInterrupt as stop:
            if sys.stderr.isatty():
                click.echo(err=True)  # after the ^C that the terminal shows
            return interrupted(str(stop))

    def main(self, args: Sequence[str] | None = None, *more: Any, **kwargs: Any) -> NoReturn:
        line = sys.argv[1:] if args is None else list(args)
        open_streams()
        try:
            code = super().main(line, *more, **kwargs | {"standalone_mode": False})
            sys.stdout.flush()  # a reader that has gone is noticed here, not at the interpreter's end
        except BrokenPipeError:
            code = _without_reader(sys.stdout)
        except OSError as error:
            if error.errno not in _NO_ROOM or error.filename is not None:
                raise
            _without_reader(sys.stdout)
            code = not_written(error, as_json="--json" in line)
        except BaseException as error:
            from oddsmith.systems.at_fault import at_fault  # needed by mistakes alone

            of_click = isinstance(error, click.ClickException | click.Abort)
            told = error if of_click else at_fault(error) or error
            if not isinstance(told, OddsmithError | click.ClickException | click.Abort):
                raise
            code = _told(told, as_json="--json" in line)
        sys.exit(code)


def _without_command(word: str) -> str:
    """Say where a word goes that stands in the place of the command."""
    if word == "help":
        return "Write oddsmith --help, or --help behind a command."
    from oddsmith.systems.registry import system_names  # needed by mistakes alone

    if word in system_names():
        return f"Write a command before the system, such as oddsmith odds {word}."
    if any(map(str.isdigit, word)):
        return f'Write a command before the notation, such as oddsmith odds "{word}".'
    return ""


def _behind(option: str, args: Sequence[str]) -> str:
    """Say where an option goes that stands before a command which has it."""
    place = next((place for place, word in enumerate(args) if word in COMMANDS), 0)
    if not place:
        return ""
    command = import_module(f"oddsmith.cli.commands.{args[place]}").command
    verb = getattr(command, "verb", None)
    if not any(option in param.opts for param in (*command.params, *(verb.options() if verb else ()))):
        return ""
    import shlex

    return f"Write it behind the command: oddsmith {shlex.join([*args[place:], *args[:place]])}."


def _told(error: OddsmithError | click.ClickException | click.Abort, *, as_json: bool) -> int:
    """Print an error, where anybody still reads; return the exit code."""
    code = OTHER
    try:
        if isinstance(error, OddsmithError):
            code = exit_code(error)
            print_error(error, as_json=as_json)
        elif isinstance(error, click.ClickException):
            code = error.exit_code
            print_usage_error(error, as_json=as_json)
        elif isinstance(error.__cause__, KeyboardInterrupt):
            code = interrupted()
        sys.stderr.flush()
    except BrokenPipeError:
        _without_reader(sys.stderr)
    return code


def _loaded(ctx: click.Context, paths: Sequence[str]) -> None:
    """Load rulebooks, and keep the error of two files that have games of one name, for commands that ask by name."""
    if not paths:
        return
    from oddsmith.systems.registry import load_rulebook

    files: dict[str, Path] = {}
    for path in paths:
        name, file = load_rulebook(path).name, Path(path).resolve()
        if files.setdefault(name, file) != file:
            remedy = "Give one of them another name, Game(title, name=...), or leave one out."
            error = RulebookError(path, f"its game is called {name}, as that of {files[name]}.", remedy=remedy)
            ctx.meta.setdefault(_OF_ONE_NAME, error)


@click.group(
    cls=Program,
    help="Roll tabletop mechanics, know their exact odds, play them best.",
    epilog="\b\nExamples:\n  oddsmith tour\n  oddsmith odds mod-dot test --pool 10 --difficulty 6",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 110,
        "token_normalize_func": lambda name: name.replace("_", "-"),  # --opposing_rank is understood, as in JSON
    },
)
@click.option(
    "--rulebook",
    multiple=True,
    metavar="FILE.py",
    callback=lambda ctx, param, paths: _loaded(ctx, paths),
    expose_value=False,
    help="Add the system of a Python file; may stand anywhere on the line.",
)
@click.version_option(package_name="oddsmith")
def program() -> None:
    """The root of all commands."""


def run() -> None:
    """Run the command line."""
    program(prog_name="oddsmith")


def _rulebooks_first(args: list[str]) -> list[str]:
    """Move every `--rulebook FILE` to the front, since such a file adds names that may follow."""
    first: list[str] = []
    rest = list(args)
    place = 0
    while place < len(rest) and rest[place] != "--":
        if rest[place] == "--rulebook" and place + 1 < len(rest):
            first += rest[place : place + 2]
            del rest[place : place + 2]
        elif rest[place].startswith("--rulebook="):
            first.append(rest.pop(place))
        else:
            place += 1
    return first + rest


def _without_reader(stream: TextIO) -> int:
    """End without a word after the reader of a stream has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 0

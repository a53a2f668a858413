"""Verbs and the words below them: `oddsmith odds` holds the systems, and takes dice notation.

A system is imported when its name is met on the line (or when help lists all of them), and not before; nor is anything
that only systems need.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from oddsmith.cli.errors import exit_code, print_error, unknown_option
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.verb import NotationVerb, Verb, examples
from oddsmith.errors import BadInput, OddsmithError, RulebookError
from oddsmith.systems import registry

_STANDARD_INPUT = "-"
_BYTE_ORDER_MARK = "\ufeff"  # some programs begin what they write with it
_IN_NO_NAME = re.compile(r"[(){}<>=+*,!@]")
_LIKE_A_SYSTEM = re.compile(r"[a-z]+(-[a-z]+)*")


class VerbGroup(click.Group):
    """A verb; its commands are the systems."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(
            verb.name,
            help=verb.summary,
            subcommand_metavar="SYSTEM ACTION [INPUTS]..." + (" | NOTATION | -" if verb.notation else ""),
            epilog=examples(verb.example, verb.notation.example if verb.notation else ""),
        )
        self.verb = verb

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not error.option_name.startswith("--"):  # a number below 0
                raise
            subject = "a system and an action" + (", or a dice notation," if self.verb.notation else "")
            raise unknown_option(error, first=f"Name {subject} before {error.option_name}.") from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        if ctx.resilient_parsing:  # somebody is still typing
            return registry.system_names()
        return [each.name for each in registry.systems()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        notation = not cmd_name[:1].isalpha() or _IN_NO_NAME.search(cmd_name) is not None
        file = cmd_name.endswith(".py")
        if self.verb.notation is not None and notation and not file and not registry.is_loaded(cmd_name):
            return notation_command(self.verb.notation, cmd_name)

        from oddsmith.cli.parsing.action_commands import SystemGroup  # with pydantic and all rules
        from oddsmith.cli.parsing.system_names import system_or_file

        try:
            return SystemGroup(self.verb, system_or_file(cmd_name))
        except (BadInput, RulebookError) as error:
            if ctx.resilient_parsing:
                return None
            if isinstance(error, RulebookError):
                raise
            if file or self.verb.notation is None or _LIKE_A_SYSTEM.fullmatch(cmd_name):
                raise
            return notation_command(self.verb.notation, cmd_name)


def notation_command(verb: NotationVerb, text: str) -> click.Command:
    """Return the command of a verb for a notation.

    The text is read when the command runs, together with the words after it on the line, so that spaces need no quotes.
    `-` takes a notation from each line of standard input. A line that is refused is told by its number, and the next
    ones are answered; the exit code is that of the first.
    """

    def run(rest: tuple[str, ...], **options: Any) -> None:
        if (text, rest) != (_STANDARD_INPUT, ()):
            verb.run(verb.reads(" ".join((text, *rest))), **options)
            return
        if options.get("out") is not None:
            raise BadInput("out", options["out"], "with one notation; of several, each chart would replace the last")
        code = 0
        for number, line in enumerate(sys.stdin, 1):
            written = line.removeprefix(_BYTE_ORDER_MARK).strip()
            if not written:
                continue
            try:
                verb.run(verb.reads(written), **options)
            except OddsmithError as error:
                command.reword(error, click.get_current_context())
                error.message = f"Line {number}: {error.message}"
                sys.stdout.flush()  # so that it stands in its place among the answers
                print_error(error, as_json=options.get("as_json", False))
                code = code or exit_code(error)
        click.get_current_context().exit(code)

    more = click.Argument(("rest",), nargs=-1, metavar="[...]")
    command = Command(text, params=[more, *verb.options()], callback=run, help=verb.summary)
    return command

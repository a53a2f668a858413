"""Options that several commands share, and the values that they take."""

from __future__ import annotations

import re
import secrets
from typing import Any, Final

import click

from oddsmith.cli.parsing.option import Option
from oddsmith.cli.text.terminal import warn
from oddsmith.dice import ScriptedSource
from oddsmith.distribution.limits import LIMIT
from oddsmith.errors import BadInput, Unknown

_ITEM: Final = re.compile(r"(?:\([^()]*\)|[^,])+")


class WholeNumber(click.IntRange):
    """A whole number of at least `least`, and at most `most` where there is one; BadInput for anything else.

    allowed: the end of the range in words, for the message.
    """

    def __init__(self, least: int, allowed: str = "or more", *, most: int | None = None) -> None:
        super().__init__(min=least, max=most)
        self.allowed = f"a whole number, {least} {allowed}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            field = param.opts[0].lstrip("-") if param is not None else "number"
            raise BadInput(field, value, self.allowed) from None


class Word(click.Choice[str]):
    """One of a few words; BadInput with all of them, and the nearest, for any other."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            if isinstance(param, click.Option):
                raise BadInput(param.opts[0].lstrip("-"), value, ", ".join(self.choices)) from None
            raise Unknown((param and param.name) or "word", value, self.choices) from None


def json_option() -> Option:
    """`--json`: one JSON document instead of text."""
    return Option(("--json", "as_json"), is_flag=True, help="One JSON document, for programs.")


def quiet_option() -> Option:
    """`--quiet`: nothing on standard error about how far a long work is."""
    return Option(("--quiet",), is_flag=True, help="No word on how far it is.")


def exact_option() -> Option:
    """`--exact`: all numbers as exact fractions."""
    return Option(("--exact", "in_full"), is_flag=True, help="Exact fractions in full, and nothing rounded.")


def limit_option(of: str = "states") -> Option:
    """`--limit`: the most states of rules, or steps of work on dice, that the computation may take."""
    return Option(
        ("--limit",),
        type=WholeNumber(1),
        default=LIMIT,
        show_default=True,
        metavar="NUMBER",
        help=f"Give up past so many {of}.",
    )


def picture_option() -> Option:
    """`--out`: the answer as a chart."""
    return Option(("--out",), metavar="FILE.svg", help="Draw it into a file: .svg, .png or .pdf.")


def split_list(text: str) -> list[str]:
    """Split the items of a list between commas; those in parentheses belong to one item."""
    return [item.strip() for item in _ITEM.findall(text) if item.strip()]


def typed_faces(text: str | None) -> ScriptedSource | None:
    """Return the source of the faces that `--faces` lists, None without the option."""
    return None if text is None else ScriptedSource(split_list(text))


def warn_of_unused_faces(source: ScriptedSource | None) -> None:
    """Warn of typed faces that no die took."""
    if source is not None and source.remaining:
        warn(f"faces that nothing asked for: {', '.join(map(str, source.remaining))}")


def random_seed() -> int:
    """Return a seed for a simulation that was given none."""
    return secrets.randbelow(2**32)

"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click

from oddsmith.cli.build.option import Option
from oddsmith.errors import BadInput
from oddsmith.rules.exploration.explore import STATE_LIMIT


class WholeNumber(click.IntRange):
    """A whole number of at least `least`; anything else is told as any wrong input is.

    allowed: what else to say about what is allowed, where it ends somewhere.
    """

    def __init__(self, least: int, allowed: str = "or more") -> None:
        super().__init__(min=least)
        self.allowed = f"a whole number, {least} {allowed}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            field = param.opts[0].lstrip("-") if param is not None else "number"
            raise BadInput(field, value, self.allowed) from None


def json_option() -> Option:
    """`--json`: one JSON document instead of text."""
    return Option(("--json", "as_json"), is_flag=True, help="One JSON document, for programs.")


def exact_option() -> Option:
    """`--exact`: all numbers as exact fractions."""
    return Option(("--exact", "in_full"), is_flag=True, help="Exact fractions in full, and nothing rounded.")


def limit_option() -> Option:
    """`--limit`: how many states the computation may have."""
    return Option(
        ("--limit",),
        type=WholeNumber(1),
        default=STATE_LIMIT,
        show_default=True,
        metavar="NUMBER",
        help="Give up past so many states.",
    )

"""Options that several commands share."""

from __future__ import annotations

import click

from oddsmith.rules.explore import STATE_LIMIT


def json_option() -> click.Option:
    """`--json`: one JSON document instead of text."""
    return click.Option(("--json", "as_json"), is_flag=True, help="One JSON document, for programs.")


def exact_option() -> click.Option:
    """`--exact`: all numbers as exact fractions."""
    return click.Option(("--exact", "in_full"), is_flag=True, help="Exact fractions in full, and nothing rounded.")


def limit_option() -> click.Option:
    """`--limit`: how many states the computation may have."""
    return click.Option(
        ("--limit",),
        type=click.IntRange(min=1),
        default=STATE_LIMIT,
        show_default=True,
        metavar="NUMBER",
        help="Give up past so many states.",
    )

"""`oddsmith roll|odds|simulate NOTATION`: the same questions about dice notation."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from oddsmith.answers import notation_odds, notation_roll, notation_rolls, notation_simulation
from oddsmith.cli.build.command import Command
from oddsmith.cli.build.common import WholeNumber, exact_option, json_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.commands.odds import show as show_odds
from oddsmith.cli.commands.simulate import show as show_simulation
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.terminal import faint, say, strong, table, warn, wrapped
from oddsmith.dice import Notation, ScriptedSource, SeededSource, read
from oddsmith.errors import BadInput

_SEEDS = 2**32
_LIKE_A_SYSTEM = re.compile(r"[a-z]+(-[a-z]+)*")


def notation_command(verb: str, text: str) -> click.Command | None:
    """What a verb does with a notation; None where it does nothing with any, or where a system was meant.

    The text is read when the command runs, together with what follows it on the line, so that spaces need no quotes.
    """
    way = _WAYS.get(verb)
    if way is None or _LIKE_A_SYSTEM.fullmatch(text):
        return None

    def run(rest: tuple[str, ...], **options: Any) -> None:
        way.run(read(" ".join((text, *rest))), **options)

    more = click.Argument(("rest",), nargs=-1, metavar="[...]")
    return Command(text, params=[more, *way.options()], callback=run, help=way.summary)


def _odds(notation: Notation, *, as_json: bool, plot: bool, in_full: bool) -> None:
    document = notation_odds(notation)
    if as_json:
        say(pretty(document))
        return
    _head(notation, document)
    show_odds(document, plot=plot, in_full=in_full, or_less=True)
    for title, entry in ((document["titles"][name], entry) for name, entry in document["measures"].items()):
        if not entry["pmf"]:
            say(wrapped(f"    {title}: equally likely from {entry['min']:,} to {entry['max']:,}, too many to list"))


def _roll(
    notation: Notation, *, seed: str | None, faces: str | None, times: int | None, as_table: bool, as_json: bool
) -> None:
    if times is not None:
        _roll_many(notation, seed=seed, faces=faces, times=times, as_json=as_json)
        return
    if seed is not None and faces is not None:
        raise BadInput("faces", faces, "not together with --seed")
    typed = ScriptedSource([item.strip() for item in faces.split(",") if item.strip()]) if faces is not None else None
    document = notation_roll(notation, typed if seed is None else SeededSource(seed))
    if as_json:
        say(pretty(document))
    elif as_table:
        for line in table(document["table"], "<<>", indent=""):
            say(line)
    else:
        say(document["line"])
    if typed is not None and typed.remaining:
        warn(f"faces that nothing asked for: {', '.join(map(str, typed.remaining))}")


def _roll_many(notation: Notation, *, seed: str | None, faces: str | None, times: int, as_json: bool) -> None:
    if faces is not None:
        raise BadInput("faces", faces, "not together with --times")
    if seed is not None and not seed.isdecimal():
        raise BadInput("seed", seed, "a whole number, together with --times")
    document = notation_rolls(notation, times, None if seed is None else int(seed))
    if as_json:
        say(pretty(document))
        return
    say("\n".join(_line(value) for value in document["values"]))


def _line(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _simulate(notation: Notation, *, runs: int | None, seed: int | None, as_json: bool) -> None:
    if runs is None:
        raise BadInput("runs", None, "how many, from 1 to 10^9")
    document = notation_simulation(notation, runs, secrets.randbelow(_SEEDS) if seed is None else seed)
    if as_json:
        say(pretty(document))
        return
    _head(notation, document)
    show_simulation(document)


def _head(notation: Notation, document: dict[str, Any]) -> None:
    """What was asked: the canonical notation, and the text and comments where they say more."""
    say(strong(document["action"]))
    for comment in notation.comments:
        say(faint(wrapped(f"# {comment}")))


@dataclass(frozen=True)
class _Way:
    """What a verb does with a notation."""

    summary: str
    run: Callable[..., None]
    options: Callable[[], Sequence[click.Parameter]]


_WAYS = {
    "odds": _Way(
        "The exact odds of a dice notation: mean, spread, and how likely each number is, or more, or less.",
        _odds,
        lambda: (
            json_option(),
            Option(("--plot",), is_flag=True, help="Larger charts, with more rows."),
            exact_option(),
        ),
    ),
    "roll": _Way(
        "Roll a dice notation, with the fate of every die.",
        _roll,
        lambda: (
            Option(("--seed",), metavar="TEXT", help="The same seed gives the same faces."),
            Option(("--faces",), metavar="LIST", help="Faces of real dice, in order: 6,6,2 or H,T."),
            Option(
                ("--times",),
                type=WholeNumber(1),
                metavar="NUMBER",
                help="Roll so many times; the totals alone, one on each line.",
            ),
            Option(("--table", "as_table"), is_flag=True, help="Every part with its faces and sub-total."),
            json_option(),
        ),
    ),
    "simulate": _Way(
        "Roll a dice notation many times and count, also where the exact odds are out of reach.",
        _simulate,
        lambda: (
            Option(("--runs",), type=WholeNumber(1, "to 10^9"), metavar="NUMBER", help="How many rolls, up to 10^9."),
            Option(("--seed",), type=WholeNumber(0), metavar="NUMBER", help="The same seed gives the same result."),
            json_option(),
        ),
    ),
}

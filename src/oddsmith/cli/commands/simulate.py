"""`oddsmith simulate`: what comes up in so many runs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import click

from oddsmith.answers import Question, simulate_document
from oddsmith.cli.build.common import WholeNumber, json_option, limit_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.build.tree import Systems, Verb
from oddsmith.cli.commands.odds import sentence, show_measures
from oddsmith.cli.render.heading import head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.terminal import bar, bar_room, faint, say, strong, table, wrapped
from oddsmith.cli.render.words import percent
from oddsmith.errors import BadInput

_SEEDS = 2**32
_BESIDE_A_BAR = 36  # indent, percentage, standard error, count, and what is between them


def run(question: Question, *, runs: int | None, seed: int | None, as_json: bool, limit: int) -> None:
    """Simulate a question and print how often everything came up."""
    if runs is None:
        raise BadInput("runs", None, "how many, from 1 to 10^15")
    # A seed is always used and told, so that any simulation can be repeated.
    document = simulate_document(question, runs, seed=secrets.randbelow(_SEEDS) if seed is None else seed, limit=limit)
    if as_json:
        say(pretty(document))
        return
    head(question, document)
    show(document)


def show(document: dict[str, Any]) -> None:
    """A simulation for people: shares with their standard error, and counts."""
    runs = document["runs"]
    say(faint(f"{runs:,} simulated {'run' if runs == 1 else 'runs'}, seed {document['seed']}"))
    say()
    say(strong(wrapped(sentence(document))))
    longest = max((len(document["titles"][name]) for name in document["events"]), default=0)
    rows = [
        (
            document["titles"][name],
            percent(entry["float"]),
            f"± {100 * entry['se']:.2g} %",
            bar(entry["float"], bar_room(longest + _BESIDE_A_BAR)),
            f"{entry['count']:,}",
        )
        for name, entry in document["events"].items()
    ]
    if rows:
        say()
    for line in table(rows, "<><<>"):
        say(line)
    show_measures(document)
    if document["unresolved"]:
        say()
        say(wrapped(f"Not resolved: {document['unresolved']:,} runs went beyond the table of an unbounded roll."))


def _options() -> Sequence[click.Parameter]:
    return (
        Option(("--runs",), type=WholeNumber(1, "to 10^15"), metavar="NUMBER", help="How many runs, up to 10^15."),
        Option(("--seed",), type=WholeNumber(0), metavar="NUMBER", help="The same seed gives the same result."),
        json_option(),
        limit_option(),
    )


VERB = Verb(
    name="simulate",
    summary="Play an action many times and count. A billion runs take no longer than a thousand.",
    example="oddsmith simulate dot check --dots 3 --runs 1000000000",
    run=run,
    options=_options,
    ending=lambda action: "--runs 1000000",
    notation='oddsmith simulate "10d10>=7!" --runs 1000000',
)
command = Systems(VERB)

"""`oddsmith tour`: for every system one roll with its trail, the odds of the same, and a piece of advice."""

from __future__ import annotations

import secrets
import shlex
from typing import Any

import click

from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.render.heading import show_heading
from oddsmith.cli.render.odds import sentence, show_events, show_measures
from oddsmith.cli.render.roll import show_roll
from oddsmith.cli.text.terminal import faint, say, strong, width, wrapped
from oddsmith.dice import SeededSource
from oddsmith.systems.declaration import System, Tour
from oddsmith.systems.fields.names import written
from oddsmith.systems.registry import systems

_SEEDS = 1_000_000


@click.command(
    "tour",
    help="Take a short tour. For every system one roll, its odds, and a piece of advice.",
    epilog="\b\nExample:\n  oddsmith tour --seed 7",
    params=[Option(("--seed",), metavar="TEXT", help="The same seed shows the same rolls.")],
)
def command(seed: str | None) -> None:
    """Show every system."""
    seed = str(secrets.randbelow(_SEEDS)) if seed is None else seed
    toured = [found for found in systems() if found.tour is not None]
    for place, found in enumerate(toured):
        if place:
            say()
        _show(found, seed)
    say()
    say(faint("─" * width()))
    again = f"oddsmith tour --seed {shlex.quote(seed)}"
    say(wrapped(f"The same rolls again: {again}. Everything there is: oddsmith systems."))


def _show(shown: System, seed: str) -> None:
    tour = shown.tour
    assert tour is not None
    of_tour = question(shown, tour.action, tour.inputs)
    say(faint("─" * width()))
    rolled = roll_document(of_tour, SeededSource(seed))
    show_heading(of_tour, rolled)
    say(faint(f"$ {_typed(shown.name, tour)} --seed {shlex.quote(seed)}"))
    say()
    show_roll(of_tour, rolled)
    say()
    odds = odds_document(of_tour)
    say(wrapped(sentence(odds)))
    show_events(odds)
    if not odds["events"]:
        show_measures(odds)
    say()
    say(wrapped(f"{strong('Advice:')} {tour.advice()}"))


def _typed(name: str, tour: Tour) -> str:
    """Return the command line that rolls the same."""
    inputs = [part for field, value in tour.inputs.items() for part in (f"--{written(field)}", _text(value))]
    return shlex.join(["oddsmith", "roll", name, tour.action, *inputs])


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

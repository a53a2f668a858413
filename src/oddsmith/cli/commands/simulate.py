"""`oddsmith simulate`: an action played many times, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from oddsmith.cli.commands import notation
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, json_option, limit_option, quiet_option, random_seed
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.dice.simulation.seeds import read_seed
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.answers.question import Question


def run(question: Question, *, runs: int | None, seed: str | None, as_json: bool, limit: int, quiet: bool) -> None:
    """Simulate a question and print the counts."""
    from oddsmith.answers.documents.simulate import simulate_document
    from oddsmith.cli.render.heading import show_answer
    from oddsmith.cli.render.simulation import show_simulation
    from oddsmith.cli.text.progress import telling

    if runs is None:
        raise BadInput("runs", None, "how many, from 1 to 10^15")
    # A seed is always used and printed, so that any simulation can be repeated.
    source = random_seed() if seed is None else read_seed(seed)
    with telling(quiet=quiet):
        document = simulate_document(question, runs, seed=source, limit=limit)
    show_answer(question, document, show_simulation, as_json=as_json)


def _options() -> Sequence[click.Parameter]:
    return (
        Option(("--runs",), type=WholeNumber(1, "to 10^15"), metavar="NUMBER", help="How many runs, up to 10^15."),
        Option(("--seed",), metavar="TEXT", help="The same seed gives the same result."),
        json_option(),
        limit_option(),
        quiet_option(),
    )


VERB = Verb(
    name="simulate",
    summary="Play an action many times and count. A billion runs take no longer than a thousand.",
    example="oddsmith simulate dot check --dots 3 --runs 1000000000",
    run=run,
    options=_options,
    ending=lambda action: "--runs 1000000",
    notation=notation.SIMULATE,
)
command = VerbGroup(VERB)

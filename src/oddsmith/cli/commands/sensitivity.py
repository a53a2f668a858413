"""`oddsmith sensitivity`: what luck and prices are worth under best play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from oddsmith.cli.commands.best import ending, given_prices, goal_options
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, exact_option, json_option, limit_option, quiet_option
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.cli.render.sensitivity import MOST_SHOWN, show_sensitivity
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.answers.question import Question


def run(
    question: Question,
    *,
    goal: str | None,
    prices: tuple[str, ...],
    most: int | None,
    as_json: bool,
    in_full: bool,
    limit: int,
    quiet: bool,
) -> None:
    """Print what luck and prices are worth to a goal."""
    from oddsmith.answers.documents.sensitivity import MOST_LISTED, sensitivity_document
    from oddsmith.cli.render.heading import show_answer
    from oddsmith.cli.text.progress import telling

    if goal is None:
        raise BadInput("goal", None, "what luck is to be worth to, such as an event or a measure")
    listed = most or (MOST_LISTED if as_json else MOST_SHOWN)
    with telling(quiet=quiet):
        document = sensitivity_document(question, goal, given_prices(prices), limit=limit, most=listed)
    show_answer(question, document, partial(show_sensitivity, in_full=in_full), as_json=as_json)


def _options() -> Sequence[click.Parameter]:
    most = Option(
        ("--draws", "most"),
        type=WholeNumber(1),
        metavar="NUMBER",
        help=f"How many draws to list. [default: {MOST_SHOWN}]",
    )
    return (*goal_options("--goal"), most, json_option(), exact_option(), limit_option(), quiet_option())


VERB = Verb(
    name="sensitivity",
    summary="Show what luck is worth under best play. Each percent of it on each roll, and what prices cost, exactly.",
    example="oddsmith sensitivity edged-coins toss --rank 2 --ec 5 --goal success",
    run=run,
    options=_options,
    ending=ending,
)
command = VerbGroup(VERB)

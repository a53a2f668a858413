"""`oddsmith odds`: the exact odds of an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from oddsmith.cli.commands import notation
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import (
    exact_option,
    json_option,
    limit_option,
    picture_option,
    quiet_option,
)
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup

if TYPE_CHECKING:
    from oddsmith.answers.question import Question


def run(
    question: Question, *, as_json: bool, plot: bool, out: str | None, in_full: bool, limit: int, quiet: bool
) -> None:
    """Print the odds of a question."""
    from oddsmith.answers.documents.odds import odds_document
    from oddsmith.cli.render.heading import show_answer
    from oddsmith.cli.render.odds import show_odds
    from oddsmith.cli.render.picture import picture_file, write_picture
    from oddsmith.cli.text.progress import telling

    picture = picture_file(out)
    with telling(quiet=quiet):
        document = odds_document(question, limit=limit)
    show_answer(question, document, partial(show_odds, plot=plot, in_full=in_full), as_json=as_json)
    if picture is not None:
        from oddsmith.answers.pictures import odds_picture

        write_picture(odds_picture(document, f"{question.system.title}: {question.action.title}"), picture)


def _options() -> Sequence[click.Parameter]:
    return (
        json_option(),
        Option(("--plot",), is_flag=True, help="Larger charts, with more rows."),
        picture_option(),
        exact_option(),
        limit_option(),
        quiet_option(),
    )


VERB = Verb(
    name="odds",
    summary="Work out the exact odds of an action. Every event, and how every number is distributed.",
    example="oddsmith odds mod-dot test --pool 10 --difficulty 6",
    run=run,
    options=_options,
    notation=notation.ODDS,
)
command = VerbGroup(VERB)

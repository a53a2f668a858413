"""`oddsmith explain`: how the rules of an action run, where its states and its time are, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from oddsmith.cli.parsing.shared_options import json_option, limit_option, quiet_option
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup

if TYPE_CHECKING:
    from oddsmith.answers.question import Question


def run(question: Question, *, as_json: bool, limit: int, quiet: bool) -> None:
    """Print the explanation of a question."""
    from oddsmith.answers.documents.explain import explain_document
    from oddsmith.cli.render.explanation import show_explanation
    from oddsmith.cli.render.heading import show_answer
    from oddsmith.cli.text.progress import telling

    with telling(quiet=quiet):
        document = explain_document(question, limit=limit)
    show_answer(question, document, show_explanation, as_json=as_json)


def _options() -> Sequence[click.Parameter]:
    return json_option(), limit_option(), quiet_option()


VERB = Verb(
    name="explain",
    summary="Explain how an action's rules run. States and time by line, and a change that would help.",
    example="oddsmith explain mod-dot test --pool 5",
    run=run,
    options=_options,
)
command = VerbGroup(VERB)

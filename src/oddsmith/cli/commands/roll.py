"""`oddsmith roll`: one run, with everything that happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from oddsmith.cli.commands import notation
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import json_option, limit_option, quiet_option
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup


def run(question: Any, **options: Any) -> None:
    """Play a question once and print the story."""
    from oddsmith.cli.commands.playing import play_action  # with all rules, which dice notation does without

    play_action(question, **options)


def _options() -> Sequence[click.Parameter]:
    from oddsmith.cli.commands.best import goal_options

    faces = "Faces of real dice as they are thrown: all of a kind, then the rerolls of each: 6,6,2 or H,T."
    return (
        Option(("--seed",), metavar="TEXT", help="The same seed gives the same faces."),
        Option(("--faces",), metavar="LIST", help=faces),
        Option(("--choose",), metavar="LIST", help="Answers to the decisions, in order."),
        Option(
            ("--ask",),
            is_flag=True,
            help="Ask at every decision, and tell what each option leads to; Enter takes the best.",
        ),
        Option(("--goal", "advised"), metavar="GOAL", help="With --ask, what is best for. [default: what leads]"),
        *goal_options("--best"),
        json_option(),
        limit_option(),
        quiet_option(),
    )


VERB = Verb(
    name="roll",
    summary="Play an action once. Every die, every decision, and why it ended as it did.",
    example="oddsmith roll mod-dot test --pool 10 --faces up,up,up,up,up,down",
    run=run,
    options=_options,
    notation=notation.ROLL,
)
command = VerbGroup(VERB)

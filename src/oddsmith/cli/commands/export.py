"""`oddsmith export`: the graph of an action as files for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from oddsmith.answers.action_graph import action_graph
from oddsmith.answers.question import Question
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import Word, limit_option, quiet_option
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.cli.text.progress import telling
from oddsmith.cli.text.terminal import say, say_err, wrapped
from oddsmith.errors import BadInput
from oddsmith.rules import dot, prism


def run(question: Question, *, form: str, goal: str | None, out: str | None, limit: int, quiet: bool) -> None:
    """Write the graph of a question."""
    with telling(quiet=quiet):
        graph, goals = action_graph(question, goal, limit=limit)
    if form == "dot":
        text = dot(graph)
        if out is None:
            say(text)
        else:
            _write(Path(out), text + "\n")
        return
    if out is None:
        raise BadInput("out", None, "the name that the files of the model shall have, such as models/toss")
    model = prism(graph, goals)
    for ending, text in model.files.items():
        _write(Path(f"{out}{ending}"), text)
    to_ask = _to_ask(model.kind, goals)
    say_err(wrapped(f"{model.kind} of {len(graph):,} states{_deciders(model.players)}. To ask: {to_ask}"))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput("out", str(path), f"a place that can be written to ({error.strerror})") from None
    say_err(f"wrote {path}")


def _deciders(players: Sequence[str]) -> str:
    return f", {' and '.join(players)} decide" if len(players) > 1 else ""


def _to_ask(kind: str, goals: dict[str, Any]) -> str:
    """Write a property of the first goal in PRISM's language."""
    best = {"dtmc": "", "mdp": "max", "smg": "max"}[kind]
    coalition = "<<1>> " if kind == "smg" else ""
    return f'{coalition}R{{"{next(iter(goals))}"}}{best}=? [F "done"]'


def _options() -> Sequence[click.Parameter]:
    return (
        Option(
            ("--format", "form"),
            type=Word(["prism", "dot"]),
            default="prism",
            show_default=True,
            help="PRISM's explicit format, for probabilistic model checkers, or DOT, to be drawn.",
        ),
        Option(
            ("--goal",), metavar="GOAL", help="What will be asked of the outcome. [default: all events and measures]"
        ),
        Option(("--out",), metavar="NAME", help="Where to write: a file for DOT, the beginning of names for PRISM."),
        limit_option(),
        quiet_option(),
    )


VERB = Verb(
    name="export",
    summary="Write the graph of an action for other programs. Its states, chances and decisions.",
    example="oddsmith export edged-coins toss --rank 2 --ec 10 --format dot",
    run=run,
    options=_options,
    ending=lambda action: "--format dot",
)
command = VerbGroup(VERB)

"""`oddsmith roll`: one run, with everything that happened at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import click

from oddsmith.answers import Adviser, Question, ScriptedAnswers, best_policy, roll_document, run_document
from oddsmith.answers.documents.roll import entry_document
from oddsmith.cli.build.common import json_option, limit_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.build.prompt import prompted
from oddsmith.cli.build.tree import Systems, Verb
from oddsmith.cli.commands.best import given_prices, goal_options
from oddsmith.cli.render.heading import chosen_inputs, head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.story import ended, story
from oddsmith.cli.render.terminal import say, strong, tell, warn, wrapped
from oddsmith.cli.render.words import capital, shown
from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.errors import BadInput
from oddsmith.rules import Entry, Policy, Run, Session


def run(
    question: Question,
    *,
    seed: str | None,
    faces: str | None,
    choose: str | None,
    ask: bool,
    goal: str | None,
    advised: str | None,
    prices: tuple[str, ...],
    as_json: bool,
    limit: int,
) -> None:
    """Play a question once and tell the story."""
    _at_most_one({"seed": seed, "faces": faces})
    _at_most_one({"choose": choose, "ask": ask or None, "best": goal})
    if advised is not None and not ask:
        raise BadInput("goal", advised, "only together with --ask; --best GOAL plays for a goal")
    if prices and goal is None and not ask:
        raise BadInput("price", prices[0], "only together with --best or --ask")
    typed = ScriptedSource(_listed(faces)) if faces is not None else None
    source = typed if seed is None else SeededSource(seed)
    answers = ScriptedAnswers(_listed(choose)) if choose is not None else None
    told_lines = 0
    if ask:
        adviser = Adviser(question, advised, given_prices(prices))
        if not as_json:
            head(question, question.head("roll"))
            say()
        session = Session(question.call(), source)
        told_lines = _play(question, session, adviser, tell if as_json else say)
        document = run_document(question, Run(session.outcome, session.trail))
    else:
        decide: Policy | None = answers
        if goal is not None:
            decide = best_policy(question, goal, given_prices(prices), limit=limit)
        document = roll_document(question, source, decide)
    if answers is not None and answers.remaining:
        raise BadInput("choose", ",".join(answers.remaining), "no more: every decision has its answer")
    if as_json:
        say(pretty(document))
    else:
        if not ask:
            head(question, document)
            say()
        show(question, document, told_lines)
    if typed is not None and typed.remaining:
        warn(f"faces that nothing asked for: {', '.join(map(str, typed.remaining))}")


def show(question: Question, document: dict[str, Any], told_lines: int = 0) -> None:
    """A roll for people: the story, from the line on that has not been told, and the verdict."""
    for line in islice(story(ended(document["trail"]), chosen_inputs(question)), told_lines, None):
        say(line)
    say()
    say(wrapped(verdict(document)))


def verdict(document: dict[str, Any]) -> str:
    """What came of it: the events that hold (where none does, that the foremost does not), and every measure."""
    titles = document["titles"]
    events = [titles[name] for name in document["verdict"]]
    if not events and document["events"]:
        events = [f"no {titles[next(iter(document['events']))]}"]
    measures = [f"{titles[name]}: {shown(value)}" for name, value in document["measures"].items()]
    events[:1] = [strong(capital(title)) for title in events[:1]]
    measures[:1] = [capital(text) for text in measures[:1]]
    return ". ".join(part for part in (", ".join(events), "; ".join(measures)) if part) + "."


def _play(question: Question, session: Session[Any], adviser: Adviser, out: Callable[[str], None]) -> int:
    """Play to the end, asking a person at every decision; returns how many lines of the story were told meanwhile."""
    lines = 0
    given = chosen_inputs(question)
    while session.pending is not None:
        news = list(islice(story(_entries(session.trail), given), lines, None))
        for line in news:
            out(line)
        lines += len(news)
        session.answer(session.ask(lambda decision: prompted(decision, adviser.advise(decision, session.gained))))
    return lines


def _entries(trail: Sequence[Entry]) -> list[dict[str, Any]]:
    return [entry_document(entry) for entry in trail]


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _at_most_one(options: dict[str, Any]) -> None:
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        raise BadInput(given[1], options[given[1]], f"not together with --{given[0]}")


def _options() -> Sequence[click.Parameter]:
    faces = "Faces of real dice, in the order the rules ask: 6,6,2 or H,T."
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
    )


VERB = Verb(
    name="roll",
    summary="Play an action once: every die, every decision, and why it ended as it did.",
    example="oddsmith roll mod-dot test --pool 10 --faces up,up,up,up,up,down",
    run=run,
    options=_options,
    notation='oddsmith roll "4d6kh3 + 2"',
)
command = Systems(VERB)

"""An action played once, for `oddsmith roll`: by dice, by typed answers, by a person asked, or for a goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.advice import Adviser
from oddsmith.answers.documents.best import best_policy
from oddsmith.answers.documents.roll import entry_document, roll_document, run_document
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import is_ruling
from oddsmith.cli.commands.best import given_prices
from oddsmith.cli.parsing.shared_options import split_list, typed_faces, warn_of_unused_faces
from oddsmith.cli.prompt import ask_option
from oddsmith.cli.render.heading import chosen_inputs, show_heading
from oddsmith.cli.render.roll import show_roll, story
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.progress import telling
from oddsmith.cli.text.terminal import say, say_err, warn
from oddsmith.dice import SeededSource
from oddsmith.errors import BadInput
from oddsmith.rules import Entry, Policy, Run, Session


def play_action(
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
    quiet: bool,
) -> None:
    """Play a question once and print the story."""
    _at_most_one({"seed": seed, "faces": faces})
    _at_most_one({"choose": choose, "ask": ask or None, "best": goal})
    if advised is not None and not ask:
        raise BadInput("goal", advised, "only together with --ask; --best GOAL plays for a goal")
    if prices and goal is None and not ask:
        raise BadInput("price", prices[0], "only together with --best or --ask")
    typed = typed_faces(faces)
    source = typed if seed is None else SeededSource(seed)
    action = question.action
    answers = ScriptedAnswers(split_list(choose), action.phrase, action.ruling) if choose is not None else None
    lines_shown = 0
    if ask:
        adviser = Adviser(question, advised, given_prices(prices))
        if not as_json:
            show_heading(question, question.head("roll"))
            say()
        session = Session(question.call(), source)
        lines_shown = _play(question, session, adviser, say_err if as_json else say)
        document = run_document(question, Run(session.outcome, session.trail))
    else:
        decide: Policy | None = answers
        if goal is not None:
            with telling(quiet=quiet):
                decide = best_policy(question, goal, given_prices(prices), limit=limit)
        document = roll_document(question, source, decide)
    if answers is not None and answers.remaining:
        raise BadInput("choose", ",".join(answers.remaining), "no more: every decision has its answer")
    if as_json:
        say(json_text(document))
    else:
        if not ask:
            show_heading(question, document)
            say()
        show_roll(question, document, lines_shown)
    warn_of_unused_faces(typed)


def _play(question: Question, session: Session[Any], adviser: Adviser, out: Callable[[str], None]) -> int:
    """Play to the end, asking a person at every decision; return the number of lines of the story shown meanwhile."""
    lines, warned = 0, False
    given, phrase = chosen_inputs(question), question.action.phrase
    while session.pending is not None:
        told = story(_entries(session.trail), given, phrase, question.system.reword, question.action.ruling)
        news = list(islice(told, lines, None))
        for line in news:
            out(line)
        lines += len(news)
        if not warned and (why_not := adviser.why_not(session.pending)):
            warn(f"No advice: {why_not}.")
            warned = True
        session.answer(
            session.ask(
                lambda decision: ask_option(
                    decision,
                    adviser.advise(decision, session.gained),
                    phrase,
                    ruling=is_ruling(question.action, decision.options),
                )
            )
        )
    return lines


def _entries(trail: Sequence[Entry]) -> list[dict[str, Any]]:
    return [entry_document(entry) for entry in trail]


def _at_most_one(options: dict[str, Any]) -> None:
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        error = BadInput(given[1], options[given[1]], f"not together with --{given[0]}")
        raise error.reworded(f"--{given[0]} and --{given[1]} do not go together.", "Give one of them.")

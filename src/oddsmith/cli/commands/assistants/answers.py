"""What the tools answer: the texts of the command line, each with its document."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from typing import Any, NamedTuple

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.compare import compare_document, side_by_side
from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.question import Question, question
from oddsmith.cli.commands.notation import show_notation
from oddsmith.cli.commands.systems import show_all, show_system
from oddsmith.cli.render.best import show_best
from oddsmith.cli.render.comparison import show_comparison
from oddsmith.cli.render.heading import show_answer
from oddsmith.cli.render.odds import show_odds
from oddsmith.cli.render.plan import MOST_SHOWN
from oddsmith.cli.render.roll import show_roll
from oddsmith.cli.text.terminal import say
from oddsmith.dice import Notation, SeededSource, read
from oddsmith.errors import BadInput
from oddsmith.systems.registry import system, systems

#: States or steps of work past which an answer is refused: an assistant waits for it.
LIMIT = 300_000

#: Prints a document.
Show = Callable[[dict[str, Any]], None]


class Answer(NamedTuple):
    """An answer: as the command line prints it, and its document."""

    text: str
    document: dict[str, Any]


class Asked(NamedTuple):
    """What is asked about: a notation, or an action of a game with its inputs and house rules."""

    notation: str | None
    game: str | None
    action: str | None
    inputs: Mapping[str, Any]
    options: Mapping[str, Any]

    def read(self) -> Question | Notation:
        """Read it; BadInput where neither or both are named, or one cannot be read."""
        if (self.notation is None) == (self.game is None):
            raise BadInput(("notation", "system"), self.notation, "one of the two")
        if self.notation is not None:
            return read(self.notation)
        game = system(str(self.game))
        if self.action is None:
            raise BadInput("action", None, ", ".join([action.name for action in game.actions]))
        return question(game, self.action, self.inputs, self.options)


def games(name: str | None) -> Answer:
    """The games, or what one of them has to ask: its actions, inputs, events and house rules."""
    if name is None:
        every = list(systems())
        return _shown(systems_document(every), lambda _: show_all(every))
    game = system(name)
    return _shown(systems_document([game]), lambda _: show_system(game))


def odds(asked: Asked) -> Answer:
    """Exact odds."""
    about = asked.read()
    if isinstance(about, Question):
        return _shown(odds_document(about, limit=LIMIT), _headed(about, show_odds))

    def show(document: dict[str, Any]) -> None:
        show_notation(about, document)
        show_odds(document, or_less=True)

    return _shown(notation_odds(about, limit=LIMIT), show)


def best(asked: Asked, goal: str | None) -> Answer:
    """Best play of an action for a goal; BadInput without one, with all there are."""
    about = asked.read()
    if not isinstance(about, Question):
        raise BadInput("notation", asked.notation, "an action of a game: notation has no decisions")
    if goal is None:
        raise BadInput("goal", None, ", ".join(each.name for each in declared_by(about.action)))
    spending = any(measure.spends for measure in about.action.measures)
    show = partial(show_best, most=MOST_SHOWN, in_full=False, spending=spending)
    return _shown(best_document(about, goal, limit=LIMIT), _headed(about, show))


def roll(asked: Asked, seed: str | None) -> Answer:
    """One roll; decisions take the first option, which spends nothing."""
    about, source = asked.read(), None if seed is None else SeededSource(seed)
    if isinstance(about, Question):
        return _shown(roll_document(about, source), _headed(about, partial(show_roll, about)))
    return _shown(notation_roll(about, source), lambda document: say(document["line"]))


def compare(notations: Sequence[str]) -> Answer:
    """Notations side by side."""
    entries = side_by_side(notations, limit=LIMIT)
    return _shown(compare_document(entries), partial(show_comparison, plot=False, in_full=False))


def _headed(about: Question, show: Show) -> Show:
    """Print the question, and then a document."""
    return lambda document: show_answer(about, document, show, as_json=False)


def _shown(document: dict[str, Any], show: Show) -> Answer:
    with _written() as text:
        show(document)
    return Answer(text.getvalue().strip("\n"), document)


@contextmanager
def _written() -> Iterator[io.StringIO]:
    """Collect what is printed: what a server prints would otherwise be read as its messages."""
    text = io.StringIO()
    with redirect_stdout(text), redirect_stderr(text):
        yield text

"""What is expected of an action: chances and means with nothing spent, and what best play is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from oddsmith.answers.asking import asking, asking_for, states_for
from oddsmith.answers.documents.frontier import constrained
from oddsmith.answers.documents.odds import odds_with_first_option
from oddsmith.answers.format.plan import opening
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import chosen_first, settled, settled_by
from oddsmith.changed import Changed
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Policy, Solution
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.field import changed


@dataclass(frozen=True)
class Found:
    """The chance or the mean of a quantity, of what was resolved."""

    value: Fraction
    is_chance: bool
    unresolved: Fraction


@dataclass(frozen=True)
class Played:
    """What best play for a goal is worth, and what it chooses before anything happens by chance."""

    value: Fraction
    is_chance: bool
    moves: tuple[str, ...]
    unresolved: Fraction


def read_quantities(action: Action[Any, Any, Any], of: Sequence[str]) -> list[Quantity]:
    """Read quantities, as in a goal without prices; BadInput names the one that is not understood."""
    if not of:
        raise BadInput("of", None, "events and measures")
    try:
        return [read_quantity(action, each) for each in of]
    except BadInput as error:
        raise error.about("of") from error


#: So many answers are remembered, the latest.
_REMEMBERED: Final = 1000


class Odds:
    """Quantities of an action, worked out for one question after another; those that come to the same only once.

    They are asked together, and each by itself where that leaves something unresolved: one alone may be exact.
    `policy` is that of the first option once a question had a decision, and None before.
    """

    def __init__(self, action: Action[Any, Any, Any], of: Sequence[str], limit: int) -> None:
        """of: as for `read_quantities`. limit: the most states of one question."""
        self._action = action
        self._quantities = read_quantities(action, of)
        self._names: frozenset[str] = frozenset().union(*(each.uses for each in self._quantities))
        self._limit = limit
        self.policy: Policy | None = None
        self._known: dict[tuple[Call[Any], Changed], list[Found]] = {}
        self._singly = [Odds(action, (text,), limit) for text in of] if len(of) > 1 else []

    def of(self, question: Question) -> list[Found]:
        """Return what every quantity is; raises as `oddsmith.odds` does, and BadInput where an input is missing."""
        found = self._together(question)
        if self._singly and any(each.unresolved for each in found):
            return [one for odds in self._singly for one in odds.of(question)]
        return found

    def _together(self, question: Question) -> list[Found]:
        alone = self._asking(question)
        call = alone.call(self._names)
        known = call, changed(question.rules)  # other numbers of the book may be read off equal outcomes
        if known not in self._known:
            if len(self._known) == _REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[known] = [_found(whole, each) for whole, each in self._worked_out(alone, call)]
        return self._known[known]

    def laws(self, question: Question) -> list[Distribution[Any]]:
        """Return how every quantity is distributed; raises as `of`."""
        alone = self._asking(question)
        return [whole.map(each.of) for whole, each in self._worked_out(alone, alone.call(self._names))]

    def _asking(self, question: Question) -> Question:
        question.refuse_unsaid(self._names)
        return asking(question, self._names)

    def _worked_out(self, alone: Question, call: Call[Any]) -> list[tuple[Distribution[Any], Quantity]]:
        """Return each quantity, as the action of the question has it, with the outcomes that it is read off."""
        quantities = self._quantities
        if alone.action is not self._action:
            quantities = [read_quantity(alone.action, each.name) for each in quantities]
        whole, self.policy = odds_with_first_option(call, self._limit, self.policy)
        if self.policy is not None and alone.action.ruling:
            settled(
                alone.action,
                lambda ruled: odds_with_first_option(call, self._limit, ruled)[0],
                {each.title: each.of for each in quantities},
            )
        return [(whole, each) for each in quantities]


def _found(found: Distribution[Any], quantity: Quantity) -> Found:
    if quantity.is_chance:
        return Found(found.p(quantity.of), True, found.unresolved)
    return Found(found.map(quantity.of).mean, False, found.unresolved)


def best_of(question: Question, goal: str, prices: Mapping[str, Fraction | int | str], limit: int) -> Played:
    """Return what best play for a goal is worth; goal, prices and what is raised as for `best_document`.

    A goal with a constraint may be met best by a draw between two plans before play begins; it has no moves here.
    """
    question, objective, names = asking_for(question, goal, prices)
    if objective.constraint is not None:
        (found, *_), answer = constrained(question, objective, names, limit=limit, most=1)
        return Played(Fraction(answer["value"]["exact"]), objective.net.is_chance, (), found.unresolved)
    states = states_for(question, objective, names, limit)
    plan = best_play(question.action, states, objective.net, names, limit)
    settled_by(question, objective.net, plan.policy, names, limit)
    moves = tuple(opening(chosen_first(question.action, plan)))
    value = plan.value if isinstance(plan, Solution) else plan.gain
    return Played(value, objective.net.is_chance, moves, plan.distribution.unresolved)

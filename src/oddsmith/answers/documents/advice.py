"""Advice at a decision: every option with its prospects, and the best of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from typing import Any

from oddsmith.answers.choices import label
from oddsmith.answers.format.json_values import number
from oddsmith.answers.format.plan import position, situation
from oddsmith.answers.goals.goal_parser import read_objective
from oddsmith.answers.goals.objective import single_roll_quantity, with_prices
from oddsmith.answers.goals.quantity import Quantity, quantity_of
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import is_ruling
from oddsmith.errors import RuleError, TooLarge, Undecidable
from oddsmith.rules import Decision, Graph, Prospects
from oddsmith.rules.graph.telling import distinct
from oddsmith.rules.solvers.advice import loss
from oddsmith.systems.declaration import Event, Measure

#: Games with more states get no advice, since somebody is waiting for it.
MOST_STATES = 100_000

#: Decisions that are looked at for the names by which they differ.
_COMPARED = 1_000

#: The reason why there is no advice about what the game master rules.
_RULED = "what comes of it is up to the game master"

#: The column of a goal that is put together, among events and measures.
WORTH = "worth"


@dataclass(frozen=True)
class AdvisedDecision:
    """A decision with the prospects of every option.

    quantity: the objective of play. columns: the quantities that are known of every option, by name: the objective
    first, then events, then measures that spend. options: for every option the expectation of each. best: the option to
    take. situation: by name what is known here, of all that may differ from decision to decision.
    """

    quantity: Quantity
    columns: Mapping[str, Quantity]
    options: Mapping[Hashable, Mapping[str, Fraction]]
    best: Hashable
    situation: Mapping[str, Any]

    @property
    def values(self) -> dict[Hashable, Fraction]:
        """The worth of every option for the objective."""
        name = next(iter(self.columns))
        return {option: expected[name] for option, expected in self.options.items()}

    @property
    def loss(self) -> Fraction | None:
        """The worth that the next best option loses; None for a mix."""
        return loss(self.values, self.best)


class Adviser:
    """Best play of an action for a goal without a constraint (by default the action's aim).

    Where nobody else decides, of two options that are equally good the one that is expected to spend less is better.
    The game is explored when advice is first asked for. Raises BadInput for a goal that is not understood.
    """

    def __init__(
        self, question: Question, goal: str | None = None, prices: Mapping[str, Fraction | int | str] | None = None
    ) -> None:
        action = question.action
        if goal is None:
            goal = action.aim
        self.quantity = single_roll_quantity(with_prices(action, read_objective(action, goal), prices or {}))
        question.refuse_unsaid(self.quantity.uses)
        self._question = question
        self._told_apart: dict[tuple[str, object], set[str]] = {}

    def advise(self, decision: Decision, gained: int = 0) -> AdvisedDecision | None:
        """Return the prospects of each option of a decision when everybody plays on as well as they can.

        None where they are not known soon (too many states) or not at all (play may go on for ever, the game master
        rules, or somebody decides who wants neither much nor little): `why_not` says which.
        gained: the gains added up by the time the decision came up.
        """
        if isinstance(self._known, str):
            return None
        prospects, columns, graph = self._known
        best = prospects.best(decision, gained)
        here = _seen(decision, gained)
        names = self._names(graph, decision)
        known = {name: value for name, value in here.items() if name in names or name == "total so far"}
        return AdvisedDecision(self.quantity, columns, prospects.at(decision, gained), best, known)

    @property
    def why_not(self) -> str:
        """The reason why there is no advice, "" where there is."""
        return self._known if isinstance(self._known, str) else ""

    @property
    def instead(self) -> str:
        """The remedy where there is no advice."""
        return "A house rule may settle it with a roll." if self.why_not == _RULED else "Ask for it before rolling."

    def _names(self, graph: Graph, decision: Decision) -> set[str]:
        """Return the names by which decisions like this one differ: those of the same person at the same rule."""
        at = (decision.who, decision.call.rule)
        if at not in self._told_apart:
            every = chain(graph.decisions.values(), *graph.simultaneous.values())
            like = (one for one in every if (one.who, one.call.rule) == at)
            known = [_seen(one, 0) for one in islice(like, _COMPARED)]
            self._told_apart[at] = distinct(known)
        return self._told_apart[at]

    @cached_property
    def _known(self) -> tuple[Prospects, Mapping[str, Quantity], Graph] | str:
        try:
            graph = self._question.graph(None, MOST_STATES)
            action = self._question.action
            if any(is_ruling(action, decision.options) for decision in graph.decisions.values()):
                return _RULED
            plan = best_play(action, graph, self.quantity, action.names, MOST_STATES)
        except TooLarge:
            return f"there are more than {MOST_STATES:,} situations to look through while you wait"
        except RuleError as error:  # play without end, somebody who wants neither much nor little
            return str(error.message).rstrip(".")
        columns = self._columns(unclear=graph.has_gains)
        return Prospects(plan, {name: quantity.goal for name, quantity in columns.items()}), columns, graph

    def _columns(self, *, unclear: bool) -> Mapping[str, Quantity]:
        """Return the quantities to show for every option.

        unclear: gains add to the outcome, so that only quantities with a known `per_gain` can be shown.
        """
        action = self._question.action
        columns: dict[str, Quantity] = {self.quantity.name if self.quantity.is_declared else WORTH: self.quantity}
        spends = [measure for measure in action.measures if measure.spends]
        shown: list[Event[Any] | Measure[Any]] = [*self._question.events, *spends]
        for quantity in map(quantity_of, shown):
            if not unclear or quantity.per_gain is not None:
                columns.setdefault(quantity.name, quantity)
        return columns


def advice_document(
    question: Question,
    decision: Decision,
    gained: int = 0,
    goal: str | None = None,
    prices: Mapping[str, Fraction | int | str] | None = None,
) -> dict[str, Any]:
    """Answer a decision that has come up with advice.

    decision, gained: as a `Session` of the question's call (for all that can be asked) has them. `choose` is the best
    option, `values` the worth of each option for the goal, `loss` what the next best option loses of that (left out for
    a mix), `columns` the expectation of each event and measure by option; `titles` has these in words. `situation` is
    what is known at the decision, by name.

    Raises BadInput for a goal that is not understood, Undecidable where best play is not known soon, or not at all.
    """
    adviser = Adviser(question, goal, prices)
    advised = adviser.advise(decision, gained)
    if advised is None:
        raise Undecidable(f"No advice from here: {adviser.why_not}.", remedy=adviser.instead)
    columns = {
        name: {label(option): number(expected[name]) for option, expected in advised.options.items()}
        for name in advised.columns
    }
    goal_name = next(iter(advised.columns))
    return question.head("advice") | {
        "goal": goal_name,
        "situation": dict(advised.situation),
        "who": decision.who,
        "choose": label(advised.best),
        "values": columns[goal_name],
        **({} if advised.loss is None else {"loss": number(advised.loss)}),
        "columns": columns,
        "titles": {name: quantity.title for name, quantity in advised.columns.items()},
    }


def differing_columns(advised: AdvisedDecision) -> dict[str, Quantity]:
    """Return the columns in which the options differ, and always that of the goal."""
    first = next(iter(advised.columns))
    return {
        name: quantity
        for name, quantity in advised.columns.items()
        if name == first or len({expected[name] for expected in advised.options.values()}) > 1
    }


def _seen(decision: Decision, gained: int) -> dict[str, Any]:
    """All known at a decision, by name, as it lies on the table: lists, and not the numbers read of them."""
    return situation(position(decision, gained) | {"readings": {}})

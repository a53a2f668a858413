"""Advice at a decision: every option with its prospects, and the best of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from typing import Any, TypeAlias

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
from oddsmith.rules import Call, Decision, Graph, Prospects
from oddsmith.rules.graph.telling import distinct
from oddsmith.rules.solvers.advice import loss
from oddsmith.systems.declaration import Event, Measure

#: Games with more states get no advice, since somebody is waiting for it.
MOST_STATES = 100_000

#: Nor does the first decision, where the goal alone is looked at once that was too much, with more than these.
_MOST_ALONE = 10_000

#: Decisions that are looked at for the names by which they differ.
_COMPARED = 1_000

#: The reason why there is no advice about what the game master rules.
_RULED = "what comes of it is up to the game master"

#: The reason why there is no advice past the first decisions where the goal alone is looked at.
_LATER = "past the first decisions there are too many situations to look through while you wait"

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


#: The prospects, what is shown of them, the graph, and the call that it begins with.
_Known: TypeAlias = tuple[Prospects, Mapping[str, Quantity], Graph, Call[Any]]


class Adviser:
    """Best play of an action for a goal without a constraint (by default the action's aim).

    Where nobody else decides, of two options that are equally good the one that is expected to spend less is better.
    The game is explored when advice is first asked for; where it is too large with all that can be asked, with the goal
    alone, for the decisions that come first. Raises BadInput for a goal that is not understood.
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
        here = _seen(decision, gained)
        decision = self._as_known(decision)
        if isinstance(self._known, str) or self.why_not(decision):
            return None
        prospects, columns, graph, _ = self._known
        best = prospects.best(decision, gained)
        names = self._names(graph, decision)
        known = {name: value for name, value in here.items() if name in names or name == "total so far"}
        return AdvisedDecision(self.quantity, columns, prospects.at(decision, gained), best, known)

    def why_not(self, decision: Decision) -> str:
        """The reason why there is no advice at a decision, "" where there is."""
        if isinstance(self._known, str):
            return self._known
        prospects, _, _, begun = self._known
        here = self._as_known(decision)
        return "" if begun == self._whole or (here.call == begun and prospects.knows(here)) else _LATER

    @property
    def instead(self) -> str:
        """The remedy where there is no advice."""
        return "A house rule may settle it with a roll." if self._known == _RULED else "Ask for it before rolling."

    def _as_known(self, decision: Decision) -> Decision:
        """The decision as it is where the goal alone is asked for, if it comes up before anything else is called."""
        if isinstance(self._known, str) or decision.call != self._whole:
            return decision
        return Decision(
            decision.who, decision.options, self._known[3], decision.known, decision.within, decision.beside
        )

    @cached_property
    def _whole(self) -> Call[Any]:
        return self._question.call()

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
    def _known(self) -> _Known | str:
        for names, limit in ((None, MOST_STATES), (self.quantity.uses, _MOST_ALONE)):
            try:
                if names is None or self._question.action.asks_apart:
                    return self._looked_through(names, limit)
            except TooLarge:
                pass
            except RuleError as error:  # play without end, somebody who wants neither much nor little
                return str(error.message).rstrip(".")
        return f"there are more than {MOST_STATES:,} situations to look through while you wait"

    def _looked_through(self, names: frozenset[str] | None, limit: int) -> _Known | str:
        action = self._question.action
        graph = self._question.graph(names, limit)
        if any(is_ruling(action, decision.options) for decision in graph.decisions.values()):
            return _RULED
        plan = best_play(action, graph, self.quantity, action.names if names is None else names, limit)
        columns = self._columns(unclear=graph.has_gains, names=names)
        prospects = Prospects(plan, {name: quantity.goal for name, quantity in columns.items()})
        return prospects, columns, graph, self._question.call(names)

    def _columns(self, *, unclear: bool, names: frozenset[str] | None) -> Mapping[str, Quantity]:
        """Return the quantities to show for every option.

        unclear: gains add to the outcome, so that only quantities with a known `per_gain` can be shown. names: those
        that outcomes answer, None for all.
        """
        action = self._question.action
        columns: dict[str, Quantity] = {self.quantity.name if self.quantity.is_declared else WORTH: self.quantity}
        spends = [measure for measure in action.measures if measure.spends]
        shown: list[Event[Any] | Measure[Any]] = [*self._question.events, *spends]
        for quantity in map(quantity_of, shown):
            told = names is None or quantity.uses <= names
            if told and (not unclear or quantity.per_gain is not None):
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
        raise Undecidable(f"No advice from here: {adviser.why_not(decision)}.", remedy=adviser.instead)
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

"""Advice at a decision: what every option leads to, and which is best."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from oddsmith.answers.choices import label
from oddsmith.answers.format.plain import number
from oddsmith.answers.goals.goal_text import aim
from oddsmith.answers.goals.objective import priced, unpriced
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.goals.wanted import Wanted, event, measure
from oddsmith.answers.question import Question
from oddsmith.errors import RuleError, TooLarge, Undecidable
from oddsmith.rules import Decision, Prospects, explore

#: A game with more states is not looked at while somebody waits.
MOST_STATES = 100_000

#: What a goal that is put together is called among events and measures.
WORTH = "worth"


@dataclass(frozen=True)
class Advised:
    """A decision with what every option leads to.

    wanted: what play is for. columns: what is told of every option, by name: the goal itself, then events, then
    measures that spend. options: for every option what to expect of each. best: the option to take.
    """

    wanted: Wanted
    columns: Mapping[str, Wanted]
    options: Mapping[Hashable, Mapping[str, Fraction]]
    best: Hashable


class Adviser:
    """Knows best play of an action, for a goal without a constraint (what leads its action where none is given).

    Where nobody else decides, an option that is expected to spend less is better than another one that is as good. The
    game is explored when advice is first asked for. Raises BadInput for a goal that is not understood.
    """

    def __init__(
        self, question: Question, goal: str | None = None, prices: Mapping[str, Fraction | int | str] | None = None
    ) -> None:
        action = question.action
        if goal is None:
            goal = action.lead
        self.wanted = unpriced(priced(action, aim(action, goal), prices or {}))
        self._question = question

    def advise(self, decision: Decision, gained: int = 0) -> Advised | None:
        """What the options of a decision lead to when all play on as well as they can.

        None where that is not known soon (too many states) or not at all (play may go on for ever, or somebody decides
        who wants neither much nor little).
        gained: what gains had added up to when the decision came up.
        """
        if self._known is None:
            return None
        prospects, columns = self._known
        return Advised(self.wanted, columns, prospects.at(decision, gained), prospects.best(decision, gained))

    @cached_property
    def _known(self) -> tuple[Prospects, Mapping[str, Wanted]] | None:
        try:
            graph = explore(self._question.decided(None, MOST_STATES), limit=MOST_STATES)
            action = self._question.action
            plan = best_play(action, graph, self.wanted, action.names, MOST_STATES)
        except (TooLarge, RuleError):  # too many states, play without end, somebody who wants neither much nor little
            return None
        columns = self._columns(unclear=graph.has_gains)
        return Prospects(plan, {name: wanted.goal for name, wanted in columns.items()}), columns

    def _columns(self, *, unclear: bool) -> Mapping[str, Wanted]:
        """What is told of every option. unclear: whether gains add to the outcome, so that only what knows of them can
        be told.
        """
        action = self._question.action
        told: list[Wanted] = [event(declared) for declared in action.events]
        told += [measure(declared) for declared in action.measures if declared.spends]
        columns: dict[str, Wanted] = {self.wanted.name if self.wanted.is_named else WORTH: self.wanted}
        for wanted in told:
            if not unclear or wanted.per_gain is not None:
                columns.setdefault(wanted.name, wanted)
        return columns


def advice_document(
    question: Question,
    decision: Decision,
    gained: int = 0,
    goal: str | None = None,
    prices: Mapping[str, Fraction | int | str] | None = None,
) -> dict[str, Any]:
    """Advice at a decision that has come up, as a document.

    decision, gained: as a `Session` of the question's call (for all that can be asked) has them. `choose` is the best
    option, `values` what each is worth for the goal, `columns` what each leads to otherwise, by event and measure;
    `titles` has these in words.

    Raises BadInput for a goal that is not understood, Undecidable where best play is not known soon, or not at all.
    """
    adviser = Adviser(question, goal, prices)
    advised = adviser.advise(decision, gained)
    if advised is None:
        raise Undecidable("Best play from here is not known soon enough.", remedy="Ask for it before rolling.")
    columns = {
        name: {label(option): number(told[name]) for option, told in advised.options.items()}
        for name in advised.columns
    }
    goal_name = next(iter(advised.columns))
    return question.head("advice") | {
        "goal": goal_name,
        "who": decision.who,
        "choose": label(advised.best),
        "values": columns[goal_name],
        "columns": columns,
        "titles": {name: wanted.title for name, wanted in advised.columns.items()},
    }


def differing(advised: Advised) -> dict[str, Wanted]:
    """The columns in which the options differ, the goal always."""
    first = next(iter(advised.columns))
    return {
        name: wanted
        for name, wanted in advised.columns.items()
        if name == first or len({told[name] for told in advised.options.values()}) > 1
    }

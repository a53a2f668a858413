"""Decisions found by the states at which they are taken, whichever way led there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.caps import Caps, Limits
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import question_of, stood
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.exactly import answers_exactly

V = TypeVar("V")

#: The standings of a rule at a decision and of those that wait for it.
StateKey: TypeAlias = tuple[tuple[Any, tuple[Hashable, ...]], ...]

#: What is asked of the outcomes of rules.
Questions: TypeAlias = Mapping[Rule[..., Any], Question]


class ByState(Generic[V]):
    """Entries of decisions, found by the states at which these stand, whichever way led there."""

    def __init__(self, known: Mapping[tuple[Decision, int], V]) -> None:
        """known: by decisions, and what gains have added up to."""
        self._known = known
        self._questions = questions_of([decision for decision, _ in known])
        self._caps = caps_of([decision for decision, _ in known])

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled: without states of rules and their variables, which are known to this process alone."""
        return {name: value for name, value in self.__dict__.items() if name != "_found"}

    @cached_property
    def _found(self) -> dict[tuple[str, Hashable, int], V]:
        asked, caps = self._questions, self._caps
        return {(d.who, state_key(d, asked, caps), total): one for (d, total), one in self._known.items()}

    def find(self, decision: Decision, total: int) -> V:
        """Return the entry of a decision; RuleError where the plan does not know it."""
        try:
            return self._found[decision.who, state_key(decision, self._questions, self._caps), total]
        except KeyError:
            raise RuleError(
                decision.call.rule.name,
                f"the plan does not know the decision {decision}.",
                remedy="Use a plan only with the call (or a state of it) that it was made for.",
            ) from None

    def gained(self, decision: Decision) -> int:
        """The gain that stands for numbers of rules at play that are no part of states; 0 at a decision of a graph."""
        if decision.key is not None:
            return 0
        places = state_key(decision, self._questions, self._caps)
        return sum([place.gain for place, _ in places if isinstance(place, State)])


def questions_of(decisions: Iterable[Decision]) -> Questions:
    """Return what is asked of the outcomes of rules for which no other waits where decisions are taken."""
    outermost = {decision.key[-1][0] for decision in decisions if isinstance(decision.key, tuple)}
    return dict([found for place in outermost if (found := question_of(place)) is not None])


def caps_of(decisions: Iterable[Decision]) -> Caps | None:
    """Return the limits to what is told apart where decisions are taken; None where there are none."""
    places: Iterator[Any] = (place for d in decisions if isinstance(d.key, tuple) for place, _ in d.key)
    limits = Limits.found_in(unknown for place in places if isinstance(place, State) for unknown in place.unknowns)
    return Caps.anew(limits) if limits else None


def state_key(decision: Decision, questions: Questions = MappingProxyType({}), caps: Caps | None = None) -> StateKey:
    """Return the key shared by decisions that are taken alike: the states of its rule and of those that wait.

    questions: asked of the outcomes of rules for which no other waits. caps: limits to what is told apart.
    """
    key = None if questions else decision.key  # those who play may know more than is asked
    places: Any = ((decision.call, decision.known), *decision.within) if key is None else key
    question = questions.get(places[-1][0].rule, AS_IT_IS)
    found: list[Any] = []
    for number, (place, known) in enumerate(reversed(places), 1):
        stands, answers = stood(place, known, waits=number < len(places), question=question, caps=caps)
        found.append((stands, answers_exactly(answers)))
        question = getattr(stands, "asks", AS_IT_IS)
    return tuple(reversed(found))

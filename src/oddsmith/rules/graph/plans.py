"""Plans: an option for every decision of a graph, as a policy and as the play that follows from it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import islice
from math import lcm
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.caps import Caps, Limits
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import question_of, stood
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import MixedStrategy, joint
from oddsmith.rules.graph.situations import among, written
from oddsmith.rules.graph.telling import gathered, joined, leaves, telling, together
from oddsmith.rules.language.calls import Rule

V = TypeVar("V")

#: What is asked of the outcomes of rules.
Questions: TypeAlias = Mapping[Rule[..., Any], Question]

_MOST_TOLD = 12  # lines of a text
_OFFERED = "offered"  # the name of the options, where nothing else tells situations apart
_MOST_READ = 2_000  # decisions that are looked at for it


@dataclass(frozen=True)
class Taken:
    """An option, or a mix, that is taken at a decision. total: the sum of the gains so far, where it matters."""

    decision: Decision
    option: Hashable
    total: int = 0

    @property
    def known(self) -> dict[str, Any]:
        """Return all known there, by name."""
        known = leaves({**self.decision.variables, **together(self.decision.readings)}, self.decision.around)
        return known | {"total so far": self.total} if self.total else known


@dataclass(frozen=True)
class Situation:
    """Decisions that are one line of a text: by whom and at which rule they are taken, what is known there, in words,
    and the option; places: their numbers among all.
    """

    who: str
    rule: str
    known: str
    option: str
    places: tuple[int, ...]


class Plan:
    """A policy that names the option to take at every decision of a graph. Call it with a `Decision`.

    It prints as what to take when; decisions with the same option are one line where they differ in one thing alone.

    needs_total: whether the option depends on the sum of the gains so far; `total` is then needed too.
    """

    def __init__(self, options: Mapping[tuple[Decision, int], Hashable], totals: range | None) -> None:
        self._options = options
        self._totals = totals

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled, with what is asked at its decisions, which is not told from them elsewhere."""
        return self.__dict__ | {"_by_state": self._by_state}

    @cached_property
    def _by_state(self) -> ByState[Hashable]:
        return ByState(self._options)

    def __str__(self) -> str:
        lines, at = [], ("", "")
        shown, last = self._told()
        for one in shown:
            if (one.who, one.rule) != at:
                at = one.who, one.rule
                lines.append(f"{one.who}, at {one.rule}:")
            lines.append(f"  {one.known}: {one.option}")
        return "\n".join([*lines, last] if last else lines)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.removeprefix('_')} for {self._size()}>"

    def _repr_html_(self) -> str:
        shown, last = self._told()
        rows = [
            f"<tr><td>{escape(one.who)}, at {escape(one.rule)}</td><td>{escape(one.known)}</td>"
            f"<td><strong>{escape(one.option)}</strong></td></tr>"
            for one in shown
        ]
        head = "<tr><th>who</th><th>situation</th><th>plan</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>" if rows else ""
        return f"<div>{table}<div>{escape(last)}</div></div>"

    def _told(self) -> tuple[list[Situation], str]:
        """Return what is told of it, and a last line, "" for none."""
        some = islice(self._options.items(), _MOST_READ)
        taken = [Taken(decision, option, total) for (decision, total), option in some]
        shown = told(taken)[:_MOST_TOLD]
        left = len(self._options) - sum(len(one.places) for one in shown)
        if not shown:
            return [], f"for {self._size()}"
        return shown, f"and {left:,} more decisions" if left else ""

    def _size(self) -> str:
        """The number of decisions that it answers."""
        return "1 decision" if len(self._options) == 1 else f"{len(self._options):,} decisions"

    @property
    def needs_total(self) -> bool:
        return self._totals is not None

    def __call__(self, decision: Decision, total: int = 0) -> Hashable:
        if self._totals is None:
            total = 0
        elif self._totals:
            total = min(total, self._totals[-1])  # from there on it makes no difference
        if type(decision) is Decision:  # of others only the state may be looked at (`watched`)
            try:
                return self._options[decision, total]
            except KeyError:
                pass
        return self._by_state.find(decision, total)


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


class Planned:
    """A graph, the edge taken at each of its decision nodes, and the mixes at each node of simultaneous decisions.

    over: nodes of loops in which all is decided, so that nobody need be told what is best there.
    """

    def __init__(
        self,
        graph: Graph,
        edges: Mapping[int, int],
        mixes: Mapping[int, Sequence[MixedStrategy]] | None = None,
        over: Set[int] = frozenset(),
    ) -> None:
        self.graph = graph
        self.edges = edges
        self.mixes = mixes or {}
        self.over = over

    @cached_property
    def under(self) -> Graph:
        """Play that follows the plan: no decisions are left."""
        return self.graph.under({**self.edges, **{node: joint(mixes) for node, mixes in self.mixes.items()}})

    @cached_property
    def policy(self) -> Plan:
        """The plan for those who play."""
        graph = self.graph
        totals = graph.totals or ()
        options: dict[tuple[Decision, int], Hashable] = {
            (decision, totals[node] if totals else 0): decision.options[self.edges[node]]
            for node, decision in graph.decisions.items()
        }
        for node, mixes in self.mixes.items():
            for decision, mix in zip(graph.simultaneous[node], mixes, strict=True):
                options[decision, totals[node] if totals else 0] = drawn(decision, mix)
        return Plan(options, range(max(totals) + 1) if totals else None)


def questions_of(decisions: Iterable[Decision]) -> Questions:
    """Return what is asked of the outcomes of rules for which no other waits where decisions are taken."""
    outermost = {decision.key[-1][0] for decision in decisions if isinstance(decision.key, tuple)}
    return dict([found for place in outermost if (found := question_of(place)) is not None])


def caps_of(decisions: Iterable[Decision]) -> Caps | None:
    """Return the limits to what is told apart where decisions are taken; None where there are none."""
    places: Iterator[Any] = (place for d in decisions if isinstance(d.key, tuple) for place, _ in d.key)
    limits = Limits.found_in(unknown for place in places if isinstance(place, State) for unknown in place.unknowns)
    return Caps.anew(limits) if limits else None


def state_key(decision: Decision, questions: Questions = MappingProxyType({}), caps: Caps | None = None) -> Hashable:
    """Return the key shared by decisions that are taken alike: the states of its rule and of those that wait.

    questions: asked of the outcomes of rules for which no other waits. caps: limits to what is told apart.
    """
    stands = None if questions else decision.key  # those who play may know more than is asked
    places: Any = ((decision.call, decision.known), *decision.within) if stands is None else stands
    question = questions.get(places[-1][0].rule, AS_IT_IS)
    found: list[Any] = []
    for number, (place, known) in enumerate(reversed(places), 1):
        found.append(stood(place, known, waits=number < len(places), question=question, caps=caps))
        question = getattr(found[-1][0], "asks", AS_IT_IS)
    return tuple(reversed(found))


def drawn(decision: Decision, mix: MixedStrategy) -> Hashable:
    """The option that a mix takes, or the distribution of options where there are several."""
    taken = [(option, share) for option, share in zip(decision.options, mix, strict=True) if share != 0]
    if len(taken) == 1:
        return taken[0][0]
    common = lcm(*[int(share.q) for _, share in taken])
    return Distribution.from_weights({option: int(share * common) for option, share in taken})


def told(taken: Sequence[Taken]) -> list[Situation]:
    """Return what is taken, as lines of a text: those who decide and rules in the order in which they come."""
    by_rule: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(taken):
        by_rule.setdefault((one.decision.who, one.decision.call.rule.name), []).append(place)
    found: list[Situation] = []
    for (who, rule), group in by_rule.items():
        known = [taken[place].known for place in group]
        read = {name: of for place in group for name, of in taken[place].decision.readings.items()}
        names = telling(known, [taken[place].option for place in group], read=read)
        here = [{name: value for name, value in one.items() if name in names} for one in known]
        if not _tell(here, [taken[place].option for place in group]):
            here = [{**one, _OFFERED: taken[place].decision.options} for one, place in zip(here, group, strict=True)]
        alike: dict[object, list[int]] = {}
        for number, place in enumerate(group):
            alike.setdefault(taken[place].option, []).append(number)
        lines = [
            (option, values, [numbers[one] for one in of])
            for option, numbers in alike.items()
            for values, of in gathered([here[number] for number in numbers])
        ]
        if len(lines) > _MOST_TOLD:
            lines = [
                (option, *line)
                for option in alike
                for line in joined([(values, of) for other, values, of in lines if other == option], here, _MOST_TOLD)
            ]
        for option, values, of in lines:
            words = ", ".join([among(name, each) for name, each in values.items()])
            found.append(Situation(who, rule, words or "always", _option(option), tuple([group[one] for one in of])))
    return found


def _tell(known: Sequence[Mapping[str, Any]], options: Sequence[Hashable]) -> bool:
    """Tell whether situations in which something else is taken differ in what is known there."""
    seen: dict[str, Hashable] = {}
    return all(seen.setdefault(repr(one), option) == option for one, option in zip(known, options, strict=True))


def _option(option: object) -> str:
    if isinstance(option, Distribution):
        return " or ".join(f"{written(each)} {share}" for each, share in option.items())
    return written(option)

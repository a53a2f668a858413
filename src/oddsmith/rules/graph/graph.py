"""The explicit graph of a mechanic, on which the solvers run. It knows nothing of dice.

Nodes are numbered; node 0 is where play begins. A chance node has weighted edges, a decision node has one edge an
option, an end node has none. Every edge may add a gain to the outcome: an integer, or a random one by a law of its own.

Rules are run again only for `Decision.variables`, the names and values of what a rule knows there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import is_
from typing import Any, Final, TypeAlias

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.compile.engines import call_and_answers
from oddsmith.rules.compile.shapes import Shape
from oddsmith.rules.compile.variables import Shared, line_and_name, numbers_read, variables
from oddsmith.rules.graph.components import components
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.exactly import same


class Unresolved(Enum):
    """The outcome of an end node that holds probability which was not resolved into outcomes."""

    UNRESOLVED = "unresolved"

    def __repr__(self) -> str:
        return "UNRESOLVED"


UNRESOLVED: Final = Unresolved.UNRESOLVED

#: What an edge adds to the outcome: an integer, or one with this law (resolved), whatever else happens.
Gain: TypeAlias = "int | Distribution[int]"


_put = object.__setattr__


@dataclass(frozen=True)
class Open:
    """The outcome of an end node that is a whole distribution (a roll that a rule returned as its outcome)."""

    distribution: Distribution[Any]


@dataclass(frozen=True, init=False, eq=False)
class Decision:
    """A decision as the person who takes it sees it.

    call: the rule and arguments at which it stands; known: what has happened since that call began (faces, outcomes of
    sub-rules, options taken); options: as the rule lists them, the one that spends nothing first; within: the calls
    that wait for this one's outcome, innermost first; beside: who else decides at the same moment, unseen.

    In a graph, call and known are those of one way that comes here; others may. key: what all of them have in common,
    None where there is but one way. shared: values of variables that are not read past the decision, but of which it
    was made.
    """

    who: str
    options: tuple[Hashable, ...]
    call: Any
    known: tuple[Hashable, ...]
    within: tuple[Hashable, ...] = ()
    beside: tuple[str, ...] = ()
    key: Hashable = field(default=None, compare=False, repr=False)
    shared: Shared | None = field(default=None, compare=False, repr=False)

    def __init__(
        self,
        who: str,
        options: tuple[Hashable, ...],
        call: Any,
        known: tuple[Hashable, ...],
        within: tuple[Hashable, ...] = (),
        beside: tuple[str, ...] = (),
        key: Hashable = None,
        shared: Shared | None = None,
    ) -> None:
        # what is as it mostly is, stays that of the class: there are as many as states
        _put(self, "who", who)
        _put(self, "options", options)
        _put(self, "call", call)
        _put(self, "known", known)
        if within:
            _put(self, "within", within)
        if beside:
            _put(self, "beside", beside)
        if key is not None:
            _put(self, "key", key)
        if shared is not None:
            _put(self, "shared", shared)

    def __hash__(self) -> int:
        return hash((self.who, self.options, self.call, self.known, self.within, self.beside))

    def __eq__(self, other: object) -> bool:
        """Equal where whoever decides can tell no difference: after `True` a rule may go on otherwise than after 1."""
        if self is other:
            return True
        return isinstance(other, Decision) and same(self._parts, other._parts)

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.who, self.beside, self.options, self.known, self.call, self.within

    @classmethod
    def by_key(cls, *given: Any) -> Decision:
        """A decision of which `known` is found from the key once it is asked for. given: all else, with () for it."""
        made = cls(*given)
        del made.__dict__["known"]
        return made

    def __getattr__(self, name: str) -> Any:
        if name != "known" or self.__dict__.get("key") is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        key: Any = self.key
        found = self.__dict__["known"] = call_and_answers(*key[0])[1]
        return found

    @cached_property
    def variables(self) -> Mapping[str, Any]:
        """Return all known here, by the names that the rule gives it: variables still read past the decision, and
        those of which it was made, in the order in which the rule first names them, put as its `in_words` says. All
        ways that come here have them.

        Lists are shown as tuples. Of a loop whose items have no name there is the number of the `round`.

        >>> from oddsmith.dice import d6
        >>> from oddsmith.rules import best, choose, roll, rule
        >>> @rule
        ... async def hits(dice: int) -> int:
        ...     faces = await roll(d6.pool(dice))
        ...     hits = sum(face >= 5 for face in faces)
        ...     misses = dice - hits
        ...     if misses and await choose("player", ("keep", "reroll")) == "reroll":
        ...         hits += await roll(d6.pool(misses).count(at_least=5))
        ...     return hits
        >>> [advice.decision.variables for advice in best(hits(2)).decisions]
        [{'hits': 0, 'misses': 2}, {'hits': 1, 'misses': 1}]
        """
        found = self._of(0)
        return {name: value for name, value in found.items() if not self._lists_options(value)}

    @cached_property
    def readings(self) -> Mapping[str, Mapping[str, int]]:
        """The numbers that the rule reads of each list among `variables`: `dice.count(6)`, `len(rest)` of those left.

        `sum(die == 6 for die in dice)` is the number of those that pass a test in a loop.
        """
        if not any(isinstance(value, tuple) for value in self.variables.values()):
            return {}
        return numbers_read(*self._stands, self.shared)

    @cached_property
    def line_and_name(self) -> tuple[int, str]:
        """The line at which the rule asks, and the name that it gives to what is chosen, "" for none."""
        return line_and_name(*self._stands)

    @property
    def _stands(self) -> tuple[Any, tuple[Hashable, ...]]:
        places: Any = ((self.call, self.known),) if self.key is None else self.key
        at, known = places[0]
        return at, known

    @cached_property
    def around(self) -> tuple[Mapping[str, Any], ...]:
        """The variables of the rules that wait for this one (`within`), innermost first."""
        return tuple([self._of(place) for place in range(1, len(self.within) + 1)])

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled: with its variables, and by the one way; states of rules are known to this process alone."""
        kept = {each.name: getattr(self, each.name) for each in fields(self)} | {"key": None, "shared": None}
        told = {name: getattr(self, name) for name in ("readings", "around", "line_and_name")}
        return kept | {"variables": dict(self.variables)} | told

    def _of(self, place: int) -> dict[str, Any]:
        """The variables of a rule, or of one that waits for it."""
        places: Any = ((self.call, self.known), *self.within) if self.key is None else self.key
        at, known = places[place]
        found: dict[str, Any] = at.rule.in_words(variables(at, known, self.shared if place == 0 else None))
        return found

    def _lists_options(self, value: object) -> bool:
        """True for the options themselves, also without the one that declines."""
        return (
            isinstance(value, (tuple, Mapping)) and len(value) > 1 and tuple(value) in (self.options, self.options[1:])
        )


def _as_call(label: Any) -> Any:
    """Return a label with the call and all its answers in place of a state, and () for what waits for it."""
    if type(label) is not tuple or len(label) != 3:
        return label if label is UNRESOLVED else None
    place, known, waiting = label
    at_call = isinstance(place, Call) and waiting is None
    return (*call_and_answers(place, known), None if at_call else ())


def expected(gain: Gain) -> int | fmpq:
    """The gain of an edge on average."""
    if isinstance(gain, int):
        return gain
    mean = gain.mean
    return fmpq(mean.numerator, mean.denominator)


@dataclass(eq=False, repr=False)
class Graph:
    """Chance, decision and end nodes as parallel lists. It grows while it is explored, and is not changed afterwards.

    targets[n]: where the edges of n lead. weights[n]: their probabilities at a chance node, else None.
    gains[n]: what each edge adds to the outcome, or None when that is 0 for all; see `Gain`.
    decisions[n]: who decides what at a decision node. simultaneous[n]: the decisions at a node where several are taken
    at once, unseen; its edges are all combinations of options, those of the last person changing first.
    ends[n]: the outcome at an end node (an `Open` holds a whole distribution, `UNRESOLVED` probability that was not
    resolved). busts: ends at which gains on the way do not count. lost[n]: places of totals that do
    not count at an end, of several. labels[n]: what a reader may call the node.
    roots: where play may begin, one node for every call that was explored. grown: nodes at which a number has grown
    past what is told apart (see `caps`).
    totals[n]: the sum of the gains on the way to n, where that is part of the state (see `totals`), else None.
    shape: of outcomes with several totals, each a digit of gains (see `Shape`); None where gains are added to outcomes.
    apart: makes the same graph with a decision of its own for every way that comes to one; None where nobody knows how.
    """

    targets: list[tuple[int, ...]] = field(default_factory=list)
    weights: list[tuple[fmpq, ...] | None] = field(default_factory=list)
    gains: list[tuple[Gain, ...] | None] = field(default_factory=list)
    decisions: dict[int, Decision] = field(default_factory=dict)
    simultaneous: dict[int, tuple[Decision, ...]] = field(default_factory=dict)
    ends: dict[int, Hashable] = field(default_factory=dict)
    busts: set[int] = field(default_factory=set)
    labels: list[Any] = field(default_factory=list)
    roots: list[int] = field(default_factory=lambda: [0])
    grown: set[int] = field(default_factory=set)
    totals: list[int] | None = None
    shape: Shape | None = None
    apart: Callable[[], Graph] | None = None
    lost: dict[int, frozenset[int]] = field(default_factory=dict)

    def __repr__(self) -> str:
        deciding = len(self.decisions) + len(self.simultaneous)
        counts = ((len(self), "node"), (deciding, "decision"), (len(self.ends), "end"))
        parts = [f"{count:,} {name}{'' if count == 1 else 's'}" for count, name in counts]
        return f"<{type(self).__name__}: {', '.join(parts)}>"

    def __len__(self) -> int:
        return len(self.targets)

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled: every label as a call and its answers; states of rules are known to this process alone."""
        kept = {each.name: getattr(self, each.name) for each in fields(self)}
        return kept | {"labels": [_as_call(label) for label in self.labels], "apart": None}

    @cached_property
    def has_gains(self) -> bool:
        """True when any edge adds to the outcome."""
        return any(gains is not None for gains in self.gains)

    @property
    def deciders(self) -> tuple[str, ...]:
        """Everybody who decides something, in the order of the nodes; those of simultaneous decisions come last."""
        decisions = chain(self.decisions.values(), *self.simultaneous.values())
        return tuple(dict.fromkeys([decision.who for decision in decisions]))

    @cached_property
    def order(self) -> list[list[int]]:
        """Strongly connected components, each after all that it leads to."""
        with without_collection():
            return components(self.targets)

    def new(self, label: object) -> int:
        """Add a node without edges and return its number."""
        self.targets.append(())
        self.weights.append(None)
        self.gains.append(None)
        self.labels.append(label)
        return len(self.targets) - 1

    def lose(self, end: int, places: Collection[int] | None) -> None:
        """Let gains on the way to an end not count for totals at some places; None for all gains."""
        if places is None:
            self.busts.add(end)
        elif places:
            self.lost[end] = frozenset(places)

    def edges(self, node: int) -> Iterator[tuple[int, Gain]]:
        """Target and gain of every edge of a node."""
        gains = self.gains[node]
        if gains is None:
            return ((target, 0) for target in self.targets[node])
        return zip(self.targets[node], gains, strict=True)

    def expected_edges(self, node: int) -> Iterator[tuple[int, int | fmpq]]:
        """Target and expected gain of every edge of a node."""
        return ((target, expected(gain)) for target, gain in self.edges(node))

    def probabilities(self, node: int) -> tuple[Fraction, ...]:
        """The probability of every edge of a chance node; `()` for other nodes."""
        return tuple([Fraction(int(w.p), int(w.q)) for w in self.weights[node] or ()])

    def state(self, call: Call[Any]) -> int:
        """The node at which play of a call begins: one that was explored, or that play comes to from there.

        Raises RuleError when there is none.
        """
        try:
            return self._states[call]
        except KeyError:
            problem, remedy = f"{call!r} is not a state of this graph.", "Explore it too: explore(call, another_call)."
            calls = [known for known in self._states if type(known) is Call and known.rule is call.rule]
            if any(known.gain == call.gain and all(map(is_, known.args, call.args)) for known in calls):
                problem = f"{call!r} was explored before its arguments were changed."
                remedy = "Give rules values that stay as they are, such as tuples and frozen dataclasses."
            raise RuleError(call.rule.name, problem, remedy=remedy) from None

    @cached_property
    def _states(self) -> dict[Call[Any], int]:
        """Nodes by call, for calls that nothing waits for and before which nothing was gained, and the roots."""
        states = {
            label[0]: node
            for node, label in enumerate(self.labels)
            if type(label) is tuple
            and node not in self.ends
            and label[1:] == ((), None)
            and not (self.totals and self.totals[node])
        }
        return states | {self.labels[root][0]: root for root in self.roots}

    def reachable(self, *starts: int) -> set[int]:
        """Nodes that play from any of `starts` may come to, these included."""
        found = set(starts)
        todo = list(starts)
        while todo:
            for target in self.targets[todo.pop()]:
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return found

    def copied(self, **changed: Any) -> Graph:
        """The same graph, whose edges and decisions may be changed. changed: fields that are other ones."""
        own: dict[str, Any] = {
            "targets": list(self.targets),
            "weights": list(self.weights),
            "gains": list(self.gains),
            "decisions": dict(self.decisions),
            "simultaneous": dict(self.simultaneous),
        }
        return replace(self, **own | changed)

    def under(self, plan: Mapping[int, int | Mapping[int, fmpq]]) -> Graph:
        """The graph in which decisions are taken as `plan` says: by node, the edge taken, or edges and how likely each
        is. Decisions that it does not name stay.
        """
        one = (fmpq(1),)
        taken = self.copied(
            decisions={node: decision for node, decision in self.decisions.items() if node not in plan},
            simultaneous={node: decisions for node, decisions in self.simultaneous.items() if node not in plan},
            apart=None,
        )
        for node, edges in plan.items():
            targets, gains = self.targets[node], self.gains[node]
            if isinstance(edges, int):
                taken.targets[node] = (targets[edges],)
                taken.weights[node] = one
                taken.gains[node] = (gains[edges],) if gains is not None and gains[edges] else None
            else:
                taken.targets[node] = tuple([targets[edge] for edge in edges])
                taken.weights[node] = tuple(edges.values())
                taken.gains[node] = tuple([gains[edge] for edge in edges]) if gains is not None else None
        return taken

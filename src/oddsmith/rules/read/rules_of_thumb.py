"""Rules of thumb: the few rules that say the same as a long plan.

A plan names an option for every situation. Here a situation is what is known of it by name (`ec` 14, `rank` 2), and a
rule of thumb a few conditions on that and the option to take where they hold; the first rule that applies counts, and
the last one always applies (a decision list, Rivest 1987).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, groupby
from operator import or_
from typing import Any, TypeAlias

from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.plans import drawn
from oddsmith.rules.graph.simultaneous import MixedStrategy, deciding, fixed
from oddsmith.rules.read.frontier import Point
from oddsmith.rules.solvers.solution import Solution

_MOST_TESTS = 300  # different conditions that are tried in pairs
_MOST_RULES = 6  # more are no help to anybody
_SURELY = 3  # so many rules are as few as can be
_MOST_TRIED = 50_000  # pairs of rules


@dataclass(frozen=True)
class Condition:
    """Something known by name is `=`, `!=`, `<=` or `>=` a value."""

    name: str
    sign: str
    value: Any

    def holds(self, known: Mapping[str, Any]) -> bool:
        """True when it holds of what is known; of what is not known only `!=` does."""
        if self.name not in known:
            return self.sign == "!="
        value = known[self.name]
        if self.sign in ("=", "!="):
            return (_same(value) == _same(self.value)) is (self.sign == "=")
        return _is_number(value) and bool(value <= self.value if self.sign == "<=" else value >= self.value)


@dataclass(frozen=True)
class Thumb:
    """A rule: take the option where all conditions hold (always, where there are none)."""

    conditions: tuple[Condition, ...]
    option: Hashable


def thumbs(known: Sequence[Mapping[str, Any]], options: Sequence[Hashable]) -> tuple[Thumb, ...] | None:
    """The shortest rules of thumb that take the given option in each of the situations.

    known: of each situation what is known, by name. A rule has at most two conditions. One or two rules are surely as
    few as can be, and so are three where there are not very many ways to tell the situations apart; more are found one
    after the other, each as general as can be. Of those lists the one is taken with the fewest rows: rules for the same
    option that follow each other are one. No rule can be left out. None where that takes more than six, or
    where two situations are alike and different options are taken.

    >>> plan = {14: "buy", 19: "re-toss", 24: "re-toss", 9: "re-toss"}
    >>> for rule in thumbs([{"ec": ec} for ec in plan], list(plan.values())):
    ...     print(*[f"{of.name} {of.sign} {of.value}" for of in rule.conditions], "->", rule.option)
    ec = 14 -> buy
    -> re-toss
    """
    return _Search(known, options).rules()


def followed(rules: Sequence[Thumb], known: Mapping[str, Any]) -> Hashable:
    """The option that rules of thumb take."""
    return next(rule.option for rule in rules if all(condition.holds(known) for condition in rule.conditions))


def faced(plan: Solution[Any] | Point[Any], who: str) -> tuple[tuple[Decision, int, Hashable], ...]:
    """The decisions that may come up for somebody who follows a plan, whatever the others do; each with what gains have
    added up to (where the plan asks for it) and the option that the plan takes (a `Distribution` where it mixes). Those
    of loops in which all is decided are left out.
    """
    planned = plan._planned
    graph = planned.graph
    own = {node: edge for node, edge in planned.edges.items() if graph.decisions[node].who == who}
    known = {node: _mixed(graph.simultaneous[node], mixes, who) for node, mixes in planned.mixes.items()}
    reachable = fixed(graph.under(own), known).reachable(plan._start)
    found: list[tuple[Decision, int, Hashable]] = []
    for node in sorted(reachable & (own.keys() | known.keys()) - planned.over):
        total = graph.totals[node] if graph.totals else 0
        if node in own:
            found.append((graph.decisions[node], total, graph.decisions[node].options[own[node]]))
        for place, mix in known.get(node, {}).items():
            found.append((graph.simultaneous[node][place], total, drawn(graph.simultaneous[node][place], mix)))
    return tuple(found)


def _mixed(decisions: Sequence[Decision], mixes: Sequence[MixedStrategy], who: str) -> dict[int, MixedStrategy]:
    """The mixes of somebody at simultaneous decisions."""
    return {place: mixes[place] for place in deciding(decisions) if decisions[place].who == who}


#: By the situations that they single out: conditions.
_Ways: TypeAlias = Mapping[int, tuple[Condition, ...]]


class _Search:
    """Sets of situations are the bits of an integer."""

    def __init__(self, known: Sequence[Mapping[str, Any]], options: Sequence[Hashable]) -> None:
        self.known = known
        self.options = options
        self.all = (1 << len(known)) - 1
        self.taking: dict[Hashable, int] = {}  # the situations in which an option is taken
        for place, option in enumerate(options):
            self.taking[option] = self.taking.get(option, 0) | 1 << place

    def rules(self) -> tuple[Thumb, ...] | None:
        singles = self._singles()
        ways = dict(singles)
        if len(singles) <= _MOST_TESTS:
            for (one, first), (other, second) in combinations(singles.items(), 2):
                if one & other:
                    ways.setdefault(one & other, first + second)
        general = self._general(ways)
        if general is not None and len(general) <= _SURELY:
            return general
        lists = [general, *[self._but_for(option, ways) for option in self.taking]]
        found = [self._together(rules) for rules in lists if rules is not None]
        return min(found, key=lambda rules: (_rows(rules), len(rules)), default=None)

    def _general(self, ways: _Ways) -> tuple[Thumb, ...] | None:
        """Rules one after the other, each as general as can be."""
        found: list[Thumb] = []
        left = self.all
        while True:
            ending = self._ending(left, ways)
            if ending is not None:
                return (*found, *ending) if len(found) + len(ending) <= _MOST_RULES else None
            covered, way = max(self._settled(left, ways), key=lambda one: one[0].bit_count(), default=(0, ()))
            if not covered or len(found) + 2 > _MOST_RULES:
                return None
            found.append(self._rule(way, covered))
            left &= ~covered

    def _but_for(self, usual: Hashable, ways: _Ways) -> tuple[Thumb, ...] | None:
        """Rules for every other option than the usual one, which is taken otherwise."""
        found: list[Thumb] = []
        left = self.all
        while left & ~self.taking[usual]:
            settled = [one for one in self._settled(left, ways) if not one[0] & self.taking[usual]]
            covered, way = max(settled, key=lambda one: one[0].bit_count(), default=(0, ()))
            if not covered or len(found) + 2 > _MOST_RULES:
                return None
            found.append(self._rule(way, covered))
            left &= ~covered
        return (*found, Thumb((), usual))

    def _together(self, rules: tuple[Thumb, ...]) -> tuple[Thumb, ...]:
        """The rules without those that nothing depends on, those for the same option next to each other where the order
        allows it.
        """
        for place in reversed(range(len(rules) - 1)):
            fewer = rules[:place] + rules[place + 1 :]
            rules = fewer if self._agree(fewer) else rules
        for place, rule in enumerate(rules[:-1]):
            earlier = max((n for n in range(place) if rules[n].option == rule.option), default=place - 1) + 1
            moved = (*rules[:earlier], rule, *rules[earlier:place], *rules[place + 1 :])
            rules = moved if self._agree(moved) else rules
        return rules

    def _agree(self, rules: Sequence[Thumb]) -> bool:
        """True where the rules take the option of every situation."""
        return all(followed(rules, known) == option for known, option in zip(self.known, self.options, strict=True))

    def _ending(self, left: int, ways: _Ways) -> list[Thumb] | None:
        """One, two or three rules for the situations that are left, or None when these are not enough."""
        taken = self._apart(left)
        if len(taken) == 1:
            return [self._rule((), left)]
        if len(taken) > _SURELY:
            return None
        pair = self._pair(left, ways)
        if pair is not None:
            return pair
        settled = list(self._settled(left, ways))
        if len(settled) * len(ways) <= _MOST_TRIED:
            for covered, way in settled:
                pair = self._pair(left & ~covered, ways)
                if pair is not None:
                    return [self._rule(way, covered), *pair]
        return None

    def _pair(self, left: int, ways: _Ways) -> list[Thumb] | None:
        """Two rules for the situations that are left: a way that singles out just those of one of two options."""
        taken = self._apart(left)
        if len(taken) != 2:
            return None
        for way, conditions in ways.items():
            if (covered := way & left) in taken:
                return [self._rule(conditions, covered), self._rule((), left & ~covered)]
        return None

    def _apart(self, left: int) -> list[int]:
        """The situations that are left, apart by the option that is taken in them."""
        return [some for taking in self.taking.values() if (some := left & taking)]

    def _settled(self, left: int, ways: _Ways) -> Iterator[tuple[int, tuple[Condition, ...]]]:
        """The ways to single situations out that leave but one option, with the situations that are left to them."""
        seen: set[int] = set()
        for way, conditions in ways.items():
            covered = way & left
            if covered and covered not in seen:
                seen.add(covered)
                if self._one(covered) is not None:
                    yield covered, conditions

    def _one(self, situations: int) -> tuple[Hashable] | None:
        """The one option that is taken in all of these situations; None where there are several."""
        for option, taking in self.taking.items():
            if not situations & ~taking:
                return (option,)
        return None

    def _rule(self, conditions: tuple[Condition, ...], situations: int) -> Thumb:
        one = self._one(situations)
        assert one is not None
        return Thumb(conditions, one[0])

    def _singles(self) -> dict[int, tuple[Condition, ...]]:
        """By the situations in which it holds, the first condition that singles them out."""
        ways: dict[int, tuple[Condition, ...]] = {}
        for condition, holds in self._conditions():
            if holds not in (0, self.all):
                ways.setdefault(holds, (condition,))
        return ways

    def _conditions(self) -> Iterator[tuple[Condition, int]]:
        """All that is worth trying, with the situations in which it holds: of a number how large it is, then of
        anything what it is.
        """
        values: dict[str, dict[str, tuple[Any, int]]] = {}  # of each name, and where
        for place, known in enumerate(self.known):
            for name, value in known.items():
                of_name, text = values.setdefault(name, {}), _same(value)
                of_name[text] = (value, of_name.get(text, (value, 0))[1] | 1 << place)
        for name, of_name in values.items():
            numbers: dict[Any, int] = {}
            for value, where in of_name.values():
                if _is_number(value):
                    numbers[value] = numbers.get(value, 0) | where
            ascending = sorted(numbers)
            below = list(accumulate((numbers[value] for value in ascending), or_, initial=0))
            for value, less in zip(ascending, below[:-1], strict=True):
                yield Condition(name, ">=", value), below[-1] & ~less
            for value, up_to in zip(ascending, below[1:], strict=True):
                yield Condition(name, "<=", value), up_to
        for name, of_name in values.items():
            yield from ((Condition(name, "=", value), where) for value, where in of_name.values())
            yield from ((Condition(name, "!=", value), self.all & ~where) for value, where in of_name.values())


def _rows(rules: Sequence[Thumb]) -> int:
    """Count rules, those that follow each other and take the same option as one: any of them may apply."""
    return sum(1 for _ in groupby(rules, lambda rule: rule.option))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(value: object) -> str:
    """A text that differs for different values: 1 is not True."""
    return repr(value)

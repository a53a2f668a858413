"""What somebody wants of an outcome: events put together with and, or and not, and numbers added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from oddsmith.answers.format.plain import exact
from oddsmith.rules import Goal, Linear
from oddsmith.systems.declaration import Event, Measure

# How tightly the parts of a name hang together, for parentheses.
_LOOSE, _TIGHT, _WHOLE = range(3)
_NOT = "not: "


@dataclass(frozen=True)
class Wanted:
    """A yes/no or a number of every outcome, whose expectation counts.

    name: how it is written, in names of events and measures; reading it gives the same. title: in words. of: what an
    outcome is worth. chance: whether that is yes or no, so that its expectation is a probability. asked: the events and
    measures that it looks at. per_gain: what a gain of 1 adds to it, None where that depends on the outcome. terms: the
    events and measures of which it is the sum, each with how many times it counts; none where it is no such sum.
    """

    name: str
    title: str
    of: Callable[[Any], int | Fraction]
    chance: bool
    asked: frozenset[str]
    per_gain: int | Fraction | None
    _binds: int = _WHOLE
    terms: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def goal(self) -> Goal:
        """For solvers."""
        return self.of if self.per_gain is None else Linear(self.of, self.per_gain)

    @cached_property
    def is_named(self) -> bool:
        """Whether it is an event or a measure as declared, and nothing put together."""
        return self.asked == {self.name}


def event(declared: Event[Any]) -> Wanted:
    """That an event happens."""
    return Wanted(
        declared.name,
        declared.title,
        declared.holds,
        True,
        frozenset({declared.name}),
        _fixed(declared.per_gain),
        terms={declared.name: Fraction(1)},
    )


def measure(declared: Measure[Any]) -> Wanted:
    """A number as it is."""
    return Wanted(
        declared.name,
        declared.title,
        declared.of,
        False,
        frozenset({declared.name}),
        declared.per_gain,
        terms={declared.name: Fraction(1)},
    )


def named(declared: Event[Any] | Measure[Any]) -> Wanted:
    """That an event happens, or a number as it is."""
    return measure(declared) if isinstance(declared, Measure) else event(declared)


def compared(declared: Measure[Any], least: int | Fraction | None, most: int | Fraction | None) -> Wanted:
    """That a number is not below `least` and not above `most`; of these two, one or both are given and then equal."""
    of = declared.of

    def holds(outcome: Any) -> bool:
        value = of(outcome)
        return (least is None or value >= least) and (most is None or value <= most)

    if least == most:
        name, title = f"{declared.name} = {least}", f"{declared.title}: {least}"
    elif most is None:
        name, title = f"{declared.name} >= {least}", f"{declared.title}: {least} or more"
    else:
        name, title = f"{declared.name} <= {most}", f"{declared.title}: {most} or less"
    per_gain = 0 if declared.per_gain == 0 else None
    return Wanted(name, title, holds, True, frozenset({declared.name}), per_gain)


def negated(one: Wanted) -> Wanted:
    """That it does not happen."""
    holds = one.of
    return Wanted(
        f"not {_within(one.name, one, _WHOLE)}",
        f"{_NOT}{one.title}",
        lambda outcome: not holds(outcome),
        True,
        one.asked,
        _fixed(one.per_gain),
    )


def both(one: Wanted, other: Wanted) -> Wanted:
    """That both happen."""
    first, second = one.of, other.of
    return Wanted(
        f"{_within(one.name, one, _TIGHT)} and {_within(other.name, other, _WHOLE)}",
        f"{_within(one.title, one, _TIGHT)}, {'but' if other.title.startswith(_NOT) else 'and'} "
        f"{_within(other.title, other, _WHOLE)}",
        lambda outcome: bool(first(outcome) and second(outcome)),
        True,
        one.asked | other.asked,
        _fixed(one.per_gain, other.per_gain),
        _TIGHT,
    )


def either(one: Wanted, other: Wanted) -> Wanted:
    """That at least one of the two happens."""
    first, second = one.of, other.of
    return Wanted(
        f"{one.name} or {_within(other.name, other, _TIGHT)}",
        f"{one.title}, or {_within(other.title, other, _TIGHT)}",
        lambda outcome: bool(first(outcome) or second(outcome)),
        True,
        one.asked | other.asked,
        _fixed(one.per_gain, other.per_gain),
        _LOOSE,
    )


def total(terms: Sequence[tuple[Fraction, Event[Any] | Measure[Any]]]) -> Wanted:
    """Numbers added up, each so many times; an event counts 1 where it happens."""
    if len(terms) == 1 and terms[0][0] == 1:
        return named(terms[0][1])
    parts = [(share, named(declared)) for share, declared in terms]
    shares = [(share, part.of) for share, part in parts]
    gains = [part.per_gain for _, part in parts]
    added: dict[str, Fraction] = {}
    for share, declared in terms:
        added[declared.name] = added.get(declared.name, Fraction(0)) + share
    return Wanted(
        _added([(share, declared.name) for share, declared in terms]),
        _added([(share, declared.title) for share, declared in terms]),
        lambda outcome: sum((share * of(outcome) for share, of in shares), Fraction(0)),
        False,
        frozenset(declared.name for _, declared in terms),
        None if None in gains else sum(share * (gain or 0) for (share, _), gain in zip(terms, gains, strict=True)),
        terms=added,
    )


def less(one: Wanted, prices: Mapping[Event[Any] | Measure[Any], Fraction]) -> Wanted:
    """What is wanted, less what is paid: so much for every unit of a measure, or for an event that happens."""
    if not prices:
        return one
    of = one.of
    paid = total([(price, declared) for declared, price in prices.items()])
    known = one.per_gain is not None and paid.per_gain is not None
    return Wanted(
        f"{one.name} less {paid.name}",
        f"{one.title}, less {paid.title}",
        lambda outcome: of(outcome) - paid.of(outcome),
        False,
        one.asked | paid.asked,
        (one.per_gain or 0) - (paid.per_gain or 0) if known else None,
    )


def _fixed(*gains: int | Fraction | None) -> int | None:
    """What gains add to a yes or no: nothing, where they never change it, else nobody knows."""
    return 0 if all(gain == 0 for gain in gains) else None


def _within(text: str, part: Wanted, binds: int) -> str:
    return text if part._binds >= binds else f"({text})"


def _added(terms: Sequence[tuple[Fraction, str]]) -> str:
    """
    >>> _added([(Fraction(1), "damage_dealt"), (Fraction(-2), "damage_taken")])
    'damage_dealt - 2 damage_taken'
    """
    text = ""
    for share, name in terms:
        sign = ("- " if share < 0 else "+ ") if text else ("-" if share < 0 else "")
        times = "" if abs(share) == 1 else f"{exact(abs(share))} "
        text += f"{' ' if text else ''}{sign}{times}{name}"
    return text

"""Quantities of an outcome whose expectation counts: events put together with and, or and not, and numbers added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any

from oddsmith.answers.format.json_values import exact
from oddsmith.rules import Goal, Linear
from oddsmith.rules.graph.goals import Bounded
from oddsmith.systems.declaration import Event, Measure

# Precedence of the parts of a name, for parentheses.
_OR, _AND, _ATOM = range(3)
_NOT = "not: "


@dataclass(frozen=True)
class Quantity:
    """A yes/no or a number of every outcome.

    name: its text in names of events and measures; reading that text gives the same quantity. title: in words. of: its
    value for an outcome. is_chance: it is a yes/no, so that its expectation is a probability. uses: the events and
    measures that it depends on. per_gain: the amount that a gain of 1 adds to it, None where that depends on the
    outcome. terms: the events and measures of which it is the sum, each with its coefficient; empty where it is no such
    sum. failed: that an event does not happen, in words, where its game has such. bound: the measure that gains change
    it by, and how much of that is as good as any more.
    """

    name: str
    title: str
    of: Callable[[Any], int | Fraction]
    is_chance: bool
    uses: frozenset[str]
    per_gain: int | Fraction | None
    _precedence: int = _ATOM
    terms: Mapping[str, Fraction] = field(default_factory=dict)
    failed: str = ""
    bound: tuple[Measure[Any], int | Fraction] | None = None

    @property
    def goal(self) -> Goal:
        """The goal that solvers take."""
        if self.per_gain is not None:
            return Linear(self.of, self.per_gain)
        if self.bound is None:
            return self.of
        measure, enough = self.bound
        return Bounded(self.of, measure.of, measure.per_gain or 0, enough)

    @cached_property
    def is_declared(self) -> bool:
        """True for an event or a measure as the action declares it."""
        return self.uses == {self.name}


def quantity_of(declared: Event[Any] | Measure[Any]) -> Quantity:
    """Return an event or a measure as a quantity."""
    is_event = isinstance(declared, Event)
    return Quantity(
        declared.name,
        declared.title,
        declared.holds if isinstance(declared, Event) else declared.of,
        is_event,
        frozenset({declared.name}),
        _gain_of_event(declared.per_gain) if is_event else declared.per_gain,
        terms={declared.name: Fraction(1)},
        failed=declared.failed
        if isinstance(declared, Event) and (declared.otherwise or declared.name == "success")
        else "",
    )


def threshold(declared: Measure[Any], least: int | Fraction | None, most: int | Fraction | None) -> Quantity:
    """Return the event that a number is at least `least` or at most `most`, or equals both where both are given."""
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
    bound = None
    if declared.per_gain is not None and declared.per_gain > 0:
        ends = [*([] if least is None else [least]), *([] if most is None else [floor(most) + 1])]
        bound = declared, max(ends)
    gain = _gain_of_event(declared.per_gain)
    return Quantity(name, title, holds, True, frozenset({declared.name}), gain, bound=bound)


def negation(one: Quantity) -> Quantity:
    """Return the event that an event does not happen."""
    holds = one.of
    return Quantity(
        f"not {_parenthesized(one.name, one, _ATOM)}",
        one.failed or f"{_NOT}{one.title}",
        lambda outcome: not holds(outcome),
        True,
        one.uses,
        _gain_of_event(one.per_gain),
        bound=one.bound,
    )


def conjunction(one: Quantity, other: Quantity) -> Quantity:
    """Return the event that both happen."""
    first, second = one.of, other.of
    return Quantity(
        f"{_parenthesized(one.name, one, _AND)} and {_parenthesized(other.name, other, _ATOM)}",
        f"{_parenthesized(one.title, one, _AND)}, {'but' if other.name.startswith('not ') else 'and'} "
        f"{_parenthesized(other.title, other, _ATOM)}",
        lambda outcome: bool(first(outcome) and second(outcome)),
        True,
        one.uses | other.uses,
        _gain_of_event(one.per_gain, other.per_gain),
        _AND,
        bound=_bound(one, other),
    )


def disjunction(one: Quantity, other: Quantity) -> Quantity:
    """Return the event that at least one of two happens."""
    first, second = one.of, other.of
    return Quantity(
        f"{one.name} or {_parenthesized(other.name, other, _AND)}",
        f"{one.title}, or {_parenthesized(other.title, other, _AND)}",
        lambda outcome: bool(first(outcome) or second(outcome)),
        True,
        one.uses | other.uses,
        _gain_of_event(one.per_gain, other.per_gain),
        _OR,
        bound=_bound(one, other),
    )


def weighted_sum(terms: Sequence[tuple[Fraction, Event[Any] | Measure[Any]]]) -> Quantity:
    """Return numbers added up, each with its coefficient; an event counts 1 where it happens."""
    if len(terms) == 1 and terms[0][0] == 1:
        return quantity_of(terms[0][1])
    parts = [(share, quantity_of(declared)) for share, declared in terms]
    # whole numbers stay such: of these, laws without end can be asked
    shares = [(int(share) if share.denominator == 1 else share, part.of) for share, part in parts]
    gains = [part.per_gain for _, part in parts]
    added: dict[str, Fraction] = {}
    for share, declared in terms:
        added[declared.name] = added.get(declared.name, Fraction(0)) + share
    return Quantity(
        _sum_text([(share, declared.name) for share, declared in terms]),
        _sum_text([(share, declared.title) for share, declared in terms]),
        lambda outcome: sum([share * of(outcome) for share, of in shares]),
        False,
        frozenset(declared.name for _, declared in terms),
        None if None in gains else sum(share * (gain or 0) for (share, _), gain in zip(terms, gains, strict=True)),
        terms=added,
    )


def net_of_prices(one: Quantity, prices: Mapping[Event[Any] | Measure[Any], Fraction]) -> Quantity:
    """Return a quantity less its prices: so much for every unit of a measure, or for an event that happens."""
    if not prices:
        return one
    of = one.of
    paid = weighted_sum([(price, declared) for declared, price in prices.items()])
    known = one.per_gain is not None and paid.per_gain is not None
    return Quantity(
        f"{one.name} less {paid.name}",
        f"{one.title}, less {paid.title}",
        lambda outcome: of(outcome) - paid.of(outcome),
        False,
        one.uses | paid.uses,
        (one.per_gain or 0) - (paid.per_gain or 0) if known else None,
        bound=_bound(one, paid),
    )


def _gain_of_event(*gains: int | Fraction | None) -> int | None:
    """Return what a gain adds to a yes/no: 0 where gains never change it, else None."""
    return 0 if all(gain == 0 for gain in gains) else None


def _bound(one: Quantity, other: Quantity) -> tuple[Measure[Any], int | Fraction] | None:
    """The bound of what is made of two quantities, of which gains change one, or both by the same measure."""
    if one.bound is None or other.bound is None:
        constant, changed = (one, other) if one.bound is None else (other, one)
        return changed.bound if constant.per_gain == 0 else None
    (measure, enough), (same, most) = one.bound, other.bound
    return (measure, max(enough, most)) if measure is same else None


def _parenthesized(text: str, part: Quantity, precedence: int) -> str:
    return text if part._precedence >= precedence else f"({text})"


def _sum_text(terms: Sequence[tuple[Fraction, str]]) -> str:
    """Write a sum.

    >>> _sum_text([(Fraction(1), "damage_dealt"), (Fraction(-2), "damage_taken")])
    'damage_dealt - 2 damage_taken'
    """
    text = ""
    for share, name in terms:
        sign = ("- " if share < 0 else "+ ") if text else ("-" if share < 0 else "")
        times = "" if abs(share) == 1 else f"{exact(abs(share))} "
        text += f"{' ' if text else ''}{sign}{times}{name}"
    return text

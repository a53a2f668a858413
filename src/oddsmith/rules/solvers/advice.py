"""Advice: the option to take at a decision, the worth of each, and plans of such advice as text."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Final

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.plan_lines import MOST_READ, MOST_TOLD, Situation, Taken, as_lines, as_table, told
from oddsmith.rules.graph.situations import facts, in_words
from oddsmith.rules.linalg.linear import rational

_MOST_AS_GOOD: Final = 3  # so many options are named that are as good as the one to take


@dataclass(frozen=True, repr=False)
class Advice:
    """A decision, the value of each option under best play afterwards, and the option to take (the first among
    equals). Where others decide at the same moment, unseen, that may be a `Distribution` of options.

    reached: how many times the decision is met on average, from the start, when everybody plays best, in loops perhaps
    more than once.
    total: the sum of the gains so far, where the goal depends on it.
    """

    decision: Decision
    values: Mapping[Hashable, Fraction]
    best: Hashable
    reached: Fraction
    total: int = 0

    def __str__(self) -> str:
        (one,) = _told([self])
        known = facts(Taken(self.decision, self.best, self.total).known)
        option = f"{one.situation.option}{one.ignoring and f' ({one.ignoring})'}"
        return f"{', at '.join(one.at)}{known and f', {known}'}: {option}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    @property
    def loss(self) -> Fraction | None:
        """The value lost by taking the next best option here; None for a mix, of which no option can be ignored."""
        return loss(self.values, self.best)

    @property
    def as_good(self) -> list[Hashable]:
        """The other options that are worth as much; none beside a mix."""
        if isinstance(self.best, Distribution) or self.best not in self.values:
            return []
        return [each for each, worth in self.values.items() if each != self.best and worth == self.values[self.best]]


def loss(values: Mapping[Hashable, Fraction], best: Hashable) -> Fraction | None:
    """The value lost by taking the next best option; None where `best` is a mix, or not the best of these values."""
    if isinstance(best, Distribution) or best not in values or len(values) < 2:
        return None
    worth = values[best]
    others = [value for option, value in values.items() if option != best]
    highest = max(others)
    if worth >= highest:
        return worth - highest
    lowest = min(others)
    return lowest - worth if worth <= lowest else None


def plan_text(value: Fraction, decisions: Sequence[Advice], unresolved: Fraction) -> str:
    """The value of best play, and the option to take at the decisions that come up most often.

    Decisions at which the same is best are one line where they differ in one thing alone. unresolved: the probability
    that counts as 0 in the value.
    """
    shown, last = _shown(decisions)
    lines = as_lines([(one.situation, one.ignoring) for one in shown])
    return "\n".join([f"worth {number(value)}", *_not_resolved(unresolved), *lines, *([last] if last else [])])


def _not_resolved(unresolved: Fraction) -> list[str]:
    return [f"not resolved: {float(unresolved):.2g} of all probability, which counts as 0"] if unresolved else []


def plan_html(value: Fraction, decisions: Sequence[Advice], unresolved: Fraction) -> str:
    """The same as a table, for notebooks."""
    shown, last = _shown(decisions)
    table = as_table([(one.situation, one.ignoring) for one in shown], "who", "situation", "best", "")
    left = "".join([f"<div>{escape(line)}</div>" for line in _not_resolved(unresolved)])
    return f"<div><div>worth <strong>{number(value)}</strong></div>{left}{table}<div>{escape(last)}</div></div>"


def _shown(decisions: Sequence[Advice]) -> tuple[list[_Told], str]:
    """Return what is told of a plan, by rules, what comes up most often first; and a last line, "" for none."""
    met = sorted([advice for advice in decisions if advice.reached], key=_rarest_last)
    shown = sorted(_told(met[:MOST_READ]), key=_rarest_last)[:MOST_TOLD]
    if not met:
        return [], "no decision comes up" if decisions else "nothing to decide"
    left = len(met) - sum(len(one.advice) for one in shown)
    by_rule = list(dict.fromkeys(one.at for one in shown))
    return (
        sorted(shown, key=lambda one: by_rule.index(one.at)),
        f"and {left:,} more decisions: see .decisions" if left else "",
    )


def _rarest_last(one: Advice | _Told) -> fmpq:
    """The key by which what comes up most often is first; long fractions are soon compared so."""
    return -rational(one.reached)


class _Told:
    """Decisions that are one line: by whom and at which rule they are taken, and their situations in words."""

    def __init__(self, of: Situation, advice: Sequence[Advice]) -> None:
        self.situation = of
        self.at = of.who, of.rule
        self.advice = advice
        self.reached = sum((one.reached for one in advice), Fraction(0))

    @property
    def ignoring(self) -> str:
        """The cost of taking the next best option, here and over all, or the options that cost nothing; "" where there
        is none.
        """
        losses = [(advice.loss, advice.reached) for advice in self.advice]
        lost = [loss for loss, _ in losses if loss is not None]
        if not lost:
            return ""
        if not any(lost):
            return self._as_good
        low, high = rounded(min(lost)), rounded(max(lost))
        here = low if low == high else f"{low} to {high}"
        if self.reached == 1 == len(self.advice):
            return f"ignoring it costs {here}"
        in_all = sum((loss * reached for loss, reached in losses if loss is not None), Fraction(0))
        return f"ignoring it costs {here} here, {rounded(in_all)} in all"

    @property
    def _as_good(self) -> str:
        """The options that are as good as the one to take, wherever it is to be taken."""
        first, *others = [advice.as_good for advice in self.advice]
        everywhere = [in_words(option) for option in first if all(option in other for other in others)]
        if not everywhere:
            return "another option is as good"
        named, more = everywhere[:_MOST_AS_GOOD], len(everywhere) - _MOST_AS_GOOD
        return f"or: {', '.join(named)}{f' or {more:,} more' if more > 0 else ''}"


def _told(decisions: Sequence[Advice]) -> list[_Told]:
    taken = [Taken(one.decision, one.best, one.total) for one in decisions]
    return [_Told(of, [decisions[place] for place in of.places]) for of in told(taken)]


def number(value: Fraction) -> str:
    """A number: exact where that is short, with its decimal.

    >>> number(Fraction(1, 3)), number(Fraction(4)), number(Fraction(10**12 + 1, 3**30))
    ('1/3 (0.3333)', '4', '0.004857')
    """
    near = rounded(value)
    if value.denominator == 1 and abs(value) < 10**12:
        return str(value.numerator)
    exact = f"{value.numerator}/{value.denominator}" if value.denominator < 10**9 else ""
    return f"{exact} ({near})" if exact and len(exact) <= 13 else near


def rounded(value: Fraction) -> str:
    """Four digits of a number of any size.

    >>> rounded(Fraction(2, 3)), rounded(Fraction(7 * 10**400, 2))
    ('0.6667', '3.500e+400')
    """
    try:
        return f"{float(value):.4g}"
    except OverflowError:  # no float is near
        return f"{Decimal(value.numerator) / value.denominator:.4g}"

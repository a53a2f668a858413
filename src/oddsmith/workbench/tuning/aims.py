"""Aims of a tuning, as they are typed, and whether numbers meet them.

success in 60..70 %
best success, coins worth 1/50 each in 1/2..
mean is at least 7
success climbs along rank
best success for at most 1 coin equals success at rank=3
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from oddsmith.errors import BadInput

_NUMBER: Final = r"-?\d+(?:/\d+|\.\d+)?"
_AMOUNT: Final = re.compile(rf"({_NUMBER})\s*(%?)")
_RANGE: Final = re.compile(rf"(?:({_NUMBER})\s*(%?))?\s*\.\.\s*(?:({_NUMBER})\s*(%?))?")
_RELATION: Final = re.compile(
    r"(.*\S)\s+(in|is at least|is at most|equals|climbs along|falls along)\s+(\S.*)", re.DOTALL
)
_AT: Final = re.compile(r"(.*\S)\s+at\s+([\w-]+\s*=\s*[^\s,=]+(?:\s*,\s*[\w-]+\s*=\s*[^\s,=]+)*)", re.DOTALL)
_ALLOWED: Final = (
    "QUANTITY in 60..70 %, QUANTITY is at least (is at most, equals) NUMBER or QUANTITY, "
    "QUANTITY climbs along (falls along) INPUT; a QUANTITY may have 'best' before it and 'at INPUT=VALUE' behind it"
)


@dataclass(frozen=True)
class Term:
    """A quantity, as it is when nothing is spent or, if `best`, as best play for it makes it.

    at: values that inputs or house rules have for it alone.
    """

    quantity: str
    best: bool
    at: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        at = ", ".join(f"{name}={value}" for name, value in self.at)
        return f"{'best ' if self.best else ''}{self.quantity}{f' at {at}' if at else ''}"


@dataclass(frozen=True)
class Aim:
    """What a quantity shall be in every case.

    "in": from `low` to `high`, where None is no limit, or likewise with `other` as a limit of both or one side (`low`,
    `high` then say by how much it may differ). "climbs", "falls": every value above, or below, the last along an input.
    """

    text: str
    term: Term
    relation: Literal["in", "climbs", "falls"]
    low: Fraction | None = None
    high: Fraction | None = None
    other: Term | None = None
    along: str = ""

    @property
    def terms(self) -> tuple[Term, ...]:
        """All quantities that it speaks of."""
        return (self.term,) if self.other is None else (self.term, self.other)


def read_aim(text: str) -> Aim:
    """Read an aim; BadInput for what is none, with the forms that there are."""
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise BadInput("goal", text, _ALLOWED)
    left, relation, right = found.groups()
    term = _term(left)
    if relation in ("climbs along", "falls along"):
        return Aim(text, term, "climbs" if relation[0] == "c" else "falls", along=right)
    if relation == "in":
        limits = _RANGE.fullmatch(right)
        if limits is None:
            raise BadInput("goal", text, _ALLOWED)
        low, low_share, high, high_share = limits.groups()
        least, most = _amount(low, low_share or (high_share if low else "")), _amount(high, high_share)
        if (least is None and most is None) or (least is not None and most is not None and most < least):
            raise BadInput("goal", text, "a range with a lower limit first, such as 60..70 %, 7.. or ..1/2")
        return Aim(text, term, "in", least, most)
    amount = _AMOUNT.fullmatch(right)
    limit = Fraction(0) if amount is None else _amount(*amount.groups())
    other = _term(right) if amount is None else None
    return Aim(
        text,
        term,
        "in",
        None if relation == "is at most" else limit,
        None if relation == "is at least" else limit,
        other,
    )


def _term(text: str) -> Term:
    at: tuple[tuple[str, str], ...] = ()
    found = _AT.fullmatch(text.strip())
    if found is not None:
        text, given = found.groups()
        pairs = [pair.split("=") for pair in given.split(",")]
        at = tuple([(name.strip(), value.strip()) for name, value in pairs])
    text = text.strip()
    best = text.startswith("best ")
    return Term(text.removeprefix("best ").strip(), best, at)


def _amount(number: str | None, share: str | None) -> Fraction | None:
    if number is None:
        return None
    try:
        return Fraction(number) / (100 if share else 1)
    except ZeroDivisionError:
        raise BadInput("goal", number, "no division by 0") from None


def shortfall(aim: Aim, values: Sequence[Fraction], others: Sequence[Fraction]) -> tuple[int, Fraction]:
    """Return in how many places an aim is missed, and by how much in all.

    values: of its quantity, one for each case, in the order of the input along which it climbs; others: of the other
    quantity, for each case likewise.

    >>> shortfall(read_aim("success climbs along rank"), [Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)], [])
    (1, Fraction(1, 2))
    """
    missed, amount = 0, Fraction(0)
    if aim.relation == "in":
        for place, value in enumerate(values):
            against = others[place] if aim.other is not None else Fraction(0)
            short = Fraction(0)
            if aim.low is not None:
                short = max(short, aim.low + against - value)
            if aim.high is not None:
                short = max(short, value - aim.high - against)
            missed += short > 0
            amount += short
        return missed, amount
    sign = 1 if aim.relation == "climbs" else -1
    for before, after in itertools.pairwise(values):
        rise = sign * (after - before)
        missed += rise <= 0
        amount += max(Fraction(0), -rise)
    return missed, amount


def groups(along: str, cases: Sequence[Mapping[str, object]]) -> list[list[Mapping[str, object]]]:
    """Return cases in lists that differ in one input alone, each in the order in which its values were given."""
    found: dict[tuple[object, ...], list[Mapping[str, object]]] = {}
    for case in cases:
        rest = tuple([value for name, value in case.items() if name != along])
        found.setdefault(rest, []).append(case)
    return list(found.values())

"""Charts of what outcomes are likely: one roll, several rolls, and rolls that change along something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final, Protocol, TypeAlias

import altair as alt

from oddsmith.errors import BadInput
from oddsmith.plots.style import (
    HEIGHT,
    INK,
    MINUS,
    MOST_SERIES,
    WIDTH,
    Chart,
    Number,
    data,
    finished,
    share_axis,
    told_apart,
)


class Law(Protocol):
    """Outcomes and their probabilities, as a `Distribution` has them."""

    @property
    def is_finite(self) -> bool:
        """Whether all outcomes can be listed."""
        ...

    @property
    def unresolved(self) -> Fraction:
        """The probability that is not resolved into outcomes."""
        ...

    def items(self) -> Iterable[tuple[Any, Fraction]]:
        """Yield outcomes and their probabilities."""
        ...

    def truncated(self, bound: Fraction) -> Law:
        """Return the same with at most `bound` of the probability left unresolved."""
        ...

    def quantile(self, q: Fraction) -> Any:
        """Return the least outcome that is not exceeded with probability `q`."""
        ...


Outcomes: TypeAlias = Law | Mapping[Any, Number]

#: Outcomes on both ends that are less likely than this, all together, have no bar; the note says so.
_TOO_RARE: Final = 1e-4

#: So many bars have a number each.
_MOST_NUMBERED: Final = 12
_MOST_BARS: Final = 60


def curve(
    outcomes: Outcomes, *, title: str = "", outcome: str = "outcome", at_least: bool = False, note: str = ""
) -> Chart:
    """Draw how likely each outcome of a roll is; with `at_least`, how likely it is to reach it.

    outcomes: a `Distribution`, or probabilities by outcome. outcome: what an outcome is, for the axis. note: text below
    the title. Outcomes at the ends that together are rarer than 1 in 10,000 are left out, and the note says so.
    Raises BadInput for `at_least` where the outcomes are not numbers, and where there is no outcome.
    """
    shown, left_out = _worth_showing(outcomes)
    values = list(shown)
    numbers = all(map(_is_number, values))
    if at_least and not numbers:
        raise BadInput("at_least", True, "numbers as outcomes")
    chances = _reaching(list(shown.values()), left_out) if at_least else list(shown.values())
    table = data([{"outcome": _plain(value), "chance": p} for value, p in zip(values, chances, strict=True)])
    many = len(values) > _MOST_BARS
    y = alt.Y("chance:Q", axis=share_axis("chance of at least" if at_least else "chance"))
    if numbers and many:
        base = alt.Chart(table).mark_area(color=INK, opacity=0.85, interpolate="step", line=False)
        drawn: Any = base.encode(x=alt.X("outcome:Q", title=outcome), y=y)
    else:
        axis = alt.Axis(labelAngle=0 if numbers else -30, labelExpr=MINUS, labelOverlap="greedy" if numbers else False)
        x = alt.X("outcome:O", title=outcome, sort=None, axis=axis)
        drawn = alt.Chart(table).mark_bar(color=INK).encode(x=x, y=y)
        if len(values) <= _MOST_NUMBERED:
            text = alt.Chart(table).mark_text(dy=-7, fontSize=11, color="#222222")
            drawn = drawn + text.encode(x=x, y=y, text=alt.Text("chance:Q", format=".1%"))
    told = "; ".join(filter(None, [note, _rarer(left_out)]))
    return finished(drawn.properties(width=WIDTH, height=HEIGHT), title or outcome, told)


def comparison(rolls: Mapping[str, Outcomes], *, title: str = "", outcome: str = "outcome") -> Chart:
    """Draw, for each of two rolls or more, how likely it is to reach a number or more.

    rolls: distributions of numbers (or probabilities by number) by name, at most six. Raises BadInput for more or
    fewer, and for outcomes that are not numbers.
    """
    if not 2 <= len(rolls) <= MOST_SERIES:
        raise BadInput("rolls", len(rolls), f"from 2 to {MOST_SERIES} rolls in one chart")
    rows: list[dict[str, Any]] = []
    most_left_out = 0.0
    for name, outcomes in rolls.items():
        shown, left_out = _worth_showing(outcomes)
        if not all(map(_is_number, shown)):
            raise BadInput("rolls", name, "rolls that come to a number")
        most_left_out = max(most_left_out, *left_out)
        reaching = _reaching(list(shown.values()), left_out)
        rows += [
            {"series": name, "outcome": _plain(value), "chance": chance}
            for value, chance in zip(shown, reaching, strict=True)
        ]
    whole = alt.Axis(tickMinStep=1, format="~g") if all(isinstance(row["outcome"], int) for row in rows) else alt.Axis()
    x = alt.X("outcome:Q", title=f"at least this {outcome}", scale=alt.Scale(zero=False), axis=whole)
    y = alt.Y("chance:Q", axis=share_axis("chance"))
    drawn = alt.Chart(data(rows)).mark_line(point={"filled": True, "size": 40}).encode(x=x, y=y)
    drawn = drawn.encode(**told_apart(list(rolls))).properties(width=WIDTH, height=HEIGHT)
    return finished(drawn, title or "Which roll reaches more", _rarer((most_left_out, 0.0)))


#: The bands of a fan, the widest first, and how each is drawn.
_BANDS: Final = ((Fraction(1, 20), Fraction(19, 20), 0.22), (Fraction(1, 4), Fraction(3, 4), 0.5))


def fan(
    steps: Mapping[Any, Law] | Sequence[Law], *, title: str = "", along: str = "round", outcome: str = "outcome"
) -> Chart:
    """Draw how a number spreads out along something, as rounds: its median, the middle half, and 9 of 10 outcomes.

    steps: the distribution at each step, by the step's number; a list counts them from 1. Raises BadInput for less than
    two steps, and for outcomes that are not numbers; Undecidable where too much of a distribution is unresolved.
    """
    laws = steps if isinstance(steps, Mapping) else dict(enumerate(steps, 1))
    if len(laws) < 2:
        raise BadInput("steps", len(laws), "distributions at two steps or more")
    rows = []
    for step, law in laws.items():
        row: dict[str, Any] = {"step": _plain(step), "median": law.quantile(Fraction(1, 2))}
        for place, (low, high, _) in enumerate(_BANDS):
            row |= {f"low{place}": law.quantile(low), f"high{place}": law.quantile(high)}
        if not all(map(_is_number, list(row.values())[1:])):
            raise BadInput("steps", step, "numbers as outcomes")
        rows.append({name: _plain(value) for name, value in row.items()})
    table = data(rows)
    x = (
        alt.X("step:Q", title=along, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1, format="~g"))
        if all(map(_is_number, laws))
        else alt.X("step:O", title=along, sort=None)
    )
    layers = [
        alt.Chart(table)
        .mark_area(color="#2f8fd0", opacity=opacity)
        .encode(x=x, y=alt.Y(f"low{place}:Q", title=outcome), y2=alt.Y2(f"high{place}:Q"))
        for place, (_, _, opacity) in enumerate(_BANDS)
    ]
    line = alt.Chart(table).mark_line(color=INK, strokeWidth=2.5, point={"filled": True, "size": 40, "color": INK})
    drawn = alt.layer(*layers, line.encode(x=x, y=alt.Y("median:Q", title=outcome)))
    note = "line: median; dark band: half of all rolls; light band: 9 of 10"
    return finished(drawn.properties(width=WIDTH, height=HEIGHT), title or f"{outcome} along {along}", note)


def _worth_showing(outcomes: Outcomes) -> tuple[dict[Any, float], tuple[float, float]]:
    """Return probabilities by outcome, and what is left out below and above them; BadInput where there is none."""
    if isinstance(outcomes, Mapping):
        listed = {value: float(p) for value, p in outcomes.items()}
        unlisted = max(0.0, 1 - sum(listed.values()))
    else:
        law = outcomes if outcomes.is_finite else outcomes.truncated(Fraction(_TOO_RARE) / 4)
        listed = {value: float(p) for value, p in law.items()}
        unlisted = float(law.unresolved)
    if not listed:
        raise BadInput("outcomes", None, "a distribution whose outcomes can be listed")
    if not all(map(_is_number, listed)):
        return listed, (0.0, unlisted)
    values = sorted(listed)
    low = _few(list(accumulate(listed[value] for value in values)))
    high = len(values) - _few(list(accumulate(listed[value] for value in reversed(values))))
    below, above = (sum(listed[value] for value in part) for part in (values[:low], values[high:]))
    return {value: listed[value] for value in values[low:high]}, (below, above + unlisted)


def _few(sums: list[float]) -> int:
    """How many outcomes at an end are too rare together; none where there are few anyway."""
    return sum(1 for total in sums if total < _TOO_RARE / 2) if len(sums) > _MOST_NUMBERED else 0


def _reaching(chances: list[float], left_out: tuple[float, float]) -> list[float]:
    return [min(1.0, total + left_out[1]) for total in accumulate(reversed(chances))][::-1]


def _rarer(left_out: tuple[float, float]) -> str:
    total = sum(left_out)
    return f"rarer outcomes, 1 in {1 / total:,.0f} of all, are not drawn" if total > 1e-12 else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _plain(value: Any) -> Any:
    """Return an outcome as JSON data."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return float(value) if _is_number(value) else str(value)

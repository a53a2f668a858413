"""Explanations as values, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from oddsmith.rules.compile.engines import ONCE
from oddsmith.rules.explanation.changes import Change
from oddsmith.rules.explanation.how_run import HowRun
from oddsmith.rules.exploration.limits.places import Line

_LINES: Final = 12  # so many lines of rules are told; a sentence tells of the others


@dataclass(frozen=True)
class LineFigures:
    """The states that stand at a line, and the seconds of the processor that going on from them took."""

    line: Line
    states: int
    seconds: float


@dataclass(frozen=True)
class MostValues:
    """The variable that takes most values, at the line that has most states. states: those there."""

    variable: str
    values: int
    line: Line
    states: int


@dataclass(frozen=True)
class Law:
    """A run of rolls of a function that is taken as one.

    file, line: where it begins. found: how many laws of it were worked out, one for each value of what it reads. used:
    how often one was taken.
    """

    function: str
    file: str
    line: int
    found: int
    used: int


@dataclass(frozen=True)
class Spent:
    """Seconds of the processor: to make machines of rules, to check those against the rules as they are written, to
    explore, and to solve what was explored."""

    making: float
    checking: float
    exploring: float
    solving: float

    @property
    def total(self) -> float:
        return self.making + self.checking + self.exploring + self.solving


@dataclass(frozen=True, repr=False)
class Explanation:
    """An explanation of a call. It prints as text for whoever writes the rules.

    states: all there are, ends and decisions included; where `stopped`, those until then. stopped: why exploring was
    given up and what to do, "" where it came to its end. rules: how each is run. lines: those with most states first.
    laws: of runs of rolls. most: the variable with most values, None where none takes two. change: what would help
    most, None where nothing would leave a fifth fewer. whole: whether all of the outcome was followed, though less was
    asked.
    """

    call: str
    states: int
    ends: int
    decisions: int
    stopped: str
    rules: tuple[HowRun, ...]
    lines: tuple[LineFigures, ...]
    laws: tuple[Law, ...]
    most: MostValues | None
    change: Change | None
    spent: Spent
    whole: bool = False

    def __str__(self) -> str:
        return "\n".join(sections(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.call}: {_states(self.states)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def sections(told: Explanation) -> Iterator[str]:
    """The lines of an explanation as text, each section after an empty one."""
    parts = [f"{told.ends:,} of them {'an end' if told.ends == 1 else 'ends'}"] if told.ends else []
    parts += [f"{told.decisions:,} {'a decision' if told.decisions == 1 else 'decisions'}"] if told.decisions else []
    yield f"{_states(told.states)}{' so far' if told.stopped else ''}{', ' if parts else ''}{', '.join(parts)}"
    if told.stopped:
        yield f"Given up: {told.stopped}"
    if told.whole:
        yield "All of the outcome is followed: that `of` needs less of it is not plain from its source."
    yield ""
    yield "How each rule runs"
    brief = [rule for rule in told.rules if rule.reason == ONCE]
    for rule in told.rules:
        if rule not in brief:
            yield f"  {where(rule.line, name=True)}: {_running(rule)}"
    if brief:
        names = _listed([where(rule.line, name=True) for rule in brief])
        yield f"  Run again for every branch, since they ask so little that nothing could merge: {names}"
    for law in told.laws:
        taken = f"{_times(law.used)}, with {_laws(law.found)}"
        yield f"  The rolls of {law.function} from line {law.line} on are taken as one: {taken}"
    yield ""
    yield "States by line"
    yield from _table(told.lines)
    if told.most is not None:
        values = f"{told.most.values:,} values in {_states(told.most.states)}"
        yield f"  Most values: {told.most.variable}, {values}, at {where(told.most.line)}"
    yield ""
    yield from _time(told)
    if told.change is not None or not told.stopped:  # else there is a remedy above
        yield ""
        yield "Change that would help"
        yield f"  {advice(told.change)}"


def advice(change: Change | None) -> str:
    """The change that would help, in sentences."""
    if change is None:
        return "None: all rules are compiled that gain by it, and no variable takes many values for nothing."
    gain = f"About {change.after:,} {change.unit} in place of {change.before:,}."
    return " ".join(filter(None, (f"{where(change.line)}: {change.advice}", gain, change.further)))


def where(line: Line, *, name: bool = False) -> str:
    """A place as people look it up."""
    at = f"{line.file_name}:{line.line}" if line.file else f"line {line.line}"
    return f"{line.function} ({at})" if name else at


def _running(rule: HowRun) -> str:
    if not rule.compiled:
        return f"run again for every branch, since {rule.reason}"
    parts = [f"keeps {_listed(rule.kept)}" if rule.kept else "keeps nothing"]
    if rule.gains:
        parts.append(f"adds up {_listed(rule.gains)}")
    if rule.forgotten:
        parts.append(f"forgets {_listed(rule.forgotten)}")
    return f"compiled; {'; '.join(parts)}"


def _table(lines: Sequence[LineFigures]) -> Iterator[str]:
    shown = lines[:_LINES]
    places = [where(each.line, name=True) for each in shown]
    numbers = [f"{each.states:,}" for each in shown]
    for place, number in zip(places, numbers, strict=True):
        yield f"  {number:>{max(map(len, numbers))}}  {place}"
    if len(lines) > _LINES:
        yield f"  and {sum(each.states for each in lines[_LINES:]):,} more at {len(lines) - _LINES} other lines"


def _time(told: Explanation) -> Iterator[str]:
    spent = told.spent
    yield f"Time: {spent.total:.3g} s of the processor"
    for word, seconds in (
        ("exploring", spent.exploring),
        ("solving", spent.solving),
        ("compiling", spent.making),
        ("checking", spent.checking),
    ):
        slowest = max(told.lines, key=lambda each: each.seconds, default=None)
        most = ""
        if word == "exploring" and slowest is not None and len(told.lines) > 1 and seconds:
            most = f", {_percent(slowest.seconds, seconds)} of it at {where(slowest.line)}"
        yield f"  {word} {_percent(seconds, spent.total)}{most}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def _states(number: int) -> str:
    return f"{number:,} {'state' if number == 1 else 'states'}"


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole if whole else 0:.0f} %"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _laws(number: int) -> str:
    return "one law" if number == 1 else f"{number:,} laws"

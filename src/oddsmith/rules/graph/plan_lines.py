"""Plans as lines of a text or table: who decides at which rule, what is known there, and the option to take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import permutations, product
from typing import Any, Final

from oddsmith.distribution import Distribution
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.situations import among, beside, in_words
from oddsmith.rules.graph.telling import gathered, joined, leaves, telling, together

#: So many lines a plan has as text, and so many decisions are looked at for them.
MOST_TOLD: Final = 12
MOST_READ: Final = 2_000

_TOTAL = "total so far"
_OFFERED = "offered"  # the name of the options, where nothing else tells situations apart


@dataclass(frozen=True)
class Taken:
    """An option, or a mix, that is taken at a decision. total: the sum of the gains so far, where it matters."""

    decision: Decision
    option: Hashable
    total: int = 0

    @property
    def known(self) -> dict[str, Any]:
        """Return all known there, by name."""
        decision = self.decision
        known = leaves(
            {**decision.variables, **together(decision.readings)}, decision.around, decision.call.rule.function
        )
        return known | {_TOTAL: self.total} if self.total else known


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


def told(taken: Sequence[Taken]) -> list[Situation]:
    """Return what is taken, as lines of a text: those who decide and rules in the order in which they come.

    Decisions of one rule that could be mistaken for each other stand apart, each with what is chosen or with its line.
    """
    by_rule: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(taken):
        by_rule.setdefault((one.decision.who, one.decision.call.rule.name), []).append(place)
    found: list[Situation] = []
    for (who, rule), group in by_rule.items():
        here = _known_here(taken, group)
        places = _by_place(taken, group)
        if len(places) > 1 and _mistaken(taken, dict(zip(group, here, strict=True)), [*places.values()]):
            for named, part in places.items():
                found += _lines(who, f"{rule} ({named})", taken, part, _known_here(taken, part))
        else:
            found += _lines(who, rule, taken, group, here)
    return found


def _known_here(taken: Sequence[Taken], group: Sequence[int]) -> list[dict[str, Any]]:
    """Return what is known at some of the decisions, as far as it tells what to take."""
    known, options = [taken[place].known for place in group], [taken[place].option for place in group]
    if any(_TOTAL in one for one in known):
        known = [{**one, _TOTAL: taken[place].total} for one, place in zip(known, group, strict=True)]
    if len(set(options)) == 1:
        return [{} for _ in group]
    read = {name: of for place in group for name, of in taken[place].decision.readings.items()}
    names = telling(known, options, read=read)
    here = [{name: value for name, value in one.items() if name in names} for one in known]
    if not _tell(here, options):
        here = [{**one, _OFFERED: taken[place].decision.options} for one, place in zip(here, group, strict=True)]
    return here


def _by_place(taken: Sequence[Taken], group: Sequence[int]) -> dict[str, list[int]]:
    """Return decisions by their places in a rule, each by what is chosen there, or by its line."""
    found: dict[tuple[int, str], list[int]] = {}
    for place in group:
        found.setdefault(taken[place].decision.line_and_name, []).append(place)
    often = Counter(name for _, name in found)
    return {name if name and often[name] == 1 else f"line {line}": of for (line, name), of in found.items()}


def _mistaken(taken: Sequence[Taken], here: Mapping[int, Mapping[str, Any]], places: Sequence[Sequence[int]]) -> bool:
    """Tell whether the line of a decision fits one at another place, and names an option there that is not to be taken.

    here: what is told of each.
    """
    alike: list[dict[frozenset[str], list[int]]] = []
    for of in places:
        alike.append({})
        for one in of:
            alike[-1].setdefault(frozenset(here[one]), []).append(one)
    for lines, others in permutations(alike, 2):
        for (names, line), (more, other) in product(lines.items(), others.items()):
            if names <= more:
                said: dict[str, set[Hashable]] = {}
                for one in line:
                    said.setdefault(repr([here[one][name] for name in names]), set()).add(taken[one].option)
                for one in other:
                    options = said.get(repr([here[one][name] for name in names]), set())
                    if (options - {taken[one].option}) & {*taken[one].decision.options}:
                        return True
    return False


def _lines(
    who: str, rule: str, taken: Sequence[Taken], group: Sequence[int], here: Sequence[Mapping[str, Any]]
) -> list[Situation]:
    """Return the lines of decisions. group: their numbers. here: what is told of each."""
    alike: dict[object, list[int]] = {}
    for number, place in enumerate(group):
        alike.setdefault(taken[place].option, []).append(number)
    lines = [
        (option, values, [numbers[one] for one in of])
        for option, numbers in alike.items()
        for values, of in gathered([here[number] for number in numbers])
    ]
    if len(lines) > MOST_TOLD:
        lines = [
            (option, *line)
            for option in alike
            for line in joined([(values, of) for other, values, of in lines if other == option], here, MOST_TOLD)
        ]
    found = []
    for option, values, of in lines:
        words = beside([among(name, each) for name, each in values.items()])
        found.append(Situation(who, rule, words or "always", _option(option), tuple([group[one] for one in of])))
    return found


def _tell(known: Sequence[Mapping[str, Any]], options: Sequence[Hashable]) -> bool:
    """Tell whether situations in which something else is taken differ in what is known there."""
    seen: dict[str, Hashable] = {}
    return all(seen.setdefault(repr(one), option) == option for one, option in zip(known, options, strict=True))


def _option(option: object) -> str:
    if isinstance(option, Distribution):
        return " or ".join(f"{in_words(each)} {share}" for each, share in option.items())
    return in_words(option)


def as_lines(lines: Sequence[tuple[Situation, str]]) -> list[str]:
    """Lines of a text, each situation with a remark ("" for none), below those who decide and the rule."""
    found: list[str] = []
    for who, rule in dict.fromkeys((one.who, one.rule) for one, _ in lines):
        found.append(f"{who}, at {rule}:")
        here = [(one, remark) for one, remark in lines if (one.who, one.rule) == (who, rule)]
        found += [f"  {one.known}: {one.option}{remark and f'  ({remark})'}" for one, remark in here]
    return found


def as_table(lines: Sequence[tuple[Situation, str]], *headings: str) -> str:
    """The same as a table in HTML, with a column of remarks where there is a fourth heading; "" without lines."""
    if not lines:
        return ""
    rows = [
        [f"{escape(one.who)}, at {escape(one.rule)}", escape(one.known), f"<strong>{escape(one.option)}</strong>"]
        + [escape(remark)] * (len(headings) > 3)
        for one, remark in lines
    ]
    head = "".join([f"<th>{escape(each)}</th>" for each in headings])
    body = "".join(["<tr>" + "".join([f"<td>{cell}</td>" for cell in row]) + "</tr>" for row in rows])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

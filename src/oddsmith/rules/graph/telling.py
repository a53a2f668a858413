"""Situations told apart, by as few names as can be, and together, where the same is best."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import itemgetter
from types import FunctionType, MappingProxyType
from typing import Any, Final, TypeAlias

from oddsmith.changed import is_told, numbers_of
from oddsmith.rules.graph.situations import AFTER, in_words, is_nameless, is_plural
from oddsmith.rules.language.code_slips.text import closed_over

_MOST_READINGS: Final = 3  # of lists; more tell nobody anything


def gathered(places: Sequence[Mapping[str, Any]]) -> list[tuple[dict[str, tuple[Any, ...]], list[int]]]:
    """Situations in which the same is best, told together: those that differ in one name alone are one.

    Each has by name all values that there are, and the numbers of the situations.

    >>> gathered([{"face": 1, "left": 2}, {"face": 2, "left": 2}, {"face": 6, "left": 1}])
    [({'face': (1, 2), 'left': (2,)}, [0, 1]), ({'face': (6,), 'left': (1,)}, [2])]
    """
    found: list[tuple[dict[str, tuple[Any, ...]], list[int]]] = []
    for free in sorted(varying(places)) or [""]:
        parts: dict[str, list[int]] = {}
        for number, place in enumerate(places):
            key = repr([*[one for one in place.items() if one[0] != free], free in place])
            parts.setdefault(key, []).append(number)
        if not found or len(parts) < len(found):
            found = [(_together([places[number] for number in part], free), part) for part in parts.values()]
    return found


def _together(places: Sequence[Mapping[str, Any]], free: str) -> dict[str, tuple[Any, ...]]:
    """Situations that differ in one name alone, as one."""
    known = {name: (value,) for name, value in places[0].items()}
    if free in known:
        known[free] = tuple({repr(place[free]): place[free] for place in places}.values())
    return known


#: Situations told together: by name all values that there are, and the numbers of the situations.
_Line: TypeAlias = tuple[dict[str, tuple[Any, ...]], list[int]]


def joined(lines: Sequence[_Line], known: Sequence[Mapping[str, Any]], most: int) -> list[_Line]:
    """Join lines of situations in which the same is best where no situation comes between that is none of theirs.

    known: all situations, by number. Names that are any value there are left out. most: the most that are made; lines
    that are left are told as they are.

    >>> known = [{"sixes": 0, "ones": 0}, {"sixes": 1, "ones": 1}, {"sixes": 2, "ones": 0}, {"sixes": 1, "ones": 0}]
    >>> joined([({"sixes": (1, 2), "ones": (0,)}, [3, 2]), ({"sixes": (1,), "ones": (1,)}, [1])], known, 12)
    [({'sixes': (1, 2)}, [3, 2, 1])]
    """
    where: dict[tuple[str, str], int] = {}  # situations, as bits, that have a value
    for number, one in enumerate(known):
        for name, value in one.items():
            where[name, repr(value)] = where.get((name, repr(value)), 0) | 1 << number
    own = sum(1 << number for _, numbers in lines for number in numbers)
    left: list[_Line] = list(lines)
    made: list[_Line] = []
    while left and len(made) < most:
        (values, numbers), left = left[0], left[1:]
        size = 0
        while size != len(left):
            size, others = len(left), []
            for line in left:
                names = values.keys() if values.keys() == line[0].keys() else ()
                wider = {name: _union(values[name], line[0][name]) for name in names}
                if wider and not _held(wider, where) & ~own:
                    values, numbers = wider, [*numbers, *line[1]]
                else:
                    others.append(line)
            left = others
        made.append((values, numbers))
    everywhere = (1 << len(known)) - 1
    return [
        ({name: each for name, each in values.items() if _held({name: each}, where) != everywhere}, numbers)
        for values, numbers in [*made, *left]
    ]


def _union(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple({repr(value): value for value in (*one, *other)}.values())


def _held(values: Mapping[str, tuple[Any, ...]], where: Mapping[tuple[str, str], int]) -> int:
    """The situations, as bits, that have one of the values of each name."""
    found = -1
    for name, each in values.items():
        found &= sum({where[name, repr(value)] for value in each})
    return found


def together(readings: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """The numbers that a rule reads of any list."""
    return {name: number for numbers in readings.values() for name, number in numbers.items()}


def leaves(
    values: Mapping[str, Any], others: Iterable[Mapping[str, Any]] = (), function: object = None
) -> dict[str, Any]:
    """Return all known by name: records (also those of JSON) go by their fields, each under its shortest free name.

    others: what the rules know that wait for this one. function: of the rule, see `said`.
    """
    found: dict[str, Any] = {}
    for known in (values, *others):
        for names, value in _leaves(known, (), function):
            shorter = (" ".join(names[-length:]) for length in range(1, len(names) + 1))
            name = next((name for name in shorter if name not in found), None)
            if name is not None:
                found[name] = value
    return found


def said(value: Any, function: object = None) -> Any:
    """The words for a function or object of which Python's own text tells nothing; any other value as it is.

    Of an object that holds nothing (`BOLD = object()`) that is the name that it has outside of a function.
    """
    if not is_nameless(str(value)) or _fields(value) is not None:
        return value
    words = in_words(value)
    if words != type(value).__name__ or not isinstance(function, FunctionType):
        return words
    outside = function.__globals__ | closed_over(function)
    return next((name for name, held in outside.items() if held is value), words)


def varying(known: Sequence[Mapping[str, Any]]) -> set[str]:
    """The names by which situations differ; others need not be repeated."""
    seen: dict[str, set[str]] = {}
    for one in known:
        for name, value in one.items():
            seen.setdefault(name, set()).add(repr(value))
    return {name for name, values in seen.items() if len(values) > 1}


def distinct(known: Sequence[Mapping[str, Any]]) -> set[str]:
    """The names by which situations differ, without those that only repeat another.

    >>> sorted(distinct([{"attacker": "a", "victim": "b", "hp": 1}, {"attacker": "b", "victim": "a", "hp": 1}]))
    ['attacker']
    >>> sorted(distinct([{"coins_left": 2, "coins_spent": 0, "hp": 2}, {"coins_left": 1, "coins_spent": 1, "hp": 1}]))
    ['coins_left', 'hp']
    """
    return _once_each(_texts(known), known, varying(known))


def telling(
    known: Sequence[Mapping[str, Any]],
    answers: Sequence[Any],
    options: Sequence[Any] | None = None,
    read: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
) -> set[str]:
    """The names by which situations with different answers are told apart.

    Names that vary are left out where the others do, if fewer situations are left then; lists first. Of names that are
    no numbers and always vary together, the first is enough. options: those of each decision, which tell it apart too.
    read: numbers that are read of lists, by the list. Where they tell situations apart, with all else that is no such
    list, as few of them do as can be; else none does.

    >>> known = [{"dice": (1, 5), "misses": 1, "hits": 1}, {"dice": (2, 6), "misses": 1, "hits": 1},
    ...          {"dice": (1, 2), "misses": 2, "hits": 0}]
    >>> sorted(telling(known, ["keep", "keep", "reroll"]))
    ['hits', 'misses']
    >>> telling([{}, {"successes": -1}], ["rock", "paper"])
    {'successes'}
    """
    texts = _texts(known)
    said = [repr(answer) for answer in answers]
    names = _read_of(texts, known, said, read)
    offered = texts if options is None else [{**one, "": repr(of)} for one, of in zip(texts, options, strict=True)]
    if _by_names(offered, said, names | {""}) is None:  # a name that some have tells them from those that have none
        names = _once_each(texts, known, varying(known) | _had_by_some(known))
    first = {name: value for one in reversed(known) for name, value in one.items()}
    for name in sorted(names, key=lambda name: (isinstance(first[name], int), name)):
        with_it, without = _by_names(texts, said, names), _by_names(texts, said, names - {name})
        if without is not None and (with_it is None or len(without) < len(with_it)):
            names = names - {name}
    return names


def _read_of(
    texts: Sequence[Mapping[str, str]],
    known: Sequence[Mapping[str, Any]],
    said: Sequence[str],
    read: Mapping[str, Mapping[str, int]],
) -> set[str]:
    """The names by which situations differ, without lists that are told by a few numbers that are read of them.

    Of as few numbers those are taken with which the fewest lines tell all; and of these, those that have a name.
    """
    varied = varying(known)
    numbers = sorted({name: 0 for of in read.values() for name in of if name in varied}, key=_nameless)
    plain = _once_each(texts, known, varied - set(numbers))
    others = plain - read.keys()
    for size in range(_MOST_READINGS + 1 if others != plain else 0):
        ways = [others | {*way} for way in combinations(numbers, size)]
        found = [(_lines(parts), way) for way in ways if (parts := _by_names(texts, said, way)) is not None]
        if found:
            return min(found, key=itemgetter(0))[1]
    return plain


def _lines(parts: Mapping[tuple[Any, ...], str]) -> int:
    """The number of lines that tell situations with these values, by the answer."""
    by_answer: dict[str, list[dict[str, Any]]] = {}
    for values, answer in parts.items():
        by_answer.setdefault(answer, []).append({str(place): value for place, value in enumerate(values)})
    return sum(len(gathered(places)) for places in by_answer.values())


def _nameless(name: str) -> bool:
    return not is_plural(name)


def _had_by_some(known: Sequence[Mapping[str, Any]]) -> set[str]:
    """The names that not all situations have: of those that tell the same apart by that, the one that fewest have."""
    by_parts: dict[frozenset[frozenset[int]], tuple[int, str]] = {}
    for name in dict.fromkeys(name for one in known for name in one):
        places = frozenset(place for place, one in enumerate(known) if name in one)
        if len(places) < len(known):
            parts = frozenset((places, frozenset(range(len(known))) - places))
            by_parts[parts] = min(by_parts.get(parts, (len(known), "")), (len(places), name), key=itemgetter(0))
    return {name for _, name in by_parts.values()}


def _texts(known: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    return [{name: repr(value) for name, value in one.items()} for one in known]


def _once_each(texts: Sequence[Mapping[str, str]], known: Sequence[Mapping[str, Any]], names: set[str]) -> set[str]:
    """Names without those that say what an earlier one says, as `victim` does after `attacker`.

    Numbers do so where they are of one thing, and are the same or add up to the same: `coins_left` and `coins_spent`.
    """
    earlier: set[tuple[int, ...]] = set()
    numbered: dict[str, list[str]] = {}
    kept: set[str] = set()
    for name in dict.fromkeys(name for one in known for name in one if name in names):
        if all(isinstance(one.get(name), int | Fraction | None) for one in known):
            alike = numbered.setdefault(_thing(name), [])
            if not any(_say_the_same(known, name, other) for other in alike):
                alike.append(name)
                kept.add(name)
            continue
        numbers: dict[str | None, int] = {}
        together = tuple([numbers.setdefault(one.get(name), len(numbers)) for one in texts])
        if together not in earlier:
            earlier.add(together)
            kept.add(name)
    return kept


def _thing(name: str) -> str:
    """The thing of which a name is a number: `coins` of `coins_left`, `coins_spent` and `so_far coins_spent`."""
    thing, _, last = name.rpartition(" ")[2].rpartition("_")
    return thing if last in AFTER else name.rpartition(" ")[2]


def _say_the_same(known: Sequence[Mapping[str, Any]], name: str, other: str) -> bool:
    """True where one number tells the other: they are the same everywhere, or add up to the same."""
    pairs = [(one.get(name), one.get(other)) for one in known]
    if all(one == two for one, two in pairs):
        return True
    are_numbers = all(_is_number(number) for pair in pairs for number in pair)
    return are_numbers and len({one[name] + one[other] for one in known}) == 1


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _by_names(texts: Sequence[Mapping[str, str]], said: Sequence[str], names: set[str]) -> dict[Any, str] | None:
    """Situations by some of the names, with the answer; None where one has several answers."""
    found: dict[Any, str] = {}
    for one, answer in zip(texts, said, strict=True):
        if found.setdefault(tuple([one.get(name) for name in names]), answer) != answer:
            return None
    return found


def _leaves(
    values: Mapping[str, Any], above: tuple[str, ...], function: object
) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in values.items():
        held = _fields(value)
        if held is None:
            yield (*above, name), said(value, function)
        else:
            yield from _leaves(held, (*above, name), function)


def _told(parts: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: part for name, part in parts if is_told(part)}


def _fields(value: Any) -> Mapping[str, Any] | None:
    """Return the parts of a record, by field, or the numbers by which it is told; None for other values."""
    if numbers := numbers_of(value):
        return numbers
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if type(value).__str__ is not object.__str__:
            return None  # its class says how to write it
        return _told((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _told(zip(value._fields, value, strict=True))
    if isinstance(value, dict) and all(isinstance(key, str) and key.isidentifier() for key in value):
        return value
    return None

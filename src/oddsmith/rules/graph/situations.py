"""Situations in words: what is known at a decision, by the names that rules give it.

misses 3, hits 1, burnt False, dice (1, 4, 6)  ->  3 misses, 1 hit, not burnt, dice 1 4 6
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from oddsmith.changed import is_told, numbers_of

_MOST_ITEMS = 12  # of a list
_MOST_WAYS = 5  # in which something is known
_SINGULAR = {"dice": "die", "men": "man", "women": "woman", "people": "person", "lives": "life", "wolves": "wolf"}
_NO_PLURAL = re.compile(r"(?:ss|us|is|as|news|series)$")
_AFTER: Final = frozenset({"left", "spent", "taken", "used", "lost", "won", "kept", "rolled", "over"})
_DONE: Final = _AFTER - {"over"} | frozenset(
    {"bought", "burnt", "chosen", "drawn", "given", "held", "made", "met", "paid", "seen", "shown", "sold", "thrown"}
)
_THINGS: Final = frozenset(
    {"advantage", "bonus", "botch", "cover", "crisis", "disadvantage", "effort", "failure", "inspiration", "success"}
    | {"tie", "win"}
)
_SIDES: Final = frozenset({"player", "opponent"})


def facts(known: Mapping[str, Any]) -> str:
    """Say in words all that is known.

    >>> facts({"misses": 3, "hits": 1, "burnt": False, "oil": 2, "dice": (1, 4, 6), "rerolls_left": 1})
    '3 misses, 1 hit, not burnt, oil 2, dice 1 4 6, 1 reroll left'
    """
    return ", ".join([fact(name, value) for name, value in known.items()])


def fact(name: str, value: Any) -> str:
    """Something known, in words.

    >>> fact("has_bought", False), fact("success", False), fact("can_reroll", False), fact("bought", ())
    ('not bought', 'no success', 'cannot reroll', 'nothing bought')
    >>> fact("tosser", "player"), fact("round_number", 2), fact("victim", "opponent")
    ("the player's toss", 'round 2', 'victim: opponent')
    """
    called = _called(name)
    if isinstance(value, bool):
        return re.sub(_HOLDS, "", called) if value else _denied(called)
    if value is None or value in ((), []):
        return f"{'nothing' if _is_done(called) else 'no'} {called}"
    if isinstance(value, str) and value in _SIDES:
        return f"the {value}'s {called[:-2]}" if called.endswith("er") else f"{called}: {value}"
    if isinstance(value, int | Fraction) and is_plural(name):
        return counted(name, written(value), one=value == 1)
    return f"{called} {written(value)}"


_HOLDS: Final = re.compile(r"^(is|was|are|were|has|had) ")


def _called(name: str) -> str:
    """A name as words; `round_number` is a round."""
    return re.sub(r"(?<=.) number$", "", name.replace("_", " "))


def _denied(called: str) -> str:
    """Say that something does not hold: `no success`, `not burnt`."""
    verb = re.match(r"(can|may|must|will|should) ", called)
    if verb:
        return f"{verb[1]}{'not' if verb[1] == 'can' else ' not'} {called[verb.end() :]}"
    without = re.sub(_HOLDS, "", called)
    last = without.rpartition(" ")[2]
    owned = called.startswith(("has ", "had ")) and not _is_done(without)
    return f"{'no' if owned or last in _THINGS else 'not'} {without}"


def _is_done(called: str) -> bool:
    """True where a name ends with what was done: `bought`, `dice rolled`."""
    last = called.rpartition(" ")[2]
    return last in _DONE or (len(last) > 4 and last.endswith("ed"))


def among(name: str, values: Sequence[Any]) -> str:
    """One of several values that something known has, in words.

    >>> among("misses", [3, 2, 4]), among("face", [1, 3, 4, 5]), among("burnt", [True, False])
    ('2 to 4 misses', 'face 1 or 3 to 5', 'burnt or not burnt')
    """
    if len(values) == 1:
        return fact(name, values[0])
    if any(isinstance(value, bool) or value is None for value in values):
        return " or ".join([fact(name, value) for value in values])
    if all(isinstance(value, int) for value in values):
        return _with_number(name, _any_of(list(_runs(sorted(values)))))
    if all(isinstance(value, str) and value in _SIDES for value in values):
        return " or ".join([fact(name, value) for value in values])
    return f"{_called(name)} {_any_of([*map(written, values)])}"


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Whole numbers that rise, those that follow each other as `2 to 5`."""
    begins = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            run = numbers[begins : place + 1]
            yield from [f"{written(run[0])} to {written(number)}"] if len(run) > 2 else map(written, run)
            begins = place + 1


def _any_of(texts: Sequence[str]) -> str:
    if len(texts) > _MOST_WAYS:
        texts = [*texts[: _MOST_WAYS - 1], f"{len(texts) - _MOST_WAYS + 1} others"]
    *most, last = texts
    return f"{', '.join(most)} or {last}" if most else last


def bounded(name: str, signs: Mapping[str, Any]) -> str:
    """The bounds of something known, by sign, in words.

    >>> bounded("misses", {">=": 2}), bounded("face", {">=": 2, "<=": 5}), bounded("burnt", {"=": False})
    ('2 or more misses', 'face 2 to 5', 'not burnt')
    """
    match signs:
        case {">=": low, "<=": high}:
            text = f"{written(low)} to {written(high)}"
        case {">=": low}:
            text = f"{written(low)} or more"
        case {"<=": high}:
            text = f"{written(high)} or less"
        case _:
            return " and ".join(
                [fact(name, value) if sign == "=" else _unlike(name, value) for sign, value in signs.items()]
            )
    return _with_number(name, text)


def _with_number(name: str, text: str) -> str:
    return counted(name, text, one=False) if is_plural(name) else f"{_called(name)} {text}"


def _unlike(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return fact(name, not value)
    if isinstance(value, str) and value in _SIDES:
        return f"not {fact(name, value)}"
    return f"{_called(name)} not {written(value)}"


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


def is_plural(name: str) -> bool:
    """True for the name of several things: `misses`, `rerolls_left`, `opposing_dice`."""
    return _noun(name) is not None


def counted(name: str, number: str, *, one: bool) -> str:
    """So many of what a plural names.

    >>> counted("rerolls_left", "2", one=False), counted("tries", "1", one=True)
    ('2 rerolls left', '1 try')
    """
    words = name.replace("_", " ").split()
    place = _noun(name)
    if one and place is not None:
        words[place] = _singular(words[place])
    return " ".join([number, *words])


def written(value: Any) -> str:
    """A value in words: lists of numbers with spaces, others with commas, long ones shortened."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, int | float | Fraction):
        return str(value).replace("-", "−")
    if isinstance(value, Mapping):
        return _listed([f"{written(key)}: {written(held)}" for key, held in value.items()], ", ")
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [written(item) for item in value]
        return _listed(items, " " if all(isinstance(item, int) for item in value) else ", ")
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__name__", None) or type(value).__name__)
    text = str(value)
    return type(value).__name__ if " at 0x" in text else text or "none"


def leaves(values: Mapping[str, Any], others: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Return all known by name: records (also those of JSON) go by their fields, each under its shortest free name.

    others: what the rules know that wait for this one.
    """
    found: dict[str, Any] = {}
    for known in (values, *others):
        for names, value in _leaves(known, ()):
            shorter = (" ".join(names[-length:]) for length in range(1, len(names) + 1))
            name = next((name for name in shorter if name not in found), None)
            if name is not None:
                found[name] = value
    return found


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
    known: Sequence[Mapping[str, Any]], answers: Sequence[Any], options: Sequence[Any] | None = None
) -> set[str]:
    """The names by which situations with different answers are told apart.

    Names that vary are left out where the others do, if fewer situations are left then; lists first. Of names that are
    no numbers and always vary together, the first is enough. options: those of each decision, which tell it apart too.

    >>> known = [{"dice": (1, 5), "misses": 1, "hits": 1}, {"dice": (2, 6), "misses": 1, "hits": 1},
    ...          {"dice": (1, 2), "misses": 2, "hits": 0}]
    >>> sorted(telling(known, ["keep", "keep", "reroll"]))
    ['hits', 'misses']
    >>> telling([{}, {"successes": -1}], ["rock", "paper"])
    {'successes'}
    """
    texts = _texts(known)
    names = _once_each(texts, known, varying(known))
    said = [repr(answer) for answer in answers]
    offered = texts if options is None else [{**one, "": repr(of)} for one, of in zip(texts, options, strict=True)]
    if _by_names(offered, said, names | {""}) is None:  # a name that some have tells them from those that have none
        names = _once_each(texts, known, varying(known) | _had_by_some(known))
    first = {name: value for one in reversed(known) for name, value in one.items()}
    for name in sorted(names, key=lambda name: (isinstance(first[name], int), name)):
        with_it, without = _by_names(texts, said, names), _by_names(texts, said, names - {name})
        if without is not None and (with_it is None or len(without) < len(with_it)):
            names = names - {name}
    return names


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
    return thing if last in _AFTER else name.rpartition(" ")[2]


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


def _leaves(values: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in values.items():
        held = _fields(value)
        if held is None:
            yield (*above, name), value
        else:
            yield from _leaves(held, (*above, name))


def _told(parts: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: part for name, part in parts if is_told(part)}


def _fields(value: Any) -> Mapping[str, Any] | None:
    """Return the parts of a record, by field; None for other values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if type(value).__str__ is not object.__str__:
            return numbers_of(value)  # its class says how to write it
        return _told((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _told(zip(value._fields, value, strict=True))
    if isinstance(value, dict) and all(isinstance(key, str) and key.isidentifier() for key in value):
        return value
    return None


def _listed(items: Sequence[str], between: str) -> str:
    if len(items) > _MOST_ITEMS:
        items = [*items[: _MOST_ITEMS - 2], f"and {len(items) - _MOST_ITEMS + 2} more"]
    return between.join(items) or "none"


def _noun(name: str) -> int | None:
    """The place of the plural among the words of a name."""
    words = name.replace("_", " ").split()
    place = len(words) - 1
    if place > 0 and words[place] in _AFTER:
        place -= 1
    word = words[place] if words else ""
    plural = word in _SINGULAR or (len(word) > 2 and word.endswith("s") and not _NO_PLURAL.search(word))
    return place if plural else None


def _singular(word: str) -> str:
    if word in _SINGULAR:
        return _SINGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if re.search(r"(?:ss|x|ch|sh|z)es$", word) else word[:-1]

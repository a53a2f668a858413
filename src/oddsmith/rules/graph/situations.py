"""Situations in words: what is known at a decision, by the names that rules give it.

misses 3, hits 1, burnt False, dice (1, 4, 6)  ->  3 misses, 1 hit, not burnt, dice 1 4 6
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Final

from oddsmith.dice import Deck
from oddsmith.rules.compile.readings import expression
from oddsmith.rules.language.code_slips.text import closed_over

_MOST_ITEMS = 12  # of a list
_MOST_WAYS = 5  # in which something is known
_SINGULAR = {"dice": "die", "men": "man", "women": "woman", "people": "person", "lives": "life", "wolves": "wolf"}
_NO_PLURAL = re.compile(r"(?:ss|us|is|as|news|series)$")
AFTER: Final = frozenset({"bought", "left", "spent", "taken", "used", "lost", "won", "kept", "rolled", "over"})
_DONE: Final = AFTER - {"over"} | frozenset(
    {"burnt", "chosen", "drawn", "given", "held", "made", "met", "paid", "seen", "shown", "sold", "thrown"}
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
    return beside([fact(name, value) for name, value in known.items()])


def beside(told: Sequence[str]) -> str:
    """Facts one beside the other, parted by semicolons where one of them has commas of its own.

    >>> beside(["2 misses", "throw 1"]), beside(["dice 2 1, 2 5 or 2 6", "throw 1"])
    ('2 misses, throw 1', 'dice 2 1, 2 5 or 2 6; throw 1')
    """
    return ("; " if any(", " in one for one in told) else ", ").join(told)


def fact(name: str, value: Any) -> str:
    """Something known, in words.

    >>> fact("has_bought", False), fact("success", False), fact("can_reroll", False), fact("bought", ())
    ('not bought', 'no success', 'cannot reroll', 'nothing bought')
    >>> fact("tosser", "player"), fact("round_number", 2), fact("victim", "opponent")
    ("the player's toss", 'round 2', 'victim: opponent')
    >>> fact("columns", {6: 1, 7: 0})
    'columns {6: 1, 7: 0}'
    >>> fact("deck", Deck.of({"heart": 3, "spade": 1})), fact("deck", Deck.of([1, 1, 5])), fact("deck", Deck.of([]))
    ('deck: 3 hearts, spade', 'deck: 2 × 1, 5', 'deck: no cards')
    """
    called = _called(name)
    if isinstance(value, Deck):
        return f"{called}: {in_words(value)}"
    if isinstance(value, bool):
        return re.sub(_HOLDS, "", called) if value else _denied(called)
    if value is None or value in ((), []):
        return f"{'nothing' if _is_done(called) else 'no'} {called}"
    if isinstance(value, str) and value in _SIDES:
        return f"the {value}'s {called[:-2]}" if called.endswith("er") else f"{called}: {value}"
    if isinstance(value, int | Fraction) and is_plural(name):
        return counted(name, in_words(value), one=value == 1)
    return f"{called} {_in_brackets(value) if isinstance(value, Mapping) else in_words(value)}"


_HOLDS: Final = re.compile(r"^(is|was|are|were|has|had) ")


def _called(name: str) -> str:
    """A name as words; `round_number` is a round."""
    return re.sub(r"(?<=.) number$", "", name.replace("_", " ").strip())


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
    >>> among("relics", [frozenset({(0, 3), (1, 4)}), frozenset({(0, 4)})])
    'relics {(0 3), (1 4)} or {(0 4)}'
    >>> among("dice", [("2", "heart"), ("claw", "2")]), among("columns", [{6: 1, 7: 0}, {6: 0, 7: 1}])
    ('dice (2, heart) or (claw, 2)', 'columns {6: 1, 7: 0} or {6: 0, 7: 1}')
    >>> among("open_", [2, 4])  # spelled so as to be no name of Python's
    'open 2 or 4'
    """
    if len(values) == 1:
        return fact(name, values[0])
    if any(isinstance(value, bool) or value is None for value in values):
        return " or ".join([fact(name, value) for value in values])
    if all(isinstance(value, int) for value in values):
        return _with_number(name, _any_of(list(_runs(sorted(values)))))
    if all(isinstance(value, str) and value in _SIDES for value in values):
        return " or ".join([fact(name, value) for value in values])
    return f"{_called(name)} {_any_of([_in_brackets(value) for value in values])}"


def _in_brackets(value: Any) -> str:
    """A value among others in words: sets of lists and dicts in braces, and whatever has commas of its own."""
    words = in_words(value)
    if isinstance(value, (Mapping, set, frozenset)):
        return (
            f"{{{words}}}" if value and (", " in words or isinstance(value, Mapping) or _holds_lists(value)) else words
        )
    return f"({words})" if ", " in words and (_is_list(value) or isinstance(value, Deck)) else words


def _holds_lists(value: Any) -> bool:
    return isinstance(value, (set, frozenset)) and any(_is_list(item) for item in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, str)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Whole numbers that rise, those that follow each other as `2 to 5`."""
    begins = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            run = numbers[begins : place + 1]
            yield from [f"{in_words(run[0])} to {in_words(number)}"] if len(run) > 2 else map(in_words, run)
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
            text = f"{in_words(low)} to {in_words(high)}"
        case {">=": low}:
            text = f"{in_words(low)} or more"
        case {"<=": high}:
            text = f"{in_words(high)} or less"
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
    return f"{_called(name)} not {in_words(value)}"


def is_plural(name: str) -> bool:
    """True for the name of several things: `misses`, `rerolls_left`, `opposing_dice`."""
    return _noun(name) is not None


def counted(name: str, number: str, *, one: bool) -> str:
    """So many of what a plural names.

    >>> counted("rerolls_left", "2", one=False), counted("tries", "1", one=True), counted("len(misses)", "1", one=True)
    ('2 rerolls left', '1 try', '1 miss')
    """
    words = _things(name).replace("_", " ").split()
    place = _noun(name)
    if one and place is not None:
        words[place] = _singular(words[place])
    return " ".join([number, *words])


def in_words(value: Any) -> str:
    """A value in words: lists of numbers with spaces, others with commas, long ones shortened.

    >>> in_words((3, 3, 5)), in_words(frozenset({(0, 3), (1, 4)})), in_words((("a", "b"), ("c", "d")))
    ('3 3 5', '(0 3), (1 4)', '(a, b), (c, d)')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, int | float | Fraction):
        return str(value).replace("-", "−")
    if isinstance(value, Deck):
        return _listed([_copies(card, number) for card, number in value.cards], ", ") if value.size else "no cards"
    if isinstance(value, Mapping):
        return _listed([f"{in_words(key)}: {_in_brackets(held)}" for key, held in value.items()], ", ")
    if _holds_lists(value):
        members = sorted(value, key=repr)
        return _listed([f"({in_words(item)})" if _is_list(item) else in_words(item) for item in members], ", ")
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [_in_brackets(item) for item in value]
        return _listed(items, " " if all(isinstance(item, int) for item in value) else ", ")
    if isinstance(value, FunctionType):
        return _with_parts(_function_name(value), _defaults(value), closed_over(value))
    if isinstance(value, MethodType):
        return f"{value.__name__} of {in_words(value.__self__)}"
    if isinstance(value, partial):
        return _with_parts(in_words(value.func), {"": value.args} if value.args else {}, value.keywords)
    if callable(value) and (name := getattr(value, "__name__", None)):
        return str(name)
    text = str(value)
    return _with_parts(type(value).__name__, _attributes(value)) if is_nameless(text) else text or "none"


def is_nameless(text: str) -> bool:
    """Tell whether Python's own text of a value says no more than where it is in memory.

    >>> is_nameless(str(object())), is_nameless("bold")
    (True, False)
    """
    return " at 0x" in text


def _function_name(function: FunctionType) -> str:
    """The name of a function; of a lambda its text, or else its line."""
    if function.__name__ != "<lambda>":
        return function.__name__
    found = expression(function)
    line = f"lambda of line {function.__code__.co_firstlineno}"
    return line if found is None else f"lambda {found[0]}: {ast.unparse(found[1])}"


def _defaults(function: FunctionType) -> dict[str, Any]:
    code, values = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
    return dict(zip(names, values, strict=True)) | (function.__kwdefaults__ or {})


def _with_parts(name: str, *parts: Mapping[str, Any]) -> str:
    """The name of something, with what it holds; of that, functions and objects have their names alone."""
    told = [fact(part, _name_of(value)) for of in parts for part, value in of.items()]
    return f"{name} ({', '.join(told).strip()})" if told else name


def _name_of(value: Any) -> Any:
    return getattr(value, "__name__", None) or type(value).__name__ if is_nameless(str(value)) else value


def _attributes(value: Any) -> dict[str, Any]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    return {name: getattr(value, name) for name in [*getattr(value, "__dict__", {}), *slots] if name != "__dict__"}


def _copies(card: int | str, number: int) -> str:
    """Cards of a kind: `2 spades` where that is a word of letters alone, `2 × Ah` else."""
    if number == 1:
        return in_words(card)
    plain = isinstance(card, str) and card.isalpha() and card.islower()
    return f"{number} {_plural(str(card))}" if plain else f"{number} × {in_words(card)}"


def _plural(word: str) -> str:
    several = next((several for several, one in _SINGULAR.items() if one == word), None)
    if several is not None or is_plural(word):
        return several or word
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(?:s|x|z|ch|sh)$", word) else "s")


def _listed(items: Sequence[str], between: str) -> str:
    if len(items) > _MOST_ITEMS:
        items = [*items[: _MOST_ITEMS - 2], f"and {len(items) - _MOST_ITEMS + 2} more"]
    return between.join(items) or "none"


def _noun(name: str) -> int | None:
    """The place of the plural among the words of a name."""
    words = _things(name).replace("_", " ").split()
    place = len(words) - 1
    if place > 0 and words[place] in AFTER:
        place -= 1
    word = words[place] if words else ""
    plural = word in _SINGULAR or (len(word) > 2 and word.endswith("s") and not _NO_PLURAL.search(word))
    return place if plural else None


def _things(name: str) -> str:
    """The name of the things of which a name is the number: `misses` of `len(misses)`."""
    return re.sub(r"^len\((\w+)\)$", r"\1", name)


def _singular(word: str) -> str:
    if word in _SINGULAR:
        return _SINGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if re.search(r"(?:ss|x|ch|sh|z)es$", word) else word[:-1]

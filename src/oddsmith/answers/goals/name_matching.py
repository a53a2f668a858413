"""Events and measures found by the names that people give them.

"coins" means `ec_spent`, "no Humanity check" means `no_humanity_check`, "the Complete Success" means `complete`. A name
that fits two things equally well fits none, and the error names both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.wording import Named, Text, listed

Declared: TypeAlias = Event[Any] | Measure[Any]

# Words that do not tell one name from another.
_EMPTY = {"a", "all", "an", "any", "be", "i", "in", "is", "my", "of", "our", "that", "the", "there", "to", "we"}

# A text of words alone, of which none begins a number.
_PLAIN = re.compile(r"(?!at least |at most )(?:[^\W\d]|[ '’]|(?<=\w)-(?=\w))*$")


def key_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that carry meaning, alike in singular and plural.

    >>> key_words("the Humanity checks"), key_words("ec_spent")
    (('humanity', 'check'), ('ec', 'spent'))
    """
    return tuple(map(_singular, _telling_words(text)))


def _telling_words(text: str) -> tuple[str, ...]:
    return tuple([word for word in _words(text) if word not in _EMPTY])


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", text.lower().replace("'s ", " ").replace("’s ", " ")))


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def declared_by(action: Action[Any, Any, Any]) -> tuple[Declared, ...]:
    """Return all events and measures that a goal may name."""
    return (*action.events, *action.measures)


def titles_named(possible: Sequence[Declared], text: str, stops: Iterable[str]) -> str:
    """Return a text with names in the place of the whole titles that cannot be read as words alone.

    A title that goes on is none: "at least one success level" does not hold "at least one success". stops: words after
    which a name does not go on.
    """
    titles = Counter(one.title.lower() for one in possible)
    names = {title: one.name for one in possible if titles[title := one.title.lower()] == 1 and not _PLAIN.match(title)}
    if not names:
        return text
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    end = rf"(?=\s*(?:$|[^\w\s]|(?:{'|'.join(stops)})\b))"
    found = re.compile(rf"(?<!\w)(?:{longest_first}){end}", re.IGNORECASE)
    return found.sub(lambda title: names[title[0].lower()], text)


def match_exactly(possible: Sequence[Declared], phrase: str) -> Declared | None:
    """Return the one whose name this is word for word, or else whose title; or else so but for words that tell nothing.

    Last of all in singular or plural. None where it is nobody's, and where it is several ones' alike.
    """
    for form, words in _EXACTLY:
        meant = words(phrase)
        found = [one for one in possible if meant and any(words(text) == meant for text in form(one))]
        if len(found) == 1:
            return found[0]
    return None


def match(action: Action[Any, Any, Any], text: str, possible: Sequence[Declared]) -> Declared:
    """Return the one of several events and measures that a text means; BadInput lists them all, and the nearest."""
    exact = match_exactly(possible, text)
    if exact is not None:
        return exact
    phrase = key_words(text)
    of_action = set(key_words(f"{action.name} {action.title}"))
    for words in (phrase, tuple([word for word in phrase if word not in of_action])):
        found = _closest(possible, words) if words else []
        if len(found) == 1:
            return found[0]
        if found:
            raise BadInput(
                "goal", text, Text(listed((Named(one.name) for one in found), " or "), "; it may mean any of them")
            )
    names = listed(Named(one.name) for one in possible) or Text("nothing: there is none")
    raise BadInput("goal", text, names, meant=_nearest(possible, text))


def match_price(action: Action[Any, Any, Any], text: str) -> Declared:
    """Return what a price is put on: a measure if the text may mean one, else an event; BadInput as for `match`."""
    try:
        return match(action, text, action.measures)
    except BadInput:
        return match(action, text, declared_by(action))


def _nearest(possible: Sequence[Declared], text: str) -> str:
    """Return the name of what has a name or a title near to a text, "" where nothing has."""
    spelled = {" ".join(key_words(form)): one.name for one in possible for form in _texts(one)}
    near = get_close_matches(" ".join(key_words(text)), spelled, n=1, cutoff=0.7)
    return spelled[near[0]] if near else ""


def _closest(possible: Sequence[Declared], phrase: Sequence[str]) -> list[Declared]:
    """Return the exact match, else those that hold all the words and the fewest others.

    Of some whose names differ in singular and plural alone, the first stands for all, as where the name is whole.
    """
    exact = match_exactly(possible, " ".join(phrase))
    if exact is not None:
        return [exact]
    by_excess: dict[int, list[Declared]] = {}
    for one in possible:
        excess = [len(words) - len(phrase) for text in _texts(one) if set(phrase) <= set(words := key_words(text))]
        if excess:
            by_excess.setdefault(min(excess), []).append(one)
    by_name: dict[tuple[str, ...], Declared] = {}
    for one in by_excess[min(by_excess)] if by_excess else []:
        by_name.setdefault(tuple(map(_singular, _words(one.name))), one)
    return [*by_name.values()]


def _texts(declared: Declared) -> Iterator[str]:
    yield from _names(declared)
    yield from _titles(declared)


def _names(declared: Declared) -> Iterator[str]:
    yield declared.name
    yield from declared.also


def _titles(declared: Declared) -> Iterator[str]:
    yield declared.title
    before, colon, after = declared.title.partition(":")
    if colon:
        yield before
        yield after


# Ways for a phrase to be a whole name or title, the strictest first.
_EXACTLY = (
    (_names, _words),
    (_titles, _words),
    (_names, _telling_words),
    (_names, key_words),
    (_titles, key_words),
)

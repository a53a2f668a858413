"""Events and measures as people name them: loosely.

"coins" means `ec_spent`, "no Humanity check" means `no_humanity_check`, "the Complete Success" means `complete`. A name
that fits two things equally well fits none, and the error says which two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, Event, Measure

Named: TypeAlias = Event[Any] | Measure[Any]

# Words that say nothing about what is meant.
_EMPTY = {"a", "all", "an", "any", "be", "i", "in", "is", "my", "of", "our", "that", "the", "there", "to", "we"}


def words(text: str) -> tuple[str, ...]:
    """The words of a text that tell something, alike in singular and plural.

    >>> words("the Humanity checks"), words("ec_spent")
    (('humanity', 'check'), ('ec', 'spent'))
    """
    found = re.findall(r"[^\W_]+", text.lower().replace("'s ", " ").replace("’s ", " "))
    return tuple([_singular(word) for word in found if word not in _EMPTY])


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def candidates(action: Action[Any, Any, Any]) -> tuple[Named, ...]:
    """All that a goal may name."""
    return (*action.events, *action.measures)


def exactly(possible: Sequence[Named], phrase: Sequence[str]) -> Named | None:
    """The first of which these words are a whole name, or else a whole title."""
    for form in (_names, _titles):
        for candidate in possible:
            if any(words(text) == tuple(phrase) for text in form(candidate)):
                return candidate
    return None


def meant(action: Action[Any, Any, Any], text: str, possible: Sequence[Named]) -> Named:
    """The one of several events and measures that somebody means; BadInput tells all there are, and the nearest."""
    phrase = words(text)
    known = set(words(f"{action.name} {action.title}"))
    for said in (phrase, tuple([word for word in phrase if word not in known])):
        found = _fitting(possible, said) if said else []
        if len(found) == 1:
            return found[0]
        if found:
            raise BadInput("goal", text, f"{' or '.join(one.name for one in found)}; it may mean any of them")
    raise BadInput("goal", text, allowed(possible, text))


def priceable(action: Action[Any, Any, Any], text: str) -> Named:
    """What somebody puts a price on: a measure if it may be one, else an event; BadInput tells all there are."""
    try:
        return meant(action, text, action.measures)
    except BadInput:
        return meant(action, text, candidates(action))


def allowed(possible: Iterable[Named], text: str) -> str:
    """For a message: all that may be named, and what comes nearest to a text."""
    possible = tuple(possible)
    spelled = {" ".join(words(form)): one.name for one in possible for form in _texts(one)}
    near = get_close_matches(" ".join(words(text)), spelled, n=1, cutoff=0.7)
    names = ", ".join(one.name for one in possible) or "nothing: there is none"
    return f"{names} (nearest: {spelled[near[0]]})" if near else names


def _fitting(possible: Sequence[Named], phrase: Sequence[str]) -> list[Named]:
    """The candidate that is called so, else those whose names or titles say least beyond it."""
    whole = exactly(possible, phrase)
    if whole is not None:
        return [whole]
    beyond: dict[int, list[Named]] = {}
    for one in possible:
        left = [len(said) - len(phrase) for text in _texts(one) if set(phrase) <= set(said := words(text))]
        if left:
            beyond.setdefault(min(left), []).append(one)
    return beyond[min(beyond)] if beyond else []


def _texts(candidate: Named) -> Iterator[str]:
    yield from _names(candidate)
    yield from _titles(candidate)


def _names(candidate: Named) -> Iterator[str]:
    yield candidate.name
    yield from candidate.also


def _titles(candidate: Named) -> Iterator[str]:
    yield candidate.title
    before, colon, after = candidate.title.partition(":")
    if colon:
        yield before
        yield after

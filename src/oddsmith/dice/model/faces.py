"""Faces of a die, and conditions on them: "7 or more", "at most 2", "heads", "anything but 45".

A condition is a compare point of the notation. Several together hold when any one of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, TypeAlias, TypeVar

from oddsmith.dice.limits import MAX_NUMBER, refuse_above
from oddsmith.dice.model.relation import Sign
from oddsmith.dice.model.words import Word
from oddsmith.errors import BadInput

Face: TypeAlias = int | str | tuple[int, ...]
"""A number, a word, or several numbers side by side, such as (1, 0) for one success and no advantage."""

F = TypeVar("F", bound=Face)

_MAX_BAND = 1_000


class Comparison(Sign):
    """A comparison of a face with that of a condition; the value is its sign in notation."""

    EQUAL = "="
    OTHER = "<>"
    AT_LEAST = ">="
    AT_MOST = "<="


_ORDER = {comparison: place for place, comparison in enumerate(Comparison)}


@dataclass(frozen=True, slots=True)
class Condition:
    """One compare point.

    >>> Condition(Comparison.AT_LEAST, 7).holds(9)
    True
    >>> str(Condition(Comparison.OTHER, 45))
    '<>45'
    """

    comparison: Comparison
    face: Face

    def __post_init__(self) -> None:
        if isinstance(self.face, Word):
            object.__setattr__(self, "face", str(self.face))
        elif type(self.face) is not int:
            check_face(self.face)

    @property
    def is_threshold(self) -> bool:
        """True for "at least" and "at most"."""
        return self.comparison in (Comparison.AT_LEAST, Comparison.AT_MOST)

    @property
    def needs_order(self) -> bool:
        """True for a threshold that is no number: only dice whose words have an order can meet it."""
        return not isinstance(self.face, int) and self.is_threshold

    def holds(self, face: Face) -> bool:
        """True when `face` meets this condition. A word meets a threshold of its order only."""
        if self.comparison is Comparison.EQUAL:
            return face == self.face
        if self.comparison is Comparison.OTHER:
            return face != self.face
        if isinstance(face, Word):
            if self.face not in face.order:
                return False
        elif isinstance(face, str | tuple) or isinstance(self.face, str | tuple):
            return False
        return _at_least(face, self.face) if self.comparison is Comparison.AT_LEAST else _at_least(self.face, face)

    def __str__(self) -> str:
        return f"{self.comparison.value}{face_text(self.face)}"


def _at_least(face: Any, bound: Any) -> bool:
    return bool(face >= bound)


When: TypeAlias = tuple[Condition, ...]
"""Conditions of which any one is enough; sorted and without repeats, so that equal meanings are equal values."""


def when(
    faces: Iterable[Face] = (),
    *,
    at_least: Face | None = None,
    at_most: Face | None = None,
    other_than: Face | None = None,
) -> When:
    """Conditions from the words that the dice methods take.

    at_least together with at_most is a band: every whole number from the one to the other.

    >>> [str(condition) for condition in when([1, 2], at_least=6)]
    ['=1', '=2', '>=6']
    """
    if not hasattr(type(faces), "__iter__") or isinstance(faces, str):
        raise BadInput("faces", faces, "a list of faces, such as when([6])")
    exact = list(faces)
    conditions: set[Condition] = set()
    if at_least is not None and at_most is not None:
        if isinstance(at_least, str | tuple) or isinstance(at_most, str | tuple):
            raise BadInput("at_most", at_most, "no other bound, or name the words in between")
        if at_least > at_most:
            raise BadInput("at_most", at_most, f"{at_least} (at_least) or more")
        refuse_above(_MAX_BAND, at_most - at_least + 1, "faces in a band", "Use one threshold.")
        exact.extend(range(at_least, at_most + 1))
    elif at_least is not None:
        conditions.add(Condition(Comparison.AT_LEAST, at_least))
    elif at_most is not None:
        conditions.add(Condition(Comparison.AT_MOST, at_most))
    if other_than is not None:
        conditions.add(Condition(Comparison.OTHER, other_than))
    return any_of(conditions.union(Condition(Comparison.EQUAL, face) for face in exact))


def any_of(conditions: Iterable[Condition]) -> When:
    """These conditions, of which any one is enough."""
    return tuple(
        sorted(set(conditions), key=lambda condition: (_ORDER[condition.comparison], face_order(condition.face)))
    )


def holds(conditions: When, face: Face) -> bool:
    """True when any of `conditions` holds for `face`."""
    return any(condition.holds(face) for condition in conditions)


def matcher(conditions: When) -> Callable[[Face], bool]:
    """The same question as `holds`, for many faces: those that are named are found at once, however many there are."""
    exact = {condition.face for condition in conditions if condition.comparison is Comparison.EQUAL}
    others = tuple(condition for condition in conditions if condition.comparison is not Comparison.EQUAL)
    bounds = [(each.comparison, each.face) for each in others if isinstance(each.face, int)]
    least = min([bound for comparison, bound in bounds if comparison is Comparison.AT_LEAST], default=inf)
    most = max([bound for comparison, bound in bounds if comparison is Comparison.AT_MOST], default=-inf)
    unlike = tuple(condition for condition in others if condition.comparison is Comparison.OTHER)

    def matches(face: Face) -> bool:
        if type(face) is int:  # as mostly, and large dice ask for every face
            return face in exact or face >= least or face <= most or (bool(unlike) and holds(unlike, face))
        return face in exact or holds(others, face)

    return matches


def matched_at_most(conditions: When, faces: Sequence[Any]) -> int:
    """The number of faces that meet conditions, at most; faces from a to b, as mostly, are not gone through."""
    if not isinstance(faces, range):
        return sum(map(matcher(conditions), faces))
    matched = 0
    for condition in conditions:
        face = condition.face
        if not isinstance(face, int):
            continue
        at_least, at_most = (min(max(each, 0), len(faces)) for each in (faces[-1] - face + 1, face - faces[0] + 1))
        counts = {Comparison.AT_LEAST: at_least, Comparison.AT_MOST: at_most, Comparison.OTHER: len(faces)}
        matched += counts.get(condition.comparison, 1)
    return matched


def check_face(face: object) -> None:
    """Raise BadInput for a value that cannot be on a die."""
    if isinstance(face, str):
        return
    numbers = face if isinstance(face, tuple) and face else (face,)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            error = BadInput("faces", face, "whole numbers, words, and tuples of whole numbers")
            instead = getattr(type(number), "instead_of_outcome", "")
            raise error.reworded(f"{face} is no face of a die.", instead) if instead else error
        refuse_above(MAX_NUMBER, abs(number), "as a number on a die", "Use smaller numbers.")


def face_order(face: Face) -> tuple[int, Any]:
    """Sort key for faces: numbers first, then words in their order, then words by alphabet, then tuples."""
    if isinstance(face, Word):
        return 1, (face.order, face.rank)
    return (2, face) if isinstance(face, str) else (0 if isinstance(face, int) else 3, face)


def face_text(face: Face) -> str:
    """A face as notation writes it: numbers and plain words bare, anything else between double quotes.

    >>> face_text(6), face_text("up"), face_text("two words"), face_text((1, 0))
    ('6', 'up', '"two words"', '(1,0)')
    """
    if isinstance(face, int):
        return str(int(face))
    if isinstance(face, tuple):
        return f"({face[0]},)" if len(face) == 1 else f"({','.join(map(str, face))})"
    if face.isidentifier() and face.isascii():
        return face
    escaped = face.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

"""Dice with faces that count and are thrown again: `die_with_again([1, 2, 3, 4, 5, 5 + AGAIN])`.

Such a die is one with words that explode and count, so pools of it, odds without end and notation are those of `Count`.

>>> die = die_with_again([1, 2, 3, 4, 5, 5 + AGAIN])
>>> die.distribution().mean, die.distribution().pmf(6)
(Fraction(4, 1), Fraction(1, 36))
>>> str(die), str(die_with_again([0, AGAIN + 2], dice=3, limit=1))
('1d{1,2,3,4,5,5!}', '3d{0,2!{1}}')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NoReturn

from oddsmith.dice.die import Die
from oddsmith.dice.limits import MAX_FACES, refuse_above
from oddsmith.dice.model.faces import check_face
from oddsmith.dice.readings.counts import Count
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput


@dataclass(frozen=True, repr=False)
class Again:
    """A face that counts `number`, after which the die is thrown again and added; `5 + AGAIN` makes one."""

    number: int = 0
    instead_of_outcome: ClassVar = "Throw faces again with die_with_again([1, 2, 3, 4, 5, 5 + AGAIN])."

    def __add__(self, more: object) -> Again:
        return Again(self.number + more) if isinstance(more, int) else self._refuse(more)

    __radd__ = __add__

    def __sub__(self, less: object) -> Again:
        return Again(self.number - less) if isinstance(less, int) else self._refuse(less)

    def _refuse(self, other: object = None) -> NoReturn:
        """Raise BadInput, as for anything but a whole number that is added or taken away."""
        error = BadInput("faces", str(self), "a whole number and AGAIN")
        raise error.reworded("A face is AGAIN once, and a whole number.", "Write 5 + AGAIN or AGAIN - 1.")

    __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __matmul__ = __rmatmul__ = __neg__ = _refuse

    def __str__(self) -> str:
        return f"{self.number} + AGAIN" if self.number else "AGAIN"

    __repr__ = __str__


AGAIN: Final = Again()
"""Nothing by itself, and another throw."""


def die_with_again(faces: Iterable[int | Again], *, dice: int = 1, limit: int | None = None) -> Count:
    """So many dice with these faces, added up; those made with `AGAIN` add another throw, which may add another.

    limit: at most so many more throws of a die, None for as long as it takes. Faces are typed and shown as "5", "5!".
    Of several dice, `dice` says how many; keep and targets read `Die.of(die_with_again(..., limit=2).distribution())`.
    Raises BadInput for faces that are no whole numbers, and where all are thrown again without a limit.
    """
    check_whole("dice", dice, 1)
    listed: object = faces
    if not isinstance(listed, Iterable):
        raise BadInput("faces", listed, "a list of faces, such as [1, 2, 3, 4, 5, 5 + AGAIN]")
    words: list[str] = []
    for face in faces:
        refuse_above(MAX_FACES, len(words) + 1, "faces", "Use a smaller die.")
        number = face.number if isinstance(face, Again) else face
        check_face(number)
        if not isinstance(number, int):
            raise BadInput("faces", number, "whole numbers, and AGAIN")
        words.append(f"{number}!" if isinstance(face, Again) else str(number))
    return thrown_and_added(die_of_words(words, limit=limit), dice)


def die_of_words(words: Sequence[str], weights: Sequence[int] | None = None, limit: int | None = None) -> Die[str]:
    """Make the die that shows "5" for a face that counts 5, and "5!" for one that is thrown again as well."""
    die = Die(words, weights)
    thrown_again = sorted({word for word in words if word.endswith("!")})
    return die.explode(*thrown_again, limit=limit) if thrown_again else die


def thrown_and_added(die: Die[str], dice: int) -> Count:
    """So many of such dice, and what they count."""
    return die.pool(dice).count(worth={word: int(word.removesuffix("!")) for word in die.faces})

"""Words with a declared order, so that a die of words has a highest face.

>>> fail, success, crit = ordered_words("fail", "success", "crit")
>>> crit > success, max([success, fail]), crit == "crit"
(True, 'success', True)
"""

from __future__ import annotations

from typing import Self

from oddsmith.errors import BadInput

_orders: set[tuple[str, ...]] = set()


def declared(word: str) -> bool:
    """Tell whether some order has a word."""
    return any(word in order for order in _orders)


class Word(str):
    """A word on a die: equal to the same text, and worth more than the words before it in `order`.

    BadInput where it is compared with a word that is not in its order.
    """

    __slots__ = ("order",)
    order: tuple[str, ...]

    def __new__(cls, text: str, order: tuple[str, ...]) -> Self:
        """A word at its place in the order."""
        word = super().__new__(cls, str(text))
        word.order = order
        _orders.add(order)
        return word

    def __reduce__(self) -> tuple[type[Word], tuple[str, tuple[str, ...]]]:
        return Word, (str(self), self.order)

    @property
    def rank(self) -> int:
        """The place in the order, from 0."""
        return self.order.index(self)

    def __lt__(self, other: object) -> bool:
        return self.rank < self._rank_of(other)

    def __le__(self, other: object) -> bool:
        return self.rank <= self._rank_of(other)

    def __gt__(self, other: object) -> bool:
        return self.rank > self._rank_of(other)

    def __ge__(self, other: object) -> bool:
        return self.rank >= self._rank_of(other)

    def _rank_of(self, other: object) -> int:
        same = not isinstance(other, Word) or other.order == self.order
        if not same or other not in self.order:
            raise BadInput("word", other, f"one of {' < '.join(self.order)}")
        return self.order.index(str(other))


def ordered_words(*words: str) -> tuple[str, ...]:
    """Words in ascending order, as faces of dice: `Die(ordered_words("fail", "success", "crit"), [3, 2, 1])`.

    Dice that are compared, or kept together, have words of one order; not all of them need be on each.
    Raises BadInput for fewer than two words, and for one that is there twice.
    """
    if len(words) < 2 or len(set(words)) != len(words) or not all(isinstance(word, str) for word in words):
        raise BadInput("words", words, "two different words or more")
    order = tuple(str(word) for word in words)
    return tuple(Word(word, order) for word in order)


def order_of(faces: object) -> tuple[str, ...]:
    """The order of the words among the faces of a die, () for none; BadInput when they are not all words of one."""
    if isinstance(faces, range) or not isinstance(faces, tuple):
        return ()
    orders = {face.order if isinstance(face, Word) else () for face in faces}
    if len(orders) > 1:
        raise BadInput("faces", tuple(map(str, faces)), "words of one order, without other faces")
    return next(iter(orders), ())

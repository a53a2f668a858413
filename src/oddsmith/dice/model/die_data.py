"""A die as data: its faces, their weights, and the rules of each throw."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm
from typing import Any, Final, Generic, Self, cast

from oddsmith.dice.limits import MAX_FACES, refuse_above
from oddsmith.dice.model.faces import Comparison, F, Face, When, check_face, face_order, face_text, matcher
from oddsmith.dice.model.throw_rules import PLAIN, ThrowRules
from oddsmith.dice.model.words import order_of
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput

HEADS: Final = "H"
TAILS: Final = "T"

# The names that people use for the sides of a coin.
_COIN: Final = {"heads": HEADS, "tails": TAILS}


@dataclass(frozen=True)
class DieData(Generic[F]):
    """The faces of a die and its rules. Every die is a `Die`, which adds the methods that roll and read it.

    Fields and errors are those of `Die`.
    """

    faces: Sequence[F]
    weights: Sequence[int] | None = None
    handling: ThrowRules = PLAIN
    name: str | None = field(default=None, compare=False)
    order: tuple[str, ...] = field(init=False, default=(), repr=False)
    """The order of its words, () for numbers, and for words that have none."""

    def __post_init__(self) -> None:
        if isinstance(self.faces, int):
            sides = f"; d({self.faces}) has the faces 1 to {self.faces}" if self.faces > 1 else ""
            second: object = self.weights
            listed = f" in brackets: Die([{self.faces}, {second}, ...])" if isinstance(second, int) else sides
            raise BadInput("faces", self.faces, f"a list of faces{listed}")
        if isinstance(self.faces, Distribution):
            raise BadInput("faces", repr(self.faces), "a list of faces; Die.of(...) lands as a distribution says")
        if isinstance(self.faces, Mapping):
            raise BadInput("faces", repr(self.faces), "a list of faces; Die.of(...) takes faces with their weights")
        if isinstance(self.faces, range) and self.faces:
            check_face(self.faces[0])
            check_face(self.faces[-1])
        if not (isinstance(self.faces, range) and self.faces and self.faces.step == 1 and self.weights is None):
            faces, weights = _remembered(self.faces, self.weights)
            object.__setattr__(self, "faces", faces)
            object.__setattr__(self, "weights", weights)
        if not isinstance(self.faces, range):
            object.__setattr__(self, "order", order_of(self.faces))
        if self.handling is not PLAIN:
            self._check_throw_rules()

    @cached_property
    def bare(self) -> Self:
        """The die as it lies in the box, without the rules of the throw."""
        return self if self.handling is PLAIN else type(self)(self.faces, self.weights, name=self.name)

    @cached_property
    def total(self) -> int:
        """The weights of all faces together."""
        return len(self.faces) if self.weights is None else sum(self.weights)

    def face_at(self, number: int) -> F:
        """The face on which `number`, from 0 to total - 1, falls: faces in order, each as wide as its weight."""
        if self.weights is None:
            return self.faces[number]
        return self.faces[bisect_right(self._ends, number)]

    def find(self, given: Face) -> F | None:
        """The face that a person means by `given` ("6", 6, "H", "heads", "u" for "up"), None when there is none."""
        if isinstance(given, bool):
            return None
        text = str(given).strip()
        if isinstance(self.faces, range):
            return self._find_number(text)
        words = {str(face).lower(): face for face in self.faces}
        if self.width:
            numbers = text.replace(" ", "").strip("(,)")
            return next((face for face in self.faces if face_text(face).strip("(,)") == numbers), None)
        lowered = text.lower()
        if lowered in words:
            return words[lowered]
        side = _COIN.get(lowered)
        if side in self.faces:
            return cast(F, side)
        beginning = [face for word, face in words.items() if lowered and word.startswith(lowered)]
        return beginning[0] if len(beginning) == 1 and isinstance(beginning[0], str) else None

    @property
    def called(self) -> str:
        """The name that people use for the die, else its notation."""
        return self.name or str(self)

    def faces_in_words(self) -> str:
        """The faces as an error message lists them."""
        if len(self.faces) > 12 and isinstance(self.faces, range):
            return f"{self.faces[0]} to {self.faces[-1]}"
        shown = [face_text(face) for face in self.faces[:12]]
        return ", ".join(shown) + (", ..." if len(self.faces) > 12 else "")

    def weighted_faces(self) -> Iterator[tuple[F, int]]:
        """Every face with its weight, in order."""
        if self.weights is None:
            return ((face, 1) for face in self.faces)
        return zip(self.faces, self.weights, strict=True)

    def faces_near(self, numbers: Iterable[Face]) -> list[F]:
        """Faces among which any condition that names only `numbers` shows all it does: all of a small die's, and of a
        large one's the ends and those next to the numbers."""
        if not isinstance(self.faces, range):
            return list(self.faces)
        near = {place for number in numbers if isinstance(number, int) for place in (number - 1, number, number + 1)}
        numbered = self.faces
        return cast(list[F], [*(place for place in near if place in numbered), numbered[0], numbered[-1]])

    @property
    def numeric(self) -> bool:
        """True when all faces are numbers."""
        return isinstance(self.faces, range) or self._only_numbers

    @property
    def width(self) -> int:
        """The number of numbers on each face, of a die whose faces are tuples; 0 for numbers and words."""
        first: Face = self.faces[0]
        return len(first) if isinstance(first, tuple) else 0

    # --- inside -------------------------------------------------------------------------------------------------

    @cached_property
    def _only_numbers(self) -> bool:
        return all(isinstance(face, int) for face in self.faces)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.weights or ()))

    def _find_number(self, text: str) -> F | None:
        try:
            number = int(text)
        except ValueError:
            return None
        return cast(F, number) if number in self.faces else None

    def _check_throw_rules(self) -> None:
        handling = self.handling
        for part in (handling.reroll, handling.explosion):
            if part is not None:
                if not part.when:
                    raise BadInput("handling", part, "at least one condition")
                check_thresholds(part.when, (self,))
        if handling.minimum is not None and handling.maximum is not None and handling.minimum > handling.maximum:
            raise BadInput("minimum", handling.minimum, f"at most the maximum, {handling.maximum}")
        adds = handling.explosion is not None and (handling.explosion.compound or handling.explosion.penetrating)
        if self.width and handling.explosion is not None:
            raise BadInput("explode", str(self.bare), "a die whose faces are single numbers or words")
        if not self.numeric and (adds or handling.minimum is not None or handling.maximum is not None):
            raise BadInput("die", str(self.bare), "a die whose faces are all numbers, since they are compared or added")
        self._check_throws_end()

    def _check_throws_end(self) -> None:
        """Refuse a die that would be rerolled or explode for ever; BadInput names which.

        Faces of a large fair die are looked at only near the numbers that its conditions name, where they change.
        """
        handling = self.handling
        watched = [number for number in (handling.minimum, handling.maximum) if number is not None]
        endless = [("reroll", handling.reroll.when)] if handling.reroll and handling.reroll.times is None else []
        if handling.explosion and handling.explosion.limit is None:
            endless.append(("explode", handling.explosion.when))
        if not endless:
            return
        conditions = [condition for _, conditions in endless for condition in conditions]
        watched.extend(condition.face for condition in conditions if isinstance(condition.face, int))
        faces = {handling.read(face) for face in self.faces_near(watched)}
        if handling.reroll and handling.reroll.times is None:
            rerolled = matcher(handling.reroll.when)
            stopping = {face for face in faces if not rerolled(face)}
            if not stopping:
                raise BadInput("reroll", str(self), "a condition that some face does not meet")
            faces = stopping
        if (
            handling.explosion
            and handling.explosion.limit is None
            and all(map(matcher(handling.explosion.when), faces))
        ):
            raise BadInput("explode", str(self), "a condition that some face does not meet, or a limit")


_KINDS: Final = frozenset({int, str})
_FEW: Final = 100  # dice of so many faces are remembered
_MOST: Final = 1_000  # so many at a time
_canonicals: dict[tuple[Any, Any], tuple[Sequence[Any], tuple[int, ...] | None]] = {}


def _remembered(faces: Sequence[F], weights: Sequence[int] | None) -> tuple[Sequence[F], tuple[int, ...] | None]:
    """The canonical faces and weights; remembered for a while, since rules make the same dice again at every step."""
    plain = type(faces) is tuple and len(faces) <= _FEW and _KINDS.issuperset(map(type, faces))
    if not plain or not (weights is None or (type(weights) is tuple and {int}.issuperset(map(type, weights)))):
        return _canonical(faces, weights)
    found = _canonicals.get((faces, weights))
    if found is None:
        found = _canonical(faces, weights)
        if len(_canonicals) >= _MOST:
            _canonicals.clear()
        _canonicals[faces, weights] = found
    return found


def _canonical(faces: Iterable[F], weights: Iterable[int] | None) -> tuple[Sequence[F], tuple[int, ...] | None]:
    """Faces in order without repeats and weights in lowest terms, so that dice with the same odds are equal."""
    if isinstance(faces, range):
        refuse_above(MAX_FACES, len(faces), "faces", "Use consecutive numbers, which are not listed.")
    for name, given in (("faces", faces), ("weights", weights or ())):
        if not isinstance(given, Iterable):
            raise BadInput(name, str(given), f"a list of {name}")
    listed = list(faces)
    each = [1] * len(listed) if weights is None else whole_weights(weights)
    if not listed:
        raise BadInput("faces", listed, "at least one face")
    if len(each) != len(listed):
        raise BadInput("weights", each, f"one weight for each of the {len(listed)} faces")
    collected: dict[F, int] = {}
    for face, weight in zip(listed, each, strict=True):
        check_face(face)
        check_whole("weights", weight, 1)
        collected[face] = collected.get(face, 0) + weight
    order_of(tuple(listed))  # before equal words of two orders are one
    ordered = sorted(collected, key=face_order)
    if len({len(face) if isinstance(face, tuple) else 0 for face in collected}) > 1:
        raise BadInput("faces", ", ".join(map(face_text, ordered)), "tuples of as many numbers on every face, or none")
    divisor = gcd(*collected.values())
    lowest_terms = tuple(collected[face] // divisor for face in ordered)
    fair = all(weight == 1 for weight in lowest_terms)
    return _range_or_tuple(ordered, fair), None if fair else lowest_terms


def whole_weights(weights: Iterable[int | Fraction]) -> list[int]:
    """The weights as whole numbers, all of them times as much where some are fractions. BadInput for others."""
    each = list(weights)
    if all(type(weight) is int for weight in each):
        return cast("list[int]", each)
    for weight in each:
        known = not isinstance(weight, bool) and isinstance(weight, int | Fraction)
        if not known or weight <= 0:
            raise BadInput("weights", weight, "a whole number, 1 or more, or a Fraction above 0")
    scale = lcm(*(weight.denominator for weight in each))
    return [int(weight * scale) for weight in each]


def _range_or_tuple(ordered: list[F], fair: bool) -> Sequence[F]:
    """Consecutive numbers as a range, so that a die listed by hand equals the one that is not listed."""
    first, last = ordered[0], ordered[-1]
    if fair and isinstance(first, int) and isinstance(last, int) and last - first + 1 == len(ordered):
        return cast(Sequence[F], range(first, last + 1))
    return tuple(ordered)


def check_thresholds(conditions: When, dice: Iterable[DieData[Any]]) -> None:
    """Refuse a threshold for tuples, a word where a die has words without an order, or another one, and a number
    where all faces are words."""
    kinds = list(dice)
    for condition in conditions:
        if not condition.is_threshold:
            continue
        if kinds and not condition.needs_order and all(isinstance(die.faces[0], str) for die in kinds):
            raise BadInput("threshold", str(condition), f"faces of {kinds[0].bare} by name: {_first_named(kinds[0])}")
        for die in kinds:
            if die.width:
                raise BadInput("threshold", str(condition), f"faces of {die} by name: {_first_named(die)}")
            if condition.needs_order and condition.face not in die.order:
                raise BadInput(
                    "threshold", condition.face, _WORDS_IN_ORDER if not die.order else " or ".join(die.order)
                )


def _first_named(die: DieData[Any]) -> str:
    return f"{Comparison.EQUAL.value}{face_text(die.faces[0])}"


_WORDS_IN_ORDER: Final = "a whole number, or a word of dice whose words have an order: d{miss<hit<crit}"


_DECLARE: Final = 'declare one: d{miss<hit<crit}, in Python ordered_words("miss", "hit", "crit")'


def check_comparable(field: str, dice: Iterable[DieData[Any]]) -> None:
    """Refuse dice whose faces cannot be compared with each other: words without an order, or of several."""
    orders: set[tuple[str, ...]] = set()
    for die in dice:
        check_ordered(field, die)
        orders.add(die.order)
    if len(orders) > 1:
        named = (" < ".join(order) or "numbers" for order in sorted(orders))
        raise BadInput(field, " and ".join(named), "dice with numbers, or words of one order")


def check_ordered(field: str, die: DieData[Any], remedy: str | None = None) -> None:
    """Refuse a die with words where its faces are compared: words follow numbers in print, and are worth no more."""
    if die.width:
        raise BadInput(field, str(die), "dice whose faces are all numbers; of tuples none is the highest")
    if not die.numeric and not die.order:
        remedy = remedy or (_DECLARE if isinstance(die.faces[0], str) else "number the faces")
        raise BadInput(field, str(die), f"dice whose faces are all numbers; words have no order, so {remedy}")

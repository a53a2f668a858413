"""A die: its faces, how likely each is, and what the rules do when it is thrown.

>>> str(d6), str(d10.explode()), str(Die(["hit", "miss"], [1, 2]))
('d6', 'd10!', 'd{hit,miss:2}')
>>> d6.reroll(1).distribution().mean
Fraction(4, 1)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import gcd
from typing import Any, Final, cast

from oddsmith.dice.exact.explosion_chains import chain_total
from oddsmith.dice.exact.throw_pmf import check_throws_end, throw_law
from oddsmith.dice.limits import MAX_FACES, MAX_NUMBER, check_whole, refuse_above
from oddsmith.dice.model.expression import Expression
from oddsmith.dice.model.faces import F, Face, When, check_face, face_order, when, written
from oddsmith.dice.model.notation_writer import die_text
from oddsmith.dice.model.pool import Pool
from oddsmith.dice.model.rolled import Rolled
from oddsmith.dice.model.throw_rules import PLAIN, Explosion, Handling, Reroll
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import throw
from oddsmith.distribution import Distribution, Uniform
from oddsmith.errors import BadInput


@dataclass(frozen=True)
class Die(Expression[F]):
    """A die with any faces; as an expression, its value is the face that lands (with explosions, their total).

    faces: whole numbers or words, at least one. Kept in ascending order, numbers first; repeats add their weights.
    weights: a positive whole number per face, None when all are equally likely.
    handling: what the rules do with each throw; set it with `reroll`, `explode` and the other methods.
    name: how people call the die ("coin"); it says nothing about the odds and two dice may differ in it and be equal.

    Raises BadInput for no faces, weights that do not fit, or a die that would be rerolled or explode for ever.
    """

    faces: Sequence[F]
    weights: Sequence[int] | None = None
    handling: Handling = PLAIN
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.faces, range) and self.faces:
            check_face(self.faces[0])
            check_face(self.faces[-1])
        if not (isinstance(self.faces, range) and self.faces and self.faces.step == 1 and self.weights is None):
            faces, weights = _canonical(self.faces, self.weights)
            object.__setattr__(self, "faces", faces)
            object.__setattr__(self, "weights", weights)
        if self.handling is not PLAIN:
            self._check_handling()

    @staticmethod
    def sided(sides: int) -> Die[int]:
        """A fair die with the faces 1 to `sides`; however many, they are not listed."""
        check_whole("sides", sides, 1)
        refuse_above(MAX_NUMBER, sides, "sides", "Use a smaller die.")
        return Die(range(1, sides + 1))

    # --- in a pool, and what the rules do with each throw -------------------------------------------------------

    def pool(self, count: int = 1) -> Pool[F]:
        """`count` of this die, thrown together."""
        return Pool(((self, count),))

    def with_minimum(self, least: int) -> Die[F]:
        """Faces below `least` are read as `least`."""
        return self._handled(replace(self.handling, minimum=least))

    def with_maximum(self, most: int) -> Die[F]:
        """Faces above `most` are read as `most`."""
        return self._handled(replace(self.handling, maximum=most))

    def reroll(
        self,
        *faces: Face,
        at_least: int | None = None,
        at_most: int | None = None,
        other_than: Face | None = None,
        times: int | None = None,
    ) -> Die[F]:
        """Thrown again while it shows one of these; by default its lowest face, and for as long as it takes.

        times: at most so many rerolls of one die; the last face stands.
        """
        _check_limit("times", times)
        conditions = self._conditions(faces, at_least, at_most, other_than, self.faces[0])
        return self._handled(replace(self.handling, reroll=Reroll(conditions, times)))

    def explode(
        self,
        *faces: Face,
        at_least: int | None = None,
        at_most: int | None = None,
        other_than: Face | None = None,
        limit: int | None = None,
        penetrating: bool = False,
    ) -> Die[F]:
        """Another die is thrown and lies beside it when it shows one of these; by default its highest face.

        limit: at most so many extra dice per die, None for as long as it takes.
        penetrating: every extra die counts 1 less than it shows.
        """
        _check_limit("limit", limit)
        conditions = self._conditions(faces, at_least, at_most, other_than, self.faces[-1])
        explosion = Explosion(conditions, limit, compound=False, penetrating=penetrating)
        return self._handled(replace(self.handling, explosion=explosion))

    def compound(
        self,
        *faces: Face,
        at_least: int | None = None,
        at_most: int | None = None,
        other_than: Face | None = None,
        limit: int | None = None,
        penetrating: bool = False,
    ) -> Die[F]:
        """As `explode`, but the extra faces are added to this die, which stays one die with one total."""
        exploding = self.explode(
            *faces, at_least=at_least, at_most=at_most, other_than=other_than, limit=limit, penetrating=penetrating
        )
        explosion = exploding.handling.explosion
        assert explosion is not None  # set by explode
        return self._handled(replace(self.handling, explosion=replace(explosion, compound=True)))

    # --- the die itself -----------------------------------------------------------------------------------------

    @cached_property
    def bare(self) -> Die[F]:
        """The die as it lies in the box, without what the rules do with it."""
        return self if self.handling is PLAIN else Die(self.faces, self.weights, name=self.name)

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
        lowered = text.lower()
        if lowered in words:
            return words[lowered]
        side = _SIDES.get(lowered)
        if side in self.faces:
            return cast(F, side)
        beginning = [face for word, face in words.items() if lowered and word.startswith(lowered)]
        return beginning[0] if len(beginning) == 1 and isinstance(beginning[0], str) else None

    @property
    def called(self) -> str:
        """How people call the die: by its name, else in notation."""
        return self.name or str(self)

    def faces_in_words(self) -> str:
        """The faces as an error message lists them."""
        if len(self.faces) > 12 and isinstance(self.faces, range):
            return f"{self.faces[0]} to {self.faces[-1]}"
        shown = [written(face) for face in self.faces[:12]]
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

    @cached_property
    def numeric(self) -> bool:
        """Whether all faces are numbers."""
        return isinstance(self.faces, range) or all(isinstance(face, int) for face in self.faces)

    # --- as an expression ---------------------------------------------------------------------------------------

    def calculate(self) -> Distribution[F]:
        if self.handling.explosion is not None:
            return cast(Distribution[F], chain_total(cast(Any, self)))
        if self.handling is PLAIN and isinstance(self.faces, range) and len(self.faces) > MAX_FACES:
            return cast(Distribution[F], Uniform(self.faces))
        return Distribution.from_weights(dict(throw_law(self).weights))

    def roll(self, source: Source) -> Rolled[F]:
        lying = throw(((self, 1),), source)
        if self.numeric:
            for die in lying:
                die.add()
        value = lying[0].value if len(lying) == 1 else sum(die.value for die in lying)
        return Rolled(self, cast(F, value), tuple(face.rolled() for die in lying for face in die.landed))

    def __str__(self) -> str:
        return self._text

    # --- inside -------------------------------------------------------------------------------------------------

    @cached_property
    def _text(self) -> str:
        return die_text(self)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.weights or ()))

    def _find_number(self, text: str) -> F | None:
        try:
            number = int(text)
        except ValueError:
            return None
        return cast(F, number) if number in self.faces else None

    def _conditions(
        self, faces: tuple[Face, ...], at_least: int | None, at_most: int | None, other_than: Face | None, default: Face
    ) -> When:
        named = faces or at_least is not None or at_most is not None or other_than is not None
        return when(faces if named else (default,), at_least=at_least, at_most=at_most, other_than=other_than)

    def _handled(self, handling: Handling) -> Die[F]:
        return Die(self.faces, self.weights, handling, self.name)

    def _check_handling(self) -> None:
        handling = self.handling
        for part in (handling.reroll, handling.explosion):
            if part is not None and not part.when:
                raise BadInput("handling", part, "at least one condition")
        if handling.minimum is not None and handling.maximum is not None and handling.minimum > handling.maximum:
            raise BadInput("minimum", handling.minimum, f"at most the maximum, {handling.maximum}")
        adds = handling.explosion is not None and (handling.explosion.compound or handling.explosion.penetrating)
        if not self.numeric and (adds or handling.minimum is not None or handling.maximum is not None):
            raise BadInput("die", str(self.bare), "a die whose faces are all numbers, since they are compared or added")
        check_throws_end(self)


def _canonical(faces: Iterable[F], weights: Iterable[int] | None) -> tuple[Sequence[F], tuple[int, ...] | None]:
    """Faces in order without repeats and weights in lowest terms: what makes dice with the same odds equal."""
    if isinstance(faces, range):
        refuse_above(MAX_FACES, len(faces), "faces", "Use consecutive numbers, which are not listed.")
    listed = list(faces)
    each = [1] * len(listed) if weights is None else list(weights)
    if not listed:
        raise BadInput("faces", listed, "at least one face")
    if len(each) != len(listed):
        raise BadInput("weights", each, f"one weight for each of the {len(listed)} faces")
    collected: dict[F, int] = {}
    for face, weight in zip(listed, each, strict=True):
        check_face(face)
        check_whole("weights", weight, 1)
        collected[face] = collected.get(face, 0) + weight
    ordered = sorted(collected, key=face_order)
    divisor = gcd(*collected.values())
    lowest_terms = tuple(collected[face] // divisor for face in ordered)
    fair = all(weight == 1 for weight in lowest_terms)
    return _range_or_tuple(ordered, fair), None if fair else lowest_terms


def _range_or_tuple(ordered: list[F], fair: bool) -> Sequence[F]:
    """Consecutive numbers as a range, so that a die listed by hand equals the one that is not listed."""
    first, last = ordered[0], ordered[-1]
    if fair and isinstance(first, int) and isinstance(last, int) and last - first + 1 == len(ordered):
        return cast(Sequence[F], range(first, last + 1))
    return tuple(ordered)


def _check_limit(name: str, value: object) -> None:
    if value is not None:
        check_whole(name, value, 0, otherwise=", or None for as long as it takes")


HEADS: Final = "H"
TAILS: Final = "T"

# What people say for the sides of a coin.
_SIDES: Final = {"heads": HEADS, "tails": TAILS}

d4: Final = Die.sided(4)
d6: Final = Die.sided(6)
d8: Final = Die.sided(8)
d10: Final = Die.sided(10)
d12: Final = Die.sided(12)
d20: Final = Die.sided(20)
d100: Final = Die.sided(100)
coin: Final[Die[str]] = Die((HEADS, TAILS), name="coin")
fudge: Final[Die[int]] = Die((-1, 0, 1), name="Fudge die")
rps: Final[Die[str]] = Die(("up", "even", "down"), name="rock-paper-scissors test")

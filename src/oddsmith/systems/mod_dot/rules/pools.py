"""What is entered of a test: the pool from the character's sheet, and the odds or the hand that it is tested with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Annotated, Final, Literal, TypeAlias

from oddsmith.dice import Die
from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits, Share
from oddsmith.systems.fields.field import changed
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.showing import BEATS, DOWN, EVEN, UP, Hands
from oddsmith.systems.mod_dot.rules.test import PRINTED, Character, base_successes, most_successes
from oddsmith.wording import worded

LARGEST_POOL: Final = 200
MOST_TRIES: Final = 100
_PART = re.compile(r"[^:,]+:\s*[+-]?\d{1,3}")
_ALL: Final = Limits(0, LARGEST_POOL, "the final dice pool, with everything added and subtracted", "Dice pool")
_PARTS: Final = "The pool from its parts"

#: R0.3, R0.10: a difficulty.
Difficulty: TypeAlias = Annotated[int, Limits(-100, 100, "difficulty; 6 is usual, the table has 2 to 10")]


@dataclass(frozen=True)
class Tester:
    """A character about to test, by the final pool or its parts, and the difficulty."""

    pool: Annotated[int | None, _ALL] = None
    parts: Annotated[
        tuple[str, ...],
        Entered("or what the pool is made of, such as dexterity:3,melee:4,wounds:-1", "Parts of the pool", more=_PARTS),
    ] = ()
    specialty: Annotated[
        bool, Entered("with parts: a specialty applies and adds a die", "A specialty applies", more=_PARTS)
    ] = False
    difficulty: Difficulty = 6
    willpower: Annotated[
        int,
        Limits(0, 10, "points of Willpower that could be spent (a house rule)", "Willpower to spend", "willpower"),
        Entered(more="Under a house rule", under={"willpower": ("one-success",)}),
    ] = 0

    def __post_init__(self) -> None:
        parts = ",".join(self.parts)
        for part in self.parts:
            if _PART.fullmatch(part) is None:
                raise BadInput("parts", part, "names with whole numbers, such as dexterity:3,melee:4")
        if self.pool is None and not self.parts:
            raise BadInput("pool", None, f"a whole number from 0 to {LARGEST_POOL} (or its parts)")
        if self.pool is not None and self.parts:
            raise BadInput("parts", parts, "nothing, since pool is given and is final")
        if self.pool is not None and self.specialty:
            raise BadInput("specialty", "yes", "no, since pool is given and is final: it holds the specialty's die")
        if self.total() > LARGEST_POOL:
            raise BadInput("parts", parts, f"parts that add up to at most {LARGEST_POOL}")

    def total(self, rules: ModDotRules = PRINTED) -> int:
        """R0.1: the pool after all additions and subtractions; parts may bring it below 0."""
        if self.pool is not None:
            return self.pool
        return sum(int(part.rpartition(":")[2]) for part in self.parts) + rules.specialty_dice * self.specialty


@dataclass(frozen=True)
class Side:
    """What one of two characters tests with."""

    pool: Annotated[int, Limits(0, LARGEST_POOL, "the acting character's final dice pool", "Dice pool")]
    difficulty: Annotated[int, Limits(-100, 100, "the acting character's difficulty")] = 6


@dataclass(frozen=True, kw_only=True)
class Work:
    """What every try at a job is tested with, and what the job asks for."""

    pool: Annotated[int, Limits(0, LARGEST_POOL, "the final dice pool of every try", "Dice pool")]
    difficulty: Annotated[int, Limits(-100, 100, "difficulty of every try; 6 is usual")] = 6
    target: Annotated[int, Limits(1, 50, "successes to gather", "Successes to gather")]
    tries: Annotated[int | None, Limits(1, MOST_TRIES, "tries allowed; none: no limit", "Tries at most")] = None


_ODDS: Final = "Odds of each test"


@dataclass(frozen=True)
class Throw:
    """The odds of one rock-paper-scissors test (G0.11)."""

    up: Annotated[
        Fraction,
        Share,
        Entered("chance to win a test; chances left out share the rest", "Chance to win a test", "", _ODDS, "both"),
    ]
    even: Annotated[Fraction, Share, Entered("chance to tie a test", "Chance to tie it", "", _ODDS, "both")]
    down: Annotated[
        Fraction, Share, Entered("chance to lose a test, less than 1", "Chance to lose it", "", _ODDS, "both")
    ]

    def __post_init__(self) -> None:
        if self.down == 1:
            raise BadInput("down", "1", "less than 1, or the run of downs would never end")

    @property
    def die(self) -> Die[str]:
        """One test as a die."""
        return _die({UP: self.up, EVEN: self.even, DOWN: self.down}, "rock-paper-scissors test")


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What is tested with where hands are shown, and what is known of the other hand (G0.11)."""

    pool: Annotated[int, _ALL]
    difficulty: Difficulty = 6
    other: Annotated[
        Literal["habits", "chooses"],
        Entered(
            "how the other hand comes about: by habit (rock, paper, scissors), or chosen as the player's is",
            "How the other throws",
        ),
    ] = "habits"
    rock: Annotated[
        Fraction, Share, Entered("how often the other shows rock; chances left out share the rest", "Chance of rock")
    ]
    paper: Annotated[Fraction, Share, Entered("how often the other shows paper", "Chance of paper")]
    scissors: Annotated[Fraction, Share, Entered("how often the other shows scissors", "Chance of scissors")]

    def __post_init__(self) -> None:
        other = next((hand for hand, chance in self._habits.items() if chance != Fraction(1, 3)), None)
        if self.other == "chooses" and other is not None:
            raise BadInput(other, str(self._habits[other]), "nothing, since the other chooses")

    @property
    def _habits(self) -> dict[str, Fraction]:
        return {hand: getattr(self, hand) for hand in BEATS}

    @property
    def hands(self) -> Hands:
        """The other hand, as far as it is known."""
        return Hands(None if self.other == "chooses" else _die(self._habits, "other hand"))


def _die(chances: Mapping[str, Fraction], name: str) -> Die[str]:
    """A die with these chances; what cannot happen is not on it."""
    able = {face: chance for face, chance in chances.items() if chance}
    whole = lcm(*(chance.denominator for chance in able.values()))
    return Die(tuple(able), tuple(int(chance * whole) for chance in able.values()), name=name)


def usable_pool(total: int, rules: ModDotRules) -> int:
    """G0.5: the pool that is tested with when additions and subtractions come to `total`.

    Raises BadInput for a total below 1 when the house rule refuses such a test.
    """
    if total >= 1:
        return total
    if rules.empty_pool == "refuse":
        raise BadInput("pool", total, worded(f"1 to {LARGEST_POOL} ({{house rule empty_pool=refuse}})"))
    return 1 if rules.empty_pool == "one-die" else 0


def character_with(total: int, difficulty: int, throw: Die[str], rules: ModDotRules, who: str = "player") -> Character:
    """Return a character who tests with a pool of `total` at a difficulty, under the house rules."""
    pool = usable_pool(total, rules)
    return Character(
        base=base_successes(pool, difficulty, rules),
        cap=most_successes(pool, rules),
        throw=throw,
        who=who,
        cap_always=rules.cap == "always",
        any_up_saves=rules.lowest_base == "any-up-saves",
        asks=rules.continuing == "ask",
        changed=changed(rules),
    )


def pool_warnings(total: int, difficulty: int, rules: ModDotRules, willpower: int = 0) -> Iterable[str]:
    """Warn of an unusual pool or difficulty. willpower: points that may buy a success (G0.10)."""
    if difficulty < 2:
        yield f"Difficulty {difficulty} is below the table's lowest, 2; its pattern is carried on (G0.12)."
    if total < 1:
        pool = usable_pool(total, rules)
        none = "the tests bring no success" if willpower else "the test cannot succeed"
        what = none if pool == 0 and rules.cap == "always" else f"it counts as {pool}"
        yield f"The pool is {total}: {what} (G0.5)."

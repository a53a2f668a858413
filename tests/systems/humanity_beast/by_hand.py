"""Humanity and Beast dice worked out without the engine: every way each die may go, and best play by plain recursion.

Chains of 10s are cut after a few, so that everything can be listed; `LEFT_OUT` is how likely one die is to go further.
With `once` nothing is cut.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

LONGEST = 4
LEFT_OUT = Fraction(1, 10**LONGEST)

#: Humanity successes, Beast successes, successes of neither colour, Willpower spent.
Goal = Callable[[int, int, int, int], int | Fraction]


@dataclass(frozen=True)
class Die:
    """colour: H or B. tens: rerolled 10s before the last face. open: the last face is a 10 that may be rerolled."""

    colour: str
    tens: int
    last: int
    open: bool


@dataclass(frozen=True)
class DiceOnTable:
    """How a table plays, and what the dice are rolled for."""

    difficulty: int = 3
    once: bool = True
    tens: str = "always"
    last_face: bool = False
    targets: tuple[int, int] = (7, 6)

    def hit(self, die: Die) -> bool:
        return die.last >= self.targets["HB".index(die.colour)]

    def successes(self, dice: tuple[Die, ...], colour: str) -> int:
        return sum(die.tens + self.hit(die) for die in dice if die.colour == colour)

    def throw(self, colour: str, tens: int = 0) -> Iterator[tuple[Die, Fraction]]:
        """Every way one throw may go, with the rerolls that come by themselves."""
        waits = self.tens == "stop-when-met" or (self.tens == "ask-beast" and colour == "B")
        by_itself = not waits and not (self.tens == "never-on-beast" and colour == "B")
        for face in range(1, 11):
            may = face == 10 and not (self.once and tens)
            if may and by_itself:
                if tens < LONGEST:
                    yield from ((die, chance / 10) for die, chance in self.throw(colour, tens + 1))
            else:
                yield Die(colour, tens, face, may and waits), Fraction(1, 10)

    def all_throws(self, humanity: int, beast: int) -> Iterator[tuple[tuple[Die, ...], Fraction]]:
        ways = [_merged(self, colour) for colour in "H" * humanity + "B" * beast]
        for way in product(*ways):
            chance = Fraction(1)
            for _, share in way:
                chance *= share
            yield tuple(die for die, _ in way), chance

    def settle(self, dice: tuple[Die, ...], then: Callable[[tuple[Die, ...]], Fraction], extra: int) -> Fraction:
        """The 10s that wait, played as well as can be, or until the difficulty is met."""
        waiting = [place for place, die in enumerate(dice) if die.open]
        total = self.successes(dice, "H") + self.successes(dice, "B") + extra
        if not waiting or (self.tens == "stop-when-met" and total >= self.difficulty):
            return then(tuple(Die(die.colour, die.tens, die.last, False) for die in dice))
        if self.tens == "stop-when-met":
            waiting.sort(key=lambda place: (dice[place].colour == "B", dice[place].tens))
            return self.again(dice, waiting[0], then, extra)
        options = {dice[place]: place for place in waiting}
        left = then(tuple(Die(die.colour, die.tens, die.last, False) for die in dice))
        return max(left, *(self.again(dice, place, then, extra) for place in options.values()))

    def again(
        self, dice: tuple[Die, ...], place: int, then: Callable[[tuple[Die, ...]], Fraction], extra: int
    ) -> Fraction:
        die = dice[place]
        value = Fraction(0)
        for found, chance in _alike(self, self.throw(die.colour, die.tens + 1)):
            value += chance * self.settle((*dice[:place], found, *dice[place + 1 :]), then, extra)
        return value

    def values(self, humanity: int, beast: int, goal: Goal) -> dict[str, Fraction]:
        """What each use of the Willpower point is worth under best play."""
        found = {"none": Fraction(0), "before": Fraction(0), "after": Fraction(0)}

        def worth(dice: tuple[Die, ...], extra: int, spent: int) -> Fraction:
            return Fraction(goal(self.successes(dice, "H"), self.successes(dice, "B"), extra, spent))

        @cache
        def best_reroll(dice: tuple[Die, ...]) -> Fraction:
            places = {die: place for place, die in enumerate(dice)}.values()
            rerolls = [self.reroll(dice, place, lambda rolled: worth(rolled, 0, 1)) for place in places]
            return max(worth(dice, 0, 0), *rerolls)

        for dice, chance in self.all_throws(humanity, beast):
            found["none"] += chance * self.settle(dice, lambda lying: worth(lying, 0, 0), 0)
            found["before"] += chance * self.settle(dice, lambda lying: worth(lying, 1, 1), 1)
            found["after"] += chance * self.settle(dice, lambda lying: best_reroll(_sorted(lying)), 0)
        return found

    def reroll(self, dice: tuple[Die, ...], place: int, then: Callable[[tuple[Die, ...]], Fraction]) -> Fraction:
        """A Willpower reroll of one die."""
        die, others = dice[place], (*dice[:place], *dice[place + 1 :])
        if not self.last_face:
            throws = self.throw(die.colour)
        else:
            throws = self.throw(die.colour, die.tens)
        value = Fraction(0)
        for found, chance in _alike(self, throws):
            value += chance * self.settle((*others, found), then, 0)
        return value


def _sorted(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    return tuple(sorted(dice, key=lambda die: (die.colour, die.tens, die.last, die.open)))


@cache
def _merged(table: DiceOnTable, colour: str) -> tuple[tuple[Die, Fraction], ...]:
    return _alike(table, table.throw(colour))


def _alike(table: DiceOnTable, throws: Iterator[tuple[Die, Fraction]]) -> tuple[tuple[Die, Fraction], ...]:
    """Faces that are alike as one: a miss is shown as 1, a hit as 9, an open 10 as 10."""
    found: dict[Die, Fraction] = {}
    for die, chance in throws:
        face = 10 if die.open else 9 if table.hit(die) else 1
        alike = Die(die.colour, die.tens, face, die.open)
        found[alike] = found.get(alike, Fraction(0)) + chance
    return tuple(found.items())

"""A pool of six-sided dice: fives and sixes succeed, and sixes are rolled again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from oddsmith.changed import Changed
from oddsmith.dice import Die, Expression, when
from oddsmith.rules import Then, choose, roll, rule
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.fields.field import changed, with_changed

#: G1.6: when rerolls are asked for, nobody is asked any more from so many successes on.
LAST_ASKED = 50


@dataclass(frozen=True)
class DotPool:
    """A pool of dots, and the dice that it rolls.

    dots: may be below one. dice: rolled for them; none only where an attack misses automatically. reroll: the reading
    of G1.6. who: decides about rerolls. enough: so many successes or more are all the same to whoever asks; None when
    the number matters. changed: numbers of the book that are other ones.
    """

    dots: int
    dice: int
    reroll: str = field(default="automatic", repr=False)
    who: str = field(default="player", repr=False)
    enough: int | None = field(default=None, repr=False)
    changed: Changed = field(default=Changed(), repr=False)

    @property
    def book(self) -> DotRules:
        """The numbers of the book."""
        return with_changed(DotRules, self.changed)


def pool_of(dots: int, rules: DotRules, who: str = "player") -> DotPool:
    """R1.9: a pool of so many dots; one die is rolled where it is lowered below one."""
    return DotPool(dots, dice_of(dots), rules.reroll, who, changed=changed(rules))


def attack_pool(dots: int, rules: DotRules) -> DotPool:
    """R1.9, G1.10: the pool of an attack of so many dots; no dice where one below one dot misses without a roll."""
    pool = pool_of(dots, rules)
    return replace(pool, dice=0) if dots < 1 and rules.combat_floor == "automatic-miss" else pool


def dice_of(dots: int) -> int:
    """R1.5, R1.9: a die for every dot, one at least."""
    return max(1, dots)


# --- rolling a pool --------------------------------------------------------------------------------------------------


def fives_and_sixes(dice: int, reroll: str, book: DotRules) -> Expression[int]:
    """R1.5, R1.7: the successes of so many dice, sixes being rolled again as G1.6 is read (unless it asks)."""
    die = Die.sided(book.sides)
    again = range(book.reroll_from, book.sides + 1)
    if again and reroll != "off":
        die = die.explode(*again, limit=1 if reroll == "once" else None)
    return die.pool(dice).count(at_least=book.target)


@rule
async def successes_of(pool: DotPool) -> Then[int]:
    """R1.5, R1.7: every 5 or 6 is a success; a die that shows 6 is rolled again."""
    if pool.dice == 0:
        return 0
    book = pool.book
    if pool.reroll == "ask":
        five, six = when(range(book.target, book.reroll_from)), when(range(book.reroll_from, book.sides + 1))
        names = ("success", "again") if pool.changed else ("five", "six")  # as logs of the book's numbers have them
        classes = Die.sided(book.sides).pool(pool.dice).classes(**dict(zip(names, (five, six), strict=True)))
        fives, sixes, _ = await roll(classes)
        return reroll_sixes(pool, fives + sixes, sixes)
    successes = fives_and_sixes(pool.dice, pool.reroll, book)
    return roll(successes if pool.enough is None else successes.capped(pool.enough))


@rule
async def reroll_sixes(pool: DotPool, successes: int, sixes: int) -> Then[int]:
    """R1.7: each die that shows 6 may be rolled again for more successes, again and again."""
    if pool.enough is not None and successes >= pool.enough:
        return pool.enough
    if sixes == 0:
        return successes
    if successes >= LAST_ASKED:
        return successes + roll(fives_and_sixes(sixes, "automatic", pool.book))
    if await choose(pool.who, ("reroll", "leave")) == "leave":
        return reroll_sixes(pool, successes, sixes - 1)
    face = await roll(Die.sided(pool.book.sides))
    return reroll_sixes(pool, successes + (face >= pool.book.target), sixes - (face < pool.book.reroll_from))

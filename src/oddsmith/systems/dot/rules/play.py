"""The Dot System as it is played: a pool of six-sided dice, fives and sixes succeed, sixes are rolled again."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.dice import Die, Expression, d6, when
from oddsmith.rules import Then, choose, note, roll, rule

SUCCESS = 5  # R1.5: the lowest face that succeeds
EXCEPTIONAL = 5  # R1.6: so many successes are exceptional
HERO_EXCEPTIONAL, HERO_CRITICAL_FAILURE = 3, 18  # HERO: what always succeeds, what always fails

#: G1.6: when rerolls are asked for, nobody is asked any more from so many successes on.
LAST_ASKED = 50


@dataclass(frozen=True)
class Pool:
    """Dice to roll, and how they are read.

    dots: what the pool came to, which may be below one. dice: how many are rolled; none only where an attack misses
    automatically. reroll: the reading of G1.6. who: whom to ask about rerolls.
    enough: so many successes or more are all the same to whoever asks; None when the number matters.
    """

    dots: int
    dice: int
    reroll: str = field(default="automatic", repr=False)
    who: str = field(default="player", repr=False)
    enough: int | None = field(default=None, repr=False)


def pool_of(dots: int, reroll: str, who: str = "player") -> Pool:
    """R1.9: a pool of so many dots; one die is rolled where it is lowered below one."""
    return Pool(dots, max(1, dots), reroll, who)


# --- rolling a pool --------------------------------------------------------------------------------------------------


def fives_and_sixes(dice: int, reroll: str) -> Expression[int]:
    """R1.5, R1.7: the successes of so many dice, sixes being rolled again as G1.6 is read (unless it asks)."""
    die: Die[int] = {"automatic": d6.explode(6), "once": d6.explode(6, limit=1), "off": d6}[reroll]
    return die.pool(dice).count(at_least=SUCCESS)


@rule
async def successes_of(pool: Pool) -> Then[int]:
    """R1.5, R1.7: every 5 or 6 is a success; a die that shows 6 is rolled again."""
    if pool.dice == 0:
        return 0
    if pool.reroll == "ask":
        fives, sixes, _ = await roll(d6.pool(pool.dice).classes(five=when([5]), six=when([6])))
        return reroll_sixes(pool, fives + sixes, sixes)
    successes = fives_and_sixes(pool.dice, pool.reroll)
    return roll(successes if pool.enough is None else successes.capped(pool.enough))


@rule
async def reroll_sixes(pool: Pool, successes: int, sixes: int) -> Then[int]:
    """R1.7: each die that shows 6 may be rolled again for more successes, again and again."""
    if pool.enough is not None and successes >= pool.enough:
        return pool.enough
    if sixes == 0:
        return successes
    if successes >= LAST_ASKED:
        return successes + roll(fives_and_sixes(sixes, "automatic"))
    if await choose(pool.who, ("reroll", "leave")) == "leave":
        return reroll_sixes(pool, successes, sixes - 1)
    face = await roll(d6)
    return reroll_sixes(pool, successes + (face >= SUCCESS), sixes - (face != 6))


# --- checks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """The successes of a check, and the dots of its pool."""

    successes: int
    pool: int

    @property
    def critical_failure(self) -> bool:
        """R1.9: no success with a pool that was lowered below one dot."""
        return self.successes == 0 and self.pool < 1


@rule
async def check(pool: Pool) -> Result:
    """R1.5 to R1.9: a check; one success achieves the task."""
    if pool.dots < 1:
        await note(f"the pool is {pool.dots}, below one dot: one die is rolled")
    successes = await successes_of(pool)
    result = Result(successes, pool.dots)
    await note(verdict(successes, critical=result.critical_failure))
    return result


def verdict(successes: int, *, critical: bool) -> str:
    """R1.5, R1.6, R1.9, in words."""
    if successes == 0:
        return "no success: a critical failure, like 18 on 3d6" if critical else "no success: a failure"
    told = f"{successes} success{'es' if successes > 1 else ''}"
    return f"{told}: an exceptional success, like 3 on 3d6" if successes >= EXCEPTIONAL else f"{told}: achieved"


# --- attacks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """The successes of an attack, how many of its shots hit, and the dots of its pool."""

    successes: int
    hits: int
    pool: int
    critical_failure: bool


@rule
async def attack(pool: Pool, most_hits: int | None) -> Attack:
    """R1.10, R1.11: an attack; one success hits, and with autofire every success is a hit, up to the shots fired."""
    if pool.dice == 0:
        await note(f"the pool is {pool.dots}, below one dot: an automatic miss (house rule)")
        return Attack(0, 0, pool.dots, critical_failure=False)
    result = await check(pool)
    hits = result.successes if most_hits is None else min(result.successes, most_hits)
    limit = ", as many as shots" if hits < result.successes else ""
    await note(f"{hits} hit{'' if hits == 1 else 's'}{limit}" if hits else "a miss")
    return Attack(result.successes, hits, pool.dots, result.critical_failure)


# --- two characters against each other (G1.14, an option) ------------------------------------------------------------


@dataclass(frozen=True)
class Contest:
    """The successes of both sides, and whether a tie goes to whoever acts."""

    successes: int
    against_successes: int
    tie_wins: bool

    @property
    def net(self) -> int:
        """By how many successes whoever acts is ahead."""
        return self.successes - self.against_successes

    @property
    def lead(self) -> int:
        """The same where a tie that goes to whoever acts counts as one ahead: above 0 wins."""
        return self.net + self.tie_wins


@rule
async def net_alone(pool: Pool, against: Pool, start: int) -> Then[int]:
    """G1.14: by how many successes the one side is ahead, from `start`, and nothing else, so that it needs no limit."""
    return start + roll(fives_and_sixes(pool.dice, pool.reroll) - fives_and_sixes(against.dice, against.reroll))


@rule
async def contest(pool: Pool, against: Pool, tie_wins: bool) -> Contest:
    """G1.14: both sides roll, and more successes win."""
    mine = await check(pool)
    theirs = await check(against)
    result = Contest(mine.successes, theirs.successes, tie_wins)
    if result.net == 0:
        await note(f"a tie: it goes to {'whoever acts' if tie_wins else 'the defender'}")
    else:
        await note(f"{'wins' if result.net > 0 else 'loses'} by {abs(result.net)}")
    return result


# --- the same roll in HERO -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Converted:
    """A HERO roll against a target, and a roll of the pool that takes its place."""

    target: int
    hero_roll: int
    successes: int
    pool: int

    @property
    def hero_success(self) -> bool:
        """HERO: 3d6 at or below the target; 3 always succeeds, 18 always fails."""
        if self.hero_roll in (HERO_EXCEPTIONAL, HERO_CRITICAL_FAILURE):
            return self.hero_roll == HERO_EXCEPTIONAL
        return self.hero_roll <= self.target

    @property
    def dot_critical_failure(self) -> bool:
        """R1.9."""
        return self.successes == 0 and self.pool < 1


@rule
async def convert(target: int, pool: Pool) -> Converted:
    """R1.12: a HERO roll on 3d6 beside the pool that takes its place."""
    hero_roll = await roll(d6.pool(3).sum())
    result = Converted(target, hero_roll, await successes_of(pool), pool.dots)
    await note(f"HERO: {hero_roll} against {target}-, {'a success' if result.hero_success else 'a failure'}")
    await note(f"Dot: {verdict(result.successes, critical=result.dot_critical_failure)}")
    return result

"""Mod Dot as it is played: the pool gives a base, two rock-paper-scissors tests move it, two alike go on.

A test is seen from the character's side: up is a win, even a tie, down a loss.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, NamedTuple

from oddsmith.changed import Changed
from oddsmith.dice import Die, rps
from oddsmith.rules import Then, choose, note, roll, rule
from oddsmith.systems.authoring.marks import Number, Spent
from oddsmith.systems.fields.field import with_changed
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.showing import DOWN, EVEN, UP, Hands, shown

_MANY: Final = ("two", "three", "four", "five")  # of the tests that are always made


# --- before the tests ------------------------------------------------------------------------------------------------


PRINTED = ModDotRules()


def half(pool: int, rules: ModDotRules = PRINTED) -> int:
    """R0.2: half the pool, rounded up. The pool is 0 or more."""
    return -(-pool // rules.dice_a_base)


def modifier(difficulty: int, rules: ModDotRules = PRINTED) -> int:
    """R0.3: a difficulty adds +4 to the base successes at 2, nothing at 6, -4 at 10, and so on without end."""
    return rules.usual_difficulty - difficulty


def base_successes(pool: int, difficulty: int, rules: ModDotRules = PRINTED) -> int:
    """R0.4: half the pool and the difficulty's modifier, but never more than the pool nor less than -1.

    >>> base_successes(10, 6), base_successes(6, 8), base_successes(2, 8), base_successes(2, 2)
    (5, 1, -1, 2)
    """
    return min(pool, max(rules.lowest, half(pool, rules) + modifier(difficulty, rules)))


def most_successes(pool: int, rules: ModDotRules) -> int:
    """R0.7: the limit that tests cannot pass, twice the pool."""
    return rules.cap_times * pool


@dataclass(frozen=True)
class Character:
    """A character about to test.

    base: successes before the tests. cap: the most that can be tested for. throw: the odds of one test.
    willpower: points that could be spent. who: decides. hands: shown in every test, None where only its odds are
    known.
    cap_always (G0.4): the cap binds the first two tests too. any_up_saves (G0.1): so does a single up from base -1.
    asks (G0.8): going on after two ups is a decision. changed: numbers of the book that are other ones.
    """

    base: int
    cap: int
    throw: Die[str] = field(default=rps, repr=False)
    willpower: int = 0
    who: str = field(default="player", repr=False)
    hands: Hands | None = field(default=None, repr=False)
    cap_always: bool = field(default=True, repr=False)
    any_up_saves: bool = field(default=False, repr=False)
    asks: bool = field(default=False, repr=False)
    changed: Changed = field(default=Changed(), repr=False)

    @property
    def book(self) -> ModDotRules:
        """The numbers of the book."""
        return with_changed(ModDotRules, self.changed)

    def worth(self, test: str) -> int:
        """R0.5: the worth of each of the first two tests."""
        return self.book.up if test == UP else self.book.even if test == EVEN else -self.book.down


# --- the tests -------------------------------------------------------------------------------------------------------


class SoFar(NamedTuple):
    """Successes so far; `falling`: there were two downs, so a run of downs is still to be tested."""

    successes: int
    falling: bool = False


async def one_test(character: Character) -> str:
    """R0.5: one test: up, even or down."""
    return await (roll(character.throw) if character.hands is None else shown(character.hands))


@rule
async def two_tests(character: Character) -> Then[SoFar]:
    """R0.5: two tests are always made; an up adds a success, a down takes one, an even changes nothing."""
    first = await one_test(character)
    second = await one_test(character)
    made = (first, second, *[await one_test(character) for _ in range(2, character.book.tests)])
    many, successes = _MANY[len(made) - 2], character.base + sum(character.worth(test) for test in made)
    if all(test == DOWN for test in made):
        await note(f"{many} downs: must test on for more failures")
        return SoFar(successes, falling=True)
    neither = f"stops: neither {many} ups nor {many} downs"
    if character.any_up_saves and character.base == character.book.lowest and successes < 0 and UP in made:
        await note(f"{neither}, but from base {character.base} one up saves from the botch (house rule)")
        return SoFar(0)
    if character.cap_always and successes > character.cap:
        await note(f"counts {character.cap}: {character.book.times} the pool is the most there can be")
        successes = character.cap
    if all(test == UP for test in made):
        return further_ups(character, successes)
    await note(neither)
    return SoFar(successes)


@rule
async def further_ups(character: Character, successes: int) -> Then[SoFar]:
    """R0.6, R0.7: after two ups, every further up adds a success; an even or down ends the run and costs nothing."""
    if successes >= character.cap:
        why = f"no more than {character.cap} successes, {character.book.times} the pool, may be tested for"
    elif character.asks and await choose(character.who, ("go on", "stop")) == "stop":
        why = "chooses to"
    elif (face := await one_test(character)) == UP:
        return further_ups(character, min(successes + character.book.further_up, character.cap))
    else:
        why = f"{face} ends the run of ups and costs nothing"
    await note(f"stops: {why}")
    return SoFar(successes)


@rule
async def further_downs(character: Character, successes: int) -> Then[int]:
    """R0.8: after two downs, every further down takes a success, without limit; an even or up ends the run."""
    taken = character.book.further_down
    if character.hands is None:  # nobody decides: the whole run at once
        successes += await roll(character.throw.explode(DOWN).pool(1).count(worth={DOWN: -taken}))
    elif await one_test(character) == DOWN:
        # From here on it is a botch, and how deep it goes has no limit: what has none is not an argument.
        again = further_downs(character, successes if successes < 0 else successes - taken)
        return -taken + again if successes < 0 else again
    await note("stops: the last test was not down, which ends the run and gains nothing")
    if character.hands is not None:  # nobody waits for it
        await note(verdict(successes) if successes >= 0 else "fewer than 0 successes: a botch")
    return successes


# --- a test, and what becomes of it ----------------------------------------------------------------------------------


@rule
async def spend_willpower(points: int) -> int:
    """G0.10, an option: one point of Willpower buys one success, once an action, before the tests."""
    if await choose("player", ("keep Willpower", "spend Willpower")) == "keep Willpower":
        return 0
    await note("pays 1 Willpower: one success beside what is tested")
    return 1


@dataclass(frozen=True)
class Result:
    """R0.9: successes, a plain failure at 0, or a botch below 0; and how it began."""

    successes: Annotated[int, Number("successes", one="success")]
    base: Annotated[int, Number("base successes before the tests", one="base success before the tests")]
    willpower_spent: Annotated[int, Spent("Willpower spent", most=1)] = 0  # G0.10


@rule
async def resolve(character: Character) -> Result:
    """R0.1 to R0.9: a test, from its base to what becomes of it."""
    await note(f"base successes: {character.base}")
    willpower_spent = await spend_willpower(character.willpower) if character.willpower else 0
    return Result(await tested(character, willpower_spent), character.base, willpower_spent)


async def tested(character: Character, bought: int) -> int:
    """R0.5 to R0.9: the successes of the tests, with those that were bought."""
    so_far = await two_tests(character)
    successes = so_far.successes + bought
    if so_far.falling:
        successes = await further_downs(character, successes)
    await note(verdict(successes))
    return successes


def verdict(successes: int) -> str:
    """Say what successes come to (R0.9)."""
    if successes > 0:
        return f"{successes} success{'es' if successes > 1 else ''}"
    return f"{successes}: a botch" if successes else "0 successes: a failure"

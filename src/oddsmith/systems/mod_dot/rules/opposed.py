"""An opposed test (G0.10, an option): two characters compare their successes."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.rules import Then, note, roll, rule
from oddsmith.systems.mod_dot.rules.test import Character, resolve, run_of_downs, two_tests


@dataclass(frozen=True)
class OpposedOutcome:
    """The successes of both characters."""

    successes: int
    against_successes: int


@rule
async def net_alone(character: Character, against: Character) -> Then[int]:
    """G0.10: by how many successes the one side is ahead of the other, and nothing else, so that it needs no limit."""
    mine = await two_tests(character)
    theirs = await two_tests(against)
    net = mine.successes - theirs.successes
    if mine.falling and theirs.falling:
        return net + roll(run_of_downs(character) - run_of_downs(against))
    if mine.falling:
        return net + roll(run_of_downs(character))
    if theirs.falling:
        return net + roll(-run_of_downs(against))
    return net


@rule
async def contest(character: Character, against: Character) -> OpposedOutcome:
    """G0.10: both sides test; more successes win, and a tie goes to the defender."""
    mine = await resolve(character)
    theirs = await resolve(against)
    net = mine.successes - theirs.successes
    await note("a tie: it goes to the defender" if net == 0 else f"{'wins' if net > 0 else 'loses'} by {abs(net)}")
    return OpposedOutcome(mine.successes, theirs.successes)

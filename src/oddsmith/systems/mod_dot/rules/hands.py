"""A test with real hands, shown against somebody of known habits, or against somebody who chooses as well."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from oddsmith.rules import Then, note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.mod_dot.rules.test import DOWN, Character, one_test, two_tests, verdict

#: R0.9: the successes of a test, below 0 for a botch.
Successes: TypeAlias = Annotated[int, Number("successes", one="success", per_gain=1, name="successes")]


@rule
async def show(character: Character) -> Then[Successes]:
    """R0.1 to R0.9: the successes of a test in which hands are shown."""
    await note(f"base successes: {character.base}")
    so_far = await two_tests(character)
    if so_far.falling:
        return fall(character, so_far.successes)
    await note(verdict(so_far.successes))
    return so_far.successes


@rule
async def fall(character: Character, successes: int) -> Then[Successes]:
    """R0.8: after two downs, every further down takes a success, without limit; an even or up ends the run."""
    if await one_test(character) != DOWN:
        await note("stops: the last test was not down, which ends the run and gains nothing")
        return successes
    # From here on it is a botch, and how deep it goes has no limit: what has none is not an argument.
    taken = character.book.further_down
    return -taken + fall(character, successes) if successes < 0 else fall(character, successes - taken)

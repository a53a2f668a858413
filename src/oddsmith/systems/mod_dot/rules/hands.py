"""A test with real hands, shown against somebody of known habits, or against somebody who chooses as well."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from oddsmith.rules import Then, note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.mod_dot.rules.test import Character, further_downs, two_tests, verdict

#: R0.9: the successes of a test, below 0 for a botch.
Successes: TypeAlias = Annotated[int, Number("successes", one="success", per_gain=1, name="successes")]


@rule
async def show(character: Character) -> Then[Successes]:
    """R0.1 to R0.9: the successes of a test in which hands are shown.

    Nothing waits for the end of a run of downs, which says by itself what it comes to: how deep it goes has no limit.
    """
    await note(f"base successes: {character.base}")
    so_far = await two_tests(character)
    if so_far.falling:
        return further_downs(character, so_far.successes)
    await note(verdict(so_far.successes))
    return so_far.successes

"""Checks that may follow a roll: the Humanity check (G3.8), and from the companion pages the Frenzy check and feeding.

The source text leaves the Humanity check open. Under `humanity-loss=aug2010` checks are rolled as the author had it
three months later: with the character's own dice of the colour, and more successes than current Willpower are needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias

from oddsmith.rules import Then, choose, note, roll, rule
from oddsmith.systems.authoring.marks import Number, YesNo
from oddsmith.systems.humanity_beast.house_rules import Colour, HumanityBeastRules
from oddsmith.systems.humanity_beast.rules.reading import Reading, count, reading

#: Decides what the rules leave open.
GAME_MASTER: Final = "opponent"

#: The fate of the victim; "open" leaves it to the player.
Victim: TypeAlias = Literal["open", "spared", "killed"]


@dataclass(frozen=True)
class CheckRules:
    """The house rules about checks (G3.8). end: the number of Humanity dice at which a character leaves play (G3.9)."""

    how: Literal["ask", "aug2010", "custom"]
    reading: Reading
    dice: int
    target: int
    needed: int
    end: int

    def __str__(self) -> str:
        return self.how


def check_rules(rules: HumanityBeastRules) -> CheckRules:
    """Return the part of the house rules that concerns checks. Nobody is asked about the 10s of a check."""
    how = reading(rules, difficulty=False)
    if how.tens == "ask-beast":
        how = replace(how, tens="always")
    end = 1 if rules.end_of_play == "humanity-1" else 0
    return CheckRules(rules.humanity_loss, how, rules.loss_dice, rules.loss_target, rules.loss_needed, end)


@dataclass(frozen=True)
class CheckOutcome:
    """The character after checks. dice_lost: Humanity dice swapped for Beast dice (R3.1). end_of_play: G3.9."""

    humanity_left: Annotated[int, Number("Humanity dice left")]
    # R3.1: each becomes a Beast die
    dice_lost: Annotated[int, Number("Humanity dice lost", "Humanity die lost", off="humanity", onto="beast")]
    end_of_play: Annotated[bool, YesNo("the character leaves play", "G3.9", otherwise="the character stays in play")]
    frenzy: Annotated[bool, YesNo("frenzy", "Aug 2010", otherwise="no frenzy", clause="you fall into frenzy")] = False
    willpower_left: Annotated[int, Number("Willpower then", left_of="willpower")] = 0


def checked(checks: CheckRules, humanity: int, lost: int, willpower: int, *, frenzy: bool = False) -> CheckOutcome:
    """G3.9: the character as checks have left them."""
    return CheckOutcome(humanity, lost, humanity <= checks.end, frenzy, willpower)


@rule
async def withstood(checks: CheckRules, colour: Colour, dice: int, willpower: int) -> Then[bool]:
    """G3.8: a check is rolled; more successes than current Willpower withstand it."""
    if checks.how == "ask":
        await note("the rules do not settle this check: the game master says")
        return await choose(GAME_MASTER, {"withstood": True, "failed": False})
    how, needed = checks.reading, willpower + 1
    if checks.how == "custom" and colour == "humanity":
        how, dice, needed = replace(how, humanity_target=checks.target), checks.dice, checks.needed or needed
    successes = await roll(count(how, colour, dice).capped(needed))
    await note(f"withstood: {needed} or more" if successes == needed else f"failed: {successes} of {needed} needed")
    return successes == needed


@rule
async def humanity_checks(
    checks: CheckRules, humanity: int, willpower: int, left: int, lost: int
) -> Then[CheckOutcome]:
    """G3.7 to G3.9: each Humanity check that fails swaps a Humanity die for a Beast die; without any, play ends."""
    if left == 0 or humanity <= checks.end:
        return checked(checks, humanity, lost, willpower)
    if await withstood(checks, "humanity", humanity, willpower):
        return humanity_checks(checks, humanity, willpower, left - 1, lost)
    dice = min(checks.reading.book.humanity_lost, humanity)
    what = "a Humanity die becomes a Beast die" if dice == 1 else f"{dice} Humanity dice become Beast dice"
    await note(f"{what}: {humanity - dice} Humanity")
    return humanity_checks(checks, humanity - dice, willpower, left - 1, lost + dice)


@rule
async def frenzy_check(checks: CheckRules, humanity: int, willpower: int) -> Then[CheckOutcome]:
    """Aug 2010: a Frenzy check is rolled with the character's Beast dice."""
    calm = await withstood(checks, "beast", checks.reading.book.all_dice - humanity, willpower)
    return checked(checks, humanity, 0, willpower, frenzy=not calm)


@rule
async def feed(checks: CheckRules, humanity: int, willpower: int, full: int, victim: Victim) -> Then[CheckOutcome]:
    """Aug 2010: feeding that kills refreshes all Willpower but risks Humanity; sparing refreshes 2 and risks frenzy."""
    taken = victim if victim != "open" else await choose("player", ("spared", "killed"))
    if taken == "killed":
        await note(f"the victim dies: Willpower is {full} again, and a Humanity check is due")
        return humanity_checks(checks, humanity, full, 1, 0)
    refreshed = min(full, willpower + checks.reading.book.sparing_refreshes)
    await note(f"the victim lives: Willpower is {refreshed}, and a Frenzy check is due")
    return frenzy_check(checks, humanity, refreshed)

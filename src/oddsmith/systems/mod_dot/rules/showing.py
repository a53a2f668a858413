"""One test: what it comes to, and the two hands that are shown where they are real (G0.11)."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.dice import Die
from oddsmith.rules import choose, choose_secretly, note, roll, rule

UP, EVEN, DOWN = "up", "even", "down"

#: G0.11: hands that can be shown, and for each the one that it beats.
BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


@dataclass(frozen=True)
class Hands:
    """G0.11: two hands are shown at once. habits: how often the other shows each; None for one who chooses as well."""

    habits: Die[str] | None

    def __str__(self) -> str:
        return "both chosen" if self.habits is None else "against habits"


@rule
async def shown(hands: Hands) -> str:
    """R0.5, G0.11: both show a hand at once; the test is up for the one that beats the other."""
    if hands.habits is None:
        mine, theirs = await choose_secretly({"player": tuple(BEATS), "opponent": tuple(BEATS)})
    else:
        mine, theirs = await choose("player", tuple(BEATS)), await roll(hands.habits)
    result = EVEN if mine == theirs else UP if BEATS[mine] == theirs else DOWN
    await note(f"{mine} against {theirs}: {result}")
    return result

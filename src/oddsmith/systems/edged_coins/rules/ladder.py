"""The printed tables: the coins of each rank, the modifiers of ranks, and the prices in energy coins (EC)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from oddsmith.dice import HEADS, coin
from oddsmith.rules import Then, choose, note, odds, roll, rule
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules

LOWEST, HIGHEST = -1, 6


@dataclass(frozen=True)
class LadderStep:
    """One line of R4.1: coins tossed, heads needed, and the rank as which a failed toss may be tossed again."""

    title: str | None
    coins: int
    heads: int
    fallback: int | None = None


#: R4.1. Ranks -1 and 6 are reached through modifiers only.
STEPS: Final[Mapping[int, LadderStep]] = {
    -1: LadderStep(None, coins=3, heads=3),
    0: LadderStep("Iron", coins=2, heads=2),
    1: LadderStep("Copper", coins=1, heads=1),
    2: LadderStep("Bronze", coins=2, heads=1),
    3: LadderStep("Silver", coins=2, heads=1, fallback=0),
    4: LadderStep("Gold", coins=2, heads=1, fallback=1),
    5: LadderStep("Platinum", coins=2, heads=1, fallback=2),
    6: LadderStep(None, coins=3, heads=1),
}

#: Ranks by the names of the metals.
TITLES: Final[Mapping[str, int]] = {step.title.lower(): rank for rank, step in STEPS.items() if step.title}

#: G4.1: other readings of rank 6.
RANK_SIX: Final[Mapping[str, LadderStep]] = {
    "as-printed": STEPS[6],
    "fallback3": LadderStep(None, coins=3, heads=1, fallback=3),
    "bronze-fallback3": LadderStep(None, coins=2, heads=1, fallback=3),
    "never-worse": STEPS[5],
}

Difficulty: TypeAlias = Literal["very-easy", "easy", "normal", "difficult", "very-difficult"]

#: R4.2, in ranks.
DIFFICULTIES: Final[Mapping[Difficulty, int]] = {
    "very-easy": 2,
    "easy": 1,
    "normal": 0,
    "difficult": -1,
    "very-difficult": -2,
}

# R4.10, R4.11, in energy coins.
SKILL_EFFORT: Final = 1
POWER_EFFORT: Final = 2
TALENT: Final = 1  # or more; normally 1
DRAMATIC_USE: Final = 1  # or more: the CM names the price, then the player may decline
RE_TOSS: Final = 5
BUY: Final = 10
FORCE: Final = 15
INVERT: Final = 20

#: The price list, by the names of the options.
PRICES: Final[Mapping[str, str]] = {
    "effort": f"{SKILL_EFFORT}",
    "effort in power": f"{POWER_EFFORT}",
    "talent": f"{TALENT} or more",
    "dramatic use": f"{DRAMATIC_USE} or more (named by the CM, and the player may decline)",
    "re-toss": f"{RE_TOSS}",
    "buy": f"{BUY}",
    "force": f"{FORCE}",
    "invert": f"{INVERT}",
}


#: Options in a phrase; those that are not here say enough.
_PHRASES: Final[Mapping[str, str]] = {
    "accept": "let it stand",
    "re-toss": f"re-toss for {RE_TOSS} EC",
    "buy": f"buy the success for {BUY} EC",
    "force": f"force a re-toss for {FORCE} EC",
    "invert": f"invert it for {INVERT} EC",
}


def phrase(option: str) -> str:
    """Put an option of a decision in a phrase.

    >>> phrase("force"), phrase("no effort")
    ('force a re-toss for 15 EC', 'no effort')
    """
    return _PHRASES.get(option, option)


class TossRules(NamedTuple):
    """The house rules about tosses (G4.1, G4.2, G4.8, G4.10); the defaults are the book's.

    A named tuple: every state of play holds it, and tuples are quick to hash.
    """

    rank_six: str = "as-printed"
    beyond: str = "clamp"
    skill_effort: str = "once"
    inverting: str = "text"

    @staticmethod
    def under(rules: EdgedCoinsRules) -> TossRules:
        """Return the part of the house rules that concerns tosses."""
        return TossRules(rules.rank_six, rules.beyond, rules.skill_effort, rules.inverting)

    def step(self, rank: int) -> LadderStep:
        """R4.1: the line of a rank from -1 to 6."""
        return RANK_SIX[self.rank_six] if rank == HIGHEST else STEPS[rank]

    def reached(self, rank: int) -> int:
        """G4.2: the rank that is tossed when all modifiers add up to `rank`.

        With the reading `automatic`, 7 stands for any rank above 6 and -2 for any below -1.

        >>> TossRules().reached(8), TossRules(beyond="automatic").reached(8)
        (6, 7)
        """
        spare = 1 if self.beyond == "automatic" else 0
        return max(LOWEST - spare, min(HIGHEST + spare, rank))

    def allows(self, rank: int) -> bool:
        """G4.2: tell whether modifiers may lead to `rank`."""
        return self.beyond != "reject" or LOWEST <= rank <= HIGHEST

    def potency(self, potency: int) -> int:
        """G4.12: the rank as which a Potency is tossed. None is above 6: automatic successes would explode for ever."""
        return self.reached(min(potency, HIGHEST))


@rule
async def land(rank: int, rules: TossRules) -> Then[bool]:
    """The coins land.

    R4.1; a failed toss of Silver, Gold or Platinum is tossed again as a lower rank, which nobody would decline (G4.3).
    """
    if not LOWEST <= rank <= HIGHEST:
        await note("succeeds without a toss" if rank > HIGHEST else "fails without a toss")
        return rank > HIGHEST
    step = rules.step(rank)
    if await roll(coin.pool(step.coins).count(HEADS)) >= step.heads:
        return True
    if step.fallback is None:
        return False
    await note(f"failed; tosses again as rank {step.fallback}")
    return land(step.fallback, rules)


@rule
async def land_unwanted(rank: int, rules: TossRules) -> Then[bool]:
    """The coins land for somebody who hopes for a failure.

    R4.1, G4.3: then to toss again is theirs to decline. rank: from 1 to 6.
    """
    step = rules.step(rank)
    if await roll(coin.pool(step.coins).count(HEADS)) >= step.heads:
        return True
    if step.fallback is None or await choose("player", ("toss again", "decline")) == "decline":
        return False
    await note(f"tosses again as rank {step.fallback}")
    return land_unwanted(step.fallback, rules)


@cache
def chance(rank: int, rules: TossRules) -> Fraction:
    """Return the chance that a toss of a rank succeeds, its second toss included and nobody paying.

    >>> [str(chance(rank, TossRules())) for rank in range(-1, 7)]
    ['1/8', '1/4', '1/2', '3/4', '13/16', '7/8', '15/16', '7/8']
    """
    return odds(land(rank, rules)).pmf(True)

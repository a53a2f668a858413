"""The tables: the coins of each rank, the modifiers of ranks, and the prices in energy coins (EC)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from oddsmith.changed import Changed, told_parts
from oddsmith.dice import HEADS, coin
from oddsmith.rules import Then, choose, note, odds, roll, rule
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.talents import NO_TALENTS, Talents
from oddsmith.systems.fields.field import changed, with_changed

LOWEST, HIGHEST = -1, 6

#: So much that every state of play asks again is remembered of each kind.
ASKED_AGAIN: Final = 4096


@dataclass(frozen=True)
class LadderStep:
    """One line of R4.1: coins tossed, heads needed, and the rank as which a failed toss may be tossed again."""

    title: str | None
    coins: int
    heads: int
    fallback: int | None = None


#: Ranks by the names of the metals. Ranks -1 and 6 have none; they are reached through modifiers only.
TITLES: Final[Mapping[str, int]] = {"iron": 0, "copper": 1, "bronze": 2, "silver": 3, "gold": 4, "platinum": 5}

#: Ranks as the numbers of the book have them in their names.
_NAMED: Final[Mapping[int, str]] = {
    LOWEST: "minus_one",
    **{rank: name for name, rank in TITLES.items()},
    HIGHEST: "six",
}

#: G4.1: other readings of rank 6.
RANK_SIX: Final[Mapping[str, LadderStep]] = {
    "fallback3": LadderStep(None, coins=3, heads=1, fallback=3),
    "bronze-fallback3": LadderStep(None, coins=2, heads=1, fallback=3),
}


@cache
def ladder(changed: Changed) -> Mapping[int, LadderStep]:
    """R4.1: every line of the ladder, some numbers of the book being other ones."""
    book = with_changed(EdgedCoinsRules, changed)
    return {
        rank: LadderStep(
            name.capitalize() if name in TITLES else None,
            coins=getattr(book, f"{name}_coins"),
            heads=getattr(book, f"{name}_heads"),
            fallback=getattr(book, f"{name}_fallback", None),
        )
        for rank, name in _NAMED.items()
    }


Difficulty: TypeAlias = Literal["very-easy", "easy", "normal", "difficult", "very-difficult"]


def difficulty_ranks(difficulty: Difficulty, rules: EdgedCoinsRules) -> int:
    """R4.2: the ranks that a difficulty adds."""
    ranks: int = getattr(rules, f"{difficulty.replace('-', '_')}_ranks")
    return ranks


def prices(rules: EdgedCoinsRules) -> Mapping[str, str]:
    """R4.10, R4.11: the price list in energy coins, by the names of the options."""
    return {
        "effort": f"{rules.effort_price}",
        "effort in power": f"{rules.power_effort_price}",
        "talent": f"{rules.talent_price} or more",
        "dramatic use": f"{rules.dramatic_use_price} or more (named by the CM, and the player may decline)",
        "re-toss": f"{rules.re_toss_price}",
        "buy": f"{rules.buy_price}",
        "force": f"{rules.force_price}",
        "invert": f"{rules.invert_price}",
    }


@cache
def answer_prices(changed: Changed) -> Mapping[str, int]:
    """R4.10: the prices of answers in energy coins, some numbers of the book being other ones."""
    book = with_changed(EdgedCoinsRules, changed)
    return {
        "re-toss": book.re_toss_price,
        "buy": book.buy_price,
        "force": book.force_price,
        "invert": book.invert_price,
    }


def phrase(option: str, rules: EdgedCoinsRules) -> str:
    """Put an option of a decision in a phrase.

    >>> [phrase(option, EdgedCoinsRules()) for option in ("force", "no effort")]
    ['force a re-toss for 15 EC', 'no effort']
    >>> [phrase(option, EdgedCoinsRules()) for option in ("you: buy", "opponent 1: re-toss")]
    ['you buy the success for 10 EC', 'opponent 1 re-tosses for 5 EC']
    """
    said = {
        "accept": "let it stand",
        "re-toss": f"re-toss for {rules.re_toss_price} EC",
        "buy": f"buy the success for {rules.buy_price} EC",
        "force": f"force a re-toss for {rules.force_price} EC",
        "invert": f"invert it for {rules.invert_price} EC",
    }
    who, named, taken = option.rpartition(": ")
    words = said.get(taken, taken)
    if not named or who == "you":
        return f"{who} {words}".lstrip()
    verb, _, rest = words.partition(" ")
    return f"{who} {verb}{'es' if verb.endswith('s') else 's'} {rest}".rstrip()


class TossRules(NamedTuple):
    """The house rules about tosses (G4.1, G4.2, G4.8, G4.10); the defaults are the book's.

    A named tuple: every state of play holds it, and tuples are quick to hash. changed: numbers of the book that
    are other ones. talents: what may bend the rules for one toss; the next has them all again.
    """

    rank_six: str = "as-printed"
    beyond: str = "clamp"
    skill_effort: str = "once"
    inverting: str = "text"
    changed: Changed = Changed()
    talents: Talents = NO_TALENTS

    @property
    def told_by(self) -> Mapping[str, int | bool]:
        """The talents as they bend the rules now: nothing else changes while a toss is played."""
        return self.talents.told_by

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in told_parts(self))})"

    @staticmethod
    def under(rules: EdgedCoinsRules) -> TossRules:
        """Return the part of the house rules that concerns tosses."""
        return TossRules(rules.rank_six, rules.beyond, rules.skill_effort, rules.inverting, changed(rules))

    def step(self, rank: int) -> LadderStep:
        """R4.1: the line of a rank from -1 to 6, with the coins that talents add."""
        steps = ladder(self.changed)
        step = steps[rank]
        if rank == HIGHEST and self.rank_six != "as-printed":
            step = steps[self._better()] if self.rank_six == "never-worse" else RANK_SIX[self.rank_six]
        return replace(step, coins=step.coins + self.talents.coins) if self.talents.coins else step

    def _better(self) -> int:
        """G4.1: the better of rank 5 and rank 6 as the book, or a table, has them; rank 5 where they are alike."""
        as_printed = self._replace(rank_six="as-printed", talents=Talents(coins=self.talents.coins))
        return max(HIGHEST - 1, HIGHEST, key=lambda rank: chance(rank, as_printed))

    def bent_by(self, talents: Talents) -> TossRules:
        """Return them as talents bend them now."""
        return self if talents is self.talents else self._replace(talents=talents)

    @property
    def book(self) -> EdgedCoinsRules:
        """The numbers of the book."""
        return with_changed(EdgedCoinsRules, self.changed)

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

    def raises(self, rank: int, ranks: int, more: int) -> bool:
        """G4.2: tell whether so many ranks lead to a higher one, be it together with up to so many more.

        >>> TossRules().raises(-2, 1, more=0), TossRules().raises(-2, 1, more=1)
        (False, True)
        """
        before = rank + max(0, self.reached(LOWEST - 2) + 1 - rank - ranks)  # as many more as lead out of the lowest
        led = before - rank <= more and self.reached(before) < self.reached(before + ranks)
        return led and self.allows(rank + ranks)

    def potency(self, potency: int) -> int:
        """G4.12: the rank as which a Potency is tossed. None is above 6: automatic successes would explode for ever."""
        return self.reached(min(potency, HIGHEST))


class Landed(NamedTuple):
    """Coins that have landed. one_short: another head would have been enough; told where there are talents."""

    success: bool
    one_short: bool = False


@rule
async def land(rank: int, rules: TossRules) -> Then[Landed]:
    """The coins land.

    R4.1; a failed toss of Silver, Gold or Platinum is tossed again as a lower rank, which nobody would decline (G4.3).
    """
    if not LOWEST <= rank <= HIGHEST:
        await note("succeeds without a toss" if rank > HIGHEST else "fails without a toss")
        return Landed(rank > HIGHEST)
    step = rules.step(rank)
    heads = await roll(coin.pool(step.coins).count(HEADS))
    if heads >= step.heads:
        return Landed(success=True)
    if step.fallback is None:
        return Landed(success=False, one_short=bool(rules.talents.known) and heads == step.heads - 1)
    await note(f"failed; tosses again as rank {step.fallback}")
    return land(step.fallback, rules)


@rule
async def land_unwanted(rank: int, rules: TossRules) -> Then[Landed]:
    """The coins land for somebody who hopes for a failure.

    R4.1, G4.3: then to toss again is theirs to decline. rank: from 1 to 6.
    """
    step = rules.step(rank)
    if await roll(coin.pool(step.coins).count(HEADS)) >= step.heads:
        return Landed(success=True)
    if step.fallback is None or await choose("player", ("toss again", "decline")) == "decline":
        return Landed(success=False)
    await note(f"tosses again as rank {step.fallback}")
    return land_unwanted(step.fallback, rules)


@cache
def chance(rank: int, rules: TossRules) -> Fraction:
    """Return the chance that a toss of a rank succeeds, its second toss included and nobody paying.

    >>> [str(chance(rank, TossRules())) for rank in range(-1, 7)]
    ['1/8', '1/4', '1/2', '3/4', '13/16', '7/8', '15/16', '7/8']
    """
    return odds(land(rank, rules)).p(lambda landed: landed.success)

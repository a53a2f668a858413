"""A contest: an opposed test before which both sides may buy dice (R2.4, R2.5), in view of each other or unseen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.dice.limits import refuse_above
from oddsmith.distribution import Distribution, Finite
from oddsmith.rules import choose, choose_secretly, note, roll, rule
from oddsmith.systems.t13.rules.buying import Purse, most, ways_to_pay, with_bought
from oddsmith.systems.t13.rules.components import NOTHING, Amount, Component
from oddsmith.systems.t13.rules.levels import Circumstances, Scale
from oddsmith.systems.t13.rules.tests import Contestant, OpposedOutcome, Scored, contested, halved
from oddsmith.systems.t13.rules.throw import Total

#: The one who buys first, in full view of the other; or both buy before either sees what the other has bought.
Order: TypeAlias = Literal["player-first", "opponent-first", "at-once"]

#: Purchases among which a side may choose.
MOST_PURCHASES: Final = 2_000


class Purchase(NamedTuple):
    """Dice bought of each offer, and the price paid for them. name: as a player would say it."""

    name: str
    bought: tuple[int, ...]
    paid: Amount


@dataclass(frozen=True)
class Bidder:
    """A side that may buy dice. again: more than one die of an offer (G2.19)."""

    side: Contestant
    offers: tuple[Component, ...]
    purse: Purse
    again: bool

    @cached_property
    def prices(self) -> tuple[Amount, ...]:
        """The price of a die of each offer."""
        return tuple(self.purse.price(offer.kind) for offer in self.offers)

    def __str__(self) -> str:
        return f"{self.purse.held} to spend"


@lru_cache(maxsize=64)
def purchases(bidder: Bidder) -> Mapping[str, Purchase]:
    """R2.4, R2.18: everything that can be bought, nothing first; each way to pay is another.

    Raises TooLarge for more than `MOST_PURCHASES`.
    """
    found: dict[str, Purchase] = {}
    for bought in _affordable(bidder, ()):
        for paid in ways_to_pay(bidder.prices, bought, bidder.purse):
            name = _named(bought, paid, bidder)
            found[name] = Purchase(name, bought, paid)
            refuse_above(MOST_PURCHASES, len(found), "purchases", "Offer fewer dice, or give less to spend.")
    return found


def _named(bought: tuple[int, ...], paid: Amount, bidder: Bidder) -> str:
    dice = [
        f"{f'{number} ' if number > 1 else ''}{offer.kind}:{offer.dice}"
        for offer, number in zip(bidder.offers, bought, strict=True)
        if number
    ]
    return f"{' + '.join(dice)} for {paid}" if dice else "nothing"


def having(bought: tuple[int, ...], bidder: Bidder) -> Contestant:
    """Return a side with so many dice of each offer bought."""
    return replace(bidder.side, throw=with_bought(bidder.side.throw, bidder.offers, bought))


def _affordable(bidder: Bidder, bought: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all numbers of dice that can be paid and begin with these."""
    place, left = len(bought), len(bidder.offers) - len(bought)
    if not left:
        yield bought
        return
    for number in range(most(bidder.prices, place, bought + (0,) * left, bidder.purse, again=bidder.again) + 1):
        yield from _affordable(bidder, (*bought, number))


# --- both rolls as one -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rolls(OpposedOutcome):
    """The rolls of both sides, compared. said: the words of a referee, for the trail alone."""

    said: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "ahead" if self.lead > 0 else "behind" if self.lead else "level"


@dataclass(frozen=True)
class ContestThrow(Expression[Rolls]):
    """R2.5, G2.23: both sides roll, the first one first."""

    mine: Contestant
    theirs: Contestant
    scale: Scale

    def calculate(self) -> Distribution[Rolls]:
        judge = _judge(self.mine.circumstances, self.theirs.circumstances, self.scale)
        weights: defaultdict[Rolls, int] = defaultdict(int)
        others = _scores(self.theirs)
        for own, weight in _scores(self.mine).items():
            for other, against in others.items():
                weights[judge[own, other]] += weight * against
        return Distribution.from_weights(weights)

    def _roll(self, source: Source) -> Rolled[Rolls]:
        parts = (self.mine.throw.roll(source), self.theirs.throw.roll(source))
        own, other = (_scored(side, part.value) for side, part in zip((self.mine, self.theirs), parts, strict=True))
        return Rolled(
            self, _rolls(own, other, self.mine.circumstances, self.theirs.circumstances, self.scale), parts=parts
        )

    def __str__(self) -> str:
        return f"{self.mine} against {self.theirs}"


def _scored(side: Contestant, total: Total) -> Scored:
    return Scored(halved(total.points, side.halving), total.crisis)


@lru_cache(maxsize=4096)
def _scores(side: Contestant) -> Mapping[Scored, int]:
    """Return the chance of each score of a side, as weights."""
    totals = side.throw.distribution()
    assert isinstance(totals, Finite)
    weights: dict[Scored, int] = {}
    for total, weight in totals.weights.items():
        scored = _scored(side, total)
        weights[scored] = weights.get(scored, 0) + weight
    return weights


def _rolls(own: Scored, other: Scored, mine: Circumstances, theirs: Circumstances, scale: Scale) -> Rolls:
    contest, said = contested(own, other, mine, theirs, scale)
    return Rolls(**vars(contest), said=said)


class _Judge(dict[tuple[Scored, Scored], Rolls]):
    """The outcomes of pairs of scores. The same pairs come up whatever is bought, so each is judged once."""

    def __init__(self, mine: Circumstances, theirs: Circumstances, scale: Scale) -> None:
        self._judged_by = mine, theirs, scale

    def __missing__(self, pair: tuple[Scored, Scored]) -> Rolls:
        mine, theirs, scale = self._judged_by
        found = self[pair] = replace(_rolls(*pair, mine, theirs, scale), said=())
        return found


@lru_cache(maxsize=16)
def _judge(mine: Circumstances, theirs: Circumstances, scale: Scale) -> _Judge:
    return _Judge(mine, theirs, scale)


# --- in the order of play --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bidding:
    """Both sides, and the order in which they buy."""

    mine: Bidder
    theirs: Bidder
    order: Order
    scale: Scale

    def __str__(self) -> str:
        return f"{self.mine} against {self.theirs}"


@dataclass(frozen=True)
class ContestOutcome(Rolls):
    """The outcome of a contest, and what both sides have paid."""

    spent: Amount = NOTHING
    against_spent: Amount = NOTHING


@rule
async def bid(bidding: Bidding) -> ContestOutcome:
    """R2.4, R2.5: both sides buy dice, then both roll."""
    if bidding.order == "at-once":
        mine, other = await choose_secretly({"player": purchases(bidding.mine), "opponent": purchases(bidding.theirs)})
    elif bidding.order == "player-first":
        mine = await choose("player", purchases(bidding.mine))
        other = await choose("opponent", purchases(bidding.theirs))
    else:
        other = await choose("opponent", purchases(bidding.theirs))
        mine = await choose("player", purchases(bidding.mine))
    if mine.paid != NOTHING:
        await note(f"the player buys {mine.name}")
    if other.paid != NOTHING:
        await note(f"the opponent buys {other.name}")
    sides = having(mine.bought, bidding.mine), having(other.bought, bidding.theirs)
    met = await roll(ContestThrow(*sides, bidding.scale))
    for text in met.said:
        await note(text)
    return ContestOutcome(
        margin=met.margin,
        lead=met.lead,
        verdict=met.verdict,
        extra=met.extra,
        failures=met.failures,
        against=met.against,
        against_extra=met.against_extra,
        against_failures=met.against_failures,
        spent=mine.paid,
        against_spent=other.paid,
    )

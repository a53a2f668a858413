"""A contest: an opposed test before which both sides may buy dice (R2.4, R2.5), in view of each other or unseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.dice.limits import refuse_above
from oddsmith.distribution import Distribution, Finite
from oddsmith.rules import choose, choose_secretly, note, roll, rule
from oddsmith.systems.t13.rules.buying import Purse, ways_to_pay
from oddsmith.systems.t13.rules.components import NOTHING, Amount, Component
from oddsmith.systems.t13.rules.levels import Circumstances, Number, Scale, Verdict
from oddsmith.systems.t13.rules.tests import Contestant, OpposedOutcome, Scored, contested, halved
from oddsmith.systems.t13.rules.throw import Total

#: The one who buys first, in full view of the other; or both buy before either sees what the other has bought.
Order: TypeAlias = Literal["player-first", "opponent-first", "at-once"]

#: Purchases among which a side may choose.
MOST_PURCHASES: Final = 2_000


class Purchase(NamedTuple):
    """Dice bought of each offer, and the price paid for them."""

    bought: tuple[int, ...]
    paid: Amount


@dataclass(frozen=True)
class Bidder:
    """A side that may buy dice. again: more than one die of an offer (G2.19)."""

    side: Contestant
    offers: tuple[Component, ...]
    purse: Purse
    again: bool

    def with_dice(self, bought: tuple[int, ...]) -> Contestant:
        """Return the side with so many of each offer bought."""
        extra = tuple(offer.dice for offer, number in zip(self.offers, bought, strict=True) for _ in range(number))
        return replace(self.side, throw=replace(self.side.throw, dice=self.side.throw.dice + extra))

    def named(self, purchase: Purchase) -> str:
        """Name a purchase as a player would say it."""
        dice = [
            f"{f'{number} ' if number > 1 else ''}{offer.kind}:{offer.dice}"
            for offer, number in zip(self.offers, purchase.bought, strict=True)
            if number
        ]
        return f"{' + '.join(dice)} for {purchase.paid}" if dice else "nothing"

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The most dice of each offer that can be paid when nothing else is bought."""
        prices = [self.purse.price(offer.kind) for offer in self.offers]
        found = []
        for price in prices:
            number = 0
            while ways_to_pay((price,), (number + 1,), self.purse) and (self.again or not number):
                number += 1
            found.append(number)
        return tuple(found)

    def __str__(self) -> str:
        return f"{self.purse.held} to spend"


@lru_cache(maxsize=64)
def purchases(bidder: Bidder, payment_matters: bool) -> Mapping[str, Purchase]:
    """R2.4, R2.18: everything that can be bought, nothing first. payment_matters: each way to pay is another.

    Raises TooLarge for more than `MOST_PURCHASES`.
    """
    found: dict[str, Purchase] = {}
    for bought in _affordable(bidder, ()):
        ways = ways_to_pay(_prices(bidder), bought, bidder.purse)
        for paid in ways if payment_matters else ways[:1]:
            purchase = Purchase(bought, paid)
            found[bidder.named(purchase)] = purchase
            refuse_above(MOST_PURCHASES, len(found), "purchases", "Offer fewer dice, or give less to spend.")
    return found


def _prices(bidder: Bidder) -> tuple[Amount, ...]:
    return tuple(bidder.purse.price(offer.kind) for offer in bidder.offers)


def _affordable(bidder: Bidder, bought: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all numbers of dice that can be paid and begin with these."""
    offers = len(bidder.offers)
    if len(bought) == offers:
        yield bought
        return
    for number in range(bidder.most[len(bought)] + 1):
        begun = (*bought, number)
        if not ways_to_pay(_prices(bidder), begun + (0,) * (offers - len(begun)), bidder.purse):
            return
        yield from _affordable(bidder, begun)


# --- both rolls as one -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ContestOutcome:
    """The outcome of a contest as far as it was asked; the rest is None. See `OpposedOutcome`.

    said: the words of a referee, for the trail alone.
    """

    lead: int
    margin: Number | None = None
    verdict: Verdict | None = None
    extra: int | None = None
    failures: int | None = None
    against: Verdict | None = None
    against_extra: int | None = None
    against_failures: int | None = None
    spent: Amount = NOTHING
    against_spent: Amount = NOTHING
    said: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "ahead" if self.lead > 0 else "behind" if self.lead else "level"


@dataclass(frozen=True)
class ContestThrow(Expression[ContestOutcome]):
    """R2.5, G2.23: both sides roll, the first one first. asked: fields of its outcome, beside the lead."""

    mine: Contestant
    theirs: Contestant
    scale: Scale
    asked: frozenset[str]

    def calculate(self) -> Distribution[ContestOutcome]:
        judge = _judge(self.mine.circumstances, self.theirs.circumstances, self.scale, self.asked)
        weights: dict[ContestOutcome, int] = {}
        others = _scores(self.theirs)
        for own, weight in _scores(self.mine).items():
            for other, against in others.items():
                met = judge.met(own, other)
                weights[met] = weights.get(met, 0) + weight * against
        return Distribution.from_weights(weights)

    def _roll(self, source: Source) -> Rolled[ContestOutcome]:
        parts = (self.mine.throw.roll(source), self.theirs.throw.roll(source))
        own, other = (_scored(side, part.value) for side, part in zip((self.mine, self.theirs), parts, strict=True))
        contest, said = contested(own, other, self.mine.circumstances, self.theirs.circumstances, self.scale)
        return Rolled(self, _outcome(contest, self.asked, said), parts=parts)

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


def _outcome(contest: OpposedOutcome, asked: frozenset[str], said: tuple[str, ...] = ()) -> ContestOutcome:
    known: dict[str, Any] = {name: getattr(contest, name) for name in asked}
    return ContestOutcome(contest.lead, said=said, **known)


class _Judge:
    """The outcomes of pairs of scores. The same pairs come up whatever is bought, so each is judged once."""

    def __init__(self, mine: Circumstances, theirs: Circumstances, scale: Scale, asked: frozenset[str]) -> None:
        self._rest = mine, theirs, scale
        self._asked = asked
        self._known: dict[tuple[Scored, Scored], ContestOutcome] = {}

    def met(self, own: Scored, other: Scored) -> ContestOutcome:
        found = self._known.get((own, other))
        if found is None:
            contest, _ = contested(own, other, *self._rest)
            found = self._known[own, other] = _outcome(contest, self._asked)
        return found


@lru_cache(maxsize=16)
def _judge(mine: Circumstances, theirs: Circumstances, scale: Scale, asked: frozenset[str]) -> _Judge:
    return _Judge(mine, theirs, scale, asked)


# --- in the order of play --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bidding:
    """Both sides, and the order in which they buy. asked: see `ContestThrow`. told: it matters what is paid."""

    mine: Bidder
    theirs: Bidder
    order: Order
    scale: Scale
    asked: frozenset[str]
    told: bool

    def __str__(self) -> str:
        return f"{self.mine} against {self.theirs}"


@rule
async def bid(bidding: Bidding) -> ContestOutcome:
    """R2.4, R2.5: both sides buy dice, then both roll."""
    mine, theirs = await bought(bidding)
    if mine.paid != NOTHING:
        await note(f"the player buys {bidding.mine.named(mine)}")
    if theirs.paid != NOTHING:
        await note(f"the opponent buys {bidding.theirs.named(theirs)}")
    sides = bidding.mine.with_dice(mine.bought), bidding.theirs.with_dice(theirs.bought)
    met = await roll(ContestThrow(*sides, bidding.scale, bidding.asked))
    for text in met.said:
        await note(text)
    return replace(met, spent=mine.paid, against_spent=theirs.paid) if bidding.told else met


async def bought(bidding: Bidding) -> tuple[Purchase, Purchase]:
    """R2.4: both sides buy before anything is rolled."""
    ours, theirs = purchases(bidding.mine, bidding.told), purchases(bidding.theirs, bidding.told)
    if bidding.order == "at-once":
        mine, other = await choose_secretly({"player": ours, "opponent": theirs})
        return mine, other
    if bidding.order == "player-first":
        mine = await choose("player", ours)
        return mine, await choose("opponent", theirs)
    other = await choose("opponent", theirs)
    return await choose("player", ours), other

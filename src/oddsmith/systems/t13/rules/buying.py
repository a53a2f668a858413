"""Spending on a test: extra dice before or after the roll (R2.4, G2.20), and points on the score (R2.19)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from oddsmith.changed import Changed
from oddsmith.rules import Call, Then, choose, note, roll, rule
from oddsmith.systems.fields.field import with_changed
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.components import NOTHING, Amount, Component, ComponentKind, only, paid_in, price, ways
from oddsmith.systems.t13.rules.currencies import SWAYS, Currency, Rank, off_the_top, value
from oddsmith.systems.t13.rules.levels import Level, LevelsTaken, Number, Rung, Verdict
from oddsmith.systems.t13.rules.proficiencies import Crisis
from oddsmith.systems.t13.rules.purchases import dice_bought, offers_taken, score_so_far
from oddsmith.systems.t13.rules.tests import TestTask, described, halved, judged
from oddsmith.systems.t13.rules.throw import Throw, Total, component_dice


@dataclass(frozen=True)
class Purse:
    """The points that a character may spend, and has spent. pooled: Yarn is kept as Chi and comes off its top (G2.22).

    held: at first. sway: the kind of Sway that this test may spend, Yin or Yang where they are kept apart. changed:
    numbers of the book that are other ones, such as prices.
    """

    held: Amount
    rank: Rank = Rank.SOLO
    twists: int = 0
    pooled: bool = False
    spent: Amount = NOTHING
    changed: Changed = field(default=Changed(), repr=False)
    sway: Currency = field(default=Currency.SWAY, repr=False)

    @property
    def book(self) -> T13Rules:
        """The numbers of the book."""
        return with_changed(T13Rules, self.changed)

    def price(self, kind: ComponentKind) -> Amount:
        """R2.4: what one die costs."""
        return price(kind, self.book)

    def paying(self, price: Amount) -> Purse:
        """Return the purse after a payment that it covers."""
        return replace(self, spent=self.spent.plus(price))

    def covers(self, price: Amount) -> bool:
        """Tell whether all that can be paid."""
        spent = self.spent.plus(price)
        if not self.pooled:
            return spent.within(self.held)
        stock = self.held.chi + value(self.held.yarn) - spent.chi
        enough = all(spent.of(kind) <= self.held.of(kind) for kind in SWAYS)
        return enough and stock >= 0 and off_the_top(stock, spent.yarn) is not None

    @property
    def left(self) -> Amount:
        """All that is left; where Yarn is kept as Chi, in Chi."""
        if not self.pooled:
            return self.held.minus(self.spent)
        stock = self.held.chi + value(self.held.yarn) - self.spent.chi
        chi = stock - (off_the_top(stock, self.spent.yarn) or 0)
        return self.held.minus(self.spent)._replace(chi=chi, yarn=0)


@dataclass(frozen=True)
class Buyer:
    """Somebody who tests and may spend.

    throw: the dice, before any are bought. offers: dice for sale. again: more than one die of an offer. adjusts: points
    may change the score (R2.19). told: it matters what is spent; else any way to pay will do. marks: where only the
    level matters, the lowest of each span of totals that have the same one.
    """

    throw: Throw
    task: TestTask
    offers: tuple[Component, ...]
    purse: Purse
    again: bool = True
    adjusts: bool = False
    told: bool = True
    marks: tuple[int, ...] = ()

    @cached_property
    def prices(self) -> tuple[Amount, ...]:
        """The price of a die of each offer."""
        return tuple(self.purse.price(component.kind) for component in self.offers)

    @cached_property
    def ceiling(self) -> int | None:
        """The total from which on more points change nothing: the last mark, if no die for sale takes away."""
        takes = not self.throw.nonnegative and any(offer.dice.lowest < 0 for offer in self.offers)
        return self.marks[-1] if self.marks and not takes else None

    def counted(self, points: int, crisis: Crisis) -> Total:
        """Return a total to which dice may still be added."""
        return Total(points, points if self.ceiling is None else min(points, self.ceiling), crisis)

    def paying(self, price: Amount) -> Buyer:
        """Return the buyer after a payment that the purse covers."""
        return replace(self, purse=self.purse.paying(price))

    @property
    def totals(self) -> range:
        """All totals that the throw can come to, whatever is bought."""
        none = (0,) * len(self.offers)
        lowest, highest = self.throw.lowest, self.throw.highest
        for place, offer in enumerate(self.offers):
            number = most(self.prices, place, none, self.purse, again=self.again)
            floor = 0 if self.throw.nonnegative else offer.dice.lowest
            lowest, highest = lowest + number * min(0, floor), highest + number * max(0, offer.dice.highest)
        return range(lowest, highest + 1)

    def __str__(self) -> str:
        return f"{self.purse.left} to spend"

    @property
    def told_by(self) -> Mapping[str, str]:
        """All that is left to spend."""
        return {"purse": str(self.purse.left)}

    def with_dice(self, bought: tuple[int, ...]) -> Throw:
        """Return all dice, with so many of each offer bought."""
        return replace(with_bought(self.throw, self.offers, bought), marks=self.marks)


def with_bought(throw: Throw, offers: tuple[Component, ...], bought: tuple[int, ...]) -> Throw:
    """Return a throw with so many dice of each offer added."""
    extra = tuple(offer.dice for offer, number in zip(offers, bought, strict=True) for _ in range(number))
    return replace(throw, dice=throw.dice + extra)


def marks(task: TestTask, totals: range | None = None) -> tuple[int, ...]:
    """Return the lowest of each span of totals that come to the same level, for a throw whose score nobody asks.

    totals: those that there are, where levels beyond the ends of the ladder matter, too. Empty where levels do not come
    in spans (doubles and numerology look at the digits).
    """
    if task.scale.doubles == "on" or task.scale.numerology == "on":
        return ()

    def rung(points: int) -> Rung:
        return judged(halved(points, task.halving), Crisis.NONE, task).rolled

    if totals is not None:
        rungs = {points: rung(points) for points in totals}
        return tuple(points for points in totals if rungs.get(points - 1) != rungs[points])
    book, by = task.scale.book, task.circumstances.shift
    # Beyond either end of these the level is the same: those that are added or taken are made up for (G2.25).
    lowest = max(0, by) * task.difficulty
    highest = (max(book.superior_times, book.complete_times) + max(0, -by)) * task.difficulty
    halves = 1 if task.halving == "off" else 2
    open_ended = range(-halves * lowest - 2, halves * (highest + 2))
    found = {0, *(bisect_left(open_ended, level, key=lambda points: rung(points).level) for level in Level)}
    return tuple(open_ended[place] for place in sorted(found) if place < len(open_ended))


@dataclass(frozen=True)
class BuyOutcome:
    """The outcome of a test, and the points spent on it.

    score, extra, failures: of the lowest total that is the same for whoever asks (see `Buyer.marks`).
    """

    verdict: Verdict
    spent: Amount = NOTHING
    twists: int = 0
    score: Number = 0
    extra: int = 0
    failures: int = 0


def reached(score: Number, taken: LevelsTaken) -> BuyOutcome:
    """Return what a score and its levels come to, before anything is paid."""
    return BuyOutcome(taken.verdict, score=score, extra=taken.extra, failures=taken.failures)


def tested(buyer: Buyer, when: str) -> Call[BuyOutcome]:
    """G2.20: the test, for which dice are bought before the roll or, one at a time, after it."""
    return roll_first(buyer) if when == "after" else shop(buyer, 0, (0,) * len(buyer.offers))


# --- before the roll -------------------------------------------------------------------------------------------------


@rule
async def shop(buyer: Buyer, offer: int, bought: tuple[int, ...]) -> Then[BuyOutcome]:
    """R2.4, G2.19: before anything is rolled, choose how many dice to buy of one offer after the other."""
    if not amounts(buyer, offer, bought):
        return pay(buyer, bought)
    offer, bought = await choose("player", amounts(buyer, offer, bought))
    return shop(buyer, offer, bought)


shop.in_words = dice_bought


@lru_cache(maxsize=10_000)
def amounts(buyer: Buyer, offer: int, bought: tuple[int, ...]) -> Mapping[str, tuple[int, tuple[int, ...]]]:
    """List how many dice may be bought of the next offer of which one can be paid: by that, what is asked after it."""
    for place in range(offer, len(buyer.offers)):
        if limit := most(buyer.prices, place, bought, buyer.purse, again=buyer.again):
            name = f"{buyer.offers[place].kind}:{buyer.offers[place].dice}"
            numbers = range(limit + 1)
            return {f"{number or 'no'} {name}": (place + 1, _with(bought, place, number)) for number in numbers}
    return {}


def most(prices: tuple[Amount, ...], offer: int, bought: tuple[int, ...], purse: Purse, *, again: bool) -> int:
    """G2.19: the number of dice of an offer that can be paid beside others. again: more than one may be bought."""
    number = 0
    while ways_to_pay(prices, _with(bought, offer, number + 1), purse) and (again or not number):
        number += 1
    return number


def _with(bought: tuple[int, ...], offer: int, number: int) -> tuple[int, ...]:
    return (*bought[:offer], number, *bought[offer + 1 :])


@lru_cache(maxsize=100_000)
def ways_to_pay(prices: tuple[Amount, ...], bought: tuple[int, ...], purse: Purse) -> tuple[Amount, ...]:
    """R2.4, G2.21: the ways to pay so many dice at these prices, one currency a die.

    Only those that the purse covers, and none of which another takes no more of any currency. Sway first.
    """
    last = next((place for place in reversed(range(len(bought))) if bought[place]), None)
    if last is None:
        return (NOTHING,)
    before = ways_to_pay(prices, _with(bought, last, bought[last] - 1), purse)
    totals = {total.plus(way) for total in before for way in ways(prices[last], purse.rank, purse.sway)}
    return tuple(sorted(_cheapest(total for total in totals if purse.covers(total)), reverse=True))


def _cheapest(totals: Iterable[Amount]) -> list[Amount]:
    """Return those of which no other takes no more of any currency. They pay with one kind of Sway."""
    cheapest: list[Amount] = []
    # Less Sway comes first. Of those so far, the least Yarn for so much Chi: the more Chi, the less Yarn.
    steps: list[tuple[int, int]] = []
    for total in sorted(totals, key=lambda total: (total.all_sway, total.chi, total.yarn)):
        after = bisect_left(steps, (total.chi + 1, 0))
        if after and steps[after - 1][1] <= total.yarn:
            continue
        cheapest.append(total)
        place = bisect_left(steps, (total.chi, total.yarn))
        while place < len(steps) and steps[place][1] >= total.yarn:
            del steps[place]
        steps.insert(place, (total.chi, total.yarn))
    return cheapest


@rule
async def pay(buyer: Buyer, bought: tuple[int, ...]) -> Then[BuyOutcome]:
    """R2.4, R2.18: choose what the bought dice are paid with."""
    possible = ways_to_pay(buyer.prices, bought, buyer.purse)
    paid = possible[0]
    if buyer.told:
        paid = await choose("player", {str(way): way for way in possible})
    if any(bought):
        dice = [
            f"{number} {offer.kind}:{offer.dice}" for offer, number in zip(buyer.offers, bought, strict=True) if number
        ]
        await note(f"pays {paid} for {', '.join(dice)}")
    if buyer.adjusts:
        return roll_and_adjust(buyer.paying(paid), buyer.with_dice(bought))
    if not buyer.told:
        return roll_all(buyer.with_dice(bought), buyer.task)
    return having_paid(paid, buyer.with_dice(bought), buyer.task)


@rule
async def having_paid(paid: Amount, dice: Throw, task: TestTask) -> BuyOutcome:
    """R2.4: the test, and what was paid for its dice."""
    return replace(await roll_all(dice, task), spent=paid)


pay.in_words = dice_bought


@rule
async def roll_all(dice: Throw, task: TestTask) -> BuyOutcome:
    """R2.6, R2.11: roll all dice, the bought ones included, and see how good it is."""
    return await judge(await roll(dice), task)


@rule
async def judge(total: Total, task: TestTask) -> BuyOutcome:
    """R2.6, R2.11: the level of a total."""
    score = halved(total.mark, task.halving)
    taken = judged(score, total.crisis, task)
    await note(f"{halved(total.points, task.halving)} against difficulty {task.difficulty}: {described(taken)}")
    return reached(score, taken)


@rule
async def roll_and_adjust(buyer: Buyer, dice: Throw) -> Then[BuyOutcome]:
    """R2.19: roll all dice, the bought ones included; points may change the score."""
    return settle(buyer, await roll(dice))


@rule
async def settle(buyer: Buyer, total: Total) -> Then[BuyOutcome]:
    """R2.6: how good the dice are, or, where points may change the score (R2.19), go on to that."""
    if buyer.adjusts:
        return adjust(buyer, halved(total.points, buyer.task.halving), total.crisis, 0, 0)
    bought = await judge(total, buyer.task)
    return replace(bought, spent=buyer.purse.spent) if buyer.told else bought


# --- after the roll --------------------------------------------------------------------------------------------------


@rule
async def roll_first(buyer: Buyer) -> Then[BuyOutcome]:
    """G2.20 after: roll the free dice, then buy."""
    total = await roll(buyer.throw)
    return extend(buyer, buyer.counted(total.points, total.crisis), (0,) * len(buyer.offers))


@rule
async def extend(buyer: Buyer, so_far: Total, bought: tuple[int, ...]) -> Then[BuyOutcome]:
    """G2.20 after: accept the result, or buy one more die and add it."""
    choice = await choose("player", {"accept": None, **purchases(buyer, bought)})
    if choice is None:
        return settle(buyer, so_far)
    offer, paid = choice
    return add(buyer.paying(paid), so_far, bought if buyer.again else _with(bought, offer, 1), offer)


extend.in_words = offers_taken


@rule
async def add(buyer: Buyer, so_far: Total, bought: tuple[int, ...], offer: int) -> Then[BuyOutcome]:
    """G2.20 after: roll a die that has just been bought."""
    added = await roll(component_dice(buyer.offers[offer].dice, buyer.throw.nonnegative))
    return extend(buyer, buyer.counted(so_far.points + added, so_far.crisis), bought)


@lru_cache(maxsize=100_000)
def purchases(buyer: Buyer, bought: tuple[int, ...]) -> Mapping[str, tuple[int, Amount]]:
    """List all that can be bought next, as a player says it. bought: offers taken, where each may be taken once."""
    options: dict[str, tuple[int, Amount]] = {}
    for offer, component in enumerate(buyer.offers):
        for paid in ways(buyer.purse.price(component.kind), buyer.purse.rank, buyer.purse.sway):
            if not bought[offer] and buyer.purse.covers(paid):
                options[f"{component.kind}:{component.dice} for {paid}"] = (offer, paid)
    return options


# --- points on the score ---------------------------------------------------------------------------------------------


def adjusts(currency: Currency, book: T13Rules) -> int:
    """R2.19: the change of the score by one point of a currency."""
    by: int = getattr(book, f"{currency.kind.value}_adjusts")
    return by


@rule
async def adjust(buyer: Buyer, score: Number, crisis: Crisis, twists: int, direction: int) -> Then[BuyOutcome]:
    """R2.6, R2.19: accept the score, or change it by a point of something, always in the same direction."""
    change = await choose("player", {"accept": None, **changes(buyer, twists, direction)})
    if change is not None:
        by, paid, twist = change
        await note(f"pays {'1 Twist' if twist else paid}: the score goes from {score} to {score + by}")
        return adjust(buyer.paying(paid), score + by, crisis, twists + twist, 1 if by > 0 else -1)
    taken = judged(score, crisis, buyer.task)
    await note(f"{score} against difficulty {buyer.task.difficulty}: {described(taken)}")
    return replace(reached(score, taken), spent=buyer.purse.spent, twists=twists)


adjust.in_words = score_so_far


def changes(buyer: Buyer, twists: int, direction: int) -> Mapping[str, tuple[int, Amount, int]]:
    """R2.19: the changes of the score that one point more could bring, as a player would say them."""
    book = buyer.purse.book
    spends = [paid_in(currency, buyer.purse.sway) for currency in buyer.purse.rank.spends]
    points = [(adjusts(currency, book), only(currency, 1), 0, f"1 {currency}") for currency in spends]
    payable = [point for point in points if buyer.purse.covers(point[1])]
    if twists < buyer.purse.twists:
        payable.append((book.twist_adjusts, NOTHING, 1, "1 Twist"))
    signs = (1, -1) if not direction else (direction,)
    return {f"{sign * by:+d} ({name})": (sign * by, paid, twist) for sign in signs for by, paid, twist, name in payable}

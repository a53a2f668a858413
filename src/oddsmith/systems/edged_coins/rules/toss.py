"""A toss with purses: opposition and effort before the coins land, and the answers while the toss is fresh.

`ec` is always the player's purse and `opposing_ec` the opponent's, whoever tosses. Everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from oddsmith.rules import Call, Then, choose, note, rule
from oddsmith.systems.authoring.marks import Spent, Unasked
from oddsmith.systems.edged_coins.rules.ladder import (
    ASKED_AGAIN,
    HIGHEST,
    LOWEST,
    TossRules,
    answer_prices,
    land,
    land_unwanted,
)
from oddsmith.systems.edged_coins.rules.talents import DramaticUse, Talent

PLAYER, OPPONENT = "player", "opponent"
NOBODY = "nobody"  # tosses for what nobody does, such as a fall
BURNING = "burning"  # whoever burns, tossing for the fire and hoping for a failure

EC_SPENT: Final = Spent("EC spent by the player", per_gain=0, also=("coins", "energy coins", "coins spent", "EC"))
OPPOSING_EC_SPENT: Final = Spent(
    "EC spent by the opponent", per_gain=0, also=("opposing coins", "the opponent's coins", "opposing EC")
)

AGAIN = frozenset({"re-toss", "force"})  # answers, and effects of talents, that bring a new toss


class Answer(NamedTuple):
    """An answer to a fresh toss (R4.10): its EC, and whether it brings a new toss. talent: the one it uses, if any."""

    option: str
    price: int
    again: bool
    talent: Talent | None = None

    @property
    def paid(self) -> str:
        """Its price, and the talent that it pays for, in words."""
        return f"{self.price} EC for {self.talent.name}" if self.talent else f"{self.price} EC"


class Tossed(NamedTuple):
    """A toss that nobody answers any more, and the coins left in both purses."""

    success: bool
    ec: int
    opposing_ec: int


class TossResult(NamedTuple):
    """A toss, from the opposition to the last answer, and the coins spent on it."""

    success: Annotated[bool, Unasked]
    ec_spent: Annotated[int, EC_SPENT]
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT]


class DramaticResult(NamedTuple):
    """The same with a dramatic use proposed. dramatic: it came about."""

    success: Annotated[bool, Unasked]
    ec_spent: Annotated[int, EC_SPENT]
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT]
    dramatic: Annotated[bool, Unasked]


def other(who: str) -> str:
    """Return the one who stands against `who`; against a toss for nobody it is the player."""
    return OPPONENT if who == PLAYER else PLAYER


def purse(who: str, ec: int, opposing_ec: int) -> int:
    """Return the coins that `who` can spend."""
    return ec if who == PLAYER else opposing_ec if who == OPPONENT else 0


def paid(who: str, price: int, ec: int, opposing_ec: int) -> tuple[int, int]:
    """Return both purses after `who` has paid."""
    return (ec - price, opposing_ec) if who == PLAYER else (ec, opposing_ec - price)


def price(answered: str, rules: TossRules) -> int:
    """R4.10: the price of an answer that is no talent."""
    return answer_prices(rules.changed)[answered]


# --- before the coins land -------------------------------------------------------------------------------------------


def opposed(
    actor: str, rank: int, opposing_rank: int, opposers: int, ec: int, opposing_ec: int, rules: TossRules
) -> Call[Tossed]:
    """R4.4, G4.14: those who want to stop an action toss first, one after the other; then the action is tossed.

    rank: the sum of all modifiers so far. opposers: how many still toss, each at `opposing_rank`.
    """
    if opposers:
        return oppose(actor, rank, opposing_rank, opposers, ec, opposing_ec, rules)
    return attempt(actor, rank, ec, opposing_ec, rules)


@rule
async def oppose(
    actor: str, rank: int, opposing_rank: int, opposers: int, ec: int, opposing_ec: int, rules: TossRules
) -> Then[Tossed]:
    """R4.4: an opposing toss comes first."""
    opposing = attempt(other(actor), opposing_rank, ec, opposing_ec, rules)
    return opposing.then(hinder, actor, rank, opposing_rank, opposers, rules)


@rule
async def hinder(
    opposing: Tossed, actor: str, rank: int, opposing_rank: int, opposers: int, rules: TossRules
) -> Then[Tossed]:
    """R4.4: an opposing success would cost the action one rank."""
    if opposing.success:
        await note(hindrance(rules))
        rank -= rules.book.opposed_ranks
    return opposed(actor, rank, opposing_rank, opposers - 1, opposing.ec, opposing.opposing_ec, rules)


def hindrance(rules: TossRules) -> str:
    """R4.4: what an opposing success does, in words."""
    ranks = rules.book.opposed_ranks
    return f"opposed: {'one rank' if ranks == 1 else f'{ranks} ranks'} less"


def attempt(tosser: str, rank: int, ec: int, opposing_ec: int, rules: TossRules) -> Call[Tossed]:
    """Toss, after an effort if one may be made. rank: the sum of all modifiers so far."""
    if len(efforts(tosser, rank, purse(tosser, ec, opposing_ec), rules)) > 1:
        return strive(tosser, rank, ec, opposing_ec, rules)
    return prepare(tosser, rank, ec, opposing_ec, rules)


@lru_cache(maxsize=ASKED_AGAIN)
def efforts(tosser: str, rank: int, coins: int, rules: TossRules) -> Mapping[str, int]:
    """R4.11, G4.8: the efforts that may be made, by name, and the ranks that each adds; none that leads nowhere.

    >>> efforts("player", 2, 40, TossRules())
    {'no effort': 0, 'effort': 1}
    >>> efforts("player", 6, 40, TossRules())
    {'no effort': 0}
    >>> efforts("player", -2, 3, TossRules(skill_effort="repeated"))
    {'no effort': 0, 'effort 2': 2, 'effort 3': 3}
    """
    cost, each = rules.book.effort_price, rules.book.effort_ranks
    most = min(1, coins // cost) if rules.skill_effort == "once" else coins // cost
    offered = {"no effort": 0}
    for efforts in range(1, most + 1):
        more = rules.talents.most_ranks(tosser, coins - efforts * cost)
        if rules.raises(rank + (efforts - 1) * each, each, more):
            offered["effort" if efforts == 1 else f"effort {efforts}"] = efforts * each
    return offered


@rule
async def strive(tosser: str, rank: int, ec: int, opposing_ec: int, rules: TossRules) -> Then[Tossed]:
    """R4.11: an effort may raise the rank."""
    raised = await choose(tosser, efforts(tosser, rank, purse(tosser, ec, opposing_ec), rules))
    cost = raised // rules.book.effort_ranks * rules.book.effort_price
    if raised:
        await note(f"{tosser} pays {cost} EC for an effort: rank {rules.reached(rank + raised)}")
    return prepare(tosser, rank + raised, *paid(tosser, cost, ec, opposing_ec), rules)


def prepare(tosser: str, rank: int, ec: int, opposing_ec: int, rules: TossRules) -> Call[Tossed]:
    """Toss, after talents if any may be used before. rank: the sum of all modifiers so far."""
    if helpful_before(tosser, rank, purse(tosser, ec, opposing_ec), rules):
        return use_talents(tosser, rank, ec, opposing_ec, rules)
    return toss(tosser, rules.reached(rank), ec, opposing_ec, rules)


def helpful_before(tosser: str, rank: int, coins: int, rules: TossRules) -> dict[str, Talent]:
    """R4.10: the talents that may be used before the coins land, by option; none that leads nowhere."""
    lands = LOWEST <= rules.reached(rank) <= HIGHEST

    def helps(talent: Talent) -> bool:
        if talent.effect == "coin":
            return lands
        return rules.raises(rank, 1, rules.talents.used(talent.option).most_ranks(tosser, coins - talent.price))

    return {talent.option: talent for talent in rules.talents.before(tosser, coins) if helps(talent)}


@rule
async def use_talents(tosser: str, rank: int, ec: int, opposing_ec: int, rules: TossRules) -> Then[Tossed]:
    """R4.10, G4.19: a talent may be used before the coins land, for a rank or a coin more."""
    coins = purse(tosser, ec, opposing_ec)
    talent = await choose(tosser, {"no talent": None, **helpful_before(tosser, rank, coins, rules)})
    if talent is None:
        return toss(tosser, rules.reached(rank), ec, opposing_ec, rules)
    bent = rules.talents.used(talent.option)
    ec, opposing_ec = paid(tosser, talent.price, ec, opposing_ec)
    if talent.effect == "coin":
        bent = bent._replace(coins=bent.coins + 1)
        await note(f"{tosser} pays {talent.price} EC for {talent.name}: one coin more")
    else:
        rank += 1
        await note(f"{tosser} pays {talent.price} EC for {talent.name}: rank {rules.reached(rank)}")
    return prepare(tosser, rank, ec, opposing_ec, rules.bent_by(bent))


# --- the coins land, and are answered --------------------------------------------------------------------------------


@rule
async def toss(tosser: str, rank: int, ec: int, opposing_ec: int, rules: TossRules) -> Then[Tossed]:
    """R4.1: a toss."""
    landed = await (land_unwanted(rank, rules) if tosser == BURNING else land(rank, rules))
    await note("success" if landed.success else "failure")
    if rules.talents.turns(tosser):
        rules = rules.bent_by(rules.talents._replace(one_short=landed.one_short))
    return fresh(tosser, rank, landed.success, ec, opposing_ec, rules)


def fresh(tosser: str, rank: int, success: bool, ec: int, opposing_ec: int, rules: TossRules) -> Then[Tossed]:
    """Leave a toss open to an answer if somebody can pay for one; else it is final."""
    if len(answers(tosser, success, ec, opposing_ec, rules)) > 1:
        return answer(tosser, rank, success, ec, opposing_ec, rules)
    return Tossed(success, ec, opposing_ec)


def answers(tosser: str, success: bool, ec: int, opposing_ec: int, rules: TossRules) -> Mapping[str, Answer | None]:
    """R4.10: the answers open to the one whom a fresh toss hurts; the one that spends nothing first.

    >>> list(answers("player", False, 7, 0, TossRules())), list(answers("player", True, 0, 20, TossRules()))
    (['accept', 're-toss'], ['accept', 'force', 'invert'])
    """
    who = other(tosser) if success else tosser
    return _payable(who, purse(who, ec, opposing_ec), success, tosser in (PLAYER, OPPONENT), rules)


@lru_cache(maxsize=ASKED_AGAIN)
def _payable(who: str, coins: int, success: bool, somebodys: bool, rules: TossRules) -> Mapping[str, Answer | None]:
    """Return the answers that `who` can pay for. somebodys: whether the toss is one of the two sides'."""
    open_to: tuple[str, ...] = ("re-toss", "buy")
    if success:
        open_to = ("force", "invert") if somebodys or rules.inverting != "table" else ("force",)
    answered = [Answer(option, price(option, rules), option in AGAIN) for option in open_to]
    answered += [
        Answer(talent.option, talent.price, talent.effect in AGAIN, talent)
        for talent in rules.talents.answering(who, coins, success=success)
    ]
    return {"accept": None, **{one.option: one for one in answered if one.price <= coins}}


@rule
async def answer(tosser: str, rank: int, success: bool, ec: int, opposing_ec: int, rules: TossRules) -> Then[Tossed]:
    """R4.10: the fresh toss may be answered.

    4g, G4.10: by the one whom it hurts, and that may be answered in turn. It ends when somebody accepts.
    """
    who = other(tosser) if success else tosser
    taken = await choose(who, answers(tosser, success, ec, opposing_ec, rules))
    if taken is None:
        return Tossed(success, ec, opposing_ec)
    ec, opposing_ec = paid(who, taken.price, ec, opposing_ec)
    if rules.talents.known:
        rules = rules.bent_by(rules.talents.used(taken.option))
    if taken.again:
        await note(f"{who} pays {taken.paid}: tossed again, and the last toss stands")
        return toss(tosser, rank, ec, opposing_ec, rules)
    await note(f"{who} pays {taken.paid}: a {'failure' if success else 'success'} instead")
    return fresh(tosser, rank, not success, ec, opposing_ec, rules)


# --- what it came to -------------------------------------------------------------------------------------------------


@rule
async def reckon(tossed: Tossed, ec: int, opposing_ec: int) -> TossResult:
    """What was spent on a toss, from purses of so many coins."""
    return TossResult(tossed.success, ec - tossed.ec, opposing_ec - tossed.opposing_ec)


@rule
async def propose(tossed: Tossed, ec: int, opposing_ec: int, use: DramaticUse) -> DramaticResult:
    """R4.10, G4.20: once the CM has named the price of a dramatic use, the player takes or declines it.

    The rules do not say when; here it is when the toss is over, with what is left of the coins.
    """
    result = DramaticResult(tossed.success, ec - tossed.ec, opposing_ec - tossed.opposing_ec, dramatic=False)
    if tossed.ec < use.price or await choose("player", ("no dramatic use", "dramatic use")) == "no dramatic use":
        return result
    await note(f"player pays {use.price} EC for a dramatic use: {use.words}")
    return result._replace(ec_spent=result.ec_spent + use.price, dramatic=True)


@rule
async def whole_toss(
    rank: int, opposing_rank: int, opposers: int, ec: int, opposing_ec: int, rules: TossRules
) -> Then[TossResult]:
    """A toss of the player from the opposition to the last answer."""
    return opposed(PLAYER, rank, opposing_rank, opposers, ec, opposing_ec, rules).then(reckon, ec, opposing_ec)


@rule
async def dramatic_toss(
    rank: int, opposing_rank: int, opposers: int, ec: int, opposing_ec: int, rules: TossRules, use: DramaticUse
) -> Then[DramaticResult]:
    """A toss of the player from the opposition to the last answer, then a dramatic use."""
    return opposed(PLAYER, rank, opposing_rank, opposers, ec, opposing_ec, rules).then(propose, ec, opposing_ec, use)

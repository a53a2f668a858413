"""A toss with which others interfere: they force it anew or turn it over, into a failure or a success (R4.10)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from oddsmith.rules import Then, choose, note, rule
from oddsmith.systems.authoring.marks import Spent, Unasked
from oddsmith.systems.edged_coins.rules.ladder import TossRules, land
from oddsmith.systems.edged_coins.rules.toss import AGAIN, OPPONENT, PLAYER, price


class Witness(NamedTuple):
    """Somebody who may spend coins on a toss, since it affects them directly. side: the one who decides for them.

    tosses: the toss is their own, so they re-toss it or buy a success; others force and invert.
    """

    name: str
    side: str
    tosses: bool = False


class Watched(NamedTuple):
    """A toss that several may spend coins on. wanted: the result that the player's side wants."""

    rank: int
    wanted: bool
    witnesses: tuple[Witness, ...]
    purses: tuple[int, ...]
    rules: TossRules

    def hurts(self, success: bool) -> str:
        """The side that a result hurts."""
        return OPPONENT if success is self.wanted else PLAYER

    def answers(self, success: bool, purses: tuple[int, ...]) -> dict[str, tuple[int, str] | None]:
        """R4.10: what the side that a fresh toss hurts may do, by name: whose coins, and the answer they pay for."""
        found: dict[str, tuple[int, str] | None] = {"accept": None}
        for place, witness in enumerate(self.witnesses):
            if witness.side == self.hurts(success):
                for answer in answers_of(witness, success, purses[place], self.rules):
                    found[f"{witness.name}: {answer}"] = (place, answer)
        return found


class WatchedResult(NamedTuple):
    """A toss that nobody answers any more.

    as_wished: as the player's side wants it. The coins spent on it: the player's, of others on that side, of opponents.
    """

    success: Annotated[bool, Unasked]
    as_wished: Annotated[bool, Unasked]
    ec_spent: Annotated[int, Spent("EC spent by you", also=("coins", "EC"))]
    allies_ec_spent: Annotated[int, Spent("EC spent by others on your side")]
    opposing_ec_spent: Annotated[int, Unasked]


def answers_of(witness: Witness, success: bool, coins: int, rules: TossRules) -> tuple[str, ...]:
    """R4.10, G4.10: the answers that somebody can pay for, to a fresh toss that hurts them.

    >>> answers_of(Witness("ally", PLAYER), False, 20, TossRules())
    ('force', 'invert')
    >>> answers_of(Witness("ally", PLAYER), False, 20, TossRules(inverting="table"))
    ('force',)
    """
    own = ("re-toss", "buy") if not success else ()
    others = ("force", "invert") if success or rules.inverting == "text" else ("force",)
    return tuple(answer for answer in (own if witness.tosses else others) if coins >= price(answer, rules))


@rule
async def watch(toss: Watched, purses: tuple[int, ...]) -> Then[WatchedResult]:
    """R4.1: a toss."""
    success = (await land(toss.rank, toss.rules)).success
    await note("success" if success else "failure")
    return respond(toss, success, purses)


@rule
async def respond(toss: Watched, success: bool, purses: tuple[int, ...]) -> Then[WatchedResult]:
    """R4.10, G4.10: those whom a fresh toss hurts may answer it, and be answered. It ends when they accept."""
    taken = await choose(toss.hurts(success), toss.answers(success, purses))
    if taken is None:
        spent = [first - left for first, left in zip(toss.purses, purses, strict=True)]
        allies = sum(coins for coins, by in zip(spent, toss.witnesses, strict=True) if by.side == PLAYER) - spent[0]
        return WatchedResult(success, success is toss.wanted, spent[0], allies, sum(spent) - spent[0] - allies)
    payer, answer = taken
    left = tuple(coins - price(answer, toss.rules) * (place == payer) for place, coins in enumerate(purses))
    name = toss.witnesses[payer].name
    if answer in AGAIN:
        await note(f"{name} pays {price(answer, toss.rules)} EC: tossed again, and the last toss stands")
        return watch(toss, left)
    await note(f"{name} pays {price(answer, toss.rules)} EC: a {'failure' if success else 'success'} instead")
    return respond(toss, not success, left)

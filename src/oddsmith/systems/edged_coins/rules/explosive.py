"""An explosive toss: each success brings another toss, until one fails or another rule stops it (R4.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from oddsmith.rules import Sequel, Then, note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import (
    EC_SPENT,
    OPPONENT,
    OPPOSING_EC_SPENT,
    PLAYER,
    Tossed,
    attempt,
    hindrance,
)


class Explosive(NamedTuple):
    """An explosive toss of the player. opposing_rank: of those who try to stop it.

    purses: both at first. counts: always, as trails have told since there are logs.
    """

    opposing_rank: int
    rules: TossRules
    purses: tuple[int, int]
    counts: bool = True


@dataclass(frozen=True)
class Exploded:
    """The successes of an explosive toss, and the coins spent on it. Adding a number adds successes."""

    successes: Annotated[int, Number("successes", one="success", per_gain=1)]
    ec_spent: Annotated[int, EC_SPENT] = 0
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT] = 0

    def __add__(self, more: int) -> Exploded:
        return replace(self, successes=self.successes + more)


@rule
async def stand_against(
    chain: Explosive, rank: int, opposers: int, left: int | None, ec: int, opposing_ec: int
) -> Then[Exploded]:
    """R4.4, G4.14: those who want to stop it toss first, one after the other; each success costs all its tosses a rank.

    opposers: how many still toss. left: tosses that another rule lets happen, None where none stops it.
    """
    if not opposers:
        return explode(chain, rank, left, ec, opposing_ec)
    opposing = attempt(OPPONENT, chain.opposing_rank, ec, opposing_ec, chain.rules)
    return opposing.then(hindered, chain, rank, opposers, left)


@rule
async def hindered(opposing: Tossed, chain: Explosive, rank: int, opposers: int, left: int | None) -> Then[Exploded]:
    """R4.4: an opposing success would cost a rank."""
    if opposing.success:
        await note(hindrance(chain.rules))
        rank -= chain.rules.book.opposed_ranks
    return stand_against(chain, rank, opposers - 1, left, opposing.ec, opposing.opposing_ec)


def explode(chain: Explosive, rank: int, left: int | None, ec: int, opposing_ec: int) -> Sequel[Exploded]:
    """G4.9: the next toss, with an effort and answers of its own (R4.11: the effort is made anew for every toss)."""
    return attempt(PLAYER, rank, ec, opposing_ec, chain.rules).then(go_on, chain, rank, left)


@rule
async def go_on(tossed: Tossed, chain: Explosive, rank: int, left: int | None) -> Then[Exploded]:
    """R4.3: a success brings another toss, until one fails or another rule stops it."""
    if not tossed.success or left == 1:
        await note("stops: another rule" if tossed.success else "stops: no success")
        ec, opposing_ec = chain.purses
        return Exploded(int(tossed.success), ec - tossed.ec, opposing_ec - tossed.opposing_ec)
    return 1 + explode(chain, rank, None if left is None else left - 1, tossed.ec, tossed.opposing_ec)

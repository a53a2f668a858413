"""Edged Coins: skills are ranks of a ladder of coin tosses, and energy coins (EC) bend what has landed.

`ladder` holds the printed tables, `toss` a toss with purses, `damage`, `attack`, `fall`, `fire`, `resist` and `duel`
what is done with it, `profile` what a table may read another way, `inputs` and the modules of actions what somebody
enters and asks, `audit` what is odd.
"""

from __future__ import annotations

from fractions import Fraction

from oddsmith.rules import best
from oddsmith.systems.declaration import Source, System, Tour
from oddsmith.systems.edged_coins.actions.duel import DUEL
from oddsmith.systems.edged_coins.actions.harm import ATTACK, DAMAGE, FALL, FIRE
from oddsmith.systems.edged_coins.actions.toss import RESIST, TOSS
from oddsmith.systems.edged_coins.audit import audit
from oddsmith.systems.edged_coins.citations import SAYS
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.ladder import TossRules, chance
from oddsmith.systems.edged_coins.rules.toss import TossResult, whole_toss

__all__ = ["SYSTEM"]

_COINS = 20
_PRICE = Fraction(1, 50)


def _advice() -> str:
    """How to spend on an Iron toss when a coin is worth a fiftieth of a success, worked out when it is said."""

    def worth(result: TossResult) -> Fraction:
        return result.success - _PRICE * result.ec_spent

    call = whole_toss(0, 0, 0, _COINS, 0, TossRules())
    solution = best(call, worth)
    steps = [f"{advice.best}" for advice in solution.decisions if advice.reached and advice.decision.known == ()]
    success = solution.distribution.map(lambda result: result.success).pmf(True)
    return (
        f"An Iron toss with {_COINS} EC, when a coin is worth {_PRICE} of a success: first {steps[0]}, after a failure "
        f"{steps[1]}. It then succeeds {float(success):.1%} of the time instead of {float(chance(0, TossRules())):.1%}."
    )


SYSTEM = System(
    name="edged-coins",
    title="Edged Coins",
    summary="Coin tosses by rank, and energy coins that re-toss, buy, force and invert what has landed.",
    house_rules=EdgedCoinsRules,
    actions=(TOSS, DAMAGE, ATTACK, FALL, FIRE, RESIST, DUEL),
    audit=audit,
    tour=Tour("attack", {"rank": 3, "opposing_rank": 2, "attack_power": 2}, _advice),
    sources=(
        Source(
            "Edged Coins, part III: core mechanics",
            "La Torre de Dimirag",
            "https://latorrededimirag.blogspot.com/2026/01/edged-coins-part-iii-core-mechanics.html",
        ),
    ),
    says=SAYS,
)

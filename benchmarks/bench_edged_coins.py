"""Edged Coins at its largest: what best play with full purses takes."""

from figure import Figure
from oddsmith.rules import best, explore, solve
from oddsmith.systems.edged_coins import SYSTEM
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import PLAYER, opposed
from oddsmith.systems.fields.validation import entered

RULES = entered(SYSTEM.house_rules, {})
# Read off the game, and the models of their inputs made, before time is taken.
TOSS, DUEL = SYSTEM.action("toss"), SYSTEM.action("duel")
for _action in (TOSS, DUEL):
    _action.inputs.model_rebuild()


def toss() -> None:
    """A Bronze toss, 60 coins a side: the player can undo whatever the opponent does."""
    inputs = entered(TOSS.inputs, {"rank": 2, "ec": 60, "opposing_ec": 60})
    call = TOSS.call(inputs, RULES, TOSS.names)
    assert best(call, lambda outcome: outcome.success).value == 1


def all_budgets() -> None:
    """A Bronze toss, for every purse of 0 to 60 coins a side."""
    calls = [opposed(PLAYER, 2, 0, 0, ec, opposing_ec, TossRules()) for ec in range(61) for opposing_ec in range(61)]
    solution = solve(explore(*calls), lambda tossed: tossed.success)
    assert len({solution.at(call).value for call in calls}) > 61


def duel() -> None:
    """Two Bronze fighters with 5 HC and 40 coins, 20 rounds."""
    side = {"rank": 2, "hc": 5, "ec": 40}
    inputs = entered(DUEL.inputs, side | {f"against_{name}": value for name, value in side.items()} | {"rounds": 20})
    call = DUEL.call(inputs, RULES, DUEL.names)
    assert 0 < best(call, lambda outcome: outcome.against_hc_left == 0).value < 1


FIGURES = [
    Figure("best play of a toss, 60 coins a side", toss, seconds=0.1),
    Figure("best play of a toss for all 61 × 61 budgets", all_budgets, seconds=1.0),
    Figure("best play of a duel: 5 HC and 40 coins a side, 20 rounds", duel, seconds=30.0),
]

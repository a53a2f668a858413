"""What the actions share: how ranks are told and checked, and what outcomes tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Measure
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import AttackInputs, TossInputs
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, LOWEST, TossRules, chance

AT_NONE = "The rules do not say what happens at 0 HC; here it is told as down (G4.16)."


def number(name: str) -> Callable[[Any], Any]:
    """A number or yes/no that an outcome tells by name."""
    return lambda outcome: getattr(outcome, name)


SPENT = (
    Measure[Any](
        "ec_spent",
        "EC spent by the player",
        number("ec_spent"),
        spends=True,
        per_gain=0,
        also=("coins", "energy coins", "coins spent", "EC"),
    ),
    Measure[Any](
        "opposing_ec_spent",
        "EC spent by the opponent",
        number("opposing_ec_spent"),
        spends=True,
        per_gain=0,
        also=("opposing coins", "the opponent's coins", "opposing EC"),
    ),
)

# --- ranks -----------------------------------------------------------------------------------------------------------


def checked(rank: int, total: int, opposers: int, rules: TossRules) -> int:
    """The rank that modifiers add up to; BadInput where a house rule refuses what may come of it (G4.2)."""
    if not rules.allows(total):
        raise BadInput("rank", rank, f"what modifiers bring to {LOWEST} to {HIGHEST} (house rule beyond=reject)")
    if not rules.allows(total - opposers):
        raise BadInput("opposing_rank", opposers, f"none: rank {total} cannot be lowered (house rule beyond=reject)")
    return total


def opposing_tosses(inputs: TossInputs | AttackInputs, rules: EdgedCoinsRules) -> int:
    """G4.14: how many opposing tosses there are."""
    if inputs.opposing_rank is None:
        return 0
    return 1 if rules.opposers == "one" else inputs.opposers


def rank_facts(rank: int, rules: TossRules) -> dict[str, Any]:
    """What the table says of the rank that modifiers add up to."""
    reached = rules.reached(rank)
    facts: dict[str, Any] = {"rank": reached, "chance": chance(reached, rules)}
    if LOWEST <= reached <= HIGHEST:
        step = rules.step(reached)
        facts |= {"title": step.title, "coins": step.coins, "heads": step.heads, "fallback_rank": step.fallback}
    return facts


def rank_warnings(rank: int, total: int, rules: TossRules) -> Iterable[str]:
    """What is unusual about a rank and what modifiers make of it."""
    if rank in (LOWEST, HIGHEST):
        yield f"Rank {rank} is reached through modifiers only (R4.1)."
    reached = rules.reached(total)
    if LOWEST <= reached != total:
        yield f"All modifiers add up to rank {total}; it counts as {reached} (G4.2)."
    if reached == HIGHEST and chance(HIGHEST, rules) < chance(HIGHEST - 1, rules):
        yield (
            f"Rank {HIGHEST} succeeds {chance(HIGHEST, rules)} of the time, "
            f"rank {HIGHEST - 1} {chance(HIGHEST - 1, rules)}: the higher is the worse (G4.1)."
        )


def opposer_warnings(inputs: TossInputs | AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    """What becomes of opposers whom the house rules do not allow."""
    if inputs.opposers > 1 and rules.opposers == "one":
        yield f"Only one of the {inputs.opposers} opposers tosses (house rule opposers=one)."


def toss_warnings(inputs: TossInputs | AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    """What is unusual about a toss."""
    yield from rank_warnings(inputs.rank, inputs.modified_rank, TossRules.under(rules))
    yield from opposer_warnings(inputs, rules)

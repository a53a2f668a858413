"""Parts that the actions share: what is spent, and ranks, checked, described and warned of."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Measure
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import AttackInputs, ExplosiveInputs, TossInputs
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, LOWEST, TossRules, chance, prices
from oddsmith.systems.edged_coins.rules.talents import Talents
from oddsmith.systems.edged_coins.rules.toss import OPPONENT, PLAYER
from oddsmith.wording import worded

AT_NONE = "The rules do not say what happens at 0 HC; here it is told as down (G4.16)."


SPENT = (
    Measure[Any](
        "ec_spent",
        "EC spent by the player",
        attrgetter("ec_spent"),
        spends=True,
        per_gain=0,
        also=("coins", "energy coins", "coins spent", "EC"),
    ),
    Measure[Any](
        "opposing_ec_spent",
        "EC spent by the opponent",
        attrgetter("opposing_ec_spent"),
        spends=True,
        per_gain=0,
        also=("opposing coins", "the opponent's coins", "opposing EC"),
    ),
)

# --- ranks -----------------------------------------------------------------------------------------------------------


def checked(rank: int, total: int, opposers: int, rules: TossRules) -> int:
    """Return the rank that modifiers add up to; BadInput where a house rule refuses what may come of it (G4.2)."""
    if not rules.allows(total):
        raise BadInput(
            "rank", rank, worded(f"what modifiers bring to {LOWEST} to {HIGHEST} ({{house rule beyond=reject}})")
        )
    if not rules.allows(total - opposers):
        raise BadInput(
            "opposing_rank", opposers, worded(f"none: rank {total} cannot be lowered ({{house rule beyond=reject}})")
        )
    return total


def opposing_tosses(inputs: TossInputs | ExplosiveInputs | AttackInputs, rules: EdgedCoinsRules) -> int:
    """G4.14: the number of opposing tosses."""
    if inputs.opposing_rank is None:
        return 0
    return 1 if rules.opposers == "one" else inputs.opposers


def rank_facts(rank: int, rules: TossRules) -> dict[str, Any]:
    """Describe the rank that modifiers add up to: its chance, its coins, its second toss."""
    reached = rules.reached(rank)
    facts: dict[str, Any] = {"rank": reached, "chance": chance(reached, rules)}
    if LOWEST <= reached <= HIGHEST:
        step = rules.step(reached)
        facts |= {"title": step.title, "coins": step.coins, "heads": step.heads, "fallback_rank": step.fallback}
    return facts


def toss_rules(inputs: TossInputs | ExplosiveInputs, rules: EdgedCoinsRules) -> TossRules:
    """R4.10: the rules of a toss, with the talents that may bend them; BadInput for one below the least price."""
    for talent in inputs.declared:
        if talent.price < rules.talent_price:
            field = "talents" if talent.side == PLAYER else "opposing_talents"
            raise BadInput(field, str(talent), f"{rules.talent_price} EC or more for each use (R4.10)")
    return TossRules.under(rules)._replace(talents=Talents(inputs.declared))


def toss_facts(inputs: TossInputs | ExplosiveInputs, rules: EdgedCoinsRules) -> dict[str, Any]:
    """Describe the rank of a toss, talents and, where somebody has coins, what they pay for."""
    facts = rank_facts(inputs.modified_rank(rules), TossRules.under(rules))
    for side, name in ((PLAYER, "talents"), (OPPONENT, "opposing_talents")):
        if known := [talent for talent in inputs.declared if talent.side == side]:
            facts[name] = {talent.name: talent.told for talent in known}
    return facts | {"prices": prices(rules)} if inputs.ec or inputs.opposing_ec else facts


def rank_warnings(rank: int, total: int, rules: TossRules) -> Iterable[str]:
    """Warn of an unusual rank, and of what modifiers make of it."""
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


def opposer_warnings(inputs: TossInputs | ExplosiveInputs | AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    """Warn of opposers whom the house rules do not let toss."""
    if inputs.opposers > 1 and rules.opposers == "one":
        yield worded(f"Only one of the {inputs.opposers} opposers tosses ({{house rule opposers=one}}).")


def toss_warnings(inputs: TossInputs | ExplosiveInputs | AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    """Warn of what is unusual about a toss."""
    yield from rank_warnings(inputs.rank, inputs.modified_rank(rules), TossRules.under(rules))
    yield from opposer_warnings(inputs, rules)

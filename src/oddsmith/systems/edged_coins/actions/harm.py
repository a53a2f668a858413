"""Actions that do damage: damage itself, attacks, falls and fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.edged_coins.actions.shared import (
    AT_NONE,
    SPENT,
    checked,
    opposing_tosses,
    rank_facts,
    toss_warnings,
)
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import AttackInputs, DamageInputs, FallInputs, FireInputs
from oddsmith.systems.edged_coins.rules.attack import Attack, harm_of_an_attack, strike_and_pay, strike_endlessly
from oddsmith.systems.edged_coins.rules.damage import (
    Account,
    Attacker,
    Harm,
    PowerRules,
    harm_of_a_blow,
    hurt_and_pay,
    hurt_endlessly,
)
from oddsmith.systems.edged_coins.rules.fall import fall, land_unhurt
from oddsmith.systems.edged_coins.rules.fire import Fire, FireOutcome, burn
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, LOWEST, TossRules, phrases, prices
from oddsmith.systems.edged_coins.rules.toss import NOBODY, PLAYER
from oddsmith.systems.sheets import Change
from oddsmith.wording import worded

# --- damage, attack, fall --------------------------------------------------------------------------------------------

#: Names that depend on the damage alone. Asked by themselves, the outcome is a number without any limit.
_OF_DAMAGE = frozenset({"hit", "damage"})


def _source(inputs: DamageInputs | AttackInputs, rules: EdgedCoinsRules) -> Attacker:
    whole = rules.chain == "whole" and inputs.hc is None
    if whole and (inputs.ec >= rules.re_toss_price or inputs.opposing_ec >= rules.force_price):
        raise BadInput(
            "hc", None, worded("the victim's HC ({house rule chain=whole}; whoever answers a chain sees its length)")
        )
    readings = TossRules.under(rules)
    return Attacker(PLAYER, inputs.potency, inputs.power_difference, readings, PowerRules.under(rules))


def _damage_of(outcome: Any) -> Any:
    return outcome.damage if isinstance(outcome, Harm) else outcome


def _down(outcome: Any) -> bool:
    return isinstance(outcome, Harm) and outcome.down


#: R4.6: each point takes 1 HC off the one whom it strikes.
_DAMAGE_MEASURE = Measure[Any](
    "damage", "points of damage", _damage_of, per_gain=1, one="point of damage", changes=(Change("other", "hc"),)
)
_OWN_DAMAGE = replace(_DAMAGE_MEASURE, changes=(Change("own", "hc"),))
_DOWN = Event[Any](
    *("down", "no HC left", _down, "R4.6, G4.16"),
    per_gain=0,
    needs="hc",
    otherwise="HC are left",
    clause="the victim runs out of HC",
)


def _damage(inputs: DamageInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> Call[int] | Call[Harm]:
    source, ec, opposing_ec = _source(inputs, rules), inputs.ec, inputs.opposing_ec
    if inputs.hc is not None:
        return harm_of_a_blow(source, inputs.hc, ec, opposing_ec)
    if asked <= _OF_DAMAGE:
        return hurt_endlessly(source, ec, opposing_ec)
    return hurt_and_pay(source, ec, opposing_ec, Account(ec, opposing_ec, not asked.isdisjoint(_OF_DAMAGE)))


def _damage_facts(inputs: DamageInputs | AttackInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    source = Attacker(PLAYER, inputs.potency, inputs.power_difference, TossRules.under(rules), PowerRules.under(rules))
    first = source.rank(0, 0)
    facts = {"power_difference": inputs.power_difference, "potency": inputs.potency, "first_toss_as_rank": first}
    return facts | {"prices": prices(rules)} if inputs.ec or inputs.opposing_ec else facts


def _potency_warnings(potency: int, rules: EdgedCoinsRules) -> Iterable[str]:
    """G4.12: warn of a Potency beyond the ladder, and of a house rule that is not about it."""
    if potency > HIGHEST:
        yield f"Potency {potency} counts as {HIGHEST}, the highest rank (G4.12)."
    if rules.beyond != "clamp":
        low = "fails without a toss" if rules.beyond == "automatic" else f"counts as {LOWEST}"
        yield worded(
            f"{{House rule beyond={rules.beyond}}} is about skills: a Potency is never refused, above {HIGHEST} it "
            f"counts as {HIGHEST} (G4.12), and below {LOWEST} it {low}."
        )


def _damage_warnings(inputs: DamageInputs | AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from _potency_warnings(inputs.potency, rules)
    if inputs.hc is not None:
        yield AT_NONE


def _chain_states(inputs: DamageInputs | AttackInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> int:
    """Estimate a state for every two purses and point of a link; measured: 25 for each two purses."""
    return 25 * (inputs.ec + 1) * (inputs.opposing_ec + 1)


def _fire_states(inputs: FireInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> int:
    """Estimate every HC left with every damage of a round, and the loops among them, which take the time."""
    return 6 * inputs.hc**3


DAMAGE = Action[DamageInputs, EdgedCoinsRules, "int | Harm"](
    name="damage",
    title="Damage",
    summary="One point, and one more for every success of an explosive toss. Weapon and armor change its rank.",
    inputs=DamageInputs,
    call=_damage,
    events=(_DOWN,),
    measures=(_DAMAGE_MEASURE, *SPENT),
    apart=(frozenset({"damage"}), frozenset({"down", "ec_spent", "opposing_ec_spent"})),
    facts=_damage_facts,
    warnings=_damage_warnings,
    decides="effort in power before every toss of the chain, and the answers to it",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="damage --attack-power 3",
    states=_chain_states,
    leading="damage",
)


def _attack(inputs: AttackInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> Call[int] | Call[Harm]:
    source, opposers, ec, opposing_ec = (
        _source(inputs, rules),
        opposing_tosses(inputs, rules),
        inputs.ec,
        inputs.opposing_ec,
    )
    rank = checked(inputs.rank, inputs.modified_rank(rules), opposers, source.rules)
    attack = Attack(rank, inputs.opposing_rank or 0, opposers, source)
    if inputs.hc is not None:
        return harm_of_an_attack(attack, inputs.hc, ec, opposing_ec)
    if asked <= _OF_DAMAGE:
        return strike_endlessly(attack, ec, opposing_ec)
    return strike_and_pay(attack, ec, opposing_ec, Account(ec, opposing_ec, not asked.isdisjoint(_OF_DAMAGE)))


def _attack_facts(inputs: AttackInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    return rank_facts(inputs.modified_rank(rules), TossRules.under(rules)) | dict(_damage_facts(inputs, rules))


def _attack_warnings(inputs: AttackInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from toss_warnings(inputs, rules)
    yield from _damage_warnings(inputs, rules)


ATTACK = Action[AttackInputs, EdgedCoinsRules, "int | Harm"](
    name="attack",
    title="Attack",
    summary="The attacker's toss, against an opposing toss or not, and on a hit the damage.",
    inputs=AttackInputs,
    call=_attack,
    events=(
        Event("hit", "hit", lambda outcome: _damage_of(outcome) >= 1, "G4.13", per_gain=0, otherwise="miss"),
        _DOWN,
    ),
    measures=(_DAMAGE_MEASURE, *SPENT),
    apart=(_OF_DAMAGE, frozenset({"down", "ec_spent", "opposing_ec_spent"})),
    facts=_attack_facts,
    warnings=_attack_warnings,
    decides="everything that a toss offers, for the attack and for every toss of the damage chain",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="attack --rank 3 --opposing-rank 2 --attack-power 2",
    states=_chain_states,
)


def _fall(inputs: FallInputs, rules: EdgedCoinsRules) -> Call[int | Harm]:
    if inputs.metres < rules.metres and rules.short_fall == "no-damage":
        return land_unhurt()
    source = Attacker(NOBODY, inputs.metres // rules.metres, None, TossRules.under(rules), PowerRules.under(rules))
    if inputs.hc is not None:
        return harm_of_a_blow(source, inputs.hc, 0, 0)
    return fall(source)


def _fall_facts(inputs: FallInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    return {"potency": min(HIGHEST, inputs.metres // rules.metres)}


def _fall_warnings(inputs: FallInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    potency = inputs.metres // rules.metres
    if potency > HIGHEST:
        yield f"{inputs.metres} metres would be Potency {potency}; the highest is {HIGHEST} (G4.12)."
    if inputs.hc is not None:
        yield AT_NONE


FALL = Action[FallInputs, EdgedCoinsRules, "int | Harm"](
    name="fall",
    title="Fall",
    summary="Damage with 1 Potency for every 3 metres.",
    inputs=FallInputs,
    call=AllAtOnce(_fall),
    events=(_DOWN,),
    measures=(_OWN_DAMAGE,),
    facts=_fall_facts,
    warnings=_fall_warnings,
    example="fall --metres 9",
    leading="damage",
)

# --- fire ------------------------------------------------------------------------------------------------------------


def _fire(inputs: FireInputs, rules: EdgedCoinsRules) -> Call[FireOutcome]:
    if inputs.ec and rules.fire_answers == "no":
        raise BadInput("ec", inputs.ec, worded("0 (or choose {the house rule fire_answers=yes})"))
    source = Attacker(NOBODY, inputs.potency, None, TossRules.under(rules), PowerRules.under(rules))
    return burn(Fire(source, rules.fire_damage == "same", inputs.hc, inputs.ec), 1, inputs.hc, inputs.ec)


def _fire_warnings(inputs: FireInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from _potency_warnings(inputs.potency, rules)
    yield AT_NONE


FIRE = Action[FireInputs, EdgedCoinsRules, FireOutcome](
    name="fire",
    title="Fire",
    summary="Round after round of damage, as long as the toss for the damage done succeeds.",
    inputs=FireInputs,
    call=AllAtOnce(_fire),
    events=(
        Event(
            *("down", "no HC left", attrgetter("down"), "R4.9, G4.16"),
            otherwise="HC are left",
            clause="you run out of HC",
        ),
        Event("free", "the fire goes out in time", lambda outcome: not outcome.down, "R4.9"),
    ),
    measures=(
        Measure("damage", "HC lost", attrgetter("damage"), changes=(Change("own", "hc"),)),
        Measure("rounds", "rounds in the fire", attrgetter("rounds"), one="round in the fire"),
        Measure("ec_spent", "EC spent by the player", attrgetter("ec_spent"), spends=True),
    ),
    facts=lambda inputs, rules: {"potency": min(HIGHEST, inputs.potency)},
    warnings=_fire_warnings,
    decides="whether to toss a second time where the rank allows it: for whoever burns, a success is bad",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="fire --potency 1 --hc 5",
    aiming="free",
    states=_fire_states,
)

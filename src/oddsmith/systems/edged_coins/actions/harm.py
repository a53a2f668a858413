"""Actions that do harm: damage, attacks, falls, fire, effects that are resisted, and the duel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Entered, Limits, Opponent
from oddsmith.systems.edged_coins.actions.toss import EDGED_COINS
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import (
    AT_NONE,
    MOST_EC,
    MOST_HC,
    MOST_ROUNDS,
    Damaging,
    Duelist,
    Purses,
    Resisting,
    Tossing,
    beyond_warnings,
    checked,
    potency_warnings,
    rank_warnings,
)
from oddsmith.systems.edged_coins.rules.attack import Attack, harm_of_an_attack
from oddsmith.systems.edged_coins.rules.damage import Attacker, Harm, PowerRules, harm_of_a_blow, is_answerable
from oddsmith.systems.edged_coins.rules.duel import Duel, Duellist, DuelOutcome, fight
from oddsmith.systems.edged_coins.rules.fall import land_unhurt
from oddsmith.systems.edged_coins.rules.fire import Fire, FireOutcome, burn
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, TossRules, chance, phrase
from oddsmith.systems.edged_coins.rules.resist import Plight, ResistanceOutcome, ResistedEffect
from oddsmith.systems.edged_coins.rules.resist import resist as resist_effect
from oddsmith.systems.edged_coins.rules.toss import NOBODY
from oddsmith.wording import worded

# --- damage: one point, and one more for every success of an explosive toss (R4.6) -----------------------------------


def _source(damaging: Damaging, purses: Purses, rules: EdgedCoinsRules) -> Attacker:
    source, answered = damaging.source(rules), False
    if rules.chain == "whole" and damaging.hc is None:
        answered = any(is_answerable(source, success, purses.ec, purses.opposing_ec) for success in (False, True))
    if answered:
        allowed = "the victim's HC ({house rule chain=whole}; whoever answers a chain sees its length)"
        raise BadInput("hc", None, worded(allowed))
    return source


def _chain_states(purses: Purses) -> int:
    """Estimate a state for every two purses and point of a link; measured: 25 for each two purses."""
    return 25 * (purses.ec + 1) * (purses.opposing_ec + 1)


@EDGED_COINS.action(
    facts=lambda damaging, purses, rules: damaging.facts(rules) | purses.facts(rules),
    warnings=lambda damaging, rules: damaging.warnings(rules),
    decides="effort in power before every toss of the chain, and the answers to it",
    phrases=phrase,
    example="--attack-power 3",
    leading="damage",
    asks=("down", "damage", "ec_spent", "opposing_ec_spent"),
    states=_chain_states,
)
def damage(damaging: Damaging, purses: Purses, rules: EdgedCoinsRules) -> Call[Harm]:
    """One point, and one more for every success of an explosive toss. Weapon and armor change its rank."""
    return harm_of_a_blow(_source(damaging, purses, rules), damaging.hc, purses.ec, purses.opposing_ec)


# --- the attack: a toss, and on a hit the damage (G4.13) -------------------------------------------------------------


@EDGED_COINS.action(
    facts=lambda tossing, damaging, purses, rules: tossing.facts(rules) | damaging.facts(rules) | purses.facts(rules),
    warnings=lambda tossing, damaging, rules: (*tossing.warnings(rules), *damaging.warnings(rules)),
    decides="everything that a toss offers, for the attack and for every toss of the damage chain",
    phrases=phrase,
    example="--rank 3 --opposing-rank 2 --attack-power 2",
    states=_chain_states,
)
def attack(tossing: Tossing, damaging: Damaging, purses: Purses, rules: EdgedCoinsRules) -> Call[Harm]:
    """The attacker's toss, against an opposing toss or not, and on a hit the damage."""
    source, opposers = _source(damaging, purses, rules), tossing.opposing_tosses(rules)
    tossed = Attack(tossing.checked(rules, opposers), tossing.opposing_rank or 0, opposers, source)
    return harm_of_an_attack(tossed, damaging.hc, purses.ec, purses.opposing_ec)


@EDGED_COINS.event(title="hit", rule="G4.13", per_gain=0, otherwise="miss")
def hit(outcome: Harm) -> bool:
    return outcome.damage >= 1


@EDGED_COINS.event(
    title="no HC left", rule="R4.6, G4.16", needs="hc", otherwise="HC are left", clause="the victim runs out of HC"
)
def down(outcome: Harm) -> bool:
    return outcome.down


# --- the fall: damage with 1 Potency for every 3 metres (R4.8) -------------------------------------------------------


def _fall_warnings(metres: int, hc: int | None, rules: EdgedCoinsRules) -> Iterable[str]:
    potency = metres // rules.metres
    if potency > HIGHEST:
        yield f"{metres} metres would be Potency {potency}; the highest is {HIGHEST} (G4.12)."
    yield from beyond_warnings(rules)
    if hc is not None:
        yield AT_NONE


@EDGED_COINS.action(
    facts=lambda metres, rules: {"potency": min(HIGHEST, metres // rules.metres)},
    warnings=_fall_warnings,
    decides="",
    example="--metres 9",
    leading="damage",
    at_once=True,
    asks=("down", "damage"),
)
def fall(
    metres: Annotated[int, Limits(0, 1000, "the depth in whole metres", "Metres fallen")],
    rules: EdgedCoinsRules,
    hc: Annotated[int | None, Limits(1, MOST_HC, "HC of whoever falls; damage beyond that does not matter")] = None,
) -> Call[Harm]:
    """Damage with 1 Potency for every 3 metres, unless a house rule says otherwise."""
    if metres < rules.metres and rules.short_fall == "no-damage":
        return land_unhurt()
    source = Attacker(NOBODY, metres // rules.metres, None, TossRules.under(rules), PowerRules.under(rules))
    return harm_of_a_blow(source, hc, 0, 0)


# --- the fire: it burns on while the toss for the damage done succeeds (R4.9) ----------------------------------------


def _fire_states(hc: int) -> int:
    """Estimate every HC left with every damage of a round, and the loops among them, which take the time."""
    return 6 * hc**3


@EDGED_COINS.action(
    facts=lambda potency: {"potency": min(HIGHEST, potency)},
    warnings=lambda potency, rules: (*potency_warnings(potency, rules), AT_NONE),
    decides="whether to toss a second time where the rank allows it: for whoever burns, a success is bad",
    phrases=phrase,
    example="--potency 1 --hc 5",
    aiming="free",
    at_once=True,
    states=_fire_states,
)
def fire(
    potency: Annotated[
        int,
        Limits(-1, 20, "Potency of the fire (the rules give none; ask the CM)", "Potency of the fire"),
        Entered(sheet=None),
    ],
    hc: Annotated[int, Limits(1, MOST_HC, "HC of the character who burns")],
    rules: EdgedCoinsRules,
    ec: Annotated[
        int,
        Limits(0, MOST_EC, "energy coins to spend against the fire (a house rule)", "EC to spend", "ec"),
        Entered(more="Under a house rule", under={"fire_answers": ("yes",)}),
    ] = 0,
) -> Call[FireOutcome]:
    """Round after round of damage, as long as the toss for the damage done succeeds."""
    if ec and rules.fire_answers == "no":
        raise BadInput("ec", ec, worded("0 (or choose {the house rule fire_answers=yes})"))
    source = Attacker(NOBODY, potency, None, TossRules.under(rules), PowerRules.under(rules))
    return burn(Fire(source, rules.fire_damage == "same", hc, ec), 1, hc, ec)


@EDGED_COINS.event(
    name="down", title="no HC left", rule="R4.9, G4.16", otherwise="HC are left", clause="you run out of HC"
)
def burnt(outcome: FireOutcome) -> bool:
    return outcome.down


@EDGED_COINS.event(name="free", title="the fire goes out in time", rule="R4.9")
def escaped(outcome: FireOutcome) -> bool:
    return not outcome.down


# --- the resistance: shake an effect off with an action, or bear it (R4.5) -------------------------------------------


def _resist_facts(resisting: Resisting, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    return resisting.facts(rules) | {"costs": "the character's action" if resisting.active else "no action"}


def _resist_warnings(resisting: Resisting, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from resisting.warnings(rules)
    if resisting.hc is not None:
        yield AT_NONE


@EDGED_COINS.action(
    facts=_resist_facts,
    warnings=_resist_warnings,
    decides="everything that a toss offers, for both sides",
    phrases=phrase,
    example="--rank 2 --active yes --source-rank 1",
    at_once=True,
)
def resist(purses: Purses, resisting: Resisting, rules: EdgedCoinsRules) -> Call[ResistanceOutcome]:
    """Shake off an effect with an action (active) or bear it (passive), once or round after round."""
    penalty = rules.both_succeed == "penalty"
    effect = ResistedEffect(
        rank=resisting.checked(rules, 1 if penalty and resisting.source_rank is not None else 0),
        source_rank=resisting.source_rank,
        penalty=penalty,
        reduces=rules.passive_success == "reduce" and not resisting.active,
        hc=resisting.hc,
        rounds=resisting.rounds,
        ec=purses.ec,
        opposing_ec=purses.opposing_ec,
        rules=TossRules.under(rules),
    )
    return resist_effect(effect, Plight(1, resisting.harm, 0, False), purses.ec, purses.opposing_ec)


@EDGED_COINS.event(
    title="free of the effect", rule="R4.5", otherwise="the effect goes on", clause="you shake the effect off"
)
def free(outcome: ResistanceOutcome) -> bool:
    return outcome.free


@EDGED_COINS.event(title="the effect is reduced", rule="R4.5, G4.15")
def reduced(outcome: ResistanceOutcome) -> bool:
    return outcome.reduced


@EDGED_COINS.event(name="down", title="no HC left", rule="G4.16", needs="hc")
def worn_down(outcome: ResistanceOutcome) -> bool:
    return outcome.down


# --- the duel: two sides attack each other in turn (G4.13) -----------------------------------------------------------


def _duel_facts(first: Duelist, second: Duelist, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    readings = TossRules.under(rules)
    return {
        "power_difference": first.power - second.armor,
        "against_power_difference": second.power - first.armor,
        "chance": chance(readings.reached(first.rank), readings),
        "against_chance": chance(readings.reached(second.rank), readings),
    }


def _duel_warnings(first: Duelist, second: Duelist, rules: EdgedCoinsRules) -> Iterable[str]:
    for rank in dict.fromkeys((first.rank, second.rank)):
        yield from rank_warnings(rank, rank, TossRules.under(rules))
    yield from beyond_warnings(rules)
    yield AT_NONE


def _duel_states(first: Duelist, second: Duelist, rounds: int) -> int:
    """Estimate in proportion to what was measured: 5 HC and 40 EC a side over 20 rounds take some 20 seconds."""
    return first.hc * second.hc * (first.ec + 1) * (second.ec + 1) * rounds * 5 // 6


def _duellist(side: Duelist, other: Duelist, rules: TossRules) -> Duellist:
    checked(side.rank, side.rank, other.defence is not None, rules)
    return Duellist(side.rank, side.defence, side.potency, side.power, side.armor)


@EDGED_COINS.action(
    facts=_duel_facts,
    warnings=_duel_warnings,
    decides="everything that a toss offers, for both sides and every toss",
    phrases=phrase,
    example="--rank 2 --hc 5 --against-rank 2 --against-hc 5",
    at_once=True,
    states=_duel_states,
)
def duel(
    first: Duelist,
    second: Annotated[
        Duelist,
        Opponent(
            texts={
                "rank": "rank of the second side's attacks",
                "hc": "HC of the second side",
                "ec": "energy coins of the second side",
            }
        ),
    ],
    rules: EdgedCoinsRules,
    rounds: Annotated[
        int,
        Limits(1, MOST_ROUNDS, "rounds, each the turn of one side, until it is a draw", "Turns at most"),
        Entered(whose="both"),
    ] = 20,
) -> Call[DuelOutcome]:
    """Two sides attack each other in turn until one has no HC left or the rounds run out."""
    readings = TossRules.under(rules)
    sides = _duellist(first, second, readings), _duellist(second, first, readings)
    fought = Duel.between(*sides, rounds, readings, PowerRules.under(rules), (first.ec, second.ec))
    return fight(fought, first.hc, second.hc, first.ec, second.ec)


@EDGED_COINS.event(
    title="the first side wins",
    rule="G4.13, G4.16",
    otherwise="the first side does not win",
    clause="the first side wins",
)
def win(outcome: DuelOutcome) -> bool:
    return outcome.against_hc_left == 0


@EDGED_COINS.event(title="the second side wins", rule="G4.13, G4.16", clause="the second side wins")
def lose(outcome: DuelOutcome) -> bool:
    return outcome.hc_left == 0


@EDGED_COINS.event(title="a draw")
def draw(outcome: DuelOutcome) -> bool:
    return outcome.hc_left > 0 and outcome.against_hc_left > 0

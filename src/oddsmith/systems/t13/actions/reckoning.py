"""What can be asked of T13 without dice: which effects levels buy, what currencies are worth in others, and Boons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Cost, Event, Measure
from oddsmith.systems.sheets import Change
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import BoonInputs, ConvertInputs, EffectsInputs
from oddsmith.systems.t13.rules.currencies import Currency, Rank, off_the_top, reduced
from oddsmith.systems.t13.rules.effects import Deed, Effects, Levels, affordable, menu, number_of, take
from oddsmith.systems.t13.rules.exchange import (
    Exchanged,
    Worth,
    appraise,
    exchange,
    exchange_off_the_top,
    reference_dice,
)


def _number(name: str) -> Callable[[Any], Any]:
    return lambda outcome: getattr(outcome, name)


# --- effects ---------------------------------------------------------------------------------------------------------


def _effects(inputs: EffectsInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Effects]:
    rank = Rank(inputs.rank)
    levels = Levels(
        affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price),
        max(0, inputs.failure_levels - inputs.against_extra_levels),
        rank,
        rules.effect_limit,
        rules.failure_effects,
        rules.gain,
        inputs.held,
    )
    return take(levels, Effects())


def _effects_facts(inputs: EffectsInputs, rules: T13Rules) -> Mapping[str, Any]:
    rank = Rank(inputs.rank)
    return {
        "effects_bought": affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price),
        "failure_levels_taken": max(0, inputs.failure_levels - inputs.against_extra_levels),
        "menu": [entry.value for entry in menu(rank)],
    }


def _effects_warnings(inputs: EffectsInputs, rules: T13Rules) -> Iterable[str]:
    rank = Rank(inputs.rank)
    bought = affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price)
    if bought < inputs.extra_levels // rules.effect_price:
        yield f"A {rank} takes no more than {bought} effects; the other levels are lost (R2.7)."
    if inputs.failure_levels and inputs.against_extra_levels:
        yield "Failure levels only count beyond the opponent's success levels (R2.9)."


def _tone_set(taken: Effects) -> bool:
    return number_of(taken.successes, Deed.SET) > 0


def _tone_against(taken: Effects) -> bool:
    return number_of(taken.failures, Deed.SET_AGAINST) > 0


def _cards_against(taken: Effects) -> int:
    return number_of(taken.failures, Deed.PLAYED_AGAINST)


def _in_debt(taken: Effects) -> bool:
    return taken.debt > 0


def _cards_interfere(taken: Effects) -> bool:
    return number_of(taken.successes, Deed.PLAY) > 0 and _cards_against(taken) > 0


EFFECTS = Action[EffectsInputs, T13Rules, Effects](
    name="effects",
    title="Extra effects",
    summary="What extra success levels buy and failure levels cost, chosen from the menu of the character's type.",
    inputs=EffectsInputs,
    call=_effects,
    events=(
        Event("tone_set", "the Tone is set", _tone_set, "R2.7"),
        Event("tone_against", "the Tone is set against the character", _tone_against, "R2.8"),
        Event("in_debt", "something is lost that is not there; the Ref takes it elsewhere", _in_debt, "R2.10"),
        Event("cards_interfere", "cards are played on both sides and may interfere", _cards_interfere, "R2.11"),
    ),
    measures=(
        Measure("effects_taken", "effects taken", lambda taken: len(taken.successes)),
        Measure("failure_effects", "effects suffered", lambda taken: len(taken.failures)),
        Measure("sway_gained", "Sway gained", lambda taken: taken.gained.sway, changes=(Change("own", "sway", 1),)),
        Measure("chi_gained", "Chi gained", lambda taken: taken.gained.chi, changes=(Change("own", "chi", 1),)),
        Measure("yarn_gained", "Yarn gained", lambda taken: taken.gained.yarn, changes=(Change("own", "yarn", 1),)),
        Measure("sway_lost", "Sway lost", lambda taken: taken.lost.sway, spends=True, changes=(Change("own", "sway"),)),
        Measure("chi_lost", "Chi lost", lambda taken: taken.lost.chi, spends=True, changes=(Change("own", "chi"),)),
        Measure("yarn_lost", "Yarn lost", lambda taken: taken.lost.yarn, spends=True, changes=(Change("own", "yarn"),)),
        Measure("debt", "shortfall, in Sway", lambda taken: taken.debt, spends=True),
        Measure("emotions_caused", "emotions caused", lambda taken: number_of(taken.successes, Deed.CAUSE)),
        Measure("emotions_negated", "emotions negated", lambda taken: number_of(taken.successes, Deed.NEGATE)),
        Measure("emotions_suffered", "emotions suffered", lambda taken: number_of(taken.failures, Deed.SUFFER)),
        Measure("cards_played", "cards pulled and played", lambda taken: number_of(taken.successes, Deed.PLAY)),
        Measure(
            "cards_against",
            "cards played against the character",
            lambda taken: number_of(taken.failures, Deed.PLAYED_AGAINST),
        ),
    ),
    facts=_effects_facts,
    warnings=_effects_warnings,
    decides="which effects to take: whether to cause or negate an emotion, and what to lose by failure levels",
    example="effects --extra-levels 2 --rank mercari",
    leading="effects_taken",
    chance=False,
)

# --- without dice ----------------------------------------------------------------------------------------------------


def _convert(inputs: ConvertInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Exchanged]:
    given, wanted = Currency(inputs.from_), Currency(inputs.to)
    if rules.conversion == "separate":
        if inputs.stock:
            raise BadInput("stock", inputs.stock, "0 (or choose the house rule conversion=off-the-top)")
        return exchange(inputs.amount, given, wanted)
    if given is Currency.YARN and off_the_top(inputs.stock, inputs.amount) is None:
        held = f"{inputs.stock} Chi are {reduced(inputs.stock)} Yarn"
        raise BadInput("amount", inputs.amount, f"at most the Yarn in stock: {held}")
    return exchange_off_the_top(inputs.amount, given, wanted, inputs.stock)


def _convert_facts(inputs: ConvertInputs, rules: T13Rules) -> Mapping[str, Any]:
    return {"given": f"{inputs.amount} {Currency(inputs.from_)}", "into": str(Currency(inputs.to))}


CONVERT = Action[ConvertInputs, T13Rules, Exchanged](
    name="convert",
    title="Exchange",
    summary="What an amount of Sway, Chi or Yarn is worth in another of them. No chance.",
    inputs=ConvertInputs,
    call=_convert,
    events=(Event("even", "nothing is left over", lambda exchanged: exchanged.left_over == 0, "G2.22"),),
    measures=(
        Measure("received", "received", _number("received"), changes=(Change("own", times=1, chosen_by="to"),)),
        Measure(
            "left_over",
            "left over of what was given",
            _number("left_over"),
            changes=(Change("own", times=1, chosen_by="from"),),
        ),
    ),
    facts=_convert_facts,
    example="convert --amount 8 --from yarn --to sway",
    costs=(Cost("given", "given", lambda inputs, rules: inputs.amount, (Change("own", chosen_by="from"),)),),
    leading="received",
    chance=False,
)


def _boon(inputs: BoonInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Worth]:
    return appraise(inputs.boon, inputs.second)


def _boon_facts(inputs: BoonInputs, rules: T13Rules) -> Mapping[str, Any]:
    return {"reference_dice": reference_dice(inputs.boon)}


BOON = Action[BoonInputs, T13Rules, Worth](
    name="boon",
    title="Boon",
    summary="The Value of a Boon, its average score and dice, and the Skill that two Facets make. No chance.",
    inputs=BoonInputs,
    call=_boon,
    events=(),
    measures=(
        Measure("value", "Value", _number("value")),
        Measure("score", "average score", _number("score")),
        Measure("skill", "Boon of the Skill with the second Facet", _number("skill")),
    ),
    facts=_boon_facts,
    example="boon --boon 13 --second 13",
    leading="value",
    chance=False,
)

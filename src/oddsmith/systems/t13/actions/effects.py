"""Extra effects: bought with extra success levels, and suffered for failure levels. No dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.sheets import Change
from oddsmith.systems.t13.actions.shared import currencies, held
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.lookup_inputs import EffectsInputs
from oddsmith.systems.t13.rules.components import Amount
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.effect_menus import (
    YIN_AND_YANG,
    Deed,
    Effects,
    Levels,
    affordable,
    menu,
    number_of,
    take,
)


def _effects(inputs: EffectsInputs, rules: T13Rules) -> Call[Effects]:
    rank = Rank(inputs.rank)
    levels = Levels(
        affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price, rules),
        max(0, inputs.failure_levels - inputs.against_extra_levels),
        rank,
        rules.effect_limit,
        rules.failure_effects,
        rules.gain,
        held(inputs, rules),
        changed=changed(rules),
        sways=YIN_AND_YANG if rules.yin_yang == "apart" else (None,),
    )
    return take(levels, Effects())


def _facts(inputs: EffectsInputs, rules: T13Rules) -> Mapping[str, Any]:
    rank = Rank(inputs.rank)
    return {
        "effects_bought": affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price, rules),
        "failure_levels_taken": max(0, inputs.failure_levels - inputs.against_extra_levels),
        "menu": [entry.value for entry in menu(rank)],
    }


def _warnings(inputs: EffectsInputs, rules: T13Rules) -> Iterable[str]:
    rank = Rank(inputs.rank)
    bought = affordable(inputs.extra_levels, rank, rules.effect_limit, rules.effect_price, rules)
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


def _moved(of: Literal["gained", "lost"], currency: Currency) -> Measure[Effects]:
    def moved(taken: Effects) -> int:
        amount: Amount = getattr(taken, of)
        return amount.of(currency)

    lost = of == "lost"
    change = Change("own", currency.value, -1 if lost else 1)
    return Measure(f"{currency.value}_{of}", f"{currency} {of}", moved, spends=lost, changes=(change,))


def _measures(rules: T13Rules) -> tuple[Measure[Effects], ...]:
    kept = currencies(rules)
    return (
        Measure("effects_taken", "effects taken", lambda taken: len(taken.successes)),
        Measure("failure_effects", "effects suffered", lambda taken: len(taken.failures)),
        *(_moved("gained", currency) for currency in kept),
        *(_moved("lost", currency) for currency in kept),
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
    )


EFFECTS = Action[EffectsInputs, T13Rules, Effects](
    name="effects",
    title="Extra effects",
    summary="What extra success levels buy and failure levels cost, chosen from the menu of the character's type.",
    inputs=EffectsInputs,
    call=AllAtOnce(_effects),
    events=(
        Event("tone_set", "the Tone is set", _tone_set, "R2.7", otherwise="the Tone is not set"),
        Event("tone_against", "the Tone is set against the character", _tone_against, "R2.8"),
        Event("in_debt", "something is lost that is not there; the Ref takes it elsewhere", _in_debt, "R2.10"),
        Event("cards_interfere", "cards are played on both sides and may interfere", _cards_interfere, "R2.11"),
    ),
    measures=_measures(T13Rules()),
    retold=lambda rules: {"measures": _measures(rules)},
    facts=_facts,
    warnings=_warnings,
    decides="which effects to take: whether to cause or negate an emotion, and what to lose by failure levels",
    example="effects --extra-levels 2 --rank mercari",
    leading="effects_taken",
    chance=False,
)

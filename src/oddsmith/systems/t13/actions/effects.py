"""Extra effects: bought with extra success levels, and suffered for failure levels. No dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.actions.shared import KEPT, held
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.lookup_inputs import Choosing
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
from oddsmith.systems.t13.rules.levels import net_failures


def _facts(own: Choosing, rules: T13Rules) -> Mapping[str, Any]:
    rank = Rank(own.rank)
    return {
        "effects_bought": affordable(own.extra_levels, rank, rules.effect_limit, rules.effect_price, rules),
        "failure_levels_taken": net_failures(own.failure_levels, own.against_extra_levels),
        "menu": [entry.value for entry in menu(rank)],
    }


def _warnings(own: Choosing, rules: T13Rules) -> Iterable[str]:
    rank = Rank(own.rank)
    bought = affordable(own.extra_levels, rank, rules.effect_limit, rules.effect_price, rules)
    if bought < own.extra_levels // rules.effect_price:
        yield f"A {rank} takes no more than {bought} effects; the other levels are lost (R2.7)."
    if own.failure_levels and own.against_extra_levels:
        yield "Failure levels only count beyond the opponent's success levels (R2.9)."


@T13.action(
    title="Extra effects",
    facts=_facts,
    warnings=_warnings,
    decides="which effects to take: whether to cause or negate an emotion, and what to lose by failure levels",
    example="--extra-levels 2 --rank mercari",
    leading="effects_taken",
    chance=False,
    at_once=True,
)
def effects(own: Choosing, rules: T13Rules) -> Call[Annotated[Effects, Unasked]]:
    """What extra success levels buy and failure levels cost, chosen from the menu of the character's type."""
    rank = Rank(own.rank)
    levels = Levels(
        affordable(own.extra_levels, rank, rules.effect_limit, rules.effect_price, rules),
        net_failures(own.failure_levels, own.against_extra_levels),
        rank,
        rules.effect_limit,
        rules.failure_effects,
        rules.gain,
        held(own, rules),
        changed=changed(rules),
        sways=YIN_AND_YANG if rules.yin_yang == "apart" else (None,),
    )
    return take(levels, Effects())


@T13.event(title="the Tone is set", rule="R2.7", otherwise="the Tone is not set")
def tone_set(taken: Effects) -> bool:
    return number_of(taken.successes, Deed.SET) > 0


@T13.event(title="the Tone is set against the character", rule="R2.8")
def tone_against(taken: Effects) -> bool:
    return number_of(taken.failures, Deed.SET_AGAINST) > 0


@T13.event(title="something is lost that is not there; the Ref takes it elsewhere", rule="R2.10")
def in_debt(taken: Effects) -> bool:
    return taken.debt > 0


@T13.event(title="cards are played on both sides and may interfere", rule="R2.11")
def cards_interfere(taken: Effects) -> bool:
    return number_of(taken.successes, Deed.PLAY) > 0 and number_of(taken.failures, Deed.PLAYED_AGAINST) > 0


@T13.measure(title="effects taken")
def effects_taken(taken: Effects) -> int:
    return len(taken.successes)


@T13.measure(title="effects suffered")
def failure_effects(taken: Effects) -> int:
    return len(taken.failures)


def _gained(currency: Currency) -> Callable[[Effects], int]:
    def gained(taken: Effects) -> int:
        return taken.gained.of(currency)

    return gained


def _lost(currency: Currency) -> Callable[[Effects], int]:
    def lost(taken: Effects) -> int:
        return taken.lost.of(currency)

    return lost


for _currency, _under in KEPT.items():
    _name = _currency.value
    T13.measure(name=f"{_name}_gained", title=f"{_currency} gained", onto=_name, under=_under)(_gained(_currency))
for _currency, _under in KEPT.items():
    _name = _currency.value
    T13.measure(name=f"{_name}_lost", title=f"{_currency} lost", spends=True, off=_name, under=_under)(_lost(_currency))


@T13.measure(title="shortfall, in Sway", spends=True)
def debt(taken: Effects) -> int:
    return taken.debt


@T13.measure(title="emotions caused")
def emotions_caused(taken: Effects) -> int:
    return number_of(taken.successes, Deed.CAUSE)


@T13.measure(title="emotions negated")
def emotions_negated(taken: Effects) -> int:
    return number_of(taken.successes, Deed.NEGATE)


@T13.measure(title="emotions suffered")
def emotions_suffered(taken: Effects) -> int:
    return number_of(taken.failures, Deed.SUFFER)


@T13.measure(title="cards pulled and played")
def cards_played(taken: Effects) -> int:
    return number_of(taken.successes, Deed.PLAY)


@T13.measure(title="cards played against the character")
def cards_against(taken: Effects) -> int:
    return number_of(taken.failures, Deed.PLAYED_AGAINST)

"""What a character of T13 does, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Cost, Event, Measure
from oddsmith.systems.sheets import Change
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import (
    MOST_LEVELS,
    BuyInputs,
    OpposedInputs,
    SideInputs,
    TestInputs,
    pools,
    proficiency,
    scale,
    sides,
    task,
    throw,
)
from oddsmith.systems.t13.rules.buying import Bought, Buyer, Purse, marks, phrase, roll_first, shop
from oddsmith.systems.t13.rules.components import PRICES, components
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.effects import affordable
from oddsmith.systems.t13.rules.levels import Level, Verdict
from oddsmith.systems.t13.rules.proficiencies import Crisis
from oddsmith.systems.t13.rules.tests import Contest, Result, Task, arrange, judged, opposed, test

O = TypeVar("O")  # noqa: E741 (O: outcome)


# --- events of levels ------------------------------------------------------------------------------------------------

_NAMES: Final[Mapping[Level, str]] = {
    Level.SUPERIOR: "superior",
    Level.COMPLETE: "complete",
    Level.MODERATE: "moderate",
    Level.STALEMATE: "stalemate",
    Level.MODERATE_FAILURE: "moderate_failure",
    Level.COMPLETE_FAILURE: "complete_failure",
    Level.SERIOUS_FAILURE: "serious_failure",
}
#: What only dice in Crisis bring about.
_OF_CRISIS: Final = frozenset({"crisis", "also_success", "also_failure"})


def _is(level: Level, of: Callable[[O], Verdict]) -> Callable[[O], bool]:
    return lambda outcome: of(outcome).level is level


def _or_better(level: Level, of: Callable[[O], Verdict]) -> Callable[[O], bool]:
    return lambda outcome: of(outcome).level >= level


def _reached(least: Level, most: Level = Level.SUPERIOR) -> tuple[str, ...]:
    """The names of the levels from one to another."""
    return tuple(name for level, name in _NAMES.items() if least <= level <= most)


def level_events(of: Callable[[O], Verdict]) -> tuple[Event[O], ...]:
    """Success and failure, the levels rolled one by one, and what a Crisis adds."""
    succeeded, failed = _reached(Level.MODERATE), _reached(Level.SERIOUS_FAILURE, Level.MODERATE_FAILURE)
    success, failure = _or_better(Level.MODERATE, of), lambda outcome: of(outcome).level < 0
    return (
        Event("success", "success (Moderate or better)", success, "R2.5", implied_by=succeeded),
        *(Event(name, str(level), _is(level, of), "R2.6") for level, name in _NAMES.items()),
        Event("failure", "failure (Moderate or worse)", failure, "R2.5", implied_by=failed),
        Event("crisis", "Proficiency Crisis", lambda outcome: bool(of(outcome).crisis), "R2.11"),
        Event("also_success", "a Crisis adds a success to the failure", lambda o: (of(o).also or 0) > 0, "R2.11"),
        Event("also_failure", "a Crisis adds a failure to the success", lambda o: (of(o).also or 0) < 0, "R2.11"),
    )


def or_better_events(of: Callable[[O], Verdict]) -> tuple[Event[O], ...]:
    """Every level or one that is better, for goals."""
    return tuple(
        Event(f"{name}_or_better", f"{level} or better", _or_better(level, of), "R2.6", implied_by=_reached(level))
        for level, name in _NAMES.items()
        if level not in (Level.SUPERIOR, Level.SERIOUS_FAILURE)
    )


# --- test ------------------------------------------------------------------------------------------------------------


def _test(inputs: TestInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Result]:
    if rules.method == "pools":
        found, bought = pools(inputs, rules)
        return arrange(found, bought, task(inputs, rules))
    return test(throw(inputs, rules), task(inputs, rules))


def _dice_facts(inputs: SideInputs, rules: T13Rules) -> dict[str, Any]:
    """What is rolled and what of it is paid for."""
    split = inputs.split
    facts: dict[str, Any] = {
        "free_dice": [str(component) for component in (split.boon, split.descendant) if component],
        "proficiency_dice": str(dice) if (dice := proficiency(inputs, rules)).count else "none",
    }
    if split.bought:
        facts |= {"bought_dice": [str(component) for component in split.bought], "paid": str(split.paid)}
    return facts


def bands(of: Task) -> dict[str, str]:
    """The scores of every level against a difficulty; without doubles and numerology, which look at digits.

    >>> from oddsmith.systems.t13.rules.levels import Circumstances, Scale
    >>> bands(Task(8, Circumstances(), Scale()))["Moderate Success"]
    '9-15'
    """
    plain = replace(of, scale=replace(of.scale, doubles="off", numerology="off"), halving="off")
    lowest = marks(plain)
    found: dict[str, str] = {}
    for place, low in enumerate(lowest):
        high = lowest[place + 1] - 1 if place + 1 < len(lowest) else None
        level = str(judged(low, Crisis.NONE, plain).rolled.level)
        if high is None:
            found[level] = f"{low} or more" if place else "any"
        elif place:
            found[level] = str(low) if high == low else f"{low}-{high}"
        else:
            found[level] = f"{high} or less"
    return dict(reversed(found.items()))


def _test_facts(inputs: TestInputs, rules: T13Rules) -> Mapping[str, Any]:
    facts = _dice_facts(inputs, rules) | {"most_effects": _most_effects(inputs, rules)}
    return facts if rules.method == "pools" else facts | {"levels": bands(task(inputs, rules))}


def _most_effects(inputs: SideInputs, rules: T13Rules) -> int:
    """R2.7: how many effects extra levels can buy at most."""
    return affordable(MOST_LEVELS, Rank(inputs.rank), rules.effect_limit, rules.effect_price)


def _dice_warnings(inputs: SideInputs, rules: T13Rules) -> Iterable[str]:
    split = inputs.split
    if split.boon is None:
        yield "No Boon die is rolled, though every character has one for free (R2.2)."
    if inputs.prof_dice is None:
        applies = inputs.proficiencies + inputs.fitting
        if applies > 4:
            yield f"{applies} Proficiencies count as 4 (G2.17)."
        if inputs.proficiencies == 0 and rules.halving == "off":
            yield "No Proficiency applies; the score is not halved unless the house rule halving says so (G2.16)."
    elif rules.proficiency_dice == "by-count" and inputs.prof_dice.startswith("4d"):
        yield "4 Proficiency dice take 4 Proficiencies and a Monolith (R2.14)."
    for component in inputs.listed:
        if component.dice.lowest < 0 and rules.component_floor == "none":
            yield f"{component} can come to less than 0 (G2.5)."


def _test_warnings(inputs: TestInputs, rules: T13Rules) -> Iterable[str]:
    yield from _dice_warnings(inputs, rules)
    if rules.method == "sum" and (dice := throw(inputs, rules)).highest <= inputs.difficulty and rules.halving == "off":
        yield f"The dice come to {dice.highest} at most, so difficulty {inputs.difficulty} cannot be beaten."


def _number(name: str) -> Callable[[Any], Any]:
    return lambda outcome: getattr(outcome, name)


def _paid(currency: Currency, *, opponent: bool = False) -> Callable[[Any, T13Rules], int]:
    return lambda inputs, rules: (inputs.opponent if opponent else inputs).split.paid.of(currency)


#: R2.4: what the dice cost that are in the pool without being free.
PAID: Final = tuple(
    Cost[Any, T13Rules](f"{c.value}_paid", f"{c} paid for dice", _paid(c), (Change("own", c.value),)) for c in Currency
)
#: The same, for both sides.
BOTH_PAID: Final = PAID + tuple(
    Cost[Any, T13Rules](
        f"against_{c.value}_paid",
        f"{c} paid for dice by the opponent",
        _paid(c, opponent=True),
        (Change("other", c.value),),
    )
    for c in Currency
)


TEST = Action[TestInputs, T13Rules, Result](
    name="test",
    title="Dice test",
    summary="Boon, Descendant, Proficiency and bought dice added up against a difficulty.",
    inputs=TestInputs,
    call=_test,
    events=level_events(lambda result: result.verdict),
    measures=(
        Measure("score", "points scored", _number("score"), one="point scored"),
        Measure("extra_levels", "extra success levels", _number("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels", _number("failures"), one="failure level"),
    ),
    facts=_test_facts,
    warnings=_test_warnings,
    decides="whether to try again after a Moderate Failure; by the pools method, which pool a bought die joins",
    example="test --dice facet:1d6,descendant:1d6 --difficulty 8",
    costs=PAID,
)

# --- opposed ---------------------------------------------------------------------------------------------------------


def _opposed(inputs: OpposedInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Contest]:
    if rules.method == "pools":
        raise BadInput("method", "pools", "sum, for opposed tests: pools are only compared with a difficulty")
    mine, theirs, others = sides(inputs, rules)
    return opposed(mine, theirs, others, scale(rules))


def opposed_facts(inputs: OpposedInputs, rules: T13Rules) -> Mapping[str, Any]:
    """What both sides roll and what of it is paid for."""
    against = {f"against_{name}": fact for name, fact in _dice_facts(inputs.opponent, rules).items()}
    return _dice_facts(inputs, rules) | {"most_effects": _most_effects(inputs, rules)} | against


def opposed_warnings(inputs: OpposedInputs, rules: T13Rules) -> Iterable[str]:
    """What is unusual about what both sides roll."""
    yield from _dice_warnings(inputs, rules)
    yield from (f"The opponent: {warning}" for warning in _dice_warnings(inputs.opponent, rules))


OPPOSED = Action[OpposedInputs, T13Rules, Contest](
    name="opposed",
    title="Opposed test",
    summary="Two or more sides roll; each score is the other's difficulty.",
    inputs=OpposedInputs,
    call=_opposed,
    events=(
        Event("win", "the higher score", lambda contest: contest.lead > 0, "R2.5"),
        Event("lose", "the lower score", lambda contest: contest.lead < 0, "R2.5"),
        *level_events(lambda contest: contest.verdict),
        Event("against_crisis", "Proficiency Crisis of the opponent", lambda c: bool(c.against.crisis), "R2.11"),
    ),
    measures=(
        Measure("margin", "own score less the opponent's", _number("margin")),
        Measure("extra_levels", "extra success levels", _number("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels, beyond the opponent's success levels", _number("failures")),
        Measure("against_extra_levels", "the opponent's extra success levels", _number("against_extra")),
        Measure("against_failure_levels", "the opponent's failure levels", _number("against_failures")),
    ),
    facts=opposed_facts,
    warnings=opposed_warnings,
    example="opposed --dice facet:1d6,descendant:1d6 --against-dice facet:2d6",
    costs=BOTH_PAID,
)

# --- buy -------------------------------------------------------------------------------------------------------------

_SPENT: Final = frozenset({"sway_spent", "chi_spent", "yarn_spent", "twists_spent"})


def _buy(inputs: BuyInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Bought]:
    if rules.method == "pools":
        raise BadInput("method", "pools", "sum, for buying: a test by pools lists what was bought among its dice")
    adjusts = rules.adjust == "after-roll"
    if inputs.twists and not adjusts:
        raise BadInput("twists", inputs.twists, "0 (or choose the house rule adjust=after-roll)")
    about = task(inputs, rules)
    dice = throw(inputs, rules)
    if dice.proficiency.count and rules.crisis == "both" and not asked & _OF_CRISIS:
        dice = replace(dice, dice=(*dice.dice, dice.proficiency), proficiency=Dice())  # a Crisis changes nothing then
    buyer = Buyer(
        dice,
        about,
        components("offers", inputs.offers),
        Purse(inputs.purse, Rank(inputs.rank), inputs.twists, rules.conversion == "off-the-top"),
        again=rules.buy_again == "yes",
        adjusts=adjusts,
        told=adjusts or bool(asked & _SPENT),
        marks=() if adjusts else marks(about),
    )
    return roll_first(buyer) if rules.buying == "after" else shop(buyer, 0, (0,) * len(buyer.offers))


def _buy_facts(inputs: BuyInputs, rules: T13Rules) -> Mapping[str, Any]:
    prices = {}
    for component in components("offers", inputs.offers):
        price = PRICES[component.kind]
        prices[str(component)] = " or ".join(
            f"{price.of(currency)} {currency}" for currency in Rank(inputs.rank).spends
        )
    return _dice_facts(inputs, rules) | {"prices": prices, "levels": bands(task(inputs, rules))}


def _buy_warnings(inputs: BuyInputs, rules: T13Rules) -> Iterable[str]:
    yield from _dice_warnings(inputs, rules)
    if inputs.split.bought:
        paid = inputs.split.paid
        yield f"{paid} for dice that are in `dice` already does not come out of what may be spent."
    for component in components("offers", inputs.offers):
        if not any(0 < PRICES[component.kind].of(currency) <= inputs.purse.of(currency) for currency in Currency):
            yield f"{component} cannot be paid."
    if inputs.twists:
        yield "Twists belong to Goblins, Demons and their kind; the Ref says who else may spend one."


BUY = Action[BuyInputs, T13Rules, Bought](
    name="buy",
    title="Dice test with extra dice",
    summary="A dice test for which more dice may be bought with Sway, Chi and Yarn.",
    inputs=BuyInputs,
    call=_buy,
    events=(*level_events(lambda bought: bought.verdict), *or_better_events(lambda bought: bought.verdict)),
    measures=(
        Measure("sway_spent", "Sway spent", lambda bought: bought.spent.sway, spends=True),
        Measure("chi_spent", "Chi spent", lambda bought: bought.spent.chi, spends=True),
        Measure("yarn_spent", "Yarn spent", lambda bought: bought.spent.yarn, spends=True),
        Measure("twists_spent", "Twists spent", lambda bought: bought.twists, spends=True),
    ),
    apart=(_SPENT,),
    facts=_buy_facts,
    warnings=_buy_warnings,
    decides="which dice to buy and what to pay them with",
    phrase=phrase,
    example="buy --dice facet:d6,descendant:d8 --difficulty 12 --offers skill:1d6+2,talent:2d6 --sway 14",
    costs=PAID,
)

"""Parts that the actions share: the dice and tasks that inputs make, events of levels, facts, warnings and prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from oddsmith.dice.limits import refuse_above
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Cost, Event
from oddsmith.systems.fields.field import changed
from oddsmith.systems.fields.models import about_opponent
from oddsmith.systems.sheets import Change
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import (
    BuyInputs,
    InvestInputs,
    OpposedInputs,
    SideInputs,
    SpenderInputs,
    TestInputs,
)
from oddsmith.systems.t13.lookup_inputs import MOST_LEVELS, EffectsInputs
from oddsmith.systems.t13.rules.buying import marks
from oddsmith.systems.t13.rules.components import Amount, components
from oddsmith.systems.t13.rules.currencies import PRICED_IN, Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.effect_menus import affordable
from oddsmith.systems.t13.rules.levels import Circumstances, Level, Scale, Verdict
from oddsmith.systems.t13.rules.proficiencies import Being, Crisis, counted, dice_entered, dice_of
from oddsmith.systems.t13.rules.tests import Contestant, TestTask, judged
from oddsmith.systems.t13.rules.throw import Throw
from oddsmith.wording import worded

O = TypeVar("O")  # noqa: E741 (O: outcome)

#: Pairs of scores that an opposed test may have; above it the exact odds would take too long.
MOST_PAIRS: Final = 200_000

# --- dice and tasks ---------------------------------------------------------------------------------------------------


def scale(rules: T13Rules) -> Scale:
    """Return the house rules about levels."""
    named = (name for name in Scale.__dataclass_fields__ if name != "changed")
    return Scale(**{name: getattr(rules, name) for name in named}, changed=changed(rules))


def proficiency(side: SideInputs, rules: T13Rules) -> Dice:
    """R2.12, R2.14: the Proficiency dice of a side; BadInput where the house rules do not allow those entered."""
    if side.prof_dice is not None:
        return dice_entered("prof_dice", side.prof_dice, rules, any_size=rules.proficiency_dice == "free")
    return dice_of(counted(side.proficiencies, side.fitting, rules), rules, Being(side.being), monolith=side.monolith)


def halving(side: SideInputs, rules: T13Rules) -> str:
    """R2.12, G2.16: the way to halve the score of a side; "off" for everybody to whom some Proficiency applies."""
    return rules.halving if side.prof_dice is None and side.proficiencies == 0 else "off"


def circumstances(side: SideInputs, rules: T13Rules) -> Circumstances:
    """Return the circumstances of a side's level; BadInput for numbers that no house rule uses."""
    if rules.numerology == "off":
        for name, number in (("geometry", side.geometry), ("nemesis", side.nemesis)):
            if number is not None:
                raise BadInput(name, number, worded("nothing (or choose {the house rule numerology=on})"))
    return Circumstances(side.shift, side.geometry, side.nemesis)


def throw(side: SideInputs, rules: T13Rules) -> Throw:
    """R2.2, R2.3: all dice of a side."""
    return Throw(
        tuple(component.dice for component in side.listed),
        proficiency(side, rules),
        side.modifier,
        rules.component_floor == "zero",
    )


def task(inputs: TestInputs | BuyInputs | InvestInputs, rules: T13Rules) -> TestTask:
    """Return the task of a test."""
    retries = inputs.retries if isinstance(inputs, TestInputs) else 0
    return TestTask(inputs.difficulty, circumstances(inputs, rules), scale(rules), halving(inputs, rules), retries)


def sides(inputs: OpposedInputs, rules: T13Rules) -> tuple[Contestant, Contestant, tuple[Contestant, ...]]:
    """Return all sides of an opposed test: the own one, the opponent, and others.

    Raises TooLarge when they have too many scores.
    """
    theirs = inputs.against
    own = Contestant(throw(inputs, rules), circumstances(inputs, rules), halving(inputs, rules))
    with about_opponent():
        thrown = throw(theirs, rules)
    opponent = Contestant(thrown, circumstances(theirs, rules), halving(theirs, rules))
    nonnegative = rules.component_floor == "zero"
    others = tuple(
        Contestant(
            Throw(tuple(component.dice for component in components("others", side.split(","))), nonnegative=nonnegative)
        )
        for side in inputs.others.split("/")
        if side
    )
    widest = max(_scores(side.throw) for side in (opponent, *others))
    refuse_above(MOST_PAIRS, _scores(own.throw) * widest, "pairs of scores", "Roll fewer or smaller dice.")
    return own, opponent, others


def _scores(dice: Throw) -> int:
    """Count the totals, Crises told apart, that dice can come to."""
    scores = dice.highest - dice.lowest + 1
    crisis = dice.proficiency
    return scores + (2 * (scores - (crisis.highest - crisis.lowest)) if crisis.count else 0)


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


def _is(level: Level, of: Callable[[O], Verdict]) -> Callable[[O], bool]:
    return lambda outcome: of(outcome).level is level


def _or_better(level: Level, of: Callable[[O], Verdict]) -> Callable[[O], bool]:
    return lambda outcome: of(outcome).level >= level


def _reached(least: Level, most: Level = Level.SUPERIOR) -> tuple[str, ...]:
    """The names of the levels from one to another."""
    return tuple(name for level, name in _NAMES.items() if least <= level <= most)


def level_events(of: Callable[[O], Verdict]) -> tuple[Event[O], ...]:
    """Return the events of success and failure, of each level rolled, and of what a Crisis adds."""
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
    """Return an event for every level or a better one, for goals."""
    return tuple(
        Event(f"{name}_or_better", f"{level} or better", _or_better(level, of), "R2.6", implied_by=_reached(level))
        for level, name in _NAMES.items()
        if level not in (Level.SUPERIOR, Level.SERIOUS_FAILURE)
    )


# --- the dice of a side ----------------------------------------------------------------------------------------------


def dice_facts(inputs: SideInputs, rules: T13Rules) -> dict[str, Any]:
    """List the dice that a side rolls, and which of them are paid for."""
    split = inputs.split
    facts: dict[str, Any] = {
        "free_dice": [str(component) for component in (split.boon, split.descendant) if component],
        "proficiency_dice": str(dice) if (dice := proficiency(inputs, rules)).count else "none",
    }
    if split.bought:
        facts |= {
            "bought_dice": [str(component) for component in split.bought],
            "paid": str(split.paid(rules, sway_of(inputs, rules))),
        }
    return facts


def bands(of: TestTask) -> dict[str, str]:
    """Return the scores of every level against a difficulty; without doubles and numerology, which look at digits.

    >>> from oddsmith.systems.t13.rules.levels import Circumstances, Scale
    >>> bands(TestTask(8, Circumstances(), Scale()))["Moderate Success"]
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


def most_effects(inputs: SideInputs, rules: T13Rules) -> int:
    """R2.7: the most effects that extra levels can buy."""
    return affordable(MOST_LEVELS, Rank(inputs.rank), rules.effect_limit, rules.effect_price, rules)


def dice_warnings(inputs: SideInputs, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice of a side."""
    split = inputs.split
    if split.boon is None:
        yield "No Boon die is rolled, though every character has one for free (R2.2)."
    if inputs.prof_dice is None:
        applies = inputs.proficiencies + inputs.fitting
        if applies > rules.most_proficiencies:
            yield f"{applies} Proficiencies count as {rules.most_proficiencies} (G2.17)."
        if inputs.proficiencies == 0 and rules.halving == "off":
            yield "No Proficiency applies; the score is not halved unless the house rule halving says so (G2.16)."
    elif rules.proficiency_dice == "by-count" and inputs.prof_dice.startswith("4d"):
        yield "4 Proficiency dice take 4 Proficiencies and a Monolith (R2.14)."
    for component in inputs.listed:
        if component.dice.lowest < 0 and rules.component_floor == "none":
            yield f"{component} can come to less than 0 (G2.5)."


def opposed_facts(inputs: OpposedInputs, rules: T13Rules) -> Mapping[str, Any]:
    """List the dice that both sides roll, and which of them are paid for."""
    against = {f"against_{name}": fact for name, fact in dice_facts(inputs.against, rules).items()}
    return dice_facts(inputs, rules) | {"most_effects": most_effects(inputs, rules)} | against


def opposed_warnings(inputs: OpposedInputs, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice of both sides."""
    yield from dice_warnings(inputs, rules)
    yield from (f"The opponent: {warning}" for warning in dice_warnings(inputs.against, rules))


# --- Sway, Chi and Yarn ----------------------------------------------------------------------------------------------


def sway_of(side: SideInputs, rules: T13Rules) -> Currency:
    """G2.28: the Sway that the test of a side may spend; Yin or Yang, as its Facet is, where they are kept apart."""
    return Currency(side.nature) if rules.yin_yang == "apart" else Currency.SWAY


def currencies(rules: T13Rules) -> tuple[Currency, ...]:
    """All currencies that a table keeps."""
    return (Currency.YIN, Currency.YANG, *PRICED_IN[1:]) if rules.yin_yang == "apart" else PRICED_IN


def held(inputs: SpenderInputs | EffectsInputs, rules: T13Rules) -> Amount:
    """The points that there are; BadInput for those that the table does not keep."""
    amount = inputs.purse if isinstance(inputs, SpenderInputs) else inputs.held
    for currency in Currency:
        if (number := amount.of(currency)) and currency not in currencies(rules):
            instead = (
                "0, and {yin} and {yang} instead ({the house rule yin_yang=apart})"
                if currency is Currency.SWAY
                else "0 (or choose {the house rule yin_yang=apart})"
            )
            raise BadInput(currency.value, number, worded(instead))
    return amount


def _paid(currency: Currency, *, opponent: bool = False) -> Callable[[Any, T13Rules], int]:
    def paid(inputs: Any, rules: T13Rules) -> int:
        side = inputs.against if opponent else inputs
        amount: Amount = side.split.paid(rules, sway_of(side, rules))
        return amount.of(currency)

    return paid


def paid(rules: T13Rules) -> tuple[Cost[Any, T13Rules], ...]:
    """R2.4: the price of dice that are in the pool without being free, in every currency of a table."""
    return tuple(
        Cost[Any, T13Rules](f"{c.value}_paid", f"{c} paid for dice", _paid(c), (Change("own", c.value),))
        for c in currencies(rules)
    )


def both_paid(rules: T13Rules) -> tuple[Cost[Any, T13Rules], ...]:
    """The same, for both sides."""
    theirs = tuple(
        Cost[Any, T13Rules](
            f"against_{c.value}_paid",
            f"{c} paid for dice by the opponent",
            _paid(c, opponent=True),
            (Change("other", c.value),),
        )
        for c in currencies(rules)
    )
    return paid(rules) + theirs

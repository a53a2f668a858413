"""Parts that the actions share: the dice and tasks that inputs make, facts, warnings and prices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from oddsmith.dice.limits import refuse_above
from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Cost
from oddsmith.systems.fields.field import changed
from oddsmith.systems.fields.models import about_opponent
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import APART, TOGETHER, Opposed, Retried, Side, Spender, Tested
from oddsmith.systems.t13.lookup_inputs import MOST_LEVELS, Choosing
from oddsmith.systems.t13.rules.buying import Purse, marks
from oddsmith.systems.t13.rules.components import Amount, components
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.effect_menus import affordable
from oddsmith.systems.t13.rules.levels import Circumstances, scale
from oddsmith.systems.t13.rules.proficiencies import Being, Crisis, applying, counted, dice_entered, dice_of
from oddsmith.systems.t13.rules.tests import Contestant, TestTask, judged
from oddsmith.systems.t13.rules.throw import Throw
from oddsmith.wording import worded

#: Pairs of scores that an opposed test may have; above it the exact odds would take too long.
MOST_SCORE_PAIRS: Final = 200_000

# --- dice and tasks ---------------------------------------------------------------------------------------------------


def proficiency(side: Side, rules: T13Rules) -> Dice:
    """R2.12, R2.14: the Proficiency dice of a side; BadInput where the house rules do not allow those entered."""
    if side.prof_dice is not None:
        return dice_entered("prof_dice", side.prof_dice, rules, any_size=rules.proficiency_dice == "free")
    number = counted(side.proficiencies, side.fitting, rules)
    found = dice_of(number, rules, Being(side.being), monolith=side.monolith)
    if not side.dice and not found.count:
        raise BadInput("dice", "", "at least one, such as facet:d6")
    return found


def halving(side: Side, rules: T13Rules) -> str:
    """R2.12, G2.16: the way to halve the score of a side; "off" for everybody to whom some Proficiency applies."""
    return rules.halving if side.prof_dice is None and side.proficiencies == 0 else "off"


def circumstances(side: Side, rules: T13Rules) -> Circumstances:
    """Return the circumstances of a side's level; BadInput for numbers that no house rule uses."""
    if rules.numerology == "off":
        for name, number in (("geometry", side.geometry), ("nemesis", side.nemesis)):
            if number is not None:
                raise BadInput(name, number, worded("nothing (or choose {the house rule numerology=on})"))
    return Circumstances(side.shift, side.geometry, side.nemesis)


def throw(side: Side, rules: T13Rules) -> Throw:
    """R2.2, R2.3: all dice of a side."""
    return Throw(
        tuple(component.dice for component in side.listed),
        proficiency(side, rules),
        side.modifier,
        rules.component_floor == "zero",
    )


def task(tested: Tested, rules: T13Rules) -> TestTask:
    """Return the task of a test."""
    retries = tested.retries if isinstance(tested, Retried) else 0
    return TestTask(tested.difficulty, circumstances(tested, rules), scale(rules), halving(tested, rules), retries)


def sides(mine: Opposed, theirs: Side, rules: T13Rules) -> tuple[Contestant, Contestant, tuple[Contestant, ...]]:
    """Return all sides of an opposed test: the own one, the opponent, and others.

    Raises TooLarge when they have too many scores.
    """
    own = Contestant(throw(mine, rules), circumstances(mine, rules), halving(mine, rules))
    with about_opponent():
        thrown = throw(theirs, rules)
    opponent = Contestant(thrown, circumstances(theirs, rules), halving(theirs, rules))
    nonnegative = rules.component_floor == "zero"
    others = tuple(
        Contestant(
            Throw(tuple(component.dice for component in components("others", side.split(","))), nonnegative=nonnegative)
        )
        for side in mine.others.split("/")
        if side
    )
    widest = max(_scores(side.throw) for side in (opponent, *others))
    refuse_above(MOST_SCORE_PAIRS, _scores(own.throw) * widest, "pairs of scores", "Roll fewer or smaller dice.")
    return own, opponent, others


def _scores(dice: Throw) -> int:
    """Count the totals, Crises told apart, that dice can come to."""
    scores = dice.highest - dice.lowest + 1
    crisis = dice.proficiency
    return scores + (2 * (scores - (crisis.highest - crisis.lowest)) if crisis.count else 0)


# --- the dice of a side ----------------------------------------------------------------------------------------------


def dice_facts(inputs: Side, rules: T13Rules) -> dict[str, Any]:
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
            found[level] = str(low) if high == low else f"{low}{'-' if low >= 0 else ' to '}{high}"
        else:
            found[level] = f"{high} or less"
    return dict(reversed(found.items()))


def most_effects(inputs: Side, rules: T13Rules) -> int:
    """R2.7: the most effects that extra levels can buy."""
    return affordable(MOST_LEVELS, Rank(inputs.rank), rules.effect_limit, rules.effect_price, rules)


def dice_warnings(inputs: Side, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice of a side."""
    split, most = inputs.split, rules.most_proficiencies
    if split.boon is None:
        yield "No Boon die is rolled, though every character has one for free (R2.2)."
    if inputs.prof_dice is None:
        applies = applying(inputs.proficiencies, inputs.fitting, rules)
        if applies > most:
            yield f"{applies} Proficiencies count as {most} (G2.17)."
        if inputs.proficiencies == 0 and rules.halving == "off":
            yield "No Proficiency applies; the score is not halved unless the house rule halving says so (G2.16)."
    elif rules.proficiency_dice == "by-count" and (count := proficiency(inputs, rules).count) == most:
        yield f"{count} Proficiency dice take {most} Proficiencies and a Monolith (R2.14)."
    for component in inputs.listed:
        if component.dice.lowest < 0 and rules.component_floor == "none":
            yield f"{component} can come to less than 0 (G2.5)."


def opposed_facts(own: Side, against: Side, rules: T13Rules) -> Mapping[str, Any]:
    """List the dice that both sides roll, and which of them are paid for."""
    theirs = {f"against_{name}": fact for name, fact in dice_facts(against, rules).items()}
    return dice_facts(own, rules) | {"most_effects": most_effects(own, rules)} | theirs


def opposed_warnings(own: Side, against: Side, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice of both sides."""
    yield from dice_warnings(own, rules)
    yield from (f"The opponent: {warning}" for warning in dice_warnings(against, rules))


# --- Sway, Chi and Yarn ----------------------------------------------------------------------------------------------


def sway_of(side: Side, rules: T13Rules) -> Currency:
    """G2.28: the Sway that the test of a side may spend; Yin or Yang, as its Facet is, where they are kept apart."""
    return Currency(side.nature) if rules.yin_yang == "apart" else Currency.SWAY


#: G2.28: all currencies, each with the house rule under which a table keeps it.
KEPT: Final[Mapping[Currency, Mapping[str, tuple[str, ...]]]] = {
    Currency.SWAY: TOGETHER,
    Currency.YIN: APART,
    Currency.YANG: APART,
    Currency.CHI: {},
    Currency.YARN: {},
}


def held(inputs: Spender | Choosing, rules: T13Rules) -> Amount:
    """The points that there are; BadInput for those that the table does not keep."""
    for currency, under in KEPT.items():
        if (number := inputs.held.of(currency)) and under and rules.yin_yang not in under["yin_yang"]:
            instead = (
                "0, and {yin} and {yang} instead ({the house rule yin_yang=apart})"
                if currency is Currency.SWAY
                else "0 (or choose {the house rule yin_yang=apart})"
            )
            raise BadInput(currency.value, number, worded(instead))
    return inputs.held


def purse_of(inputs: Spender, rules: T13Rules, twists: int = 0) -> Purse:
    """Return all that somebody may spend."""
    return Purse(
        held(inputs, rules),
        Rank(inputs.rank),
        twists,
        rules.conversion == "off-the-top",
        changed=changed(rules),
        sway=sway_of(inputs, rules),
    )


def _paid(currency: Currency) -> Cost:
    def paid(own: Side, rules: T13Rules) -> int:
        return own.split.paid(rules, sway_of(own, rules)).of(currency)

    return Cost(f"{currency.value}_paid", paid, f"{currency} paid for dice", under=KEPT[currency])


def _paid_by_opponent(currency: Currency) -> Cost:
    def paid(against: Side, rules: T13Rules) -> int:
        return against.split.paid(rules, sway_of(against, rules)).of(currency)

    title = f"{currency} paid for dice by the opponent"
    return Cost(f"against_{currency.value}_paid", paid, title, under=KEPT[currency])


#: R2.4: the price of dice that are in the pool without being free, in every currency.
PAID: Final = tuple(map(_paid, KEPT))
#: The same, for both sides.
PAID_BY_BOTH: Final = (*PAID, *map(_paid_by_opponent, KEPT))

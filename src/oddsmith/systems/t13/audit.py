"""Oddities in the numbers of T13 under given house rules, and the tour's advice; all computed when said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from oddsmith.rules import best, first_option, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.buying import Buyer, Purse, adjusts, marks, shop
from oddsmith.systems.t13.rules.components import PRICED, Amount, ComponentKind, components, price
from oddsmith.systems.t13.rules.currencies import Currency, Rank, value
from oddsmith.systems.t13.rules.dice_codes import dice
from oddsmith.systems.t13.rules.effect_menus import affordable, menu
from oddsmith.systems.t13.rules.exchange import REFERENCE_DICE
from oddsmith.systems.t13.rules.levels import Circumstances, Level, Rung, Scale, in_crisis, influenced, scale, standing
from oddsmith.systems.t13.rules.proficiencies import Being, Crisis, dice_of, sides
from oddsmith.systems.t13.rules.tests import TestOutcome, TestTask, test
from oddsmith.systems.t13.rules.throw import Throw

DIFFICULTIES: Final = range(1, 31)
USUAL: Final = Throw((dice("audit", "1d6"), dice("audit", "1d6")))
USUAL_DIFFICULTY: Final = 8
_TESTED: Final = f"--dice facet:d6,descendant:d6 --difficulty {USUAL_DIFFICULTY}"
#: Faces that make an extra level of Superior Success with all Proficiency dice at maximum.
_SUPERIOR_CRISIS: Final = "roll t13 test --dice facet:d6,descendant:d6 --difficulty 5 --prof-dice 1d6 --faces 6,4,6"


def audit(rules: T13Rules) -> Iterator[Finding]:
    """Find prices out of line, money pumps, ladders that do not climb, levels out of reach, dice that make it worse."""
    yield from _prices(rules)
    yield from _pump(rules)
    yield from _points(rules)
    yield from _ladder(scale(rules))
    yield from _thin_levels(scale(rules))
    yield from _proficiencies(rules)
    yield from _crises(scale(rules))
    yield from _effects(rules)
    yield from _reference_dice()


# --- prices ----------------------------------------------------------------------------------------------------------


def _by_price(rules: T13Rules) -> dict[Amount, list[str]]:
    """Return the rows of the price list: the kinds that share a price."""
    rows: dict[Amount, list[str]] = {}
    for kind in ComponentKind:
        if kind in PRICED:
            rows.setdefault(price(kind, rules), []).append(str(kind))
    return rows


def _prices(rules: T13Rules) -> Iterator[Finding]:
    """R2.17: rows of the price list where Yarn is worth more or less than what it buys."""
    by_price = _by_price(rules)
    for row, kinds in by_price.items():
        worth = value(row.yarn)
        if worth != row.chi:
            verdict = "dear" if worth > row.chi else "cheap"
            text = (
                f"A {' or '.join(kinds)} die is {verdict} in Yarn: {row.yarn} Yarn are worth {worth} Chi, "
                f"and in Chi the die costs {row.chi}."
            )
            command = f"odds t13 convert --amount {row.yarn} --from yarn --to chi"
            yield Finding("R2.17", text, {"chi": row.chi, "yarn": row.yarn, "yarn in chi": worth}, command)
    climbing = sorted(by_price)
    for lower, higher in pairwise(climbing):
        if lower.yarn == higher.yarn:
            text = (
                f"In Yarn a {' or '.join(by_price[higher])} die costs no more than a "
                f"{' or '.join(by_price[lower])} die, in Sway {higher.sway} and {lower.sway}."
            )
            offers = f"{by_price[lower][0].replace(' ', '-')}:d6,{by_price[higher][0].replace(' ', '-')}:d6"
            command = f"odds t13 buy {_TESTED} --offers {offers} --yarn {higher.yarn}"
            yield Finding("R2.4", text, {"yarn": higher.yarn, "sway": [lower.sway, higher.sway]}, command)


def _pump(rules: T13Rules) -> Iterator[Finding]:
    """R2.16: the smallest amount of Yarn that grows when it is turned into Chi at once and bought back one by one."""
    if rules.conversion != "separate":
        return
    single = value(1)
    for yarn in range(1, 100):
        chi = value(yarn)
        if chi // single > yarn:
            text = (
                f"Exchanging makes something out of nothing: {yarn} Yarn at once are {chi} Chi, and these, "
                f"{single} at a time, are {chi // single} Yarn."
            )
            command = f"odds t13 convert --amount {yarn} --from yarn --to chi"
            yield Finding("R2.16, G2.22", text, {"yarn": yarn, "chi": chi, "yarn again": chi // single}, command)
            return


def _points(rules: T13Rules) -> Iterator[Finding]:
    """R2.19: the points that a Chi's worth of each currency adds to a score that has landed."""
    if rules.adjust == "off":
        return
    per_chi = {
        "Sway": Fraction(rules.sway_per_chi * adjusts(Currency.SWAY, rules)),
        "Chi": Fraction(adjusts(Currency.CHI, rules)),
        "Yarn": Fraction(adjusts(Currency.YARN, rules), value(1)),
    }
    if len(set(per_chi.values())) > 1:
        most = max(per_chi, key=lambda name: per_chi[name])
        others = ", ".join(f"{float(n):g} ({name})" for name, n in per_chi.items() if name != most)
        text = (
            f"On the score a Chi's worth of {most} adds {float(per_chi[most]):g}, of the others {others}; "
            f"a Twist adds {rules.twist_adjusts}."
        )
        purses = f"--sway 0,{rules.sway_per_chi} --chi 0,1 --yarn 0,1"
        yield Finding("R2.19", text, per_chi, f"sweep t13 buy {_TESTED} {purses} --best score")


# --- levels ----------------------------------------------------------------------------------------------------------


def _height(reached: Rung) -> tuple[int, int]:
    return int(reached.level), reached.extra - reached.failures


def _ladder(readings: Scale) -> Iterator[Finding]:
    """R2.6: scores that are worse than the next lower one."""
    plain = Circumstances()
    slips: list[tuple[int, int]] = []
    for difficulty in DIFFICULTIES:
        ladder = {
            score: influenced(standing(score, difficulty, readings), score, plain, readings)
            for score in range(-2 * difficulty, 6 * difficulty)
        }
        slips += [
            (difficulty, score)
            for score, reached in ladder.items()
            if score - 1 in ladder and _height(reached) < _height(ladder[score - 1])
        ]
    if slips:
        difficulty, score = slips[0]
        text = (
            f"The ladder of levels does not always climb: against {difficulty} a score of {score} is worse than "
            f"{score - 1}. There are {len(slips)} such steps against difficulties "
            f"{DIFFICULTIES.start} to {DIFFICULTIES.stop - 1}."
        )
        command = f"odds t13 test --dice facet:d6,descendant:d6 --difficulty {difficulty}"
        yield Finding("R2.6", text, {"difficulty": difficulty, "score": score, "steps": len(slips)}, command)


def _thin_levels(readings: Scale) -> Iterator[Finding]:
    """R2.6: difficulties at which some level cannot come up at all."""
    missing: dict[int, list[str]] = {}
    for difficulty in DIFFICULTIES:
        reached = {
            standing(score, difficulty, readings).level
            for score in range(-1, (readings.book.superior_times + 1) * difficulty + 1)
        }
        if lost := [str(level) for level in Level if level not in reached]:
            missing[difficulty] = lost
    if missing:
        text = "Against low difficulties some levels cannot come up: " + "; ".join(
            f"{difficulty}: {', '.join(levels)}" for difficulty, levels in missing.items()
        )
        figures = {f"difficulty {difficulty}": lost for difficulty, lost in missing.items()}
        command = f"odds t13 test --dice facet:d6,descendant:d6 --difficulty {next(iter(missing))}"
        yield Finding("R2.6", text + ".", figures, command)


def _test(throw: Throw, readings: Scale, halving: str = "off") -> Mapping[str, Fraction]:
    """Return the chances of the usual test."""
    results = odds(test(throw, TestTask(USUAL_DIFFICULTY, Circumstances(), readings, halving)), first_option)
    return {
        "success": results.p(lambda result: result.verdict.level > 0),
        "crisis": results.p(lambda result: bool(result.verdict.crisis)),
        "complete": results.p(_complete),
    }


def _complete(result: TestOutcome) -> bool:
    return result.verdict.level >= Level.COMPLETE


def _proficiencies(rules: T13Rules) -> Iterator[Finding]:
    """R2.12, G2.15 to G2.17: Proficiencies that bring nothing, or less than nothing."""
    readings = scale(rules)
    ladder = {
        count: _test(Throw(USUAL.dice, dice_of(count, rules)), readings, rules.halving if count == 0 else "off")
        for count in range(rules.most_proficiencies + 1)
    }
    for before, count in pairwise(ladder):
        if ladder[count]["success"] <= ladder[before]["success"]:
            what = "nothing" if ladder[count]["success"] == ladder[before]["success"] else "less than nothing"
            text = (
                f"Proficiency number {count} brings {what}: {USUAL} against {USUAL_DIFFICULTY} succeeds "
                f"{percent(ladder[before]['success'])} of the time with {before}, "
                f"{percent(ladder[count]['success'])} with {count}."
            )
            figures = {f"success with {n}": chances["success"] for n, chances in ladder.items()}
            command = f"sweep t13 test {_TESTED} --proficiencies 0..{max(ladder)} --of success --exact"
            yield Finding("R2.12", text, figures, command)


def _crises(readings: Scale) -> Iterator[Finding]:
    """R2.11, R2.14, G2.14: Proficiency dice that bring more Crises the smaller and fewer they are."""
    chances = {
        f"{count} of {being.value}": Fraction(2, sides(being, readings.book) ** count)
        for being in Being
        for count in (1, 2)
    }
    single = chances[f"1 of {Being.MORTAL.value}"]
    text = (
        f"A single Proficiency die is in Crisis {percent(single)} of the time (a child's "
        f"{percent(chances['1 of child'])}), two {percent(chances['2 of mortal'])}: "
        "the less someone knows, the more often things go both ways."
    )
    rolled = "|".join(f"{count}d{sides(being, readings.book)}" for being in Being for count in (1, 2))
    command = f"sweep t13 test {_TESTED} --prof-dice '{rolled}' --of crisis --exact"
    yield Finding("R2.11, G2.14", text, chances, command)
    best_rolled = in_crisis(Rung(Level.SUPERIOR, 1), Crisis.MAXIMUM, readings)
    if best_rolled.equivalent is not None:
        text = (
            f"The best dice can do worst: with all Proficiency dice at maximum, {best_rolled.rolled} is "
            f"{best_rolled.equivalent} as well."
        )
        figures = {"rolled": str(best_rolled.rolled), "as well": str(best_rolled.equivalent)}
        yield Finding("R2.11", text, figures, _SUPERIOR_CRISIS)


# --- effects and Boons -----------------------------------------------------------------------------------------------


def _effects(rules: T13Rules) -> Iterator[Finding]:
    """R2.7, G2.8: menus of which a character can never take all."""
    short = {
        rank: (most, len(menu(rank)))
        for rank in Rank
        if (most := affordable(1000, rank, rules.effect_limit, rules.effect_price, rules)) < len(menu(rank))
    }
    if short:
        text = "Nobody can take all that their menu offers: " + ", ".join(
            f"a {rank} {most} of {entries}" for rank, (most, entries) in short.items()
        )
        command = f"odds t13 effects --extra-levels 1000 --rank {next(iter(short)).value}"
        yield Finding("R2.7", text + ".", {rank.value: figures for rank, figures in short.items()}, command)


def _reference_dice() -> Iterator[Finding]:
    """R2.15: reference dice whose Boon is not the Value of their average."""
    off: dict[str, Any] = {}
    for boon, text in REFERENCE_DICE.items():
        read = dice("reference", text)
        average = Fraction(read.lowest + read.highest, 2)
        if (exact := value(average)) != boon:
            off[text] = {"listed": boon, "by the formula": exact}
    if off:
        listed = "; ".join(
            f"{name} at {row['listed']}, by the formula {row['by the formula']}" for name, row in off.items()
        )
        text = f"Reference dice whose Boon is not the Value of their average: {listed}."
        first = next(iter(off.values()))["listed"]
        yield Finding("R2.15", text, off, f"odds t13 boon --boon {first}")


# --- the tour --------------------------------------------------------------------------------------------------------


def advice() -> str:
    """Say what a purse is best spent on before a test."""
    difficulty, purse = 12, Amount(sway=14)
    offers = components("offers", ("skill:1d6+2", "talent:2d6", "power:2d8"))
    task = TestTask(difficulty, Circumstances(), Scale())
    throw = Throw((dice("tour", "1d6"), dice("tour", "1d8"), dice_of(3, T13Rules())))
    buyer = Buyer(throw, task, offers, Purse(purse), again=False, told=False, marks=marks(task))
    call = shop(buyer, 0, (0,) * len(offers))
    plan = best(call, lambda bought: bought.verdict.level >= Level.COMPLETE)
    unspent = odds(call, first_option).p(lambda bought: bought.verdict.level >= Level.COMPLETE)
    bought = [str(taken.best) for taken in plan.decisions if taken.reached and taken.best != taken.decision.options[0]]
    return (
        f"With {throw} against {difficulty} and {purse} to spend on {', '.join(map(str, offers))}, buy "
        f"{' and '.join(bought)}: the chance of a Complete Success or better rises from {percent(unspent)} to "
        f"{percent(plan.value)}."
    )

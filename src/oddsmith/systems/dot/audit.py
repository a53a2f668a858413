"""Oddities in the numbers of the Dot System under given house rules, and the tour's advice; all computed when said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, pairwise

from oddsmith.distribution import Distribution
from oddsmith.rules import first_option, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.rules.check import CheckOutcome
from oddsmith.systems.dot.rules.convert import HERO_EXCEPTIONAL
from oddsmith.systems.dot.rules.hero_sheet import (
    FAMILIARITIES,
    characteristic_dots,
    characteristic_roll,
    combat_dots,
    familiarity_dots,
    target_dots,
)
from oddsmith.systems.dot.rules.pool import DotPool, attack_pool, fives_and_sixes, pool_of, successes_of
from oddsmith.systems.dot.rules.whole_sheet import hero_chance
from oddsmith.wording import listed

#: HERO rolls that are compared: from the one that makes no dot to the one beyond which HERO grows no more.
TARGETS = range(9, 18)
_FAMILIARITY = 8


@cache
def _successes(pool: DotPool) -> Distribution[int]:
    return odds(successes_of(pool), first_option)


@dataclass(frozen=True)
class ConversionRow:
    """A HERO roll and the pool that takes its place: the dots, and the chances of both ways to roll."""

    target: int
    dots: int
    hero: Fraction
    dot: Fraction
    exceptional: Fraction
    critical_failure: Fraction


def converted(target: int, dots: int, rules: DotRules) -> ConversionRow:
    """Compare a HERO roll of `target` or less with a pool of `dots` under the house rules."""
    successes = _successes(pool_of(dots, rules))
    missed = successes.at_most(0)
    critical = missed if CheckOutcome(0, dots).critical_failure else Fraction(0)
    return ConversionRow(target, dots, hero_chance(target), 1 - missed, successes.at_least(rules.exceptional), critical)


def conversion_chart(rules: DotRules) -> list[ConversionRow]:
    """Return the familiarity at 8-, then every HERO roll from 9- to 17- (R1.4, R1.12)."""
    familiarity = converted(_FAMILIARITY, familiarity_dots(_FAMILIARITY, rules), rules)
    return [familiarity, *(converted(target, target_dots(target, rules), rules) for target in TARGETS)]


def audit(rules: DotRules) -> Iterator[Finding]:
    """Find where the conversion breaks its own formula, where ladders do not climb, and where Dot and HERO part."""
    chart = conversion_chart(rules)
    yield from _off_formula(rules)
    yield from _worse_familiarities(rules)
    yield from _off_hero_rounding(rules)
    yield from _same_success(chart[1:])
    yield from _kinder_and_harsher(chart)
    yield from _lower_but_better(chart)
    yield from _exceptional(rules)
    yield from _outclassed(rules)
    if rules.opposed != "off":
        yield _ties(rules)


def _often(chance: Fraction) -> str:
    return f"{percent(chance)} of the time" if chance else "never"


def _off_formula(rules: DotRules) -> Iterator[Finding]:
    """Familiarities whose dots are not the roll less nine."""
    for target in FAMILIARITIES:
        dots = familiarity_dots(target, rules)
        formula = target_dots(target, rules)
        if dots != formula:
            of_it = f"{dots} dot{'' if dots == 1 else 's'}"
            text = f"A familiarity of {target}- makes {of_it}, where the formula of all other rolls makes {formula}."
            command = f"odds dot convert --target {target} --familiarity yes"
            yield Finding("R1.12", text, {"table": dots, "formula": formula}, command)


def _worse_familiarities(rules: DotRules) -> Iterator[Finding]:
    """Characteristics that alone make more dots than a familiarity with them does."""
    for target in FAMILIARITIES:
        dots = familiarity_dots(target, rules)
        least = next(score for score in count(0) if characteristic_dots(score, rules) > dots)
        own = characteristic_dots(least, rules)
        text = (
            f"From a characteristic of {least} on, the characteristic alone (dots: {own}) beats a familiarity of "
            f"{target}- ({dots}), which cannot be combined with it."
        )
        with_it, alone = _successes(pool_of(dots, rules)), _successes(pool_of(own, rules))
        figures = {"success with the familiarity": with_it.at_least(1), "success without": alone.at_least(1)}
        yield Finding("G1.5", text, figures, f"sweep dot check --dots {dots},{own} --of success --exact")


def _off_hero_rounding(rules: DotRules) -> Iterator[Finding]:
    """Characteristics whose dots under the house rule are not those that HERO's own rounding gives their roll."""
    scores = range(5, 31)
    hero_roll = {score: characteristic_roll(score) for score in scores}
    off = [score for score in scores if characteristic_dots(score, rules) != target_dots(hero_roll[score], rules)]
    if off:
        odd = listed(map(str, off))
        text = f"Rounded this way, these characteristics make other dots than their HERO rolls: {odd}."
        figures = {f"HERO roll of {score}": hero_roll[score] for score in off}
        command = f"sweep dot check --characteristic {','.join(map(str, off))} --of pool"
        yield Finding("G1.1", text, figures, command)


def _same_success(chart: list[ConversionRow]) -> Iterator[Finding]:
    """Neighbouring rolls that succeed equally often in Dot, and what then tells them apart."""
    for row, higher in pairwise(chart):
        if row.dot == higher.dot:
            text = (
                f"{row.target}- and {higher.target}- succeed equally often, {percent(row.dot)}; "
                f"but {row.target}- fails critically {_often(row.critical_failure)}, "
                f"{higher.target}- {_often(higher.critical_failure)}."
            )
            figures = {f"success at {row.target}-": row.dot, f"success at {higher.target}-": higher.dot}
            asked = f"--target {row.target},{higher.target} --of dot-success --of dot-critical-failure"
            yield Finding("R1.9", text, figures, f"sweep dot convert {asked} --exact")


def _kinder_and_harsher(chart: list[ConversionRow]) -> Iterator[Finding]:
    """Rolls that succeed more often in one of the two systems."""
    for rows, which in (
        ([row for row in chart if row.dot > row.hero], "kinder"),
        ([row for row in chart if row.dot < row.hero], "harsher"),
    ):
        if rows:
            most = max(rows, key=lambda row: abs(row.dot - row.hero))
            text = (
                f"Dot is {which} than HERO at {listed(f'{row.target}-' for row in rows)}; most so at {most.target}- "
                f"({percent(most.dot)} for {percent(most.hero)})."
            )
            figures: dict[str, Fraction] = {}
            for row in rows:
                figures |= {f"Dot at {row.target}-": row.dot, f"HERO at {row.target}-": row.hero}
            yield Finding("R1.12", text, figures, _converting(rows, "hero-success", "dot-success"))


def _converting(rows: Sequence[ConversionRow], *of: str) -> str:
    """Write the command that shows rows of the chart; the lowest is a familiarity (R1.12)."""
    targets = f"--target {','.join(str(row.target) for row in rows)}"
    if len(rows) == 1:
        return f"odds dot convert {targets}{' --familiarity yes' if rows[0].target == _FAMILIARITY else ''}"
    familiar = {row.target == _FAMILIARITY for row in rows}
    which = "" if familiar == {False} else " --familiarity yes" if familiar == {True} else " --familiarity yes,no"
    asked = " ".join(f"--of {name}" for name in of)
    return f"sweep dot convert {targets}{which} {asked} --exact"


def _lower_but_better(chart: list[ConversionRow]) -> Iterator[Finding]:
    """Lower HERO rolls that fail critically less often than higher ones, without succeeding less."""
    for row, higher in pairwise(chart):
        if row.dot >= higher.dot and row.critical_failure < higher.critical_failure:
            text = f"{row.target}- is better than {higher.target}-: it succeeds as often and never fails critically."
            figures = {
                f"critical failure at {row.target}-": row.critical_failure,
                f"critical failure at {higher.target}-": higher.critical_failure,
            }
            yield Finding("R1.4", text, figures, _converting((row, higher), "dot-success", "dot-critical-failure"))


def _exceptional(rules: DotRules) -> Iterator[Finding]:
    """Exceptional success, which grows with the pool, where HERO keeps it flat."""
    flat = hero_chance(HERO_EXCEPTIONAL)
    chance = {dice: _successes(pool_of(dice, rules)).at_least(rules.exceptional) for dice in range(1, 11)}
    passes = next((dice for dice in chance if chance[dice] > flat), None)
    if passes is not None:
        text = (
            f"HERO's exceptional success is {percent(flat)} for everybody; in Dot it is rarer below {passes} dice and "
            f"grows to {percent(chance[10])} with ten."
        )
        command = f"sweep dot check --dots 1..{max(chance)} --of exceptional --exact"
        yield Finding("R1.6", text, {f"exceptional, dice: {dice}": p for dice, p in chance.items()}, command)


def _outclassed(rules: DotRules) -> Iterator[Finding]:
    """Attacks that are all alike, however much better the defence is, once the pool is below one dot."""
    chances: dict[int, Fraction] = {}
    for behind in range(rules.usual_modifier + 1):
        chances[behind] = _successes(attack_pool(combat_dots(0, behind, rules), rules)).at_least(1)
    last = chances[rules.usual_modifier]
    alike = [behind for behind, chance in chances.items() if chance == last]
    if last and len(alike) > 1:
        text = f"However far OCV is behind DCV, from {alike[0]} on an attack hits {percent(last)} of the time."
        figures = {f"hit when {behind} behind": chance for behind, chance in chances.items()}
        yield Finding(
            "R1.10", text, figures, f"sweep dot attack --ocv 0 --dcv 0..{rules.usual_modifier} --of hit --exact"
        )


def _ties(rules: DotRules) -> Finding:
    """The cost or gain of a tie for whoever acts, between two who are alike."""
    dots = 4
    alike = pool_of(dots, rules.model_copy(update={"reroll": "automatic"}) if rules.reroll == "ask" else rules)
    dice = fives_and_sixes(alike.dice, alike.reroll, rules)
    net = (dice - dice).distribution()
    tie = net.pmf(0)
    win = net.at_least(0 if rules.opposed == "tie-to-active" else 1)
    text = f"Two who are alike ({dots} dots) tie {percent(tie)} of the time, so that whoever acts wins {percent(win)}."
    return Finding("G1.14", text, {"win": win, "tie": tie}, f"odds dot opposed --dots {dots} --against-dots {dots}")


def advice() -> str:
    """Say what one more die from the GM is worth."""
    rules = DotRules()
    now, more = converted(14, target_dots(14, rules), rules), converted(15, target_dots(15, rules), rules)
    return (
        f"A 14- skill succeeds {percent(now.hero)} of the time in HERO and {percent(now.dot)} with {now.dots} dice; "
        f"one die more makes that {percent(more.dot)}, and exceptional successes {percent(more.exceptional)} "
        f"instead of {percent(now.exceptional)}."
    )

"""Oddities in the numbers of Humanity and Beast under given house rules, and the advice of the tour; all computed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from oddsmith.rules import Advice, best, first_option, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE, HumanityBeastRules, difficulties
from oddsmith.systems.humanity_beast.inputs.action import Acting
from oddsmith.systems.humanity_beast.rolls import action_task
from oddsmith.systems.humanity_beast.rules.action import Spend, act
from oddsmith.systems.humanity_beast.rules.checks import check_rules, withstood
from oddsmith.systems.humanity_beast.rules.roll_task import RollOutcome

WILLPOWER = 5  # of the example character (G3.10)


class Mix(NamedTuple):
    """Dice of both colours."""

    humanity: int
    beast: int


def example_mix(rules: HumanityBeastRules) -> Mix:
    """G3.10: the dice of the example character, 7 and 3 of the book's ten, or the like of as many as there are."""
    beast = rules.all_dice * 3 // ALL_DICE
    return Mix(rules.all_dice - beast, beast)


def chance(
    event: str,
    rules: HumanityBeastRules,
    mix: Mix,
    *,
    difficulty: int = 3,
    willpower: int = WILLPOWER,
    spend: Spend = "none",
) -> Fraction:
    """Return the chance of an event of an action, when Willpower is used as said and everything else is left alone."""
    call = act(action_task(_inputs(rules, mix, difficulty, willpower, spend), rules, frozenset({event})), spend)
    return odds(call, first_option).p(lambda outcome: getattr(outcome, event))


def _inputs(
    rules: HumanityBeastRules, mix: Mix, difficulty: int, willpower: int = WILLPOWER, spend: Spend = "open"
) -> Acting:
    return Acting(rules.all_dice, mix.humanity, mix.beast, difficulty, willpower, spend)


def audit(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Find rungs out of reach, prices out of line, choices that are never best, safeguards that work the wrong way."""
    yield from _out_of_reach(rules)
    yield from _beast_price(rules)
    yield from _beast_alone(rules)
    yield from _assured_success(rules)
    yield from _spending_is_risky(rules)
    yield from _strong_will(rules)


def _out_of_reach(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Difficulties that even all dice of the best colour and a point of Willpower hardly meet."""
    table = difficulties(rules)
    shares = {
        mix: {name: chance("success", rules, mix, difficulty=needed, spend="before") for name, needed in table.items()}
        for mix in (Mix(rules.all_dice, 0), Mix(0, rules.all_dice))
    }
    figures = {name: max(of[name] for of in shares.values()) for name in table}
    rare = {name: share for name, share in figures.items() if share < Fraction(1, 10)}
    if rare:
        names = ", ".join(f"{name} {percent(share)}" for name, share in rare.items())
        dice = f"{_number(rules.all_dice).capitalize()} {'die' if rules.all_dice == 1 else 'dice'}"
        text = f"{dice} of the better colour and a point of Willpower meet these less than once in ten times: {names}."
        best = max(shares, key=lambda mix: shares[mix][next(iter(rare))])
        asked = f"{_dice(*best)} --difficulty {','.join(table)} --willpower {WILLPOWER}"
        command = f"sweep humanity-beast action {asked} --spend before --of success --exact"
        yield Finding("R3.5", text, figures, command)


def _number(dice: int) -> str:
    return {5: "five", 10: "ten"}.get(dice, str(dice))


def _dice(humanity: object, beast: object) -> str:
    return f"--humanity {humanity} --beast {beast}"


def _beast_price(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Beast dice that, in place of Humanity dice, add far more to the risk than to success."""
    mixes = [Mix(rules.all_dice - beast, beast) for beast in range(rules.all_dice + 1)]
    ladder = [[chance(event, rules, mix) for event in ("success", "humanity_check")] for mix in mixes]
    gains = [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(ladder)]
    dear = [number for number, (gain, risk) in enumerate(gains, 1) if risk > 4 * gain]
    if dear:
        text = (
            f"Against difficulty 3, a Beast die in place of a Humanity die adds more than four times as much to the "
            f"risk of a Humanity check as to success: Beast die number {', '.join(map(str, dear))} of "
            f"{_number(rules.all_dice)}."
        )
        figures: dict[str, Fraction] = {}
        for mix in mixes[dear[0] - 1 : dear[0] + 1]:
            dice = f"{mix.humanity} Humanity and {mix.beast} Beast dice"
            success, risk = ladder[mix.beast]
            figures |= {f"success with {dice}": success, f"a Humanity check with {dice}": risk}
        humanity = rules.all_dice - dear[0]
        both = _dice(f"{humanity}..{humanity + 1}", f"{dear[0] - 1}..{dear[0]}")
        asked = f"{both} --willpower {WILLPOWER} --spend none --of success --of humanity-check"
        yield Finding("R3.9, R3.10", text, figures, f"sweep humanity-beast action {asked} --exact")


def _beast_alone(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Rolls of Beast dice alone, which bring a Humanity check whenever anything succeeds."""
    numbers = dict.fromkeys(min(dice, rules.all_dice) for dice in (1, 3, 5, rules.all_dice))
    checks = {dice: chance("humanity_check", rules, Mix(0, dice)) for dice in numbers}
    some = min(5, rules.all_dice)
    if checks[some] > Fraction(9, 10):
        text = (
            f"{_number(some).capitalize()} Beast dice without a Humanity die bring a Humanity check "
            f"{percent(checks[some])} of the time."
        )
        figures = {f"{dice} Beast dice": share for dice, share in checks.items()}
        dice = _dice(0, ",".join(map(str, numbers)))
        asked = f"{dice} --willpower {WILLPOWER} --spend none --of humanity-check --exact"
        yield Finding("R3.10", text, figures, f"sweep humanity-beast action {asked}")


def _assured_success(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Points kept for a reroll that are never better for success than one paid for an assured success."""
    figures: dict[str, Fraction] = {}
    ahead: list[Fraction] = []
    commands: list[str] = []
    dice, own = rules.all_dice, example_mix(rules)
    even = Mix(dice - dice // 2, dice // 2)
    rolls = [(Mix(dice, 0), 3), (own, 2), (own, 3), (own, 5), (even, 3), (Mix(0, dice), 3)]
    rolls += [(Mix(1, 1), 2)] if dice > 1 else []
    for mix, difficulty in dict.fromkeys(rolls):
        call = act(action_task(_inputs(rules, mix, difficulty), rules, frozenset({"success"})), "open")
        first = best(call, _succeeds).decisions[0]
        case = f"{mix.humanity} Humanity, {mix.beast} Beast, difficulty {difficulty}"
        figures |= {f"before: {case}": first.values["before"], f"after: {case}": first.values["after"]}
        ahead.append(first.values["before"] - first.values["after"])
        asked = f"{_dice(*mix)} --difficulty {difficulty} --willpower {WILLPOWER}"
        commands.append(f"best humanity-beast action {asked} --goal success")
    if min(ahead) > 0:
        text = (
            f"A point of Willpower paid before the roll always brings success nearer than the best reroll after it: in "
            f"{len(ahead)} rolls that were compared by {percent(min(ahead))} to {percent(max(ahead))}."
        )
        yield Finding("R3.6", text, figures, commands[ahead.index(max(ahead))])


def _succeeds(outcome: object) -> bool:
    return isinstance(outcome, RollOutcome) and bool(outcome.success)


def _spending_is_risky(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Willpower paid, which lowers what Beast successes are compared with."""
    figures: dict[str, Fraction] = {}
    worst, mix = (Fraction(0), 0), example_mix(rules)
    for willpower in range(1, WILLPOWER + 1):
        kept = chance("humanity_check", rules, mix, willpower=willpower)
        paid = chance("humanity_check", rules, mix, willpower=willpower, spend="before")
        figures |= {f"kept at Willpower {willpower}": kept, f"paid at Willpower {willpower}": paid}
        worst = max(worst, (paid - kept, willpower))
    if worst[0] > Fraction(1, 10):
        kept, paid = figures[f"kept at Willpower {worst[1]}"], figures[f"paid at Willpower {worst[1]}"]
        text = (
            f"Paying for an assured success makes a Humanity check likelier: at Willpower {worst[1]}, with "
            f"{mix.humanity} Humanity and {mix.beast} Beast dice, {percent(paid)} instead of {percent(kept)}."
        )
        asked = f"{_dice(*mix)} --willpower 1..{WILLPOWER} --spend none,before --of humanity-check --exact"
        yield Finding("G3.6", text, figures, f"sweep humanity-beast action {asked}")


def _strong_will(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Willpower that makes it harder to keep Humanity, the more there is."""
    checks = check_rules(rules)
    if checks.how == "ask":
        return
    dice = example_mix(rules).humanity
    kept = [odds(withstood(checks, "humanity", dice, willpower)).p(bool) for willpower in range(2 * WILLPOWER + 1)]
    if all(weaker > stronger for weaker, stronger in pairwise(kept)):
        text = (
            f"The stronger the will, the harder it is to keep Humanity: {dice} Humanity dice withstand a check "
            f"{percent(kept[1])} of the time at Willpower 1, {percent(kept[WILLPOWER])} at {WILLPOWER}."
        )
        figures = {f"lost at Willpower {willpower}": 1 - chance for willpower, chance in enumerate(kept)}
        asked = f"--humanity {dice} --willpower 0..{2 * WILLPOWER} --of humanity-lost --exact"
        yield Finding("G3.8", text, figures, f"sweep humanity-beast humanity-check {asked}")


def advice() -> str:
    """Say when the example character should spend Willpower."""
    success, clean = (_first_advice(event) for event in ("success", "clean_success"))
    ways = {"none": "no Willpower", "before": "an assured success", "after": "a reroll of the right die"}
    return (
        f"Against difficulty 5, {ways[str(success.best)]} lifts success from {percent(success.values['none'])} to "
        f"{percent(success.values[success.best])}; success without a Humanity check comes to "
        f"{percent(clean.values[clean.best])} at best, by {ways[str(clean.best)]}."
    )


def _first_advice(event: str) -> Advice:
    book = HumanityBeastRules()
    call = act(action_task(_inputs(book, example_mix(book), 5), book, frozenset({event})), "open")
    return best(call, lambda outcome: getattr(outcome, event)).decisions[0]

"""Oddities in the numbers of Humanity and Beast under given house rules, and the advice of the tour; all computed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from oddsmith.rules import Advice, best, first_option, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.humanity_beast.actions.shared import action_task
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE, DIFFICULTIES, HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import ActionInputs
from oddsmith.systems.humanity_beast.rules.action import Spend, act
from oddsmith.systems.humanity_beast.rules.checks import check_rules, withstood
from oddsmith.systems.humanity_beast.rules.roll_task import RollOutcome

HUMANITY, BEAST, WILLPOWER = 7, 3, 5  # the example character (G3.10)


def chance(
    event: str,
    rules: HumanityBeastRules,
    *,
    humanity: int = HUMANITY,
    beast: int = BEAST,
    difficulty: int = 3,
    willpower: int = WILLPOWER,
    spend: Spend = "none",
) -> Fraction:
    """Return the chance of an event of an action, when Willpower is used as said and everything else is left alone."""
    inputs = ActionInputs(humanity=humanity, beast=beast, difficulty=difficulty, willpower=willpower, spend=spend)
    call = act(action_task(inputs, rules, frozenset({event})), spend)
    return odds(call, first_option).p(lambda outcome: getattr(outcome, event))


def audit(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Find rungs out of reach, prices out of line, choices that are never best, safeguards that work the wrong way."""
    yield from _out_of_reach(rules)
    yield from _beast_price(rules)
    yield from _beast_alone(rules)
    yield from _assured_success(rules)
    yield from _spending_is_risky(rules)
    yield from _strong_will(rules)


def _out_of_reach(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Difficulties that even the best ten dice and a point of Willpower hardly meet."""
    figures = {
        name: max(
            chance("success", rules, humanity=ALL_DICE - beast, beast=beast, difficulty=needed, spend="before")
            for beast in (0, ALL_DICE)
        )
        for name, needed in DIFFICULTIES.items()
    }
    rare = {name: share for name, share in figures.items() if share < Fraction(1, 10)}
    if rare:
        names = ", ".join(f"{name} {percent(share)}" for name, share in rare.items())
        text = (
            f"Ten dice of the better colour and a point of Willpower meet these less than once in ten times: {names}."
        )
        yield Finding("R3.5", text, figures)


def _beast_price(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Beast dice that, in place of Humanity dice, add far more to the risk than to success."""
    figures: dict[str, Fraction] = {}
    dear: list[str] = []
    for beast in range(1, ALL_DICE + 1):
        gain, risk = (
            chance(event, rules, humanity=ALL_DICE - beast, beast=beast)
            - chance(event, rules, humanity=ALL_DICE - beast + 1, beast=beast - 1)
            for event in ("success", "humanity_check")
        )
        figures |= {f"success gained by Beast die {beast}": gain, f"risk added by it ({beast})": risk}
        if risk > 4 * gain:
            dear.append(str(beast))
    if dear:
        text = (
            f"Against difficulty 3, a Beast die in place of a Humanity die adds more than four times as much to the "
            f"risk of a Humanity check as to success: Beast die number {', '.join(dear)} of ten."
        )
        yield Finding("R3.9, R3.10", text, figures)


def _beast_alone(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Rolls of Beast dice alone, which bring a Humanity check whenever anything succeeds."""
    figures = {
        f"{dice} Beast dice": chance("humanity_check", rules, humanity=0, beast=dice, willpower=WILLPOWER)
        for dice in (1, 3, 5, ALL_DICE)
    }
    if figures["5 Beast dice"] > Fraction(9, 10):
        share = percent(figures["5 Beast dice"])
        text = f"Five Beast dice without a Humanity die bring a Humanity check {share} of the time."
        yield Finding("R3.10", text, figures)


def _assured_success(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Points kept for a reroll that are never better for success than one paid for an assured success."""
    figures: dict[str, Fraction] = {}
    ahead: list[Fraction] = []
    for humanity, beast, difficulty in ((10, 0, 3), (7, 3, 2), (7, 3, 3), (7, 3, 5), (5, 5, 3), (0, 10, 3), (1, 1, 2)):
        inputs = ActionInputs(humanity=humanity, beast=beast, difficulty=difficulty, willpower=WILLPOWER)
        call = act(action_task(inputs, rules, frozenset({"success"})), "open")
        first = best(call, _succeeds).decisions[0]
        case = f"{humanity} Humanity, {beast} Beast, difficulty {difficulty}"
        figures |= {f"before: {case}": first.values["before"], f"after: {case}": first.values["after"]}
        ahead.append(first.values["before"] - first.values["after"])
    if min(ahead) > 0:
        text = (
            f"A point of Willpower paid before the roll always brings success nearer than the best reroll after it: in "
            f"{len(ahead)} rolls that were compared by {percent(min(ahead))} to {percent(max(ahead))}."
        )
        yield Finding("R3.6", text, figures)


def _succeeds(outcome: object) -> bool:
    return isinstance(outcome, RollOutcome) and bool(outcome.success)


def _spending_is_risky(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Willpower paid, which lowers what Beast successes are compared with."""
    figures: dict[str, Fraction] = {}
    worst = (Fraction(0), 0)
    for willpower in range(1, WILLPOWER + 1):
        kept = chance("humanity_check", rules, willpower=willpower)
        paid = chance("humanity_check", rules, willpower=willpower, spend="before")
        figures |= {f"kept at Willpower {willpower}": kept, f"paid at Willpower {willpower}": paid}
        worst = max(worst, (paid - kept, willpower))
    if worst[0] > Fraction(1, 10):
        kept, paid = figures[f"kept at Willpower {worst[1]}"], figures[f"paid at Willpower {worst[1]}"]
        text = (
            f"Paying for an assured success makes a Humanity check likelier: at Willpower {worst[1]}, with {HUMANITY} "
            f"Humanity and {BEAST} Beast dice, {percent(paid)} instead of {percent(kept)}."
        )
        yield Finding("G3.6", text, figures)


def _strong_will(rules: HumanityBeastRules) -> Iterator[Finding]:
    """Willpower that makes it harder to keep Humanity, the more there is."""
    checks = check_rules(rules)
    if checks.how == "ask":
        return
    figures = {
        f"Willpower {willpower}": odds(withstood(checks, "humanity", HUMANITY, willpower)).p(bool)
        for willpower in range(2 * WILLPOWER + 1)
    }
    kept = list(figures.values())
    if all(weaker > stronger for weaker, stronger in pairwise(kept)):
        text = (
            f"The stronger the will, the harder it is to keep Humanity: {HUMANITY} Humanity dice withstand a check "
            f"{percent(kept[1])} of the time at Willpower 1, {percent(kept[WILLPOWER])} at {WILLPOWER}."
        )
        yield Finding("G3.8", text, figures)


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
    inputs = ActionInputs(humanity=HUMANITY, beast=BEAST, difficulty=5, willpower=WILLPOWER)
    call = act(action_task(inputs, HumanityBeastRules(), frozenset({event})), "open")
    return best(call, lambda outcome: getattr(outcome, event)).decisions[0]

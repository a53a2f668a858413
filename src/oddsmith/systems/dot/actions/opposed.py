"""The opposed check (G1.14, a house rule): two characters roll and compare successes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.dot.actions.shared import DECIDES, check_pool, number, phrase, successes
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import OpposedInputs
from oddsmith.systems.dot.rules.hero_sheet import pool_dots, sheet_facts, sheet_warnings
from oddsmith.systems.dot.rules.opposed import OpposedOutcome, contest, net_alone
from oddsmith.systems.dot.rules.pool import DotPool, pool_of, successes_of
from oddsmith.systems.fields.models import about_opponent
from oddsmith.wording import HouseRule


def _pools(inputs: OpposedInputs, rules: DotRules) -> tuple[DotPool, DotPool]:
    if rules.opposed == "off":
        allowed = "tie-to-defender, tie-to-active: the Dot System itself has no opposed checks"
        raise BadInput(HouseRule("opposed"), "off", allowed)
    with about_opponent():
        theirs = pool_dots(inputs.against.sheet, rules) + inputs.against.modifier
    return check_pool(inputs, rules), pool_of(theirs, rules, "opponent")


def _opposed(inputs: OpposedInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | OpposedOutcome]:
    mine, theirs = _pools(inputs, rules)
    tie_wins = rules.opposed == "tie-to-active"
    if asked == {"successes"}:
        return successes_of(mine)
    if asked == {"against_successes"}:
        return successes_of(theirs)
    if rules.reroll != "ask":
        if asked <= {"win", "lose"}:
            return net_alone(mine, theirs, int(tie_wins))
        if asked <= {"tie", "net"}:
            return net_alone(mine, theirs, 0)
    return contest(mine, theirs, tie_wins)


def _facts(inputs: OpposedInputs, rules: DotRules) -> Mapping[str, int]:
    mine, theirs = _pools(inputs, rules)
    return {
        **sheet_facts(inputs.sheet, rules),
        "pool": mine.dots,
        **{f"against_{name}": fact for name, fact in sheet_facts(inputs.against.sheet, rules).items()},
        "against_pool": theirs.dots,
    }


def _warnings(inputs: OpposedInputs, rules: DotRules) -> Iterable[str]:
    yield from sheet_warnings(inputs.sheet, inputs.modifier, rules)
    for warning in sheet_warnings(inputs.against.sheet, inputs.against.modifier, rules):
        yield f"Of the defender: {warning}"


_lead, _net = number("lead"), number("net")

OPPOSED = Action[OpposedInputs, DotRules, "int | OpposedOutcome"](
    name="opposed",
    title="Opposed check",
    summary="Two characters roll and compare successes; a house rule (opposed), since the book has no such check.",
    inputs=OpposedInputs,
    call=_opposed,
    events=(
        Event(
            "win",
            "whoever acts wins",
            lambda outcome: _lead(outcome) > 0,
            "G1.14",
            otherwise="whoever acts does not win",
        ),
        Event("tie", "as many successes on both sides", lambda outcome: _net(outcome) == 0, "G1.14"),
        Event("lose", "the defender wins", lambda outcome: _lead(outcome) <= 0, "G1.14"),
    ),
    measures=(
        Measure("net", "net successes over the defender", _net, one="net success over the defender"),
        Measure("successes", "successes of whoever acts", successes, one="success of whoever acts"),
        Measure(
            "against_successes", "successes of the defender", number("against_successes"), one="success of the defender"
        ),
    ),
    apart=(
        frozenset({"win", "lose"}),
        frozenset({"tie", "net"}),
        frozenset({"successes"}),
        frozenset({"against_successes"}),
    ),
    facts=_facts,
    warnings=_warnings,
    decides=DECIDES,
    phrase=phrase,
    example="opposed --dots 5 --against-dots 4 --option opposed=tie-to-defender",
)

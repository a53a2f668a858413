"""The actions in which Humanity is lost: Humanity and Frenzy checks, feeding, and the spiral."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Limits, Number
from oddsmith.systems.humanity_beast.actions.action import HUMANITY_BEAST
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import difficulty_warnings
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs.action import Against
from oddsmith.systems.humanity_beast.inputs.checks import Checked, Feeding, Risking
from oddsmith.systems.humanity_beast.rolls import roll_task
from oddsmith.systems.humanity_beast.rules.checks import CheckOutcome, check_rules, humanity_checks
from oddsmith.systems.humanity_beast.rules.checks import feed as feed_on
from oddsmith.systems.humanity_beast.rules.checks import frenzy_check as check_frenzy
from oddsmith.systems.humanity_beast.rules.spiral import Course, risk
from oddsmith.wording import worded

# --- checks and feeding: what may follow a roll (G3.8, Aug 2010) -----------------------------------------------------


def _warnings(rules: HumanityBeastRules) -> Iterable[str]:
    if rules.humanity_loss == "ask":
        yield worded(
            "The rules do not settle checks (G3.8); {the house rules humanity_loss=aug2010} and =custom roll for them."
        )


#: G3.8: the ruling on a check that the rules leave open.
_RULING: Final = {"withstood": "if the check is withstood", "failed": "if it fails"}
_DECIDES: Final = "where the rules do not settle the check, the game master does"
_LEFT: Final = ("humanity_left", "beast_left", "dice_lost")


@HUMANITY_BEAST.action(
    warnings=_warnings,
    decides=_DECIDES,
    ruling=_RULING,
    aiming="not humanity_lost",
    example="--humanity 7 --willpower 5 --option humanity-loss=aug2010",
    at_once=True,
    asks=("humanity_lost", "end_of_play", *_LEFT),
)
def humanity_check(
    who: Checked,
    rules: HumanityBeastRules,
    checks: Annotated[int, Limits(1, 2, "checks that are due (G3.7)", "Checks due")] = 1,
) -> Call[CheckOutcome]:
    """A possible Humanity loss may come true: a Humanity die becomes a Beast die."""
    return humanity_checks(check_rules(rules), who.humanity, who.willpower, checks, 0)


@HUMANITY_BEAST.action(
    warnings=_warnings,
    decides=_DECIDES,
    ruling=_RULING,
    aiming="not frenzy",
    example="--humanity 7 --willpower 5 --option humanity-loss=aug2010",
    at_once=True,
    asks=("frenzy",),
)
def frenzy_check(who: Checked, rules: HumanityBeastRules) -> Call[CheckOutcome]:
    """Whether the Beast takes over (companion pages): a check with the character's Beast dice."""
    return check_frenzy(check_rules(rules), who.humanity, who.willpower)


@HUMANITY_BEAST.action(
    title="Feeding",
    warnings=_warnings,
    decides="whether the victim is spared",
    phrases=phrase,
    ruling=_RULING,
    aiming="willpower_left",
    example="--humanity 7 --willpower 1 --full-willpower 5 --victim killed --option humanity-loss=aug2010",
    at_once=True,
    asks=("humanity_lost", "end_of_play", "frenzy", *_LEFT, "willpower_left"),
)
def feed(who: Feeding, rules: HumanityBeastRules) -> Call[CheckOutcome]:
    """Feeding refreshes Willpower (companion pages): all of it when the victim dies, 2 when it is spared."""
    return feed_on(check_rules(rules), who.humanity, who.willpower, who.full_willpower, who.victim)


@HUMANITY_BEAST.event(
    title="Humanity is lost", rule="R3.1, G3.8", otherwise="no Humanity is lost", clause="you lose Humanity"
)
def humanity_lost(outcome: CheckOutcome) -> bool:
    return outcome.dice_lost > 0


@HUMANITY_BEAST.measure(title="Beast dice then")
def beast_left(outcome: CheckOutcome, rules: HumanityBeastRules) -> int:
    return rules.all_dice - outcome.humanity_left  # R3.1: all dice that are not Humanity are Beast


# --- the spiral: risky actions, until no Humanity is left (R3.1, R3.9, R3.10, G3.9) ----------------------------------


def _spiral_facts(risking: Risking, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {"beast": rules.all_dice - risking.humanity, "leaves_play_at": check_rules(rules).end}


def _spiral_warnings(against: Against, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(against.difficulty, rules)
    if rules.humanity_loss == "ask":
        yield worded(
            "The rules do not settle checks (G3.8): here every possible loss comes true. "
            "{The house rules humanity_loss=aug2010} and =custom roll for them."
        )


@HUMANITY_BEAST.action(
    facts=_spiral_facts,
    warnings=_spiral_warnings,
    decides="with take open, how many Beast dice every action takes",
    phrases=phrase,
    example="--humanity 7 --willpower 5 --option humanity-loss=aug2010",
    at_once=True,
)
def spiral(
    against: Against, risking: Risking, rules: HumanityBeastRules
) -> Call[Annotated[int, Number("actions that are counted", name="actions", per_gain=1)]]:
    """How many risky actions, one after another, until no Humanity is left."""
    asked = frozenset({"humanity_checks"} if risking.count == "all" else {"humanity_checks", "success"})
    task = roll_task(0, 0, against.difficulty, risking.willpower, rules, asked)
    course = Course(task, risking.min_beast, risking.take, risking.count, check_rules(rules))
    return risk(course, risking.humanity)

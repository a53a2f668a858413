"""Humanity checks, Frenzy checks and feeding: what may follow a roll."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import CheckInputs, FeedInputs, HumanityCheckInputs
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.checks import CheckOutcome, check_rules, feed, frenzy_check, humanity_checks
from oddsmith.systems.sheets import Change, left
from oddsmith.wording import worded


def _checks(inputs: HumanityCheckInputs, rules: HumanityBeastRules) -> Call[CheckOutcome]:
    return humanity_checks(check_rules(rules), inputs.humanity, inputs.willpower, inputs.checks, 0)


def _frenzy(inputs: CheckInputs, rules: HumanityBeastRules) -> Call[CheckOutcome]:
    return frenzy_check(check_rules(rules), inputs.humanity, inputs.willpower)


def _feed(inputs: FeedInputs, rules: HumanityBeastRules) -> Call[CheckOutcome]:
    return feed(check_rules(rules), inputs.humanity, inputs.willpower, inputs.full_willpower, inputs.victim)


def _warnings(inputs: CheckInputs, rules: HumanityBeastRules) -> Iterable[str]:
    if rules.humanity_loss == "ask":
        yield worded(
            "The rules do not settle checks (G3.8); {the house rules humanity_loss=aug2010} and =custom roll for them."
        )


_HUMANITY_LOST = Event[CheckOutcome](
    "humanity_lost",
    "Humanity is lost",
    lambda checked: checked.dice_lost > 0,
    "R3.1, G3.8",
    otherwise="no Humanity is lost",
    clause="you lose Humanity",
)
_END_OF_PLAY = Event[CheckOutcome](
    "end_of_play",
    "the character leaves play",
    lambda checked: checked.end_of_play,
    "G3.9",
    otherwise="the character stays in play",
)
_FRENZY = Event[CheckOutcome](
    "frenzy", "frenzy", lambda checked: checked.frenzy, "Aug 2010", otherwise="no frenzy", clause="you fall into frenzy"
)
#: G3.8: the ruling on a check that the rules leave open.
_RULING = {"withstood": "if the check is withstood", "failed": "if it fails"}


def _left(rules: HumanityBeastRules) -> tuple[Measure[CheckOutcome], ...]:
    return (
        Measure("humanity_left", "Humanity dice left", lambda checked: checked.humanity_left),
        # R3.1: all dice that are not Humanity are Beast.
        Measure("beast_left", "Beast dice then", lambda checked: rules.all_dice - checked.humanity_left),
        Measure(
            "dice_lost",
            "Humanity dice lost",
            lambda checked: checked.dice_lost,
            one="Humanity die lost",
            changes=(Change("own", "humanity"), Change("own", "beast", 1)),  # R3.1: each becomes a Beast die
        ),
    )


def _fed(rules: HumanityBeastRules) -> tuple[Measure[CheckOutcome], ...]:
    return (
        *_left(rules),
        Measure(
            "willpower_left",
            "Willpower then",
            lambda checked: checked.willpower_left,
            changes=left("own", "willpower", "willpower"),
        ),
    )


HUMANITY_CHECK = Action[HumanityCheckInputs, HumanityBeastRules, CheckOutcome](
    name="humanity-check",
    title="Humanity check",
    summary="A possible Humanity loss may come true: a Humanity die becomes a Beast die.",
    inputs=HumanityCheckInputs,
    retold=lambda rules: {"inputs": inputs_under(HumanityCheckInputs, rules), "measures": _left(rules)},
    call=AllAtOnce(_checks),
    events=(_HUMANITY_LOST, _END_OF_PLAY),
    measures=_left(HumanityBeastRules()),
    warnings=_warnings,
    decides="where the rules do not settle the check, the game master does",
    ruling=_RULING,
    aiming="not humanity_lost",
    example="humanity-check --humanity 7 --willpower 5 --option humanity-loss=aug2010",
)

FRENZY_CHECK = Action[CheckInputs, HumanityBeastRules, CheckOutcome](
    name="frenzy-check",
    title="Frenzy check",
    summary="Whether the Beast takes over (companion pages): a check with the character's Beast dice.",
    inputs=CheckInputs,
    retold=lambda rules: {"inputs": inputs_under(CheckInputs, rules)},
    call=AllAtOnce(_frenzy),
    events=(_FRENZY,),
    measures=(),
    warnings=_warnings,
    decides="where the rules do not settle the check, the game master does",
    ruling=_RULING,
    aiming="not frenzy",
    example="frenzy-check --humanity 7 --willpower 5 --option humanity-loss=aug2010",
)

FEED = Action[FeedInputs, HumanityBeastRules, CheckOutcome](
    name="feed",
    title="Feeding",
    summary="Feeding refreshes Willpower (companion pages): all of it when the victim dies, 2 when it is spared.",
    inputs=FeedInputs,
    retold=lambda rules: {"inputs": inputs_under(FeedInputs, rules), "measures": _fed(rules)},
    call=AllAtOnce(_feed),
    events=(_HUMANITY_LOST, _END_OF_PLAY, _FRENZY),
    measures=_fed(HumanityBeastRules()),
    warnings=_warnings,
    decides="whether the victim is spared",
    phrase=phrase,
    ruling=_RULING,
    aiming="not humanity_lost",
    example="feed --humanity 7 --willpower 1 --full-willpower 5 --victim killed --option humanity-loss=aug2010",
)

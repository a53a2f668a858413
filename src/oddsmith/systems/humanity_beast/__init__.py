"""Humanity and Beast dice, the dice mechanics of Rebuilding Vampire: its actions, and what can be asked of them.

`play` holds the rules of a roll, `conflict` those of two against each other, `mix` the choice of dice, `checks` what
may follow; `reading` says how dice are read and `profile` what a table may read another way; `inputs` is what somebody
enters, `audit` what is odd. `task`, `table`, `sight` and `compared` keep the exact odds of it all small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure, Source, System, Tour
from oddsmith.systems.humanity_beast.actions.battle import BATTLE
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.spiral import SPIRAL
from oddsmith.systems.humanity_beast.audit import advice, audit
from oddsmith.systems.humanity_beast.citations import SAYS
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE, DIFFICULTIES, HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import (
    ActionInputs,
    Against,
    CheckInputs,
    ConflictInputs,
    FeedInputs,
    HumanityCheckInputs,
    MixInputs,
    action_task,
    conflict_of,
    mix_task,
)
from oddsmith.systems.humanity_beast.rules.checks import Checked, checking, feed, frenzy_check, humanity_checks
from oddsmith.systems.humanity_beast.rules.conflict import DAMAGE, OF_THE_DIFFERENCE, fight
from oddsmith.systems.humanity_beast.rules.mix import take
from oddsmith.systems.humanity_beast.rules.roll import act
from oddsmith.systems.humanity_beast.rules.task import UNBOUNDED
from oddsmith.systems.sheets import Change, left

__all__ = ["SYSTEM"]


def _told(name: str) -> Callable[[object], Any]:
    """An answer by name; a number that was asked alone is the outcome itself."""

    def answer(outcome: object) -> Any:
        if isinstance(outcome, int):
            return outcome
        value = getattr(outcome, name)
        if value is None:
            raise LookupError(f"{name} was not asked")
        return value

    return answer


def _event(name: str, title: str, rule: str, *implied_by: str) -> Event[object]:
    return Event(name, title, _told(name), rule, implied_by=implied_by)


def _measure(name: str, title: str, *changes: Change, one: str = "") -> Measure[object]:
    return Measure(name, title, _told(name), changes=changes, one=one)


def _spent(name: str, title: str) -> Measure[object]:
    """R3.6: at most one point of Willpower a roll."""
    return Measure(name, title, _told(name), spends=True, most=1)


def _alone(names: Iterable[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({name}) for name in sorted(names))


# --- action ----------------------------------------------------------------------------------------------------------

_EVENTS = (
    _event("success", "the difficulty is met", "R3.5", "clean_success"),
    _event("failure", "the difficulty is not met", "R3.5"),
    _event("clean_success", "the difficulty is met without a Humanity check", "R3.5, R3.9, R3.10"),
    _event("humanity_check", "possible Humanity loss: a Humanity check", "R3.9, R3.10"),
    _event("no_humanity_check", "no Humanity check", "R3.9, R3.10", "clean_success"),
    _event("beast_over_willpower", "more Beast successes than current Willpower", "R3.9"),
    _event("beast_over_humanity", "more Beast than Humanity successes", "R3.10"),
    _event("colour_humanity", "Humanity colours the narration", "R3.7"),
    _event("colour_beast", "the Beast colours the narration", "R3.7"),
    _event("colour_mixed", "neither colours the narration: mixed", "R3.7, G3.13"),
)
_MEASURES = (
    _measure("successes", "successes", one="success"),
    _measure("humanity_successes", "Humanity successes", one="Humanity success"),
    _measure("beast_successes", "Beast successes", one="Beast success"),
    _measure("humanity_checks", "Humanity checks due", one="Humanity check due"),
    _spent("willpower_spent", "Willpower spent"),
)
_UP_TO_A_HEIGHT = frozenset(
    {"success", "failure", "clean_success", "humanity_check", "no_humanity_check"}
    | {"beast_over_willpower", "willpower_spent"}
)
_OF_BOTH_COLOURS = frozenset(
    {"beast_over_humanity", "colour_humanity", "colour_beast", "colour_mixed", "humanity_checks"}
)


def _act(inputs: ActionInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return act(action_task(inputs, rules, asked), inputs.spend)


def _difficulty(difficulty: int) -> str:
    names = [name for name, needed in DIFFICULTIES.items() if needed == difficulty]
    return f"{names[0]} ({difficulty})" if names else str(difficulty)


def _facts(inputs: ActionInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"dice": inputs.humanity + inputs.beast, "difficulty": _difficulty(inputs.difficulty)}
    if rules.pool == "per-scene":
        facts["dice_left_this_scene"] = ALL_DICE - facts["dice"] - inputs.humanity_used - inputs.beast_used
    return facts


def _difficulty_warnings(difficulty: int) -> Iterable[str]:
    if difficulty not in DIFFICULTIES.values():
        yield f"Difficulty {difficulty} is not on the table, which runs from 2 to 10 (R3.5)."


def _risk_warnings(humanity: int, beast: int, willpower: int, rules: HumanityBeastRules) -> Iterable[str]:
    if beast and willpower == 0:
        yield "With Willpower 0 any Beast success brings a Humanity check (G3.16)."
    elif beast and not humanity:
        yield "Without Humanity dice any Beast success brings a Humanity check (R3.10)."
    if beast and willpower == 1 and rules.current_willpower != "before-spend":
        yield "Once the last point of Willpower is spent, any Beast success brings a Humanity check (G3.6)."


def _warnings(inputs: ActionInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from _difficulty_warnings(inputs.difficulty)
    yield from _risk_warnings(inputs.humanity, inputs.beast, inputs.willpower, rules)


def _asking_states(beast: int, rules: HumanityBeastRules, asked: frozenset[str]) -> int:
    """Where every Beast 10 is a decision and the Beast's own successes matter, states multiply with every Beast die;
    measured: half a minute for three.
    """
    if rules.tens != "ask-beast" or asked <= {"success", "failure", "willpower_spent"}:
        return 0
    return int(1_000 * 6**beast)


ACTION = Action[ActionInputs, HumanityBeastRules, object](
    name="action",
    title="Action",
    summary="Roll Humanity dice (7 or more) and Beast dice (6 or more) against a difficulty; Beast successes may cost "
    "Humanity.",
    inputs=ActionInputs,
    call=_act,
    events=_EVENTS,
    measures=_MEASURES,
    apart=(_UP_TO_A_HEIGHT, _OF_BOTH_COLOURS, *_alone(UNBOUNDED)),
    facts=_facts,
    warnings=_warnings,
    decides="whether the point of Willpower buys a success before the roll or rerolls a die after it, and which die",
    phrase=phrase,
    example="action --humanity 7 --beast 3 --difficulty average --willpower 5",
    states=lambda inputs, rules, asked: _asking_states(inputs.beast, rules, asked),
)

# --- mix -------------------------------------------------------------------------------------------------------------


def _take(inputs: MixInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return take(inputs.pool, mix_task(inputs, rules, asked), inputs.spend)


def _mix_facts(inputs: MixInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    none = inputs.willpower > 0 and inputs.spend in ("open", "before")
    facts: dict[str, Any] = {"mixes": len(inputs.pool.mixes(none=none)), "difficulty": _difficulty(inputs.difficulty)}
    if rules.pool == "per-scene":
        facts["dice_there"] = str(inputs.pool)
    return facts


def _mix_warnings(inputs: MixInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from _difficulty_warnings(inputs.difficulty)
    if inputs.humanity_dice + inputs.beast_dice != ALL_DICE:
        yield f"A character has {ALL_DICE} dice of both colours together (R3.1)."
    yield from _risk_warnings(inputs.pool.humanity, inputs.pool.beast, inputs.willpower, rules)


MIX = Action[MixInputs, HumanityBeastRules, object](
    name="mix",
    title="Choice of dice",
    summary="How many Humanity and Beast dice to take for an action, and what to do with a point of Willpower.",
    inputs=MixInputs,
    call=_take,
    events=_EVENTS,
    measures=(
        *_MEASURES,
        _measure("humanity_rolled", "Humanity dice rolled", one="Humanity die rolled"),
        _measure("beast_rolled", "Beast dice rolled", one="Beast die rolled"),
    ),
    apart=(
        _UP_TO_A_HEIGHT | {"humanity_rolled", "beast_rolled"},
        _OF_BOTH_COLOURS,
        *_alone(UNBOUNDED),
    ),
    facts=_mix_facts,
    warnings=_mix_warnings,
    decides="how many dice of each colour to roll, and the use of Willpower",
    phrase=phrase,
    example="mix --humanity-dice 7 --beast-dice 3 --difficulty hard --willpower 5",
    states=lambda inputs, rules, asked: _asking_states(inputs.beast_dice, rules, asked),
)

# --- conflict --------------------------------------------------------------------------------------------------------


def _fight(inputs: ConflictInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return fight(conflict_of(inputs, rules, asked), inputs.spend, inputs.against_spend)


def _conflict_facts(inputs: ConflictInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    facts: dict[str, Any] = {
        "dice": inputs.humanity + inputs.beast,
        "against_dice": inputs.against_humanity + inputs.against_beast,
    }
    if rules.contest == "meet-difficulty":
        facts["difficulty"] = _difficulty(inputs.difficulty)
    return facts


def _conflict_warnings(inputs: ConflictInputs, rules: HumanityBeastRules) -> Iterable[str]:
    if rules.contest == "meet-difficulty":
        yield from _difficulty_warnings(inputs.difficulty)
    elif inputs.difficulty != Against.model_fields["difficulty"].default:
        yield "No difficulty applies in a conflict (G3.15); the house rule contest=meet-difficulty changes that."
    if inputs.willpower == 0 or inputs.against_willpower == 0:
        yield (
            "Without Willpower a side is out of Willpower from the start, and any Beast success of its own brings a "
            "Humanity check (G3.16)."
        )


CONFLICT = Action[ConflictInputs, HumanityBeastRules, object](
    name="conflict",
    title="Conflict",
    summary="Both sides roll; most successes win, and the difference is damage to the loser's Willpower.",
    inputs=ConflictInputs,
    call=_fight,
    events=(
        _event("win", "win", "R3.8"),
        _event("lose", "lose", "R3.8, G3.14"),
        _event("tie", "nobody wins", "R3.8, G3.14"),
        _event("humanity_check", "possible Humanity loss: a Humanity check", "R3.9, R3.10"),
        _event("against_humanity_check", "a Humanity check for the other side", "R3.9, R3.10"),
        _event("out_of_willpower", "out of Willpower", "G3.16"),
        _event("against_out_of_willpower", "the other side is out of Willpower", "G3.16"),
    ),
    measures=(
        _measure("damage_dealt", "damage to the other side's Willpower", Change("other", "willpower")),
        _measure("damage_taken", "damage to our Willpower", Change("own", "willpower")),
        _measure("excess_dealt", "damage dealt beyond the Willpower that was left"),
        _measure("excess_taken", "damage taken beyond the Willpower that was left"),
        _measure("willpower_left", "Willpower left"),
        _measure("against_willpower_left", "Willpower left to the other side"),
        _spent("willpower_spent", "Willpower spent"),
        _spent("against_willpower_spent", "Willpower spent by the other side"),
    ),
    apart=(OF_THE_DIFFERENCE, *_alone({"humanity_check", "against_humanity_check"} | DAMAGE)),
    facts=_conflict_facts,
    warnings=_conflict_warnings,
    decides="the use of Willpower, which is health as well",
    phrase=phrase,
    example="conflict --humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5",
)

# --- checks ----------------------------------------------------------------------------------------------------------


def _checks(inputs: HumanityCheckInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[Checked]:
    return humanity_checks(checking(rules), inputs.humanity, inputs.willpower, inputs.checks, 0)


def _frenzy(inputs: CheckInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[Checked]:
    return frenzy_check(checking(rules), inputs.humanity, inputs.willpower)


def _feed(inputs: FeedInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[Checked]:
    return feed(checking(rules), inputs.humanity, inputs.willpower, inputs.full_willpower, inputs.victim)


def _check_warnings(inputs: CheckInputs, rules: HumanityBeastRules) -> Iterable[str]:
    if rules.humanity_loss == "ask":
        yield "The rules do not settle checks (G3.8); the house rules humanity_loss=aug2010 and =custom roll for them."


_HUMANITY_LOST = Event[Checked](
    "humanity_lost", "Humanity is lost", lambda checked: checked.dice_lost > 0, "R3.1, G3.8"
)
_END_OF_PLAY = Event[Checked]("end_of_play", "the character leaves play", lambda checked: checked.end_of_play, "G3.9")
_FRENZY = Event[Checked]("frenzy", "frenzy", lambda checked: checked.frenzy, "Aug 2010")
_LEFT = (
    Measure[Checked]("humanity_left", "Humanity dice left", lambda checked: checked.humanity_left),
    Measure[Checked]("beast_left", "Beast dice then", lambda checked: checked.beast_left),
    Measure[Checked](
        "dice_lost",
        "Humanity dice lost",
        lambda checked: checked.dice_lost,
        one="Humanity die lost",
        changes=(Change("own", "humanity"), Change("own", "beast", 1)),  # R3.1: each becomes a Beast die
    ),
)

HUMANITY_CHECK = Action[HumanityCheckInputs, HumanityBeastRules, Checked](
    name="humanity-check",
    title="Humanity check",
    summary="Whether a possible Humanity loss comes true: a Humanity die becomes a Beast die.",
    inputs=HumanityCheckInputs,
    call=_checks,
    events=(_HUMANITY_LOST, _END_OF_PLAY),
    measures=_LEFT,
    warnings=_check_warnings,
    decides="where the rules do not settle the check, the game master does",
    example="humanity-check --humanity 7 --willpower 5 --option humanity-loss=aug2010",
)

FRENZY_CHECK = Action[CheckInputs, HumanityBeastRules, Checked](
    name="frenzy-check",
    title="Frenzy check",
    summary="Whether the Beast takes over (companion pages): a check with the character's Beast dice.",
    inputs=CheckInputs,
    call=_frenzy,
    events=(_FRENZY,),
    measures=(),
    warnings=_check_warnings,
    decides="where the rules do not settle the check, the game master does",
    example="frenzy-check --humanity 7 --willpower 5 --option humanity-loss=aug2010",
)

FEED = Action[FeedInputs, HumanityBeastRules, Checked](
    name="feed",
    title="Feeding",
    summary="Feeding refreshes Willpower (companion pages): all of it when the victim dies, 2 when it is spared.",
    inputs=FeedInputs,
    call=_feed,
    events=(_HUMANITY_LOST, _END_OF_PLAY, _FRENZY),
    measures=(
        *_LEFT,
        Measure[Checked](
            "willpower_left",
            "Willpower then",
            lambda checked: checked.willpower_left,
            changes=left("own", "willpower", "willpower"),
        ),
    ),
    warnings=_check_warnings,
    decides="whether the victim is spared",
    example="feed --humanity 7 --willpower 1 --full-willpower 5 --victim killed --option humanity-loss=aug2010",
)

_AUTHOR: Final = "danielhighmoon"

SYSTEM = System(
    name="humanity-beast",
    title="Humanity and Beast",
    summary="Ten-sided dice of two colours, Humanity and Beast, from Rebuilding Vampire.",
    house_rules=HumanityBeastRules,
    actions=(ACTION, MIX, CONFLICT, BATTLE, HUMANITY_CHECK, FRENZY_CHECK, FEED, SPIRAL),
    audit=audit,
    tour=Tour("action", {"humanity": 7, "beast": 3, "difficulty": 3, "willpower": 5, "spend": "none"}, advice),
    sources=(
        Source(
            "Rebuilding Vampire: dice mechanics",
            _AUTHOR,
            "https://danielhighmoon.com/2010/05/07/rebuilding-vampire-dice-mechanics/",
        ),
        Source(
            "Rebuilding Vampire: Humanity",
            _AUTHOR,
            "https://danielhighmoon.com/2010/02/09/rebuilding-vampire-humanity/",
        ),
        Source(
            "Rebuilding Vampire: it is by will alone",
            _AUTHOR,
            "https://danielhighmoon.com/2010/05/03/rebuilding-vampire-it-is-by-will-alone/",
        ),
        Source(
            "Rebuilding Vampire: the Gen Con playtest character sheet",
            _AUTHOR,
            "https://danielhighmoon.wordpress.com/2010/08/03/rebuilding-vampire-the-gen-con-playtest-character-sheet/",
        ),
    ),
    says=SAYS,
)

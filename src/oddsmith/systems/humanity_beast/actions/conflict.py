"""The actions of two sides: the conflict, the choice of dice for one, and the battle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Asked, Entered, Limits, Opponent
from oddsmith.systems.humanity_beast.actions.action import HUMANITY_BEAST
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import alone, contest_warnings, difficulty_named
from oddsmith.systems.humanity_beast.house_rules import COLOURS, HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs.conflicts import (
    MOST_ROUNDS,
    SPENDS,
    TAKES,
    Battled,
    BattleSide,
    Chooser,
    Contested,
    Fighter,
    OtherChooser,
    OtherFighter,
)
from oddsmith.systems.humanity_beast.rolls import roll_task
from oddsmith.systems.humanity_beast.rules.battle import (
    Battle,
    BattleOutcome,
    Combatant,
    Order,
    WillpowerStanding,
    battle_round,
)
from oddsmith.systems.humanity_beast.rules.comparison import OF_THE_DIFFERENCE
from oddsmith.systems.humanity_beast.rules.conflict import fight
from oddsmith.systems.humanity_beast.rules.dice_throw import DiceThrow
from oddsmith.systems.humanity_beast.rules.mix import ChosenSide, pit
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask
from oddsmith.systems.humanity_beast.rules.sides import CHECKS, DAMAGE, Conflict
from oddsmith.systems.humanity_beast.rules.verdict import ConflictOutcome
from oddsmith.wording import worded

# --- the conflict: most successes win, and the difference is damage (R3.8) -------------------------------------------


def _conflict(
    ours: Fighter | Chooser, theirs: Fighter | Chooser, difficulty: int, rules: HumanityBeastRules, asked: Asked
) -> Conflict:
    """Both rolls of a conflict. Of a side's colours only its Humanity check must know."""
    sides = []
    for who, side, check in (
        ("player", ours, "humanity_check"),
        ("opponent", theirs, "against_humanity_check"),
    ):
        humanity, beast = (side.humanity, side.beast) if isinstance(side, Fighter) else (0, 0)
        known = frozenset({"successes", "beast_successes"} if check in asked else {"successes"})
        task = roll_task(humanity, beast, difficulty, side.willpower, rules, known)
        meet = rules.contest == "meet-difficulty"
        sides.append(replace(task, who=who, reading=reading(rules, difficulty=meet)))
    return Conflict(
        ours=sides[0],
        theirs=sides[1],
        tie=rules.tie,
        meet=rules.contest == "meet-difficulty",
        after_damage=rules.current_willpower == "after-damage",
        asked=asked,
    )


def _to_meet(difficulty: int, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {"difficulty": difficulty_named(difficulty, rules)} if rules.contest == "meet-difficulty" else {}


def _facts(ours: Fighter, theirs: Fighter, contested: Contested, rules: HumanityBeastRules) -> Mapping[str, Any]:
    dice = {"dice": ours.humanity + ours.beast, "against_dice": theirs.humanity + theirs.beast}
    return {**dice, **_to_meet(contested.difficulty, rules)}


def _warnings(
    ours: Fighter | Chooser, theirs: Fighter | Chooser, contested: Contested, rules: HumanityBeastRules
) -> Iterable[str]:
    yield from contest_warnings(contested.difficulty, rules)
    if ours.willpower == 0 or theirs.willpower == 0:
        yield (
            "Without Willpower a side is out of Willpower from the start, and any Beast success of its own brings a "
            "Humanity check (G3.16)."
        )


#: States for each two ways in which dice of both sides may lie, by how many sides may reroll a die: where everything
#: is asked, and where checks are. Measured: 3 to 19 for one side and 70 to 120 for both (1H to 5H+2B), and with checks
#: 1 to 7 and 9 to 36 (1H+1B to 3H+2B).
_FOR_EACH_TWO: Final = {0: 1, 1: 3, 2: 50}
_WITH_CHECKS: Final = {0: 0, 1: 1, 2: 9}

#: The same where the lead is enough and both sides may reroll a die that they choose. Measured: 2.5 to 5.2.
_LEADS: Final = 3


def _states(fought: Conflict, ours: str, theirs: str) -> int:
    """Estimate the states in which both colours of dice are known, before either rerolls one. ours, theirs: spend."""
    if fought.by_lead:
        return 0
    sides = _rerolling(fought, ours, theirs)
    ways, other_ways = (len(list(DiceThrow(task).distribution().items())) for task in sides)
    each = _FOR_EACH_TWO if fought.in_full else _WITH_CHECKS
    return ways * other_ways * each[sum(task.reroll == "choice" for task in sides)]


def _rerolling(fought: Conflict, ours: str, theirs: str) -> tuple[RollTask, RollTask]:
    """Return both sides' rolls with the choice of a die to reroll where `spend` leaves it open. ours, theirs: spend."""
    mine, other = (
        replace(task, reroll="choice" if spend in ("open", "after", "either") else "none")
        for task, spend in ((fought.ours, ours), (fought.theirs, theirs))
    )
    fought = replace(fought, ours=mine, theirs=other).coarsened()
    return fought.ours, fought.theirs


def _conflict_states(
    ours: Fighter, theirs: Fighter, contested: Contested, rules: HumanityBeastRules, asked: Asked
) -> int:
    fought = _conflict(ours, theirs, contested.difficulty, rules, asked)
    if all(side.willpower == 0 or side.spend in ("none", "before") for side in (ours, theirs)):
        return 0
    spends = [side.spend if side.willpower else "none" for side in (ours, theirs)]
    return _states(fought, *spends)


_OTHER_FIGHTER: Final = Opponent(
    texts={
        "humanity": "Humanity dice of the other side",
        "beast": "Beast dice of the other side",
        "willpower": "current Willpower of the other side",
    }
)
_APART: Final = (OF_THE_DIFFERENCE, *alone(CHECKS | DAMAGE))


@HUMANITY_BEAST.action(
    facts=_facts,
    warnings=_warnings,
    decides="the use of Willpower, which is health as well",
    phrases=phrase,
    example="--humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5",
    apart=_APART,
    states=_conflict_states,
    lighter="Let spend be before or none on both sides, so that nothing is decided once the dice lie.",
)
def conflict(
    ours: Fighter,
    theirs: Annotated[OtherFighter, _OTHER_FIGHTER],
    contested: Contested,
    rules: HumanityBeastRules,
    asked: Asked,
) -> Call[ConflictOutcome | int]:
    """Both sides roll; most successes win, and the difference is damage to the loser's Willpower."""
    return fight(_conflict(ours, theirs, contested.difficulty, rules, asked), ours.spend, theirs.spend)


# --- the choice of dice for a conflict (R3.2) ------------------------------------------------------------------------


def _mix_facts(ours: Chooser, theirs: Chooser, contested: Contested, rules: HumanityBeastRules) -> Mapping[str, Any]:
    mixes = {"mixes": _mixes(ours), "against_mixes": _mixes(theirs)}
    return {**mixes, **_to_meet(contested.difficulty, rules)}


def _mixes(side: Chooser) -> int:
    return 1 if side.take == "all" else len(side.pool.mixes(none=side.willpower > 0 and side.spend != "none"))


def _mix_states(ours: Chooser, theirs: Chooser, contested: Contested, rules: HumanityBeastRules, asked: Asked) -> int:
    """Estimate in proportion to the hands: of each, dice may lie in a quarter of the ways of all dice on average.

    Where the lead is enough, fewer dice lie in ways in which all dice may lie, too.
    """
    fought = _conflict(ours, theirs, contested.difficulty, rules, asked)
    hands = 1
    tasks = []
    for side, task in ((ours, fought.ours), (theirs, fought.theirs)):
        hands *= _mixes(side) * (2 if side.spend == "open" and side.willpower else 1)
        tasks.append(replace(task, humanity=side.pool.humanity, beast=side.pool.beast))
    spends = ["either" if side.spend == "either" and side.willpower else "none" for side in (ours, theirs)]
    most = replace(fought, ours=tasks[0], theirs=tasks[1])
    if fought.by_lead:
        return _LEADS * math.prod(map(_seen_by_another, _rerolling(most, *spends))) if "none" not in spends else 0
    return hands * _states(most, *spends) // 4


def _seen_by_another(task: RollTask) -> int:
    """Count the ways in which dice may lie, seen from somebody else's number of successes."""
    return len({table.ahead_of(table.counts[0]) for table, _ in DiceThrow(task).distribution().items()})


def _chosen(side: Chooser) -> ChosenSide:
    return ChosenSide(side.pool, side.take == "all", side.spend)


_OTHER_CHOOSER: Final = Opponent(
    "the other side: {}",
    texts={
        "humanity_dice": "Humanity dice that the other side has",
        "beast_dice": "Beast dice that the other side has",
        "willpower": "current Willpower of the other side",
    },
)


@HUMANITY_BEAST.action(
    title="Choice of dice for a conflict",
    facts=_mix_facts,
    warnings=_warnings,
    decides="how many dice of each colour each side takes, and the use of Willpower, which is health as well",
    phrases=phrase,
    example="--humanity-dice 5 --beast-dice 5 --willpower 3 --against-humanity-dice 7 --against-beast-dice 3",
    apart=_APART,
    states=_mix_states,
    lighter="Let one side take all its dice, and spend be open or none on both sides.",
)
def conflict_mix(
    ours: Chooser,
    contested: Contested,
    theirs: Annotated[OtherChooser, _OTHER_CHOOSER],
    rules: HumanityBeastRules,
    asked: Asked,
    order: Annotated[
        Order,
        "who chooses first, in sight of the other; at once, neither sees what the other takes",
        Entered(title="Who chooses first", more="Course of the conflict", whose="both"),
    ] = "at-once",
) -> Call[ConflictOutcome | int]:
    """How many Humanity and Beast dice to take for a conflict, alone or both sides at once and unseen."""
    fought = _conflict(ours, theirs, contested.difficulty, rules, asked)
    return pit(fought, _chosen(ours), _chosen(theirs), order)


# --- the battle: conflicts, until a side is out of Willpower (R3.8, G3.16) -------------------------------------------


def _combatant(side: BattleSide) -> Combatant:
    return Combatant(
        side.humanity,
        side.beast,
        chooses=side.take == "open",
        spends=side.spend != "none",
        min_beast=side.min_beast,
        rerolls=side.spend == "either",
    )


def _battle_facts(battled: Battled, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {"difficulty": battled.difficulty} if rules.contest == "meet-difficulty" else {}


def _battle_warnings(battled: Battled, rules: HumanityBeastRules) -> Iterable[str]:
    yield from contest_warnings(battled.difficulty, rules)
    if rules.tens in ("ask-beast", "stop-when-met"):
        yield worded(
            f"In a battle every {rules.sides} is rerolled; {{the house rule tens={rules.tens}}} is for single rolls."
        )
    if rules.pool == "per-scene":
        yield "Every round has the full pool of dice again (G3.11)."


_OTHER_SIDE: Final = Opponent(
    texts={
        "humanity": "Humanity dice that the opponent has",
        "beast": "Beast dice that the opponent has",
        "willpower": "Willpower of the opponent at first",
        "take": f"the opponent's {TAKES}",
        "spend": f"for the opponent, {SPENDS}",
        "min_humanity": "Humanity dice that every round demands of the opponent",
        "min_beast": "Beast dice that every round demands of the opponent",
    }
)


@HUMANITY_BEAST.action(
    facts=_battle_facts,
    warnings=_battle_warnings,
    decides="every round, for both sides: how many Beast dice to take, and whether to pay a point of Willpower before "
    "the roll; with spend either, also for a reroll after it",
    phrases=phrase,
    example="--humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5 --against-willpower 5",
)
def battle(
    battled: Battled,
    ours: BattleSide,
    theirs: Annotated[BattleSide, _OTHER_SIDE],
    rules: HumanityBeastRules,
    asked: Asked,
    order: Annotated[
        Order,
        "who decides first in every round, in sight of the other; at once, neither sees it",
        Entered(title="Who decides first", more="Course of the battle", whose="both"),
    ] = "player-first",
    rounds: Annotated[
        int | None,
        Limits(1, MOST_ROUNDS, "rounds after which nobody has won; none: without a limit", "Rounds at most"),
        Entered(more="Course of the battle", whose="both"),
    ] = None,
) -> Call[BattleOutcome]:
    """Conflicts, round after round, until a side is out of Willpower, with the dice taken anew every round."""
    fought = Battle(
        ours=_combatant(ours),
        theirs=_combatant(theirs),
        order=order,
        how=replace(reading(rules), tens="never-on-beast" if rules.tens == "never-on-beast" else "always"),
        colours=COLOURS if rules.assured == "chosen" else (rules.assured,),
        needed=battled.difficulty if rules.contest == "meet-difficulty" else 0,
        current=rules.current_willpower,
        looks="humanity_check" in asked,
    )
    if rounds is None and not any(side.reaches(fought.how, fought.needed) for side in (fought.ours, fought.theirs)):
        needed = f"1 to {MOST_ROUNDS}: with these dice nobody can have the {fought.needed} successes that win a round"
        raise BadInput("rounds", None, needed)
    standing = WillpowerStanding(ours.willpower, theirs.willpower, checked=False)
    return battle_round(fought, standing, rounds)


@HUMANITY_BEAST.event(title="the player wins", rule="R3.8, G3.16", per_gain=0, otherwise="the player does not win")
def win(outcome: BattleOutcome) -> bool:
    return outcome.willpower > 0 == outcome.against_willpower


@HUMANITY_BEAST.event(title="the opponent wins", rule="R3.8, G3.16", per_gain=0)
def lose(outcome: BattleOutcome) -> bool:
    return outcome.against_willpower > 0 == outcome.willpower


@HUMANITY_BEAST.event(title="nobody wins", rule="G3.16", per_gain=0)
def draw(outcome: BattleOutcome) -> bool:
    return not win(outcome) and not lose(outcome)


@HUMANITY_BEAST.event(title="more Willpower left than the opponent", rule="R3.8", per_gain=0, implied_by=("win",))
def ahead(outcome: BattleOutcome) -> bool:
    return outcome.willpower > outcome.against_willpower


@HUMANITY_BEAST.event(title="less Willpower left than the opponent", rule="R3.8", per_gain=0, implied_by=("lose",))
def behind(outcome: BattleOutcome) -> bool:
    return outcome.willpower < outcome.against_willpower


@HUMANITY_BEAST.event(
    name="humanity_check", title="a Humanity check is due after the battle", rule="R3.9, R3.10", per_gain=0
)
def checked(outcome: BattleOutcome) -> bool:
    return outcome.checked

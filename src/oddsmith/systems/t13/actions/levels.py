"""The game, and what can be asked of all its rolls: who is ahead, the levels reached, and those that count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from oddsmith.systems.authoring.game import Game
from oddsmith.systems.declaration import Publication, Tour
from oddsmith.systems.t13.audit import advice, audit
from oddsmith.systems.t13.citations import CITATIONS, RETELLING
from oddsmith.systems.t13.rules.buying import BuyOutcome
from oddsmith.systems.t13.rules.contest import ContestOutcome
from oddsmith.systems.t13.rules.levels import Level, Number
from oddsmith.systems.t13.rules.tests import OpposedOutcome, TestOutcome

_AUTHOR: Final = "CJ Moseley"

T13: Final = Game(
    "T13",
    summary="Sums of dice against a difficulty, levels of success and failure, and three currencies to buy dice with.",
    source=(
        Publication("Dice Tests", _AUTHOR, "https://cjmoseley.co.uk/?p=6953"),
        Publication("Character Proficiencies", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/character-proficiencies/"),
        Publication("Sway table", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/sway-table"),
        Publication("Sway", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/sway/"),
        Publication("Chi", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/chi/"),
        Publication("Building Annexes", _AUTHOR, "http://www.cjmoseley.co.uk/t13_rules/building-annexes/"),
        Publication("Test Dice, the present rules", _AUTHOR, "https://t13.cjmoseley.co.uk/test-dice"),
        Publication("T13 Narrative Game Engine", _AUTHOR, "https://github.com/CJMoseley/T13NarrativeGameEngine"),
    ),
    citations=CITATIONS,
    retelling=RETELLING,
    audit=audit,
    tour=Tour("test", {"dice": "facet:1d6,descendant:1d8", "proficiencies": "3", "difficulty": "8"}, advice),
)

#: Outcomes of rolls against somebody, of rolls for which dice may be bought, and of all rolls.
Met: TypeAlias = OpposedOutcome | ContestOutcome
Bought: TypeAlias = BuyOutcome | ContestOutcome
Judged: TypeAlias = TestOutcome | BuyOutcome | OpposedOutcome | ContestOutcome


# --- who is ahead (R2.5) ---------------------------------------------------------------------------------------------


@T13.event(title="the higher score", rule="R2.5")
def win(outcome: Met) -> bool:
    return outcome.lead > 0


@T13.event(title="the lower score", rule="R2.5")
def lose(outcome: Met) -> bool:
    return outcome.lead < 0


@T13.event(name="stalemate", title="a Stalemate (Borderline)", rule="R2.6")
def stalemate_of_a_contest(outcome: ContestOutcome) -> bool:
    return outcome.verdict.level == Level.STALEMATE


# --- levels (R2.6, R2.11) --------------------------------------------------------------------------------------------

_NAMES: Final[Mapping[Level, str]] = {
    Level.SUPERIOR: "superior",
    Level.COMPLETE: "complete",
    Level.MODERATE: "moderate",
    Level.STALEMATE: "stalemate",
    Level.MODERATE_FAILURE: "moderate_failure",
    Level.COMPLETE_FAILURE: "complete_failure",
    Level.SERIOUS_FAILURE: "serious_failure",
}


def _reached(least: Level, most: Level = Level.SUPERIOR) -> tuple[str, ...]:
    """The names of the levels from one to another."""
    return tuple(name for level, name in _NAMES.items() if least <= level <= most)


@T13.event(
    title="success (Moderate or better)", rule="R2.5", implied_by=_reached(Level.MODERATE), otherwise="no success"
)
def success(outcome: Judged) -> bool:
    return outcome.verdict.level >= Level.MODERATE


def _is(level: Level) -> Callable[[Judged], bool]:
    def reached(outcome: Judged) -> bool:
        return outcome.verdict.level == level

    return reached


def _unresolved(outcome: TestOutcome | BuyOutcome | OpposedOutcome) -> bool:
    return outcome.verdict.level == Level.STALEMATE


for _level, _name in _NAMES.items():
    _event = T13.event(name=_name, title=str(_level), rule="R2.6")
    _event(_unresolved) if _level is Level.STALEMATE else _event(_is(_level))


@T13.event(
    title="failure (Moderate or worse)",
    rule="R2.5",
    implied_by=_reached(Level.SERIOUS_FAILURE, Level.MODERATE_FAILURE),
)
def failure(outcome: Judged) -> bool:
    return outcome.verdict.level < Level.STALEMATE


@T13.event(title="Proficiency Crisis", rule="R2.11")
def crisis(outcome: Judged) -> bool:
    return bool(outcome.verdict.crisis)


@T13.event(title="a Crisis adds a success to the failure", rule="R2.11")
def also_success(outcome: Judged) -> bool:
    return (outcome.verdict.also or 0) > 0


@T13.event(title="a Crisis adds a failure to the success", rule="R2.11")
def also_failure(outcome: Judged) -> bool:
    return (outcome.verdict.also or 0) < 0


def _or_better(level: Level) -> Callable[[Bought], bool]:
    def reached(outcome: Bought) -> bool:
        return outcome.verdict.level >= level

    return reached


def _unresolved_or_better(outcome: BuyOutcome) -> bool:
    return outcome.verdict.level >= Level.STALEMATE


for _level in (Level.COMPLETE, Level.MODERATE, Level.STALEMATE, Level.MODERATE_FAILURE, Level.COMPLETE_FAILURE):
    _event = T13.event(
        name=f"{_NAMES[_level]}_or_better",
        title=f"{_level} or better",
        rule="R2.6",
        implied_by=_reached(_level),
    )
    _event(_unresolved_or_better) if _level is Level.STALEMATE else _event(_or_better(_level))


# --- numbers ---------------------------------------------------------------------------------------------------------


@T13.measure(title="points scored", one="point scored")
def score(outcome: TestOutcome | BuyOutcome) -> Number:
    return outcome.score


@T13.measure(title="own score less the opponent's")
def margin(outcome: Met) -> Number | None:
    return outcome.margin


@T13.measure(title="extra success levels", one="extra success level")
def extra_levels(outcome: TestOutcome | BuyOutcome | OpposedOutcome) -> int:
    return outcome.extra


@T13.measure(name="extra_levels", title="extra success levels")
def extra_levels_of_a_contest(outcome: ContestOutcome) -> int | None:
    return outcome.extra


@T13.measure(title="failure levels", one="failure level")
def failure_levels(outcome: TestOutcome | BuyOutcome) -> int:
    return outcome.failures

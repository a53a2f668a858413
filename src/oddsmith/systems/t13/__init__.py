"""T13: dice added up against a difficulty, with Proficiency Crises, and dice bought with Sway, Chi and Yarn."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.t13.actions.buying import BUY
from oddsmith.systems.t13.actions.contest import CONTEST
from oddsmith.systems.t13.actions.effects import EFFECTS
from oddsmith.systems.t13.actions.exchange import BOON, CONVERT
from oddsmith.systems.t13.actions.tests import OPPOSED, TEST
from oddsmith.systems.t13.audit import advice, audit
from oddsmith.systems.t13.house_rules import T13Rules

__all__ = ["SYSTEM"]

_AUTHOR: Final = "CJ Moseley"

#: The rules of T13 that events cite, by id, in our own words.
_CITATIONS: Final = {
    "R2.5": "The score is compared with the difficulty, or with the opponent's score. The higher one wins; equal ones "
    "are a Stalemate, which nobody wins.",
    "R2.6": "Above the difficulty is a Moderate Success, above twice it a Complete, above three times it a Superior "
    "one. Above half of it is a Moderate Failure, which may be tried again; less is a Complete Failure, and below 0 a "
    "Serious one.",
    "R2.7": "Each level above Complete buys one effect from the menu. A Grunt may have 4, a Mercari 7, a Solo 10.",
    "R2.8": "A Serious Failure turns effects against the character: something is lost or suffered, a card is played "
    "against them, or the Tone is set the other way.",
    "R2.10": "What has to be paid and is not there is taken elsewhere, as the Ref chooses: Proficiencies, Descendants, "
    "an Annex, Handicaps.",
    "R2.11": "When Proficiency dice all show their highest or all their lowest face, the level rolled comes with its "
    "counterpart: a success with a failure, and a failure with a success.",
    "G2.22": "The rules do not say what becomes of a rest that is too small to exchange. Here it stays as it was.",
}

SYSTEM = System(
    name="t13",
    title="T13",
    summary="Sums of dice against a difficulty, levels of success and failure, and three currencies to buy dice with.",
    house_rules=T13Rules,
    actions=(TEST, OPPOSED, BUY, CONTEST, EFFECTS, CONVERT, BOON),
    audit=audit,
    tour=Tour(
        action="test",
        inputs={"dice": "facet:1d6,descendant:1d8", "proficiencies": "3", "difficulty": "8"},
        advice=advice,
    ),
    sources=(
        Publication("Dice Tests", _AUTHOR, "https://cjmoseley.co.uk/?p=6953"),
        Publication("Character Proficiencies", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/character-proficiencies/"),
        Publication("Sway table", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/sway-table"),
        Publication("Sway", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/sway/"),
        Publication("Chi", _AUTHOR, "https://cjmoseley.co.uk/t13_rules/chi/"),
        Publication("Building Annexes", _AUTHOR, "http://www.cjmoseley.co.uk/t13_rules/building-annexes/"),
        Publication("Test Dice, the present rules", _AUTHOR, "https://t13.cjmoseley.co.uk/test-dice"),
        Publication("T13 Narrative Game Engine", _AUTHOR, "https://github.com/CJMoseley/T13NarrativeGameEngine"),
    ),
    citations=_CITATIONS,
)

"""T13: dice added up against a difficulty, with Proficiency Crises, and dice bought with Sway, Chi and Yarn."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.t13.actions.buying import BUY
from oddsmith.systems.t13.actions.contest import CONTEST
from oddsmith.systems.t13.actions.effects import EFFECTS
from oddsmith.systems.t13.actions.exchange import BOON, CONVERT
from oddsmith.systems.t13.actions.investing import INVEST
from oddsmith.systems.t13.actions.tests import OPPOSED, TEST
from oddsmith.systems.t13.audit import advice, audit
from oddsmith.systems.t13.citations import CITATIONS, RETELLING
from oddsmith.systems.t13.house_rules import T13Rules

__all__ = ["SYSTEM"]

_AUTHOR: Final = "CJ Moseley"

SYSTEM = System(
    name="t13",
    title="T13",
    summary="Sums of dice against a difficulty, levels of success and failure, and three currencies to buy dice with.",
    house_rules=T13Rules,
    actions=(TEST, OPPOSED, BUY, INVEST, CONTEST, EFFECTS, CONVERT, BOON),
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
    citations=CITATIONS,
    retelling=RETELLING,
)

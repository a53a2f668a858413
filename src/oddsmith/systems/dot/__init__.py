"""The Dot System: six-sided dice pools that take the place of HERO's 3d6."""

from __future__ import annotations

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.dot.actions.attack import ATTACK
from oddsmith.systems.dot.actions.check import CHECK
from oddsmith.systems.dot.actions.convert import CONVERT
from oddsmith.systems.dot.actions.opposed import OPPOSED
from oddsmith.systems.dot.actions.whole_sheet import WHOLE_SHEET
from oddsmith.systems.dot.audit import advice, audit
from oddsmith.systems.dot.citations import CITATIONS
from oddsmith.systems.dot.house_rules import DotRules

__all__ = ["SYSTEM"]

SYSTEM = System(
    name="dot",
    title="Dot System (dice pools for HERO)",
    summary="Characteristics, skills and combat values of HERO become dots; a dot is a die, fives and sixes succeed.",
    house_rules=DotRules,
    actions=(CHECK, ATTACK, OPPOSED, CONVERT, WHOLE_SHEET),
    audit=audit,
    tour=Tour("check", {"characteristic": 15, "skill": 14}, advice),
    sources=(
        Publication(
            "HERO Skins, a thread of the Hero Games forums",
            "started by fredrik_nilsson",
            "http://www.herogames.com/forums/showthread.php/63560-HERO-Skins",
        ),
    ),
    citations=CITATIONS,
)

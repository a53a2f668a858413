"""Mod Dot, the rock-paper-scissors system of the Emerald Coven Chronicles."""

from __future__ import annotations

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.mod_dot.actions.extended import EXTENDED
from oddsmith.systems.mod_dot.actions.hands import HANDS
from oddsmith.systems.mod_dot.actions.opposed import OPPOSED
from oddsmith.systems.mod_dot.actions.test import TEST
from oddsmith.systems.mod_dot.audit import advice, audit
from oddsmith.systems.mod_dot.citations import CITATIONS, RETELLING
from oddsmith.systems.mod_dot.house_rules import ModDotRules

__all__ = ["SYSTEM"]

SYSTEM = System(
    name="mod-dot",
    title="Mod Dot (Emerald Coven Chronicles)",
    summary="Rock-paper-scissors live play: half the pool succeeds by itself, tests move that up and down.",
    house_rules=ModDotRules,
    actions=(TEST, OPPOSED, EXTENDED, HANDS),
    audit=audit,
    tour=Tour("test", {"pool": 10, "difficulty": 6}, advice),
    sources=(
        Publication(
            "Mod-Dot System", "HST Seth, Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/moddot"
        ),
        Publication("Character creation", "Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/creation"),
    ),
    citations=CITATIONS,
    retelling=RETELLING,
)

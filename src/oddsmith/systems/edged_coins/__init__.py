"""Edged Coins: skills are ranks of a ladder of coin tosses, and energy coins (EC) bend what has landed."""

from __future__ import annotations

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.edged_coins.actions.duel import DUEL
from oddsmith.systems.edged_coins.actions.explosive import EXPLOSIVE
from oddsmith.systems.edged_coins.actions.harm import ATTACK, DAMAGE, FALL, FIRE
from oddsmith.systems.edged_coins.actions.interference import INTERFERE
from oddsmith.systems.edged_coins.actions.toss import RESIST, TOSS
from oddsmith.systems.edged_coins.audit import advice, audit
from oddsmith.systems.edged_coins.citations import CITATIONS, RETELLING
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules

__all__ = ["SYSTEM"]

SYSTEM = System(
    name="edged-coins",
    title="Edged Coins",
    summary="Coin tosses by rank, and energy coins that re-toss, buy, force and invert what has landed.",
    house_rules=EdgedCoinsRules,
    actions=(TOSS, EXPLOSIVE, INTERFERE, DAMAGE, ATTACK, FALL, FIRE, RESIST, DUEL),
    audit=audit,
    tour=Tour("attack", {"rank": 3, "opposing_rank": 2, "attack_power": 2}, advice),
    sources=(
        Publication(
            "Edged Coins, part III: core mechanics",
            "La Torre de Dimirag",
            "https://latorrededimirag.blogspot.com/2026/01/edged-coins-part-iii-core-mechanics.html",
        ),
    ),
    citations=CITATIONS,
    retelling=RETELLING,
)

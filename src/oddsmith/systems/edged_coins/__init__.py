"""Edged Coins: skills are ranks of a ladder of coin tosses, and energy coins (EC) bend what has landed."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.edged_coins.actions.duel import DUEL
from oddsmith.systems.edged_coins.actions.harm import ATTACK, DAMAGE, FALL, FIRE
from oddsmith.systems.edged_coins.actions.toss import RESIST, TOSS
from oddsmith.systems.edged_coins.audit import advice, audit
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules

__all__ = ["SYSTEM"]

#: The rules of Edged Coins that events cite, by id, in our own words.
_CITATIONS: Final = {
    "R4.1": "A rank says how many coins are tossed and how many heads are needed: 1 of 1 for Copper, 1 of 2 from "
    "Bronze on. From Silver on a failure may be tossed again, as a lower rank.",
    "R4.5": "An effect is shaken off with one's action, where an active source tosses to go on, or borne with a toss "
    "that takes no action; a success removes or reduces it.",
    "R4.6": "Damage begins at 1. A toss as the rank of its Potency goes on until one fails, and each success adds 1. "
    "Each point takes one HC.",
    "R4.9": "Whoever fire has hurt tosses with the damage as rank. While that succeeds, the fire burns on.",
    "G4.13": "The rules only tell the damage. Here an attack is a toss first, and what hits does damage.",
    "G4.15": "The rules do not say who wins when both tosses succeed. Here the effect goes on when its source's toss "
    "succeeds; a toss to bear it removes the effect, unless a house rule says that it is reduced.",
    "G4.16": "The rules leave HC to other parts. Here they are entered, and it is told when none is left.",
}

SYSTEM = System(
    name="edged-coins",
    title="Edged Coins",
    summary="Coin tosses by rank, and energy coins that re-toss, buy, force and invert what has landed.",
    house_rules=EdgedCoinsRules,
    actions=(TOSS, DAMAGE, ATTACK, FALL, FIRE, RESIST, DUEL),
    audit=audit,
    tour=Tour("attack", {"rank": 3, "opposing_rank": 2, "attack_power": 2}, advice),
    sources=(
        Publication(
            "Edged Coins, part III: core mechanics",
            "La Torre de Dimirag",
            "https://latorrededimirag.blogspot.com/2026/01/edged-coins-part-iii-core-mechanics.html",
        ),
    ),
    citations=_CITATIONS,
)

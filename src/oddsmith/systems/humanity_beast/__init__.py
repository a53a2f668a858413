"""Humanity and Beast dice, the dice mechanics of Rebuilding Vampire: ten-sided dice of two colours."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.declaration import Publication, System, Tour
from oddsmith.systems.humanity_beast.actions.action import ACTION
from oddsmith.systems.humanity_beast.actions.battle import BATTLE
from oddsmith.systems.humanity_beast.actions.checks import FEED, FRENZY_CHECK, HUMANITY_CHECK
from oddsmith.systems.humanity_beast.actions.conflict import CONFLICT, CONFLICT_MIX
from oddsmith.systems.humanity_beast.actions.mix import MIX
from oddsmith.systems.humanity_beast.actions.scene import SCENE
from oddsmith.systems.humanity_beast.actions.spiral import SPIRAL
from oddsmith.systems.humanity_beast.audit import advice, audit
from oddsmith.systems.humanity_beast.citations import CITATIONS, RETELLING
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules

__all__ = ["SYSTEM"]

_AUTHOR: Final = "danielhighmoon"

SYSTEM = System(
    name="humanity-beast",
    title="Humanity and Beast",
    summary="Ten-sided dice of two colours, Humanity and Beast, from Rebuilding Vampire.",
    house_rules=HumanityBeastRules,
    actions=(ACTION, MIX, SCENE, CONFLICT, CONFLICT_MIX, BATTLE, HUMANITY_CHECK, FRENZY_CHECK, FEED, SPIRAL),
    audit=audit,
    tour=Tour("action", {"humanity": 7, "beast": 3, "difficulty": 3, "willpower": 5, "spend": "none"}, advice),
    sources=(
        Publication(
            "Rebuilding Vampire: dice mechanics",
            _AUTHOR,
            "https://danielhighmoon.com/2010/05/07/rebuilding-vampire-dice-mechanics/",
        ),
        Publication(
            "Rebuilding Vampire: Humanity",
            _AUTHOR,
            "https://danielhighmoon.com/2010/02/09/rebuilding-vampire-humanity/",
        ),
        Publication(
            "Rebuilding Vampire: it is by will alone",
            _AUTHOR,
            "https://danielhighmoon.com/2010/05/03/rebuilding-vampire-it-is-by-will-alone/",
        ),
        Publication(
            "Rebuilding Vampire: the Gen Con playtest character sheet",
            _AUTHOR,
            "https://danielhighmoon.wordpress.com/2010/08/03/rebuilding-vampire-the-gen-con-playtest-character-sheet/",
        ),
    ),
    citations=CITATIONS,
    retelling=RETELLING,
)

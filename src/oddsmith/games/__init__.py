"""Your own game: an `async def`, its signature and its outcome are all it takes.

    from oddsmith import d6, roll
    from oddsmith.games import Game, Limits

    game = Game("Lantern")

    @game.action
    async def search(dice: Annotated[int, Limits(1, 10, "dice rolled")]) -> bool:
        \"\"\"Every 5 and 6 finds something.\"\"\"
        return await roll(d6.pool(dice).count(at_least=5)) > 0

What follows from that: inputs with limits and help, events and measures of the outcome, house rules, prices; for the
command line, the pages and tables alike (`oddsmith --rulebook FILE odds lantern search --dice 3`).
"""

from __future__ import annotations

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.game import Game
from oddsmith.systems.authoring.marks import (
    Asked,
    Cost,
    Entered,
    Limits,
    Number,
    Opponent,
    Ruled,
    Share,
    Spent,
    Unasked,
    YesNo,
)
from oddsmith.systems.declaration import Finding, Publication, Tour
from oddsmith.systems.fields.models import HouseRules, book_number, house_number, house_rule

__all__ = [
    "Asked",
    "BadInput",
    "Call",
    "Cost",
    "Entered",
    "Finding",
    "Game",
    "HouseRules",
    "Limits",
    "Number",
    "Opponent",
    "Publication",
    "Ruled",
    "Share",
    "Spent",
    "Tour",
    "Unasked",
    "YesNo",
    "book_number",
    "house_number",
    "house_rule",
]

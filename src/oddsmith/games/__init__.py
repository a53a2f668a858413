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

from oddsmith.games.game import Game
from oddsmith.games.marks import Limits, Spent

__all__ = ["Game", "Limits", "Spent"]

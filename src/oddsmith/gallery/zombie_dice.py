"""Zombie Dice: one turn. Roll three dice, eat brains, run after footprints; three shotguns leave you with nothing."""

from typing import Annotated

from oddsmith import Deck, Die, choose, roll, rule
from oddsmith.games import Game, Limits

game = Game("Zombie Dice", source="https://en.wikipedia.org/wiki/Zombie_Dice")
DICE = {
    "green": Die.of({"brain": 3, "footprints": 2, "shotgun": 1}),
    "yellow": Die.of({"brain": 2, "footprints": 2, "shotgun": 2}),
    "red": Die.of({"brain": 1, "footprints": 2, "shotgun": 3}),
}


@game.action
async def turn(missing: Annotated[int, Limits(1, 5, "brains missing to win")] = 2) -> int:
    """Footprints are rolled again. Where the cup runs out, the dice of brains go back into it."""
    cup, eaten, brains, shotguns = Deck.of({"green": 6, "yellow": 4, "red": 3}), Deck[str](()), 0, 0
    feet: tuple[str, ...] = ()
    while brains < missing:
        if cup.size + len(feet) < 3:
            cup, eaten = Deck((*cup.cards, *eaten.cards)), Deck[str](())
        drawn = await roll(cup.hand(3 - len(feet)))
        bitten, feet, shots = await shaken(tuple(sorted((*feet, *drawn))))
        cup, eaten = cup.without(*drawn), eaten.shuffled_in(*bitten)
        brains, shotguns = brains + len(bitten), shotguns + shots
        if shotguns >= 3:
            return 0
        if brains < missing and await choose("player", ("stop", "go on")) == "stop":
            return brains
    return missing


@rule
async def shaken(hand: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    fell = sorted([(await roll(DICE[colour]), colour) for colour in hand])
    brains, feet, shots = (tuple(c for face, c in fell if face == kind) for kind in ("brain", "footprints", "shotgun"))
    return brains, feet, len(shots)

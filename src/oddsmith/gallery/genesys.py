"""Genesys: a check with dice of symbols; successes and failures cancel, and so do advantages and threats."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import Die, roll
from oddsmith.games import Game, Limits

game = Game("Genesys", source="https://www.fantasyflightgames.com/en/products/genesys/")

# On each face: successes less failures, advantages less threats, triumphs, despairs below 0.
S, A, SS, SA, AA, NONE = (1, 0, 0, 0), (0, 1, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (0, 2, 0, 0), (0, 0, 0, 0)
F, T, FF, FT, TT = (-1, 0, 0, 0), (0, -1, 0, 0), (-2, 0, 0, 0), (-1, -1, 0, 0), (0, -2, 0, 0)
BOOST, SETBACK = Die([NONE, NONE, S, SA, AA, A]), Die([NONE, NONE, F, F, T, T])
ABILITY, DIFFICULTY = Die([NONE, S, S, SS, A, A, SA, AA]), Die([NONE, F, FF, T, T, T, TT, FT])
PROFICIENCY = Die([NONE, S, S, SS, SS, A, SA, SA, SA, AA, AA, (1, 0, 1, 0)])
CHALLENGE = Die([NONE, F, F, FF, FF, T, T, FT, FT, TT, TT, (-1, 0, 0, -1)])
Dice = Annotated[int, Limits(0, 6)]


@dataclass(frozen=True)
class Check:
    success: bool
    successes: int
    advantages: int
    triumph: bool
    despair: bool


@game.action
async def check(
    ability: Dice, proficiency: Dice = 0, difficulty: Dice = 2, challenge: Dice = 0, boost: Dice = 0, setback: Dice = 0
) -> Check:
    """One success more than failures is enough. A triumph is a success, and a despair a failure, besides."""
    dice = ABILITY.pool(ability) & PROFICIENCY.pool(proficiency) & BOOST.pool(boost)
    dice &= DIFFICULTY.pool(difficulty) & CHALLENGE.pool(challenge) & SETBACK.pool(setback)
    successes, advantages, triumphs, despairs = await roll(dice.sum())
    return Check(successes > 0, successes, advantages, triumphs > 0, despairs < 0)

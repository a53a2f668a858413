"""Games that come with Oddsmith fit together, of which only what is asked is read where they are used."""

from __future__ import annotations

import pytest

from oddsmith.systems.authoring.game import Game
from oddsmith.systems.dot.actions import DOT
from oddsmith.systems.edged_coins.actions.toss import EDGED_COINS
from oddsmith.systems.humanity_beast.actions.action import HUMANITY_BEAST
from oddsmith.systems.mod_dot.actions import MOD_DOT
from oddsmith.systems.registry import system
from oddsmith.systems.t13.actions.levels import T13

GAMES = (HUMANITY_BEAST, T13, MOD_DOT, DOT, EDGED_COINS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_comes_with_oddsmith_fits_together(game: Game) -> None:
    found = system(game.name)  # all its actions are declared
    game.check()
    assert [action.name for action in found.actions] == [found.action(action.name).name for action in found.actions]

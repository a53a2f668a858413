"""Humanity and Beast dice, the dice mechanics of Rebuilding Vampire: ten-sided dice of two colours."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.humanity_beast.actions.action import HUMANITY_BEAST

__all__ = ["SYSTEM"]

SYSTEM: Final = HUMANITY_BEAST.system

"""Edged Coins: skills are ranks of a ladder of coin tosses, and energy coins (EC) bend what has landed."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.edged_coins.actions import harm  # noqa: F401  # its actions come after those of `toss`
from oddsmith.systems.edged_coins.actions.toss import EDGED_COINS

__all__ = ["SYSTEM"]

SYSTEM: Final = EDGED_COINS.system

"""Mod Dot, the rock-paper-scissors system of the Emerald Coven Chronicles."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.mod_dot.actions import MOD_DOT

__all__ = ["SYSTEM"]

SYSTEM: Final = MOD_DOT.system

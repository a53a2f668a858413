"""The Dot System: six-sided dice pools that take the place of HERO's 3d6."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.dot.actions import DOT

__all__ = ["SYSTEM"]

SYSTEM: Final = DOT.system

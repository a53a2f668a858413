"""T13: dice added up against a difficulty, with Proficiency Crises, and dice bought with Sway, Chi and Yarn."""

from __future__ import annotations

from typing import Final

from oddsmith.systems.t13.actions.levels import T13

# The order of the actions is that in which they are read.
from oddsmith.systems.t13.actions import tests, buying, investing, contest, effects, exchange  # isort: skip  # noqa: F401

__all__ = ["SYSTEM"]

SYSTEM: Final = T13.system

"""The gallery: mechanics in print as rulebooks that come with Oddsmith, to be asked and to be changed."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_FILES = Path(__file__).parents[1] / "gallery"


def gallery() -> dict[str, Path]:
    """The rulebooks of the gallery by name, such as `blades-in-the-dark`, in order."""
    return {file.stem.replace("_", "-"): file for file in sorted(_FILES.glob("*.py"))}


class KnownAnswer(NamedTuple):
    """An answer that is known from elsewhere: how Python asks the rules of a game, what it comes to, and why."""

    asked: str
    known: str
    since: str


@lru_cache(maxsize=1)
def known_answers() -> dict[str, KnownAnswer]:
    """A known answer of each game of the gallery, by the name of the game, in order."""
    found = tomllib.loads((_FILES / "known.toml").read_text(encoding="utf-8"))
    return {name: KnownAnswer(**each) for name, each in found.items()}

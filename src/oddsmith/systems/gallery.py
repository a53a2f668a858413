"""The gallery: mechanics in print as rulebooks that come with Oddsmith, to be asked and to be changed."""

from __future__ import annotations

from pathlib import Path

_FILES = Path(__file__).parents[1] / "gallery"


def gallery() -> dict[str, Path]:
    """The rulebooks of the gallery by name, such as `blades-in-the-dark`, in order."""
    return {file.stem.replace("_", "-"): file for file in sorted(_FILES.glob("*.py"))}

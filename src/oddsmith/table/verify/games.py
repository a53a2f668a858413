"""The games of a log: those by which its rolls were made have to be here before any is rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.errors import RulebookNeeded
from oddsmith.systems import registry
from oddsmith.table.domain.notation import NOTATION


def check_games(opened: Iterable[Mapping[str, Any]]) -> None:
    """Raise RulebookNeeded where rolls are of games that are not here, with the digests of their rulebooks in short.

    opened: what was asked for each roll. A game that stood in for one that comes with Oddsmith is not here either where
    that one is.
    """
    here = {NOTATION.name, *registry.system_names()}
    missing: dict[str, set[str]] = {}
    for asked in opened:
        if "system" not in asked:
            continue  # hidden
        name, digest = str(asked["system"]), str(asked.get("rulebook") or "")
        stood_in = digest and registry.comes_with_oddsmith(name) and registry.rulebook_digest(name) is None
        if (name not in here or stood_in) and not (digest and registry.has_version(name, digest)):
            missing.setdefault(name, set()).update([digest[:12]] if digest else [])
    if missing:
        raise RulebookNeeded("This log", {name: missing[name] for name in sorted(missing)})

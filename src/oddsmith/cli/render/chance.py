"""A chance in a sentence, in the words of the game: "You succeed 9 times in 10 (89.53 %)."."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsmith.cli.text.words import capital, percent, times, tries
from oddsmith.errors import Unknown

if TYPE_CHECKING:  # with all rules, which dice notation does without
    from oddsmith.systems.declaration import Action

#: What is nearly always or hardly ever so is told by how often it is not, or by its rarity.
_USUAL = 0.01


def chance_sentence(document: dict[str, Any], event: str, chance: float, exact: str, end: str = "") -> str:
    """Write how often an event happens.

    document: of odds, best play or a simulation. end: what stands behind the chance, such as "with best play".
    """
    if not _USUAL <= chance <= 1 - _USUAL:
        title = document["titles"].get(event, event)
        return f"{capital(title)} in {tries(chance, exact)}{f', {end}' if end else ''}."
    clause = _clause(document, event)
    often = f"{times(chance, exact)} ({percent(chance)}){f' {end}' if end else ''}."
    if clause:
        return f"{capital(clause)} {often}"
    title = document["titles"].get(event, event)
    return f"{capital(often.removesuffix('.'))}: {title}." if ": " in title else f"{capital(title)}: {often}"


def told_as_none(action: Action[Any, Any, Any] | None) -> set[str]:
    """Return the numbers that are told as "no ..." where they are 0: what is spent, in words that say so."""
    return {one.name for one in action.measures if one.spends and "spent" in one.title} if action else set()


def _clause(document: dict[str, Any], event: str) -> str:
    """Return that an event happens, as the game says it; "" where it has no such words."""
    if document["system"] == "notation":
        return "you succeed" if event == "success" else document["titles"].get(event, "") if event == "win" else ""
    action = action_of(document)
    return next((each.happens for each in action.events if each.name == event), "") if action else ""


def action_of(document: dict[str, Any]) -> Action[Any, Any, Any] | None:
    """Return the action that a document is of; None for a notation, and for one that is not here."""
    if document["system"] == "notation":
        return None
    from oddsmith.systems import registry  # with all rules, which dice notation does without

    try:
        return registry.system(document["system"]).action(document["action"])
    except Unknown:  # of another version, or of a rulebook that is not here
        return None

"""The standing of a log's rolls, in words, and a look at whether an event by itself comes before its time."""

from __future__ import annotations

from typing import Any

from oddsmith.table.commands.rolls import commit_reveal
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Roll


def too_early(event: Event, roll: Roll | None) -> tuple[str, str] | None:
    """Return whom the table waited for no longer, and by how much too early; None for what happens in time."""
    if event.by is not None or roll is None or roll.open is None:
        return None
    dice, throws, choices = roll.open.pending_dice, roll.open.throws, roll.open.choices
    until, whom = None, ""
    if dice is not None and event.kind in ("roll.waits", "roll.finished"):
        until, whom = dice.until, ", ".join(sorted(dice.witnesses))
    elif throws is not None and event.kind == "roll.met":
        until, whom = throws.until, " and ".join(throws.between)
    elif choices is not None and event.kind in ("roll.late", "roll.revealed"):
        until, whom = choices.until, " and ".join(choices.options)
    if until is None or event.at >= until:
        return None
    return whom, f"{commit_reveal.seconds(until - event.at)} too early"


def standing(roll: Roll | None) -> str:
    """Say where a roll stands."""
    if roll is None:
        return "this roll was never opened"
    if roll.open is None:
        return "this roll was taken back" if roll.undone else "this roll is over"
    if roll.open.pending_dice is not None:
        return "its dice are in the air"
    return f"it waits for {roll.open.waits['for'] if roll.open.waits is not None else 'nothing'}"


def named(kind: str, roll: str | None) -> str:
    """Name an event in words."""
    return kind if roll is None else f"{kind} of {roll}"


def there(part: Any) -> str:
    """Say whether a part is there."""
    return "not there" if part is None else "there"

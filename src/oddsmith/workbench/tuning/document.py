"""What came of a tuning as a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from oddsmith.answers.format.json_values import number, plain
from oddsmith.workbench.tuning.side_effects import SideEffects
from oddsmith.workbench.tuning.tune import Figure, Tuned, Tuning


def tuning_document(tuning: Tuning) -> dict[str, Any]:
    """Return a tuning as JSON data.

    `found`, `nearest` and `now` have `changes` (name, `now`, null where it had none, and `value`), all `values`,
    `figures`, of the goals, and `side_effects`, of everything else: `of`, `where`, `now`, `value`, null where there is
    none.
    """
    side_effects = SideEffects(tuning)
    known = {knob.axis.name: knob for knob in tuning.knobs}

    def described(one: Tuned) -> dict[str, Any]:
        changes = [
            {"name": name, "now": plain(known[name].now), "value": plain(one.setting.values[name])}
            for name in known
            if name in one.setting.changed or not known[name].known
        ]
        return {
            "values": plain(dict(one.setting.values)),
            "changes": changes,
            "missed": one.missed,
            "shortfall": number(one.shortfall),
            "figures": _figures(one.figures),
            "side_effects": _figures(side_effects.of(one)),
        }

    return {
        "schema": "oddsmith/tune/1",
        "goals": [aim.text for aim in tuning.aims],
        "now": tuning.now and described(tuning.now),
        "found": [described(one) for one in tuning.found],
        "nearest": tuning.nearest and described(tuning.nearest),
        "tried": tuning.tried,
        "refused": tuning.refused,
        "settings": tuning.settings,
        "reason": tuning.reason,
    }


def _figures(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    return [
        {
            "of": each.of,
            "where": plain(dict(each.where)),
            "now": None if each.now is None else number(each.now),
            "value": None if each.value is None else number(each.value),
            "is_chance": each.is_chance,
        }
        for each in figures
    ]

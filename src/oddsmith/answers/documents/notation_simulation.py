"""Documents of a dice notation that is rolled many times."""

from __future__ import annotations

from typing import Any

from oddsmith.answers.documents.notation import MOST_OUTCOMES, head, is_yes_or_no, outcome_text
from oddsmith.answers.documents.simulate import counts_summary, share_of
from oddsmith.answers.format.json_values import plain
from oddsmith.dice import Notation
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.simulation.bulk import Values, counts_of, roll_many
from oddsmith.dice.simulation.seeds import Seed
from oddsmith.errors import BadInput
from oddsmith.rules import Simulation

MAX_RUNS = 10**9


def notation_rolls(notation: Notation, times: int, seed: Seed | None = None) -> dict[str, Any]:
    """Roll many times: a simulation's document with all `values` in the order in which they were rolled."""
    document, values = _simulated(notation, times, seed)
    return document | {"schema": "oddsmith/rolls/1", "values": [plain(value) for value in values.tolist()]}


def notation_simulation(notation: Notation, runs: int, seed: Seed | None = None) -> dict[str, Any]:
    """Throw every die of `runs` rolls (1 to 10^9) and count what comes up.

    As the document of the odds, with `count` in place of `p` and the standard error `se` beside each share. seed: makes
    it repeatable. Raises TooLarge for more dice than can be thrown in reasonable time.
    """
    return _simulated(notation, runs, seed)[0]


def _simulated(notation: Notation, runs: int, seed: Seed | None) -> tuple[dict[str, Any], Values]:
    if not 1 <= runs <= MAX_RUNS:
        raise BadInput("runs", runs, "a whole number from 1 to 10^9")
    expression = notation.expression
    values = roll_many(expression, runs, seed)
    counts = counts_of(values)
    simulation = Simulation(runs, counts)
    events: dict[str, int] = {}
    yes_or_no = is_yes_or_no(expression)
    measures: dict[str, dict[Any, int]] = {"total": counts} if expression.numeric and not yes_or_no else {}
    if yes_or_no:
        events = {"success": counts.get(True, 0), "failure": counts.get(False, 0)}
    elif isinstance(expression, Versus):
        events = {
            "win": sum(n for value, n in counts.items() if value > 0),
            "tie": counts.get(0, 0),
            "lose": sum(n for value, n in counts.items() if value < 0),
        }
    elif not expression.numeric:
        events = {
            outcome_text(value): n for value, n in sorted(counts.items(), key=lambda item: -item[1])[:MOST_OUTCOMES]
        }
    document = head("simulate", notation, [*events, *measures]) | {
        "runs": runs,
        "seed": seed,
        "unresolved": 0,
        "events": {name: share_of(n, simulation) for name, n in events.items()},
        "measures": {name: counts_summary(found, simulation) for name, found in measures.items()},
    }
    return document, values

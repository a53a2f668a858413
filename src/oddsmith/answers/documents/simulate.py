"""A simulation of an action, as a document of the same shape as its odds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.answers.documents.odds import odds_document, spends_nothing, with_first_option
from oddsmith.answers.format.json_values import number, plain
from oddsmith.answers.question import Question
from oddsmith.dice.simulation.seeds import Seed
from oddsmith.distribution.given_numbers import square_root
from oddsmith.rules import Simulation, simulate
from oddsmith.rules.exploration.explore import STATE_LIMIT


def simulate_document(
    question: Question, runs: int, *, seed: Seed | None = None, limit: int = STATE_LIMIT
) -> dict[str, Any]:
    """Count how often everything comes up in `runs` runs (1 to 10^15).

    As the document of the odds, with `count` in place of `p` (and in the rows of `pmf`), and beside every share its
    standard error `se`. `unresolved` counts runs whose outcome lay beyond the table of an unbounded roll. seed: makes
    the result repeatable. `ruling` is as in the odds, exact.

    Raises BadInput for a number of runs out of range; StateLimit past `limit` states.
    """
    call = question.call()
    simulation, policy = with_first_option(lambda answer: simulate(call, runs, answer, seed=seed, limit=limit))
    document = question.head("simulate") | {"runs": runs, "seed": seed, "unresolved": simulation.unresolved}
    if policy is not None and question.action.ruling:
        answered = odds_document(question, limit=limit)
        document |= {key: answered[key] for key in ("ruling", "policy") if key in answered}
    elif policy is not None:
        document["policy"] = spends_nothing(question.action)
    hinging = document["ruling"]["hinging"] if "ruling" in document else ()
    document["events"] = {
        event.name: share_of(
            sum(n for outcome, n in simulation.counts.items() if question.read(event.holds, outcome)), simulation
        )
        for event in question.events
        if event.name not in hinging
    }
    document["measures"] = {}
    for measure in question.action.measures:
        if measure.name in hinging:
            continue
        counts: Counter[int | Fraction] = Counter()
        for outcome, n in simulation.counts.items():
            counts[question.read(measure.of, outcome)] += n
        document["measures"][measure.name] = counts_summary(counts, simulation)
    return document


def share_of(count: int, simulation: Simulation[Any]) -> dict[str, Any]:
    """Return an event's entry: its count, its share of the runs, and the standard error of that."""
    share = simulation.runs and count / simulation.runs
    return {"count": count, "float": share, "se": math.sqrt(share * (1 - share) / simulation.runs)}


def counts_summary(counts: Mapping[int | Fraction, int], simulation: Simulation[Any]) -> dict[str, Any]:
    """Return a measure's entry, as that of the odds with counts in place of probabilities."""
    resolved = simulation.runs - simulation.unresolved
    mean = sum((Fraction(value) * n for value, n in counts.items()), Fraction(0)) / resolved
    variance = sum((Fraction(value) ** 2 * n for value, n in counts.items()), Fraction(0)) / resolved - mean**2
    return {
        "mean": number(mean),
        "sd": square_root(variance),
        "se": square_root(variance / resolved),
        "min": plain(min(counts)),
        "max": plain(max(counts)),
        "pmf": [[plain(value), n, n / simulation.runs] for value, n in sorted(counts.items())],
    }

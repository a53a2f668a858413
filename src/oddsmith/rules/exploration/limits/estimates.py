"""Estimates of how many nodes and branches are still to come, where hardly any ways meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from oddsmith.rules.compile.engines import AnyActivation, activation
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import Returned
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.unknowns import Undecided

_PROBES = 200
_ENOUGH = 10**30


def estimated(depths: Sequence[int], todo: Sequence[int], ends: Collection[int]) -> int:
    """About how many nodes there will be, if all go on as those of the same depth did and no ways meet.

    depths: of all nodes so far. todo: those not yet expanded. ends: those that lead nowhere.
    """
    found = Counter(depths)
    found.subtract(Counter([depths[node] for node in ends]))
    left = Counter([depths[node] for node in todo])
    size, estimate = 1, 0  # the nodes below one of a depth, itself included
    for depth in range(max(found, default=0), -1, -1):
        expanded = found[depth] - left[depth]
        size = 1 + found[depth + 1] * size // expanded if expanded > 0 else 1
        estimate += left[depth] * size
    return len(depths) + estimate


def branches_left(left: Sequence[Any], answers: Callable[[Request[Any]], Sequence[Any]]) -> int:
    """About how many branches are left: the mean of what random ways through some of them say (Knuth 1975).

    left: where they stand. answers: those that a request may have; none where it ends a branch.
    """
    random = Random(len(left))
    total = 0
    for _ in range(_PROBES):
        place, known, asked, *_ = random.choice(left)
        try:
            total += _ways(activation(place, known, asked), answers, random)
        except Undecided as undecided:  # it goes on in more ways than one
            undecided.unknown.watch.undecided = None
            total += 1
    return total * len(left) // _PROBES


def _ways(at: AnyActivation, answers: Callable[[Request[Any]], Sequence[Any]], random: Random) -> int:
    """Estimate the ways of a branch, as if all were like a random one."""
    ways = 1
    while not isinstance(at.request, Returned) and ways < _ENOUGH:
        if isinstance(at.request, Remark):
            at.heed()
            continue
        possible = answers(at.request)
        if not possible or (isinstance(at.request, DecisionRequest) and len(possible) > 1):
            break
        ways *= len(possible)
        at.proceed(random.choice(possible))
    at.close()
    return ways

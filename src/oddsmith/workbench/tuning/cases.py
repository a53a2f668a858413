"""Cases: values of the axes that are no knobs, in all of which aims shall be met."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from oddsmith.workbench.study import Study
from oddsmith.workbench.tuning.settings import Knob

Case: TypeAlias = Mapping[str, Any]


def cases_of(study: Study, knobs: Iterable[Knob]) -> list[Case]:
    """Return all cases of a study."""
    free = {knob.axis.name for knob in knobs}
    axes = [axis for axis in study.axes if axis.name not in free]
    names = [axis.name for axis in axes]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*[axis.values for axis in axes])]


def distinct(cases: Iterable[Case], names: Collection[str]) -> list[Case]:
    """Return what cases are apart from inputs that make no difference, each once."""
    found = [{name: value for name, value in case.items() if name in names} for case in cases]
    return [case for place, case in enumerate(found) if case not in found[:place]]


def groups(along: str, cases: Sequence[Case]) -> list[list[Case]]:
    """Return cases in lists that differ in one input alone, each in the order in which its values were given."""
    found: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        rest = tuple([value for name, value in case.items() if name != along])
        found.setdefault(rest, []).append(case)
    return list(found.values())

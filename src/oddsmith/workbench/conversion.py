"""Conversions: which version of one question is most like a given roll, by how far their curves overlap."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from oddsmith.answers.documents.compare import Comparand, shapes
from oddsmith.answers.format.json_values import number, plain
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.workbench.axes import cell_count
from oddsmith.workbench.study import OfAction, OfNotation


def conversion_document(
    targets: Sequence[Comparand],
    study: OfAction | OfNotation,
    *,
    most: int = 5,
    told: Callable[[int], None] = lambda count: None,
) -> dict[str, Any]:
    """Return, for every target, the versions of a question that are most like it, the nearest first.

    study: the versions; of an action, with the one quantity that is compared. `matches` have the `values` of the axes,
    the `mean`, the `overlap` from 0 to 1 (1 less the total variation distance), and `better`: which side is as good or
    better at every target, "target", "match", "both" where they are the same, or "neither". `refused` counts versions
    that are not allowed, or have no end where a target has none. told: called with how many more versions are done.

    Raises BadInput where there is no version that can be compared with a target: of two numbers without end only
    chances can be.
    """
    versions = []
    for version in _versions(study):
        versions.append(version)
        told(1)
    known = [(values, law) for values, law in versions if isinstance(law, Distribution)]
    if not known:
        reason = next((str(law) for _, law in versions), "")
        name = study.text if isinstance(study, OfNotation) else f"{study.system} {study.action}"
        raise BadInput("with", name, f"what can be compared in one version or more ({reason})")
    matches = [_matches(target, known) for target in targets]
    return {
        "schema": "oddsmith/conversion/1",
        "question": study.document(),
        "targets": [
            {"name": target.name, **target.question, "mean": number(target.distribution.mean)}
            | {"matches": found[:most]}
            for target, found in zip(targets, matches, strict=True)
        ],
        "versions": len(versions),
        "refused": len(versions) - min(map(len, matches)),
    }


_ENDS: Final = "rolls with an end, or versions with one; else their chances (--of 'successes >= 3')"


def _matches(
    target: Comparand, versions: Sequence[tuple[Mapping[str, Any], Distribution[Any]]]
) -> list[dict[str, Any]]:
    found = []
    for values, law in versions:
        shape = shapes(target.distribution, law)
        if shape["overlap"] is not None:
            found.append((Fraction(shape["overlap"]["p"]), values, law.mean, shape))
    if not found:
        raise BadInput("compare", target.name, _ENDS)
    found.sort(key=lambda match: -match[0])
    return [
        {
            "values": plain(dict(values)),
            "mean": number(mean),
            "overlap": shape["overlap"],
            "better": {"left": "target", "right": "match"}.get(shape["better"], shape["better"]),
        }
        for _, values, mean, shape in found
    ]


def _versions(study: OfAction | OfNotation) -> Iterator[tuple[Mapping[str, Any], Distribution[Any] | OddsmithError]]:
    """Yield the values of the axes in each cell with the law of what is compared there, or why there is none."""
    cell_count(study.axes)
    study.open()  # what is wrong with the whole of it is told here, not cell by cell
    for place in itertools.product(*[axis.values for axis in study.axes]):
        values = dict(zip([axis.name for axis in study.axes], place, strict=True))
        try:
            yield values, study.law(place)
        except OddsmithError as error:
            yield values, error

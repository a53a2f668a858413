"""All that the code of machines is given beside the variables of rules, by its names there."""

from __future__ import annotations

from types import CellType
from typing import Any, Final

from oddsmith.rules.compile.dataflow.projection import FIELD, read_field
from oddsmith.rules.compile.folding.kept_values import BY_KEY, KEPT, NUMBER, by_key, number
from oddsmith.rules.compile.forms.face_classes import CLASSED, classed
from oddsmith.rules.compile.forms.own_functions import FORM, form
from oddsmith.rules.compile.images.snapshots import UNBOUND
from oddsmith.rules.compile.loops import enumerated, indexed, made_indexed, more, rounds, turned, zipped
from oddsmith.rules.compile.lowering.identity import same
from oddsmith.rules.compile.outlines.outline import OUTLINE, asked_for
from oddsmith.rules.compile.own_names import (
    ANYTHING,
    BUST,
    ENTER,
    INDEXED,
    LEAVE,
    LENGTH,
    LIVE,
    MADE_INDEXED,
    MORE,
    NOT_BOUND,
    ROUNDS,
    SAME,
)
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.requests import Step


class Bust:
    """An outcome before which gains do not count. lost: places of fields to which they do not; None for all."""

    __slots__ = ("lost", "value")

    def __init__(self, value: Any, lost: tuple[int, ...] | None) -> None:
        if isinstance(value, Step):
            raise NotCompiled("a function with the name of one of Python's own returns a call")
        self.value = value
        self.lost = lost


def _enter(manager: Any) -> Any:
    return type(manager).__enter__(manager)


def _leave(manager: Any, error: BaseException | None) -> Any:
    if error is None:
        return type(manager).__exit__(manager, None, None, None)
    return type(manager).__exit__(manager, type(error), error, error.__traceback__)


_GIVEN: Final[dict[str, Any]] = {
    INDEXED: indexed,
    MADE_INDEXED: made_indexed,
    MORE: more,
    LIVE["enumerate"]: enumerated,
    LIVE["reversed"]: turned,
    LIVE["zip"]: zipped,
    LENGTH: len,
    ROUNDS: rounds,
    ENTER: _enter,
    LEAVE: _leave,
    ANYTHING: BaseException,
    SAME: same,
    NOT_BOUND: UNBOUND,
    BUST: Bust,
    NUMBER: number,
    BY_KEY: by_key,
    **KEPT,
    OUTLINE: asked_for,
    FIELD: read_field,
    CLASSED: classed,
    FORM: form,
}

#: Cells for the closures of machines.
GIVEN: Final = {name: CellType(value) for name, value in _GIVEN.items()}

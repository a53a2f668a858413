"""Images of requests: those of equal images have the same answers, which mean the same."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from oddsmith.rules.compile.forms.face_classes import RollByClasses
from oddsmith.rules.compile.images.snapshots import Freezing, Image, packed
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import Choice, DecisionRequest
from oddsmith.rules.language.requests import AwaitableStep, Request
from oddsmith.rules.language.rolls import ChanceRequest, Roll
from oddsmith.rules.language.simultaneous import SimultaneousChoice
from oddsmith.rules.unknowns import look

_PLAIN: Final = frozenset({int, str, type(None)})
_TUPLES: Final = {tuple}
_AWAITS: Final = (Request.__await__, AwaitableStep.__await__)


def check_plain(request: Request[Any]) -> None:
    """Raise NotCompiled for a request with ways of its own to be awaited."""
    if type(request).__await__ not in _AWAITS:
        raise NotCompiled(
            f"a {type(request).__name__} is awaited in its own way", remedy="Leave `__await__` as requests have it."
        )


def request_image(request: Any, freezing: Freezing) -> Image:
    """An image of a request: requests of equal images have the same answers, which mean the same."""
    kind = type(request)
    if kind is Roll:
        return kind, request.expression, request.gain
    if kind is RollByClasses:
        return kind, request.expression, request.as_written.expression
    if kind is Choice:
        options, meaning = request.options, request.meaning
        if meaning is None:
            return kind, request.who, options if _tell(options) else _fixed([*options])
        means = tuple(map(meaning.__getitem__, options))
        return kind, request.who, options, means if _tell(options) and _tell(means) else _fixed([*meaning.items()])
    if isinstance(request, Call):
        return kind, request
    if kind is SimultaneousChoice:
        return kind, tuple([request_image(choice, freezing) for choice in request.choices])
    if isinstance(request, ChanceRequest) and kind.value is Request.value:
        return kind, request.key, request.gain
    if isinstance(request, DecisionRequest):
        asked = tuple([(choice.who, choice.options) for choice in request.choices])
        return kind, _fixed([asked, request.options, tuple(map(request.value, request.options))])
    return kind, _fixed([request], f"a {kind.__name__}, with a value of its own, may change", "Freeze the dataclass.")


def _tell(values: tuple[Any, ...]) -> bool:
    """Tell whether values are equal only where their types are: texts, whole numbers, and tuples of them."""
    kinds = {*map(type, values)}
    if tuple in kinds:
        return kinds == _TUPLES and _PLAIN.issuperset(map(type, chain.from_iterable(values)))
    return _PLAIN.issuperset(kinds)


def _fixed(
    values: list[Any],
    otherwise: str = "a choice is among things that change",
    remedy: str = "Choose among tuples, numbers or texts.",
) -> Image:
    """Images of values that do not change: a state hands them on as they are. otherwise, remedy: of others."""
    together = tuple(values)
    try:
        hash(together)  # what changes has no hash
        return packed(together)
    except (TypeError, ValueError):
        pass  # it holds more than plain values and tuples of them
    freezing = Freezing()
    images = freezing.images(values)
    if freezing.unknowns:
        look(freezing.unknowns[0])
    if freezing.changing:
        raise NotCompiled(otherwise, remedy=remedy)
    return images

"""Snapshots of values: hashable images from which equal values are made again, lists, dicts and sets included.

Images tell types apart (`1`, `True` and `1.0` are equal, and no rule need treat them alike) and keep aliases: a list
that is reached on two ways is one list again. Values whose identity may matter, or that may change unseen, are refused.
"""

from __future__ import annotations

import marshal
import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import fields
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, TypeAlias

from oddsmith.rules.compile.images.records import FROZEN, record, remedy_for
from oddsmith.rules.compile.images.sizes import LARGEST, Outgrown
from oddsmith.rules.compile.images.stand_ins import Plain, Seen
from oddsmith.rules.compile.loops import LIVE, Endless
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.exactly import exactly, settled
from oddsmith.rules.symbols import Symbol, linear
from oddsmith.rules.unknowns import Unknown

#: An int, a str or None stands for itself; all else is a tuple that begins with its type.
Image: TypeAlias = Hashable

_PLAIN: Final = frozenset({int, str, type(None)})
#: A version of marshal's format in which equal values of equal types are equal bytes, whatever is interned or shared.
_PACKED: Final = 2
_TRUE: Final[Image] = (bool, True)
_FALSE: Final[Image] = (bool, False)
_ATOMS: Final = frozenset({bytes, complex, type, ModuleType, Rule, type(Ellipsis), type(NotImplemented)})


class Unbound(Enum):
    """In place of the value of a variable that is not bound."""

    UNBOUND = "unbound"


UNBOUND: Final = Unbound.UNBOUND


class Mark(Enum):
    """Marks of images: of something that changes and has an image already, of a named tuple, of an object of a
    dataclass that may change, and of what might change unseen.
    """

    ALIAS = "alias"
    NAMED = "named"
    RECORD = "record"
    SEEN = "seen"


class Freezing:
    """Makes images of values that may share parts. size: how many values it has met inside others.

    Raises Outgrown where they are too many.
    """

    __slots__ = ("_numbers", "changing", "size", "unknowns")

    def __init__(self) -> None:
        self.size = 0
        self.unknowns: list[Unknown] = []  # of which symbols speak, in the order in which they come up
        self._numbers: dict[int, tuple[int, object]] = {}  # with the values, so that no identity is used again
        self.changing = False

    def images(self, values: Sequence[object]) -> tuple[Image, ...]:
        """The images of values. Raises NotCompiled for what cannot be kept."""
        self.size += len(values)
        if self.size > LARGEST:
            raise Outgrown
        if _PLAIN.issuperset(map(type, values)):
            return tuple(values)
        found: list[Image] = []
        for value in values:
            kind = type(value)
            if kind in _PLAIN:
                found.append(value)
            elif kind is bool:
                found.append(_TRUE if value else _FALSE)
            else:
                freeze = _FREEZE.get(kind)
                found.append(self.image(value) if freeze is None else freeze(self, value))
        return tuple(found)

    def image(self, value: Any) -> Image:
        kind = type(value)
        if kind in _PLAIN:
            return value  # type: ignore[no-any-return]
        if kind is bool:
            return _TRUE if value else _FALSE
        if kind in _ATOMS:
            return kind, value
        freeze = _FREEZE.get(kind)
        if freeze is not None:
            return freeze(self, value)
        return self._other(kind, value)

    def number(self, value: object) -> int | None:
        """The number under which something that changes is known; None (and a number from now on) for a new one."""
        self.changing = True
        found = self._numbers.get(id(value))
        if found is not None:
            return found[0]
        self._numbers[id(value)] = len(self._numbers), value
        return None

    def holds(self, value: object) -> bool:
        """Tell whether something that changes has been met."""
        return id(value) in self._numbers

    def _other(self, kind: type, value: Any) -> Image:
        if isinstance(value, Enum) or issubclass(kind, type):
            return kind, value
        if isinstance(value, tuple):  # a named one
            return kind, Mark.NAMED, self.images(value)
        seen = _looked_at.get(id(value))
        if seen is not None:
            return seen
        if getattr(kind, "__hash__") is object.__hash__:  # noqa: B009
            raise NotCompiled(f"a {kind.__name__} is kept while it awaits", remedy=remedy_for(kind))
        try:
            hash(value)
        except TypeError:
            return self._record(kind, value)
        if not settled(value):
            self.changing = True
            return kind, Mark.SEEN, Seen(value), exactly(value)
        if len(_looked_at) >= _REMEMBERED:
            _looked_at.clear()
        image = _looked_at[id(value)] = kind, value, exactly(value)
        return image

    def _record(self, kind: type, value: Any) -> Image:
        made = record(kind)
        if made is None:
            raise NotCompiled(f"a {kind.__name__} is kept while it awaits", remedy=remedy_for(kind))
        number = self.number(value)
        if number is not None:
            return Mark.ALIAS, number
        return Mark.RECORD, kind, made.names(value), self.images(made.held(value, UNBOUND))


#: Images of what cannot change, by the identities of the values, which they hold, so that none is used again.
_looked_at: dict[int, tuple[type, object, Hashable]] = {}
_REMEMBERED: Final = 1_000


class Thawing:
    """Makes values of images; what was one is one again.

    unknowns: those that symbols speak of, or what is now known of them.
    """

    __slots__ = ("_made", "unknowns")

    def __init__(self, unknowns: Sequence[Symbol | Unknown | int] = ()) -> None:
        self.unknowns = unknowns
        self._made: list[Any] = []

    def values(self, images: Iterable[Image]) -> tuple[Any, ...]:
        """The values of images."""
        if type(images) is tuple and tuple not in map(type, images):
            return images
        return tuple([image if type(image) is not tuple else self.value(image) for image in images])

    def value(self, image: Any) -> Any:
        if type(image) is not tuple:
            return image
        thaw = _THAW.get(image[0])
        if thaw is not None:
            return thaw(self, image)
        if len(image) == 3 and image[1] is Mark.NAMED:
            return tuple.__new__(image[0], self.values(image[2]))
        if len(image) == 4 and image[1] is Mark.SEEN:
            return _unchanged(image)
        return image[1]

    def add(self, value: Any) -> Any:
        """Remember something that changes, so that aliases find it."""
        self._made.append(value)
        return value

    def alias(self, number: int) -> Any:
        return self._made[number]


def packed(value: Any) -> bytes:
    """An image, soon made, of Python's own values, lists, dicts and sets included; what was one may become several.

    Raises ValueError for other values.
    """
    return marshal.dumps(value, _PACKED)


def unpacked(image: bytes) -> Any:
    """The value of such an image."""
    return marshal.loads(image)


def _unchanged(image: Any) -> Any:
    """The value of an image, which has not changed since. Raises NotCompiled where it has."""
    kind, _, seen, before = image
    if exactly(seen.value) != before:
        raise NotCompiled(f"a {kind.__name__} changes, though it has a hash", remedy=FROZEN)
    return seen.value


_Freeze: TypeAlias = Callable[[Freezing, Any], Image]
_Thaw: TypeAlias = Callable[[Thawing, Any], Any]

_FREEZE: dict[type, _Freeze] = {}
_THAW: dict[object, _Thaw] = {Mark.ALIAS: lambda thawing, image: thawing.alias(image[1])}


def _recorded(thawing: Thawing, image: Any) -> object:
    _, kind, names, held = image
    value = thawing.add(object.__new__(kind))
    made = record(kind)
    assert made is not None
    made.fill(value, names, thawing.values(held), UNBOUND)
    return value


_THAW[Mark.RECORD] = _recorded


def _float(freezing: Freezing, value: float) -> Image:
    if math.isnan(value):
        return float, value, "nan"
    return float, value, math.copysign(1, value)


def _tuple(freezing: Freezing, value: tuple[Any, ...]) -> Image:
    return tuple, freezing.images(value)


def _frozenset(freezing: Freezing, value: frozenset[Any]) -> Image:
    return frozenset, value, frozenset(freezing.images(list(value)))


def _function(freezing: Freezing, value: FunctionType) -> Image:
    if value.__closure__ or value.__defaults__ or value.__kwdefaults__:
        raise NotCompiled(
            f"the function {value.__name__}, with variables of its own, is kept while it awaits",
            remedy="Define the function at the top of the module, or after the last await.",
        )
    return FunctionType, Plain(value)


def _method(freezing: Freezing, value: MethodType) -> Image:
    return MethodType, value.__func__, freezing.image(value.__self__)


def _builtin(freezing: Freezing, value: BuiltinFunctionType) -> Image:
    owner = value.__self__
    if owner is None or isinstance(owner, ModuleType):
        return BuiltinFunctionType, value, None
    return BuiltinFunctionType, value.__name__, (freezing.image(owner),)


def _loop(freezing: Freezing, value: Any) -> Image:
    return type(value), *freezing.images([getattr(value, field.name) for field in fields(value) if field.init])


def _symbol(freezing: Freezing, value: Symbol) -> Image:
    terms: list[tuple[int, int]] = []
    for unknown, times in value.terms:
        if unknown not in freezing.unknowns:
            freezing.unknowns.append(unknown)
        terms.append((freezing.unknowns.index(unknown), times))
    return Symbol, tuple(terms), value.offset


def _unsymbol(thawing: Thawing, image: Any) -> Symbol | int:
    return linear([(thawing.unknowns[number], times) for number, times in image[1]], image[2])


def _suppress(freezing: Freezing, value: Any) -> Image:
    return suppress, freezing.images(value._exceptions)


def _nullcontext(freezing: Freezing, value: Any) -> Image:
    return nullcontext, freezing.image(value.enter_result)


def _changing(
    kind: type, contents: Callable[[Freezing, Any], tuple[Image, ...]], fill: Callable[[Thawing, Any], Any]
) -> None:
    """Say how something that changes is kept; `fill` makes it, registers it, and fills it."""

    def freeze(freezing: Freezing, value: Any) -> Image:
        number = freezing.number(value)
        return (kind, *contents(freezing, value)) if number is None else (Mark.ALIAS, number)

    _FREEZE[kind] = freeze
    _THAW[kind] = fill


def _pairs(freezing: Freezing, value: dict[Any, Any]) -> tuple[Image, ...]:
    freezing.size += 2 * len(value)
    if _PLAIN.issuperset(map(type, value)) and _PLAIN.issuperset(map(type, value.values())):
        return tuple(value.items())
    return tuple([(freezing.image(key), freezing.image(held)) for key, held in value.items()])


def _filled(thawing: Thawing, empty: dict[Any, Any], pairs: Iterable[Any]) -> dict[Any, Any]:
    thawing.add(empty)
    for key, held in pairs:
        if type(key) is tuple or type(held) is tuple:
            key, held = thawing.value(key), thawing.value(held)
        empty[key] = held
    return empty


def _list(thawing: Thawing, image: Any) -> list[Any]:
    made: list[Any] = thawing.add([])
    made.extend(thawing.values(image[1:]))
    return made


def _set(thawing: Thawing, image: Any) -> set[Any]:
    made: set[Any] = thawing.add(set())
    made.update(thawing.values(image[1:]))
    return made


def _deque(thawing: Thawing, image: Any) -> deque[Any]:
    made: deque[Any] = thawing.add(deque(maxlen=image[1]))
    made.extend(thawing.values(image[2:]))
    return made


_FREEZE |= {
    float: _float,
    tuple: _tuple,
    frozenset: _frozenset,
    FunctionType: _function,
    MethodType: _method,
    BuiltinFunctionType: _builtin,
    **dict.fromkeys((Endless, *LIVE), _loop),
    Symbol: _symbol,
    suppress: _suppress,
    nullcontext: _nullcontext,
}
_THAW |= {
    tuple: lambda thawing, image: thawing.values(image[1]),
    FunctionType: lambda thawing, image: image[1].function,
    MethodType: lambda thawing, image: MethodType(image[1], thawing.value(image[2])),
    BuiltinFunctionType: lambda thawing, image: (
        image[1] if image[2] is None else getattr(thawing.value(image[2][0]), image[1])
    ),
    **dict.fromkeys((Endless, *LIVE), lambda thawing, image: image[0](*thawing.values(image[1:]))),
    Symbol: _unsymbol,
    suppress: lambda thawing, image: suppress(*thawing.values(image[1])),
    nullcontext: lambda thawing, image: nullcontext(thawing.value(image[1])),
}
_changing(list, lambda freezing, value: freezing.images(value), _list)
_changing(set, lambda freezing, value: freezing.images(list(value)), _set)
_changing(deque, lambda freezing, value: (value.maxlen, *freezing.images(value)), _deque)
_changing(dict, _pairs, lambda thawing, image: _filled(thawing, {}, image[1:]))
_changing(Counter, _pairs, lambda thawing, image: _filled(thawing, Counter(), image[1:]))
_changing(OrderedDict, _pairs, lambda thawing, image: _filled(thawing, OrderedDict(), image[1:]))
_changing(
    defaultdict,
    lambda freezing, value: (freezing.image(value.default_factory), *_pairs(freezing, value)),
    lambda thawing, image: _filled(thawing, defaultdict(thawing.value(image[1])), image[2:]),
)

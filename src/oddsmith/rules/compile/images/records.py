"""Dataclasses of which objects have no hash, as they may change: what such an object holds, and objects made of that.

It is all in its variables and slots, so that an object that holds the same goes on alike. Classes that keep more, or
say themselves what is set or made, are none of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from types import GeneratorType, MemberDescriptorType
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

FROZEN: Final = "Keep a frozen dataclass, a tuple or a number in its place."
_OWN_WAYS: Final = ("__new__", "__setattr__", "__delattr__", "__getattribute__")


class Record(NamedTuple):
    """A class of such objects. slots: all that it has; has_variables: whether objects may have others beside."""

    kind: type
    slots: tuple[MemberDescriptorType, ...]
    has_variables: bool

    def names(self, value: object) -> tuple[str, ...]:
        """The variables of an object that are no slots, in their order."""
        return tuple(value.__dict__) if self.has_variables else ()

    def held(self, value: object, unset: object) -> list[Any]:
        """All that an object holds: its slots, `unset` for those that nothing was set to, and its variables."""
        found = []
        for slot in self.slots:
            try:
                found.append(slot.__get__(value))
            except AttributeError:
                found.append(unset)
        return [*found, *value.__dict__.values()] if self.has_variables else found

    def fill(self, value: object, names: Sequence[str], held: Sequence[Any], unset: object) -> None:
        """Let a new object hold this; see `names` and `held`."""
        slots = len(self.slots)
        for slot, each in zip(self.slots, held, strict=False):
            if each is not unset:
                slot.__set__(value, each)
        if names:
            value.__dict__.update(zip(names, held[slots:], strict=True))


_records: WeakKeyDictionary[type, Record | None] = WeakKeyDictionary()


def record(kind: type) -> Record | None:
    """A class as that of such objects; None for another, and for one that frees what its objects hold by `__del__`."""
    try:
        return _records[kind]
    except KeyError:
        found = _records[kind] = _record(kind)
        return found


def _record(kind: type) -> Record | None:
    if not is_dataclass(kind) or hasattr(kind, "__del__") or hasattr(kind, "__getattr__"):
        return None
    params: Any = getattr(kind, "__dataclass_params__")  # noqa: B009
    ways = _OWN_WAYS if not params.frozen else ("__new__", "__getattribute__")
    if any(getattr(kind, name) is not getattr(object, name) for name in ways):
        return None
    own = [vars(each) for each in kind.__mro__ if each is not object]
    slots = [each for held in own for each in held.values() if type(each) is MemberDescriptorType]
    return Record(kind, tuple(slots), hasattr(kind, "__dict__") and any("__dict__" in held for held in own))


def remedy_for(kind: type) -> str:
    """The change after which an object of a class that is none of these could be kept."""
    if kind is GeneratorType:
        return "Make a list of it before the first await."
    if not is_dataclass(kind):
        return f"Write {kind.__name__} as a dataclass, or keep a tuple or a number in its place."
    return FROZEN if kind.__eq__ is not object.__eq__ else f"Leave out `eq=False` of {kind.__name__}."

"""Values within images that are compared by something else than `==`."""

from __future__ import annotations

from types import CodeType, FunctionType


class Seen:
    """A value that is told apart from others by something else."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen)

    def __hash__(self) -> int:
        return 0


class Plain:
    """A function without variables of its own: equal where the code is, however often it is defined."""

    __slots__ = ("function",)

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self.function.__code__)

    @property
    def _parts(self) -> tuple[CodeType, int]:
        return self.function.__code__, id(self.function.__globals__)

"""The actions of a game, of which only those are read that somebody asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from oddsmith.systems.declaration import Action


class MadeActions(Sequence[Action[Any, Any, Any]]):
    """Actions in their order, each made when it is first asked for. made: makes each."""

    def __init__(self, made: Sequence[Callable[[], Action[Any, Any, Any]]]) -> None:
        self._made = made
        self._found: dict[int, Action[Any, Any, Any]] = {}

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, place: int) -> Action[Any, Any, Any]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Action[Any, Any, Any]]: ...

    def __getitem__(self, place: int | slice) -> Action[Any, Any, Any] | Sequence[Action[Any, Any, Any]]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = range(len(self))[place]
        if at not in self._found:
            self._found[at] = self._made[at]()
        return self._found[at]

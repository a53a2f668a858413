"""The actions of a game, of which only those are read that somebody asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, overload

from oddsmith.systems.authoring.played import Played
from oddsmith.systems.declaration import Action


class MadeActions(Sequence[Action[Any, Any, Any]]):
    """Actions in their order, each made when it is first asked for. made: makes each of what is played.

    continued: modules that add to what is played, each read once the action that is asked is not among those before.
    """

    def __init__(
        self, played: Sequence[Played], made: Callable[[Played], Action[Any, Any, Any]], continued: Sequence[str]
    ) -> None:
        self._played = played
        self._made = made
        self._continued = list(continued)
        self._found: dict[int, Action[Any, Any, Any]] = {}

    def __len__(self) -> int:
        while self._continued:
            self._read_on()
        return len(self._played)

    def _read_on(self) -> None:
        import_module(self._continued.pop(0))

    @overload
    def __getitem__(self, place: int) -> Action[Any, Any, Any]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Action[Any, Any, Any]]: ...

    def __getitem__(self, place: int | slice) -> Action[Any, Any, Any] | Sequence[Action[Any, Any, Any]]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        while self._continued and not 0 <= place < len(self._played):
            self._read_on()
        at = range(len(self._played))[place]
        if at not in self._found:
            self._found[at] = self._made(self._played[at])
        return self._found[at]

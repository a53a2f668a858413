"""Numbers of laws that a rule tells apart as soon as it has them: from then on it is handed the parts at once.

    found = await test()                        # a law without end
    return work(min(gathered + found, 10))      # for the next `gathered` much the same is asked of it

Which parts it is handed changes nothing but how often it is run.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from flint import fmpq

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.images.held_symbols import symbols_in
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.language.calls import Call
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law, Unknown, Watch

_MOST: Final = 50  # so many numbers between two parts
_FEW: Final = 8  # so many numbers of a part are handed one by one

#: A rule that is run for every branch, or an await of one that is not; and the law of what it is handed.
_Key = tuple[Hashable, Law]


class ToldApart:
    """The numbers at which rules have told laws apart."""

    def __init__(self) -> None:
        self._cuts: dict[_Key, set[int]] = {}
        self._noted: list[tuple[_Key, Iterable[int]]] = []
        self._parts: dict[_Key, list[tuple[int | None, int | None, fmpq]]] = {}

    def note(
        self, unknown: Unknown, cut: int | None, place: Call[Any] | State, known: tuple[Hashable, ...], _: Any
    ) -> None:
        """Note that a rule has told a number apart, from `cut` on or one by one; that counts when it is taken up.

        place, known: from where the rule was run. Of one that is compiled, what it is handed there counts alone.
        """
        if isinstance(place, State):
            if not any(unknown is its for answer in known for symbol in symbols_in(answer) for its, _ in symbol.terms):
                return
            handed_to: Hashable = tuple(zip(place.machines, place.order, strict=True))
        elif isinstance(place.rule.engine, Reason):
            handed_to = place.rule
        else:
            return
        low, high = unknown.low, unknown.high
        cuts: Iterable[int] = () if cut is None else (cut,)
        if cut is None and low is not None and high is not None and high - low < _MOST:
            cuts = range(low, high + 2)
        elif cut is not None and high is not None and high - cut < _FEW:
            cuts = range(cut, high + 1)
        elif cut is not None and low is not None and cut - low < _FEW:
            cuts = range(low + 1, cut + 1)
        self._noted.append(((handed_to, unknown.law), cuts))

    def take_up(self) -> None:
        """Let count what was noted."""
        if not self._noted:
            return
        for key, cuts in self._noted:
            self._cuts.setdefault(key, set()).update(cuts)
        self._noted.clear()
        self._parts.clear()

    def handed(self, at: AnyActivation, law: Law, watch: Watch) -> list[tuple[Any, fmpq]]:
        """A law as a rule is handed it: a symbol, or its parts; each time it is another number."""
        frames = at.frames if isinstance(at, MachineActivation) else ()
        key = tuple([(frame.machine, frame.site) for frame in frames]) or at.call.rule, law
        parts = self._parts.get(key)
        if parts is None:
            cuts = self._cuts.get(key, set())
            parts = self._parts[key] = law.between(cuts if len(cuts) <= _MOST else ())
        watch.used = True
        return [
            (low if low is not None and low == high else Symbol(((Unknown(law, low, high, watch), 1),)), share)
            for low, high, share in parts
        ]

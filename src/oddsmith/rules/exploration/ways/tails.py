"""Tails of endless numbers of which a rule asks more and more, with nothing between: these have no end to be reached.

    total = await roll(d4.explode())
    while total >= 4:                # is it 4 or more? 8 or more? 12 or more?
        total -= 4
        raises += 1

Once a tail is as unlikely as what is left where numbers are listed one by one, the rule is tried with numbers very far
beyond. Where it asks on there, the tail is such a rest; where it comes to an end, as after `while raises < 5`, all that
it asks is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, Final, TypeAlias

from flint import fmpq

from oddsmith.rules.caps import is_excess
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.images.held_symbols import given
from oddsmith.rules.exploration.limits.patience import OutOfPatience, patient
from oddsmith.rules.exploration.ways.narrowing import unknowns
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.unknowns import Undecided, Unknown

_FAR: Final = 1_000_000  # so far beyond what is known of it a number is tried
_LINES: Final = 3_000  # of the rule, which it is run there
_MOST: Final = 1_000  # so many parts of tails are told apart from one point

_Known: TypeAlias = tuple[Hashable, ...]
_Again: TypeAlias = Callable[[Call[Any] | State, _Known, None], AnyActivation]


class Tails:
    """The tails that were asked about from one point."""

    def __init__(self) -> None:
        self._asked = 0
        self._tried_at = 1  # at so many; then at twice as many
        self._are_rests = False

    def is_rest(self, again: _Again, unknown: Unknown, place: Call[Any] | State, known: _Known) -> bool:
        """Tell whether a number of which a rule asks more is left as a rest. again: takes a rule up with the answers
        that it has had. place, known: from where it is run."""
        if (unknown.low is None) is (unknown.high is None):
            return False
        bound = unknown.law.bound
        if unknown.law.share(unknown.low, unknown.high) >= fmpq(bound.numerator, bound.denominator):
            return False
        self._asked += 1
        if self._asked >= self._tried_at and not self._are_rests:
            self._tried_at *= 2
            self._are_rests = self._asked >= _MOST or not _ends_far_beyond(again, place, known)
        return self._are_rests


def _ends_far_beyond(again: _Again, place: Call[Any] | State, known: _Known) -> bool:
    """Tell whether a rule comes to a request, or its end, without asking where endless numbers are very large."""
    beyond = {unknown: _far_beyond(unknown) for unknown in unknowns(place, known)}
    if any(map(is_excess, beyond)):
        return True
    if isinstance(place, State):
        place = place.given(beyond)
    at = None
    try:
        with patient(_LINES):
            at = again(place, tuple([given(answer, beyond) for answer in known]), None)
            while isinstance(at.request, Remark):
                at.heed()
    except (Undecided, OutOfPatience, RecursionError):
        return False
    except Exception:  # noqa: BLE001 (a rule may raise whatever it likes for such values)
        return True
    finally:
        next(iter(beyond)).watch.undecided = None
        if at is not None:
            with suppress(Undecided):
                at.close()
    return True


def _far_beyond(unknown: Unknown) -> Unknown:
    """The same number where it is very far towards the end that it does not have."""
    low, high = unknown.low, unknown.high
    if high is None and low is not None:
        low = max(low, 0) + _FAR
    elif low is None and high is not None:
        high = min(high, 0) - _FAR
    return Unknown(unknown.law, low, high, unknown.watch, passed=unknown.passed)

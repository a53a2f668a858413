"""A reader of several pools, looked at with fewer dice before it reads all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from oddsmith.dice.exact.kinds import Kind, Left, least_splits
from oddsmith.dice.exact.multiset_dp import merging
from oddsmith.distribution.limits import SECONDS_A_STEP, allowing, countable, refuse_work
from oddsmith.errors import TooLarge

_STEPS_OF_A_LOOK: Final = 30_000  # after which it is given up


def refuse_by_fewer(kinds: Sequence[Kind], faces: Sequence[Any], left: Left, passed: Callable[[Left], float]) -> None:
    """Raise TooLarge where an eighth or a quarter of the dice say that so many take too long.

    They take so many times as long, at least, as there are more steps: states are told apart no less for more dice.
    passed: the seconds of a pass of so many dice.
    """
    merger = merging(kinds, faces)
    for part in (8, 4):
        few = tuple([-(-dice // part) for dice in left])
        whole, less = (sum(map(countable, least_splits(kinds, [dice], faces, merger))) for dice in (left, few))
        seconds, ended = _STEPS_OF_A_LOOK * SECONDS_A_STEP, False
        try:
            with allowing(_STEPS_OF_A_LOOK):
                seconds = passed(few)
        except TooLarge:
            ended = True
        refuse_work(seconds * whole / less)
        if ended:
            return

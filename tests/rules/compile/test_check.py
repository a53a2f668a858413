"""The check of machines against their rules: every answer is tried, one after the other."""

from collections.abc import Sequence
from typing import Any

import pytest

from oddsmith.dice import Die
from oddsmith.rules import roll, rule
from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.check import check, go_astray
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.language.requests import Request


@rule
async def rolled(sides: int, dice: int) -> int:
    total = 0
    for _ in range(20):
        for number in range(dice):
            total += number * await roll(Die.sided(sides))
    return total


class Taken(Sequence[int]):
    """The answers of a die that notes which of them are taken."""

    def __init__(self, sides: int) -> None:
        self._faces = range(1, sides + 1)
        self.taken: list[int] = []

    def __len__(self) -> int:
        return len(self._faces)

    def __getitem__(self, place: Any) -> Any:
        self.taken.append(self._faces[place])
        return self._faces[place]


@pytest.mark.parametrize(("sides", "dice"), [*[(sides, 1) for sides in range(2, 13)], (6, 2), (6, 3), (6, 6), (4, 4)])
@pytest.mark.parametrize("astray", [False, True])
def test_every_die_of_a_round_is_tried_with_all_of_its_faces(sides: int, dice: int, astray: bool) -> None:
    known, call = Taken(sides), rolled(sides, dice)

    def answers(request: Request[Any]) -> Sequence[Any]:
        return known

    if astray:
        machine = engine(call.rule)
        assert not isinstance(machine, str)
        go_astray(MachineActivation(call, machine), answers)
    else:
        check(call, answers)
        known.taken = known.taken[:40]  # those after it go astray
    for number in range(dice):
        assert set(known.taken[number::dice]) == set(range(1, sides + 1))

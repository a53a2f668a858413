"""Can't Stop: a turn once the three runners are placed. Pair four dice, move up, and stop or go on."""

from typing import Annotated

from oddsmith import choose, d6, roll, rule
from oddsmith.games import BadInput, Call, Game, Limits

game = Game("Can't Stop", name="cant-stop", source="https://en.wikipedia.org/wiki/Can%27t_Stop_(board_game)")
Column = Annotated[int, Limits(2, 12)]
Runners = tuple[tuple[int, int], ...]  # columns, and the steps gained in them


@game.action
def turn(first: Column = 2, second: Column = 3, third: Column = 12) -> Call[int]:
    """Steps gained in three columns, all to climb yet. Without a pair that moves a runner all steps are lost."""
    if len({first, second, third}) < 3:
        raise BadInput("third", third, "three columns, with a runner in each")
    return climb(((first, 0), (second, 0), (third, 0)))


@rule
async def climb(runners: Runners) -> int:
    while True:
        options = moves(runners, *await roll(d6.pool(4)))
        if not options:
            return 0
        runners = await choose("player", options)
        if await choose("player", ("stop", "go on")) == "stop":
            return sum(steps for _, steps in runners)


def moves(runners: Runners, a: int, b: int, c: int, d: int) -> dict[str, Runners]:
    room = {column: 13 - 2 * abs(7 - column) - at for column, at in runners}
    ways = sorted({tuple(sorted(filter(room.get, way))) for way in ((a + b, c + d), (a + c, b + d), (a + d, b + c))})
    return {
        f"move {' and '.join(map(str, way))}": tuple((at, n + min(room[at], way.count(at))) for at, n in runners)
        for way in ways if way
    }  # fmt: skip

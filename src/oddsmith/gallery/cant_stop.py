"""Can't Stop: a turn once the three runners are placed. Pair four dice, move up, and stop or go on."""

from typing import Annotated

from oddsmith import choose, d6, roll, rule
from oddsmith.games import Game, Limits

game = Game("Can't Stop", name="cant-stop", source="https://en.wikipedia.org/wiki/Can%27t_Stop_(board_game)")
Column = Annotated[int, Limits(2, 12)]


@game.action
async def turn(first: Column = 6, second: Column = 7, third: Column = 8) -> int:
    """Steps gained in three columns, all to climb yet. Without a pair that moves a runner all steps are lost."""
    runners = tuple((column, 0) for column in (first, second, third))
    while True:
        pairs = await paired((first, second, third))
        moves = {f"move {' and '.join(map(str, pair))}": moved(runners, pair) for pair in pairs}
        moves = {name: after for name, after in moves.items() if after != runners}
        if not moves:
            return 0
        runners = await choose("player", moves)
        if await choose("player", ("stop", "go on")) == "stop":
            return sum(steps for _, steps in runners)


@rule
async def paired(columns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """What two pairs of four dice add up to, as far as there is a runner."""
    a, b, c, d = await roll(d6.pool(4))
    ways = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return tuple(sorted({tuple(sorted(total for total in way if total in columns)) for way in ways}))


def moved(runners: tuple[tuple[int, int], ...], totals: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    steps = [(column, at + totals.count(column), 13 - 2 * abs(7 - column)) for column, at in runners]
    return tuple((column, min(at, top)) for column, at, top in steps)

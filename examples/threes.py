"""Threes: roll five dice, set at least one aside, roll the rest again, until none is left. Threes count 0; low wins."""

from oddsmith import Then, best, choose, d6, roll, rule


@rule
async def threes(dice: int) -> Then[int]:
    """The points of the dice still to be set aside."""
    if dice == 0:
        return 0
    points = sorted(0 if face == 3 else face for face in await roll(d6.pool(dice)))
    # Of k dice to set aside the k lowest are best: what is rolled again is the same either way.
    kept = await choose("player", tuple(range(1, dice + 1)))
    return sum(points[:kept]) + threes(dice - kept)


if __name__ == "__main__":
    solution = best(threes(5), players={"player": min})
    print(f"Expected total with best play: {solution.value} = {float(solution.value):.4f}")

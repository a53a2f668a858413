"""Yahtzee of one kind: five equal dice within three rolls, keeping what one likes after each of the first two."""

from collections import Counter

from oddsmith import Then, best, choose, d6, roll, rule


@rule
async def five_equal(held: int, rolls: int) -> Then[bool]:
    """`held` equal dice lie aside; the other dice are rolled, `rolls` more times at most."""
    if held == 5 or rolls == 0:
        return held == 5
    faces = Counter(await roll(d6.pool(5 - held)))
    # Which face is held does not matter, so it may be called 6.
    more = held + faces.pop(6, 0) if held else 0
    other = max(faces.values(), default=0)
    keep = await choose("player", tuple({more, other, 0}))
    return five_equal(keep, rolls - 1)


if __name__ == "__main__":
    solution = best(five_equal(0, 3), goal=lambda won: won)
    print(f"Five of a kind in three rolls: {solution.value} = {float(solution.value):.4%}")

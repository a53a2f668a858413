"""Three d10, any of which may be rolled again, twice; the sum counts."""

from oddsmith import Then, best, choose, d10, roll, rule


@rule
async def settle(faces: tuple[int, ...], rerolls: int) -> Then[int]:
    """Keep the faces (in ascending order), or roll some of them again."""
    if rerolls == 0:
        return sum(faces)
    # Of k dice to keep the k highest are best.
    kept = await choose("player", {3 - i: faces[i:] for i in range(4)})
    if kept == faces:
        return sum(faces)
    fresh = await roll(d10.pool(3 - len(kept)))
    return settle(tuple(sorted(kept + fresh)), rerolls - 1)


@rule
async def three_dice() -> Then[int]:
    """The first roll, then two chances."""
    return settle(await roll(d10.pool(3)), 2)


if __name__ == "__main__":
    print(f"Expected sum with best play: {best(three_dice()).value}")

"""Ironsworn: d6 + bonus (10 at most) against two d10. Once, any of the three dice may be rolled again."""

from itertools import product

from oddsmith import Then, best, choose, d6, d10, roll, rule


@rule
async def beaten(action: int | None, challenge: tuple[int | None, ...], bonus: int) -> Then[int]:
    """The number of challenge dice that the score beats; a die that is None is rolled (again)."""
    score = min(10, bonus + (await roll(d6) if action is None else action))
    return sum([score > (await roll(d10) if face is None else face) for face in challenge])


@rule
async def move(bonus: int) -> Then[int]:
    """One roll, then the choice of what to roll again."""
    action = await roll(d6)
    challenge = await roll(d10.pool(2))
    options = {}
    for again in product((False, True), repeat=3):
        kept = [None if roll_it else face for roll_it, face in zip(again, (action, *challenge), strict=True)]
        options[again] = beaten(kept[0], tuple(kept[1:]), bonus)
    return await choose("player", options)


if __name__ == "__main__":
    for bonus in (0, 3):
        print(f"d6 + {bonus}: {best(move(bonus)).value} challenge dice beaten with best play")

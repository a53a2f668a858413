"""Rules that never come to an end of states, each in a way of its own. `ENDLESS` holds a call of each."""

from collections import Counter, deque
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from oddsmith.dice import Die, coin, d4, d6, d8, d10, d20
from oddsmith.rules import Call, Then, choose, choose_secretly, note, roll, rule

_DIE = Die(range(1, 1001))


@rule
async def three_counters() -> bool:
    a = b = c = 0
    while (face := await roll(d6)) != 6:
        if face < 3:
            a += 1
        elif face < 5:
            b += 1
        else:
            c += 1
    return a > b > c


@rule
async def five_counters() -> bool:
    a = b = c = d = e = 0
    while (face := await roll(d6)) != 6:
        a += face == 1
        b += face == 2
        c += face == 3
        d += face == 4
        e += face == 5
    return a * b > c * d + e


@rule
async def three_arguments(a: int, b: int, c: int) -> Then[int]:
    face = await roll(d4)
    if face == 4:
        return a * b * c % 7
    return three_arguments(a + (face == 1), b + (face == 2), c + (face == 3))


@rule
async def unbounded_history() -> int:
    seen = []
    while (rolled := await roll(d6.explode().pool(2).sum())) != 2:
        seen.append(rolled)
    return len(seen)


@rule
async def growing_pool() -> int:
    dice = 1
    while not await roll(d6.pool(dice).count(at_least=6)):
        dice += 1
    return dice


@rule
async def growing_pool_with_hits() -> int:
    dice, hits = 1, 0
    while await roll(d20) != 1:
        hits += await roll(d6.pool(dice).count(at_least=5))
        dice += 1
    return hits * dice % 11


@rule
async def growing_explosions() -> int:
    dice, total = 1, 0
    while total % 13 != 12:
        total += await roll(d6.explode().pool(dice).sum())
        dice += 1
    return dice


@rule
async def tally() -> int:
    seen: dict[int, int] = {}
    while (face := await roll(d6)) != 6:
        seen[face] = seen.get(face, 0) + 1
    return max(seen.values(), default=0)


@rule
async def counter() -> int:
    seen: Counter[int] = Counter()
    while (face := await roll(d20)) != 20:
        seen[face] += 1
    return seen.most_common(1)[0][0] if seen else 0


@rule
async def multiset() -> int:
    seen: list[int] = []
    while (face := await roll(d6)) != 6:
        seen = sorted([*seen, face])
    return seen[len(seen) // 2] if seen else 0


@rule
async def two_kinds() -> int:
    seen: list[int] = []
    while await roll(d6) != 6:
        seen = sorted([*seen, await roll(d4) % 2])
    return seen[len(seen) // 2] if seen else 0


@rule
async def lists_of_lists() -> int:
    turns: list[list[int]] = [[]]
    while (face := await roll(d6)) != 6:
        turns[-1].append(face)
        if face == 1:
            turns.append([])
    return max(map(len, turns))


@rule
async def queue() -> int:
    waiting: deque[int] = deque()
    while (face := await roll(d6)) != 6:
        waiting.append(face)
    return waiting.popleft() if waiting else 0


@rule
async def numbers_in_a_set() -> int:
    seen, n = set(), 0
    while await roll(coin) == "H":
        n += 1
        seen.add(n)
    return len(seen) % 3


@rule
async def bits() -> int:
    mask, n = 0, 0
    while await roll(d6) != 6:
        n += 1
        if await roll(coin) == "H":
            mask |= 1 << n
    return mask.bit_count()


@rule
async def shares() -> bool:
    share = Fraction(1)
    while (face := await roll(d6)) != 6:
        share *= Fraction(face, 7)
    return share > Fraction(1, 100)


@rule
async def floats() -> bool:
    x = 0.1
    while (face := await roll(d6)) != 6:
        x = x * 0.9 + face
    return x > 5


@rule
async def hexagon() -> int:
    x = y = 0
    while True:
        face = await roll(d6)
        x += {1: 1, 2: 1, 4: -1, 5: -1}.get(face, 0)
        y += {2: 1, 3: 1, 5: -1, 6: -1}.get(face, 0)
        if x == y == 0:
            return 0


@rule
async def space(x: int, y: int, z: int) -> Then[int]:
    if (x, y, z) == (0, 0, 0):
        return 1
    face = await roll(d6)
    if face < 3:
        return space(x + 3 - 2 * face, y, z)
    return space(x, y + 7 - 2 * face, z) if face < 5 else space(x, y, z + 11 - 2 * face)


@rule
async def ping(n: int) -> Then[int]:
    return n % 2 if await roll(coin) == "H" else pong(n + 1)


@rule
async def pong(n: int) -> Then[int]:
    return n % 3 if await roll(coin) == "H" else ping(2 * n)


@rule
async def bounded_by(most: int) -> int:
    return min(most, await roll(d6))


@rule
async def sub_rules_in_a_loop() -> int:
    n = 0
    while await bounded_by(n) < 6:
        n += 1
    return n % 5


@rule
async def sub_rule_twice(n: int) -> Then[int]:
    return n % 5 if await bounded_by(n % 7) + await bounded_by(n) > 11 else sub_rule_twice(n + 1)


@rule
async def waits(n: int) -> Then[int]:
    return waits(n + 1).then(after, n) if await roll(coin) == "H" else n


@rule
async def after(outcome: int, n: int) -> Then[int]:
    return (outcome * n + 1) % 5


@rule
async def looks_at_itself() -> int:
    if await roll(coin) == "H":
        return 1
    rest = await looks_deeper(1)
    return rest % 2


@rule
async def looks_deeper(n: int) -> int:
    return n if await roll(coin) == "H" else (await looks_deeper(n + 1)) % 3


@rule
async def decides_deeper(n: int) -> int:
    if await choose("player", ("stop", "on")) == "stop":
        return n
    return (await decides_deeper(n + 1)) * 2 % 7


@rule
async def presses() -> int:
    total = turns = 0
    while await choose("player", ("on", "stop")) == "on":
        total += await roll(d6)
        turns += 1
    return total * turns % 9


@rule
async def presses_in_turn() -> bool:
    mine = theirs = 0
    while await roll(d10) != 10:
        if await choose("me", ("two", "one")) == "two":
            mine += await roll(d6)
        if await choose("you", ("two", "one")) == "two":
            theirs += await roll(d6)
    return mine * 2 > theirs


@rule
async def at_once() -> int:
    mine = theirs = 0
    while await roll(d6) != 6:
        taken = await choose_secretly({"me": ("a", "b"), "you": ("a", "b")})
        mine += taken[0] == "a"
        theirs += taken[0] == taken[1]
    return mine * theirs % 5


@dataclass(frozen=True)
class Fighter:
    hits: int
    wounds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Fight:
    mine: Fighter
    theirs: Fighter


@rule
async def fight(now: Fight) -> Then[int]:
    face = await roll(d6)
    if face == 6:
        return len(now.mine.wounds) - len(now.theirs.wounds)
    if face < 4:
        return fight(replace(now, mine=Fighter(now.mine.hits + 1, (*now.mine.wounds, face))))
    return fight(replace(now, theirs=Fighter(now.theirs.hits + 1, (*now.theirs.wounds, face))))


@rule
async def wounds_kept() -> int:
    mine, theirs = Fighter(0), Fighter(0)
    while (face := await roll(d6)) != 6:
        if face < 4:
            mine = replace(mine, hits=mine.hits + face)
        else:
            theirs = replace(theirs, hits=theirs.hits + face)
    return max(mine.hits, theirs.hits) - min(mine.hits, theirs.hits)


async def adds(total: int) -> int:
    return total + await roll(d6)


@rule
async def helper_in_a_loop() -> int:
    total = turns = 0
    while total % 100 != 99 or turns % 2:
        total = await adds(total)
        turns += 1
    return turns % 2


async def collects(seen: list[int]) -> None:
    seen.append(await roll(d6))
    if seen[-1] != 6:
        await collects(seen)


@rule
async def list_handed_down() -> int:
    seen: list[int] = []
    await collects(seen)
    return len(seen) % 4


@rule
async def replayed_counters() -> bool:
    a = b = c = 0

    def add(face: int) -> None:
        nonlocal a, b, c
        a, b, c = a + (face < 3), b + (face == 3), c + (face > 3)

    while (face := await roll(d6)) != 6:
        add(face)
    return a > b > c


@rule
async def generator_kept() -> int:
    numbers = (n * n for n in range(10**9))
    total = 0
    while await roll(coin) == "H":
        total += next(numbers)
    return total % 5


class Purse:
    """Something that changes."""

    def __init__(self) -> None:
        self.coins = 0


@rule
async def purse() -> int:
    mine = Purse()
    while (face := await roll(d6)) != 6:
        mine.coins += face
    return mine.coins % 5


@rule
async def notes_of_all() -> int:
    turn, total = 0, 0
    while (face := await roll(d6)) != 6:
        turn, total = turn + 1, total + face
        await note(f"turn {turn}: {total}")
    return total // (turn + 1)


@rule
async def many_faces() -> int:
    n = m = 0
    while (face := await roll(_DIE)) != 1:
        n, m = n + face, m ^ face
    return n % 2 + m


@rule
async def rare_end() -> int:
    low = high = 0
    while (face := await roll(_DIE)) != 1:
        low += face < 400
        high += face > 600
    return low * high % 2


@rule
async def hit_points() -> int:
    points = 20
    while points != 0:
        points -= await roll(d6.explode()) - await roll(d6)
    return points


@rule
async def products(n: int) -> Then[int]:
    face = await roll(d6)
    return n % 7 if face == 6 else products(n * face + 1)


@rule
async def three_sums() -> bool:
    a = b = c = 0
    while await roll(d6) != 6:
        a, b, c = a + await roll(d6), b + await roll(d8), c + await roll(d10)
    return a * b > c * c


@rule
async def rows() -> bool:
    row: list[int] = [0, 0, 0, 0]
    while (face := await roll(d6)) < 5:
        row[face - 1] += 1
    return row == sorted(row)


@rule
async def dares() -> bool:
    """What grows waits for a rule that decides."""
    if await choose("player", ("look", "jump")) == "look":
        return False
    return await roll(d6) > 1


@rule
async def height() -> int:
    n = 0
    while await dares():
        n -= 1
    return n


ENDLESS: list[Call[Any]] = [
    three_counters(),
    five_counters(),
    three_arguments(0, 0, 0),
    three_sums(),
    rows(),
    unbounded_history(),
    growing_pool(),
    growing_pool_with_hits(),
    growing_explosions(),
    tally(),
    counter(),
    multiset(),
    two_kinds(),
    lists_of_lists(),
    queue(),
    numbers_in_a_set(),
    bits(),
    shares(),
    floats(),
    hexagon(),
    space(1, 1, 1),
    ping(0),
    sub_rules_in_a_loop(),
    sub_rule_twice(0),
    waits(0),
    looks_at_itself(),
    decides_deeper(0),
    presses(),
    presses_in_turn(),
    height(),
    at_once(),
    fight(Fight(Fighter(0), Fighter(0))),
    wounds_kept(),
    helper_in_a_loop(),
    list_handed_down(),
    replayed_counters(),
    generator_kept(),
    purse(),
    notes_of_all(),
    many_faces(),
    rare_end(),
    hit_points(),
    products(1),
]

"""Rules written as rulebooks read, in one piece: loops, choices in mid-rule, two rolls in one rule."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from figure import Figure
from oddsmith.dice import Die, d6, d10, d20
from oddsmith.rules import Then, best, choose, odds, roll, rule

# -- totals


@rule
async def fifty() -> int:
    total = 0
    for _ in range(50):
        total += await roll(d6)
    return total


def sum_loop() -> None:
    """The sum of 50d6, die by die."""
    assert odds(fifty()).mean == 175


@rule
async def shots(attacks: int) -> int:
    """Hit on 3+, two hits on a 6; wound on 4+; saved on 5+."""
    unsaved = 0
    for _ in range(attacks):
        hit = await roll(d6)
        for _ in range(0 if hit < 3 else 2 if hit == 6 else 1):
            if await roll(d6) >= 4 and await roll(d6) < 5:
                unsaved += 1
    return unsaved


def warhammer() -> None:
    """Twenty shots in nested loops."""
    assert odds(shots(20)).mean == 20 * Fraction(5, 6) * Fraction(1, 2) * Fraction(2, 3)


@rule
async def waits() -> int:
    n = 0
    while (await roll(d6)) != 6:
        n += 1
    return n


def geometric() -> None:
    assert odds(waits()).mean == 5


@rule
async def add_until_six() -> int:
    total = 0
    while True:
        face = await roll(d6)
        if face == 1:
            return 0
        total += face
        if face == 6:
            return total


def bust() -> None:
    """Add until a 6; a 1 loses all."""
    # half of all runs end with a 1; half with a 6, and a 2 to 5 comes before it with 2/3 each time, worth 3.5
    assert odds(add_until_six()).mean == Fraction(1, 2) * (6 + 2 * Fraction(7, 2))


@rule
async def capped() -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return min(total, 5)


def cap() -> None:
    assert odds(capped()).pmf(0) == Fraction(1, 6)


# -- fights


@rule
async def battle(attack: int, defend: int) -> Then[tuple[int, int]]:
    """Risk: both rolls in one rule."""
    if attack < 2 or not defend:
        return attack, defend
    theirs = sorted(await roll(d6.pool(min(3, attack - 1))), reverse=True)
    ours = sorted(await roll(d6.pool(min(2, defend))), reverse=True)
    won = sum(a > b for a, b in zip(theirs, ours, strict=False))
    lost = min(len(theirs), len(ours)) - won
    return battle(attack - lost, defend - won)


@rule
async def war(attack: int, defend: int) -> tuple[int, int]:
    """Risk, as a loop."""
    while attack > 1 and defend:
        theirs = sorted(await roll(d6.pool(min(3, attack - 1))), reverse=True)
        ours = sorted(await roll(d6.pool(min(2, defend))), reverse=True)
        for a, b in zip(theirs, ours, strict=False):
            if a > b:
                defend -= 1
            else:
                attack -= 1
    return attack, defend


def conquered(left: tuple[int, int]) -> bool:
    return left[1] == 0


def risk() -> None:
    assert 0.7 < odds(battle(60, 60)).p(conquered) < 0.76


def risk_loop() -> None:
    assert 0.7 < odds(war(60, 60)).p(conquered) < 0.76


@rule
async def duel(mine: int, theirs: int) -> Then[bool]:
    """Each in turn: hit on 8 or 10, and take the damage off; whether the first wins."""
    if mine <= 0 or theirs <= 0:
        return theirs <= 0
    if await roll(d20) >= 8:
        theirs -= await roll(d6)
    if theirs > 0 and await roll(d20) >= 10:
        mine -= await roll(d6)
    return duel(mine, theirs)


@rule
async def duel_loop(mine: int, theirs: int) -> bool:
    while True:
        if await roll(d20) >= 8:
            theirs -= await roll(d6)
            if theirs <= 0:
                return True
        if await roll(d20) >= 10:
            mine -= await roll(d6)
            if mine <= 0:
                return False


def duel_recursive() -> None:
    assert 0.71 < odds(duel(40, 40)).p(True) < 0.73


def duel_while() -> None:
    assert 0.71 < odds(duel_loop(40, 40)).p(True) < 0.73


# -- choices


def held(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All ways to keep some of the dice."""
    return tuple({kept: kept for n in range(len(dice) + 1) for kept in combinations(dice, n)})


def yahtzee_points(dice: tuple[int, ...]) -> int:
    """The best of five alike, straights, full house and three or four of a kind."""
    most, *others = sorted(Counter(dice).values(), reverse=True)
    faces = set(dice)
    if most == 5:
        return 50
    if faces in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        return 40
    if any(faces >= set(range(low, low + 4)) for low in (1, 2, 3)):
        return 30
    if (most, *others) == (3, 2):
        return 25
    return sum(dice) if most >= 3 else 0


@rule
async def yahtzee_turn() -> int:
    dice = await roll(d6.pool(5))
    for _ in range(2):
        kept = await choose("player", held(dice))
        if len(kept) == 5:
            break
        dice = tuple(sorted(kept + await roll(d6.pool(5 - len(kept)))))
    return yahtzee_points(dice)


def yahtzee() -> None:
    assert 23 < best(yahtzee_turn()).value < 25


def tokyo_points(dice: tuple[int, ...]) -> int:
    """Points of three alike and more, worth two; claws, hearts and energy, worth one."""
    seen = Counter(dice)
    return sum(2 * (face + seen[face] - 3) for face in (1, 2, 3) if seen[face] >= 3) + seen[4] + seen[5] + seen[6]


@rule
async def tokyo_turn() -> int:
    dice = await roll(d6.pool(6))
    for _ in range(2):
        kept = await choose("player", held(dice))
        if len(kept) == 6:
            break
        dice = tuple(sorted(kept + await roll(d6.pool(6 - len(kept)))))
    return tokyo_points(dice)


def tokyo() -> None:
    assert 6 < best(tokyo_turn()).value < 7


@rule
async def v5_test(pool: int, hunger: int, difficulty: int) -> str:
    """Vampire, fifth edition: 6 or more succeeds, two tens count four; Willpower throws up to three dice anew."""
    successes, tens, misses = 0, 0, 0
    for _ in range(pool - hunger):
        face = await roll(d10)
        successes, tens, misses = successes + (face > 5), tens + (face == 10), misses + (face < 6)
    hungry_tens, bestial = 0, False
    for _ in range(hunger):
        face = await roll(d10)
        successes, hungry_tens, bestial = successes + (face > 5), hungry_tens + (face == 10), bestial or face == 1
    for _ in range(await choose("player", tuple(range(min(3, misses) + 1)))):
        face = await roll(d10)
        successes, tens = successes + (face > 5), tens + (face == 10)
    successes += 2 * ((tens + hungry_tens) // 2)
    if successes < difficulty:
        return "bestial failure" if bestial else "failure"
    if tens + hungry_tens > 1:
        return "messy critical" if hungry_tens else "critical"
    return "success"


def v5() -> None:
    """Eight dice, two of them hungry, difficulty 4, Willpower in mid-rule."""
    assert 0.5 < best(v5_test(8, 2, 4), lambda outcome: outcome in ("success", "critical")).value < 1


@rule
async def v5_pools(pool: int, hunger: int, difficulty: int) -> str:
    """The same, with the dice thrown together."""
    mine = await roll(d10.pool(pool - hunger))
    theirs = await roll(d10.pool(hunger))
    misses = sum(1 for face in mine if face < 6)
    again = await choose("player", tuple(range(min(3, misses) + 1)))
    faces = mine + theirs + await roll(d10.pool(again))
    successes = sum(1 for face in faces if face >= 6) + 2 * (faces.count(10) // 2)
    if successes < difficulty:
        return "bestial failure" if 1 in theirs else "failure"
    if faces.count(10) > 1:
        return "messy critical" if 10 in theirs else "critical"
    return "success"


def v5_thrown() -> None:
    assert 0.5 < best(v5_pools(8, 2, 4), lambda outcome: outcome in ("success", "critical")).value < 1


async def rerolled(tens: int, target: int) -> int:
    """The successes of 10s that are rolled once more."""
    return sum(face >= target for face in await roll(d10.pool(tens)))


@rule
async def action(humanity: int, beast: int, difficulty: int) -> tuple[bool, bool]:
    """Humanity and Beast: whether enough dice succeed, and whether more Beast dice do than others.

    A 10 is rolled once more. A point of Willpower buys a success before the roll, or rolls a die anew after it.
    """
    before = await choose("player", ("before", "after")) == "before"
    mine = await roll(d10.pool(humanity))
    theirs = await roll(d10.pool(beast))
    own = sum(face >= 7 for face in mine) + await rerolled(mine.count(10), 7)
    wild = sum(face >= 6 for face in theirs) + await rerolled(theirs.count(10), 6)
    if not before:
        dice = {
            "Humanity miss": any(face < 7 for face in mine),
            "Humanity success": any(7 <= face < 10 for face in mine),
            "Beast miss": any(face < 6 for face in theirs),
            "Beast success": any(6 <= face < 10 for face in theirs),
        }
        die = await choose("player", ("none", *[name for name, there in dice.items() if there]))
        if die != "none":
            again = await roll(d10.pool(1))
            if die.startswith("Humanity"):
                own += (again[0] >= 7) - (die == "Humanity success") + await rerolled(again.count(10), 7)
            else:
                wild += (again[0] >= 6) - (die == "Beast success") + await rerolled(again.count(10), 6)
    return own + wild + before >= difficulty, wild > own


def humanity_beast() -> None:
    """Five dice of each colour, difficulty 4, Willpower open."""
    assert 0.5 < best(action(5, 5, 4), lambda outcome: outcome[0] and not outcome[1]).value < 0.55


@rule
async def pig(goal: int) -> bool:
    """Pig for two: roll as often as you dare, a 1 loses what the turn has brought; whether the first wins."""
    mine, theirs, first = 0, 0, True
    while True:
        turn = 0
        while mine + turn < goal and (
            not turn or await choose("player" if first else "opponent", ("hold", "roll")) == "roll"
        ):
            face = await roll(d6)
            if face == 1:
                turn = 0
                break
            turn += face
        if mine + turn >= goal:
            return first
        mine, theirs, first = theirs, mine + turn, not first


def two_player_pig() -> None:
    assert 0.5 < best(pig(30), lambda won: won).value < 0.6


GREEN, YELLOW, RED = "green", "yellow", "red"
ZOMBIE = {
    GREEN: Die(("brain", "brain", "brain", "feet", "feet", "shot")),
    YELLOW: Die(("brain", "brain", "feet", "feet", "shot", "shot")),
    RED: Die(("brain", "feet", "feet", "shot", "shot", "shot")),
}


@rule
async def zombie_turn() -> int:
    """Zombie Dice: three dice from a cup of 6 green, 4 yellow and 3 red; feet run on; three shots lose all."""
    cup: dict[str, int] = {GREEN: 6, YELLOW: 4, RED: 3}
    brains, shots = 0, 0
    feet: tuple[str, ...] = ()
    while True:
        hand = feet
        while len(hand) < 3 and any(cup.values()):
            drawn = await roll(Die(tuple([color for color, left in cup.items() for _ in range(left)])))
            cup[drawn] -= 1
            hand += (drawn,)
        feet = ()
        for color in sorted(hand):
            match await roll(ZOMBIE[color]):
                case "brain":
                    brains += 1
                case "shot":
                    shots += 1
                case _:
                    feet += (color,)
        if shots >= 3:
            return 0
        if len(feet) + sum(cup.values()) < 3 or await choose("player", ("stop", "go on")) == "stop":
            return brains


def zombie_dice() -> None:
    assert 2 < best(zombie_turn()).value < 5


FIGURES = [
    Figure("the sum of 50d6 in a loop", sum_loop, seconds=0.1),
    Figure("twenty shots in nested loops", warhammer, seconds=0.1),
    Figure("Risk, 60 against 60, both rolls in one rule", risk, seconds=0.25),
    Figure("Risk, 60 against 60, as a loop", risk_loop, seconds=0.25),
    Figure("a Yahtzee turn, one loop with choices", yahtzee, seconds=0.5),
    Figure("a King of Tokyo turn, one loop with choices", tokyo, seconds=1.5),
    Figure("V5 with Willpower, a choice in mid-rule", v5, seconds=0.2),
    Figure("V5 with Willpower, over pools of dice", v5_thrown, seconds=0.2),
    Figure("a Humanity/Beast action over 5 + 5 dice, Willpower open", humanity_beast, seconds=0.5),
    Figure("a duel of 40 hit points, recursive", duel_recursive, seconds=1.0),
    Figure("a duel of 40 hit points, as a loop", duel_while, seconds=1.0),
    Figure("Zombie Dice, one rule", zombie_dice, seconds=2.0),
    Figure("Pig for two, to 30", two_player_pig, seconds=5.0),
    Figure("how often before a 6: a while loop", geometric, seconds=0.01),
    Figure("add until a 6, a 1 loses all", bust, seconds=0.02),
    Figure("an endless sum, capped at 5", cap, seconds=0.02),
]

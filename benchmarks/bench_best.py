"""Best play at scale: a million states between proven bounds, loops of thousands of states, frontiers."""

from fractions import Fraction

from figure import Figure
from oddsmith.dice import d6, d20
from oddsmith.rules import (
    Graph,
    Then,
    best,
    cheapest,
    choose,
    choose_secretly,
    estimate,
    explore,
    frontier,
    roll,
    rule,
    solve,
)

MILLION = 1_000_000


@rule
async def duel(mine: int, theirs: int, my_coins: int, their_coins: int, left: int) -> Then[str]:
    """Two fighters strike in turn; after each strike they may pay a coin to make it heavier."""
    if mine <= 0 or theirs <= 0 or left == 0:
        return "lose" if mine <= 0 else "win" if theirs <= 0 else "draw"
    mine_to_strike = left % 2 == 1
    coins = my_coins if mine_to_strike else their_coins
    hit = await roll(d6) + await roll(d6) // 3
    if coins and await choose("player" if mine_to_strike else "opponent", ("keep", "push")) == "push":
        hit += 2
        my_coins, their_coins = my_coins - mine_to_strike, their_coins - (not mine_to_strike)
    if mine_to_strike:
        return duel(mine, theirs - hit // 3, my_coins, their_coins, left - 1)
    return duel(mine - hit // 3, theirs, my_coins, their_coins, left - 1)


def large_duel() -> Graph:
    graph = explore(duel(18, 18, 7, 7, 24), limit=2 * MILLION)
    assert len(graph) > MILLION
    return graph


def million_states() -> None:
    """Explored, and best play between bounds."""
    found = estimate(large_duel(), lambda outcome: outcome == "win")
    assert 0 < found.high - found.low < 1e-12


@rule
async def gambler(purse: int, goal: int) -> Then[bool]:
    """Stake 1 or 2 a round on a chance of 9/20, until broke or at the goal."""
    if purse <= 0 or purse >= goal:
        return purse >= goal
    stake = await choose("player", (1, 2))
    return gambler(purse + stake, goal) if await roll(d20) > 11 else gambler(purse - stake, goal)


def is_won(won: bool) -> bool:
    return won


def loop() -> None:
    """One loop of 6,000 states, exactly."""
    assert 0 < solve(explore(gambler(7, 2000)), is_won).value < Fraction(1, 10**80)


def loop_between_bounds() -> None:
    """One loop of 9,000 states."""
    found = estimate(explore(gambler(7, 3000)), is_won)
    assert 0 < found.low <= found.high < 1.000001 * found.low


@rule
async def tries(coins: int, spent: int) -> Then[tuple[bool, int]]:
    """A d20 must show 15; a try more costs as many coins as tries were made, success itself 25."""
    if await roll(d20) >= 15:
        return True, spent
    price = spent // 3 + 1
    options = ("accept", *["again"] * (coins >= price), *["buy"] * (coins >= 25))
    match await choose("player", options):
        case "again":
            return tries(coins - price, spent + price)
        case "buy":
            return True, spent + 25
    return False, spent


def trade_offs() -> None:
    graph = explore(tries(200, 0))
    assert len(frontier(graph, lambda o: o[0], lambda o: o[1])) > 2
    assert cheapest(graph, lambda o: o[0], lambda o: o[1], Fraction(3, 5)).gain == Fraction(3, 5)


@rule
async def fencers(mine: int, theirs: int) -> Then[bool]:
    """Both choose at once, and unseen, how to fence; what meets what decides the chance to score."""
    if mine == 0 or theirs == 0:
        return theirs == 0
    ways = ("lunge", "parry", "feint")
    ours, other = await choose_secretly({"player": ways, "opponent": ways})
    chance = (10, 6, 14, 13, 10, 8, 7, 12, 10)[3 * ways.index(ours) + ways.index(other)]
    return fencers(mine, theirs - 1) if await roll(d20) <= chance else fencers(mine - 1, theirs)


def secret_choices() -> None:
    assert 0 < best(fencers(20, 20), is_won).value < 1


FIGURES = [
    Figure("a million states: explored, bounds of best play", million_states, seconds=60.0, mebibytes=4096),
    Figure("best play in a loop of 6,000 states, exactly", loop, seconds=10.0),
    Figure("best play in a loop of 9,000 states, bounds", loop_between_bounds, seconds=10.0),
    Figure("a frontier, and the cheapest way to a chance", trade_offs, seconds=0.2),
    Figure("400 secret choices of three ways each", secret_choices, seconds=2.0),
]

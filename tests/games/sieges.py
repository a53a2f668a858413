"""Sieges: what a book may say of outcomes without end, of sheets and of what is asked together, in one small game."""

from dataclasses import dataclass, replace
from typing import Annotated

from oddsmith import choose, d6, roll, rule
from oddsmith.games import Asked, Call, Entered, Game, HouseRules, Limits, Number, Spent, Unasked, book_number
from oddsmith.rules import Then

game = Game("Sieges")


class Rules(HouseRules):
    price: int = book_number("S2", "Barrels of powder for a stone that is sure to hit.", 1, low=1, high=9)


@dataclass(frozen=True)
class Volley:
    stones: Annotated[int, Number("stones that hit", one="stone that hits", per_gain=1, off="wall")]
    powder: Annotated[int, Spent("barrels of powder", per_gain=0, also=("black powder",))] = 0
    breached: Annotated[bool, Unasked] = False

    def __add__(self, more: int) -> "Volley":
        return replace(self, stones=self.stones + more)


@rule
async def endless(lowest: int) -> Then[int]:
    """Stones are thrown until one misses."""
    return 0 if await roll(d6) < lowest else 1 + endless(lowest)


@rule
async def charged(lowest: int, powder: int, price: int, counts: bool) -> Then[Volley]:
    """S2: powder may make the first stone hit. counts: whether somebody asks how many hit."""
    used = powder >= price and await choose("player", ("no powder", "powder")) == "powder"
    return (used and counts) + paid(lowest, price if used else 0, counts)


@rule
async def paid(lowest: int, powder: int, counts: bool) -> Then[Volley]:
    """Stones are thrown until one misses."""
    return Volley(0, powder) if await roll(d6) < lowest else counts + paid(lowest, powder, counts)


@rule
async def at_wall(lowest: int, wall: int) -> Volley:
    """S1: stones are thrown until one misses, or no wall is left."""
    stones = 0
    while stones < wall and await roll(d6) >= lowest:
        stones += 1
    return Volley(stones, 0, stones == wall)


def many(powder: int, asked: Asked) -> int:
    return 10**6 * powder if "powder" in asked else 0


def phrase(option: str, rules: Rules) -> str:
    return f"burn {rules.price} of powder" if option == "powder" else option


@game.action(at_once=True, states=many, phrases=phrase, decides="")
def throw(
    rules: Rules,
    asked: Asked,
    lowest: Annotated[int, Limits(2, 6, "lowest face that hits"), Entered(names={"near": 4, "far": 6}, sheet=None)] = 4,
    wall: Annotated[int | None, Limits(1, 20, "stones of the wall"), Entered(whose="other")] = None,
    powder: Annotated[int, Limits(0, 9, "barrels of powder"), Entered(quiet=True)] = 0,
    flags: Annotated[tuple[str, ...], Entered(read=lambda texts: tuple(text.title() for text in texts))] = (),
) -> Call[int | Volley]:
    """Throw stones at a wall."""
    if wall is not None:
        return at_wall(lowest, wall)
    if asked <= {"stones", "some"}:
        return endless(lowest)
    return charged(lowest, powder, rules.price, not asked.isdisjoint({"stones", "some"}))


@game.event(title="a stone hits")
def some(outcome: int | Volley) -> bool:
    return (outcome.stones if isinstance(outcome, Volley) else outcome) > 0


@game.event(title="the wall is down", needs="wall")
def breached(outcome: int | Volley) -> bool:
    return isinstance(outcome, Volley) and outcome.breached


@game.action(at_once=True, asks=("breached", "stones"), leading="stones")
def endure(wall: Annotated[int, Limits(1, 20, "stones of our wall")]) -> Call[int | Volley]:
    """Their stones hit our wall."""
    return at_wall(4, wall)


@dataclass(frozen=True)
class Held:
    wall_left: Annotated[int, Number("stones left", left_of="wall")]


@dataclass(frozen=True)
class Fled:
    wall_left: Annotated[int, Number("stones left", left_of="wall")]
    gold: Annotated[int, Unasked] = 2


@game.action
async def hold(wall: Annotated[int, Limits(1, 20, "stones of our wall")]) -> Held | Fled:
    """A stone hits at 4 or more; who has no wall left flees."""
    left = wall - (await roll(d6) >= 4)
    return Held(left) if left else Fled(left)


@game.measure(title="gold that is carried off", spends=True)
def carried(outcome: Held | Fled) -> int:
    return outcome.gold if isinstance(outcome, Fled) else 0

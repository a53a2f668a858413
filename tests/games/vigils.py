"""Vigils: house rules that say what may be entered, outcomes as far as they are asked, rulings, in one small game."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll, rule
from oddsmith.errors import BadInput
from oddsmith.games import Asked, Call, Entered, Game, HouseRules, Limits, Number, Ruled, YesNo, book_number

game = Game("Vigils")


class Rules(HouseRules):
    candles: int = book_number("W1", "Candles of a watch.", 6, low=1, high=20)
    dusk: int = book_number("W2", "Sparks that a calm dusk needs.", 1, low=1, high=9)


@dataclass(frozen=True)
class Watch:
    candles: Annotated[int, Ruled]
    lit: Annotated[int, Limits(0, lambda rules: rules.candles, "candles that are lit")]
    kept: Annotated[int, Limits(0, lambda rules: rules.candles - 1, "candles that are kept")] = 0

    def __post_init__(self) -> None:
        if self.lit + self.kept > self.candles:
            raise BadInput("kept", self.kept, f"0 to {self.candles - self.lit}")


@dataclass(frozen=True)
class Night:
    calm: Annotated[bool | None, YesNo("a calm night", "W2", ("still",), "a restless night", "the night is calm")] = (
        None
    )
    still: Annotated[bool | None, YesNo("not a spark too many", "W2")] = None
    sparks: Annotated[int | None, Number("sparks", "spark")] = None


@rule
async def sparks_alone(lit: int) -> int:
    """W1: every 6 is a spark."""
    return await roll(d6.pool(lit).count(at_least=6))


@rule
async def night(lit: int, need: int) -> Night:
    """W2: enough sparks make the night calm."""
    sparks = await roll(d6.pool(lit).count(at_least=6).capped(need + 1))
    return Night(sparks >= need, sparks == need)


@rule
async def whole_night(lit: int, need: int) -> Night:
    """W1, W2: the night, with all that can be asked of it."""
    sparks = await roll(d6.pool(lit).count(at_least=6))
    return Night(sparks >= need, sparks == need, sparks)


@game.action(apart=(frozenset({"calm", "still"}), frozenset({"sparks"})))
def watch(
    over: Watch,
    rules: Rules,
    asked: Asked,
    need: Annotated[
        int, Limits(1, 9, "sparks that are needed"), Entered(names=lambda rules: {"dusk": rules.dusk, "dawn": 3})
    ] = 1,
) -> Call[Night | int]:
    """Keep watch over candles."""
    if asked <= {"sparks"}:
        return sparks_alone(over.lit)
    return whole_night(over.lit, need) if "sparks" in asked else night(over.lit, need)


@dataclass(frozen=True)
class Omen:
    burnt: Annotated[int, Number("candles burnt", name="candles_burnt", off="candles", onto="stubs")]


@game.action(
    ruling={"heard": "if it is heard", "unheard": "if it is not"},
    decides="whether a prayer is heard",
    states=lambda candles: 10**6 * candles,
    lighter="Bring no candle.",
)
async def pray(
    rules: Rules,
    candles: Annotated[int, Limits(0, 9, "candles that are brought")] = 0,
    most: Annotated[int, Limits(0, 9, "candles that can be carried", sheet="candles"), Entered(part="max")] = 9,
) -> Omen:
    """W3: the book does not say whether a prayer is heard."""
    return Omen(0 if await choose("opponent", ("heard", "unheard")) == "heard" else 1)


@game.measure(title="candles of the watch then")
def candles_left(omen: Omen, rules: Rules) -> int:
    return rules.candles - omen.burnt

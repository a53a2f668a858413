"""Harbour duels: everything that may be said of a game, in one small one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import d6, roll, rule
from oddsmith.errors import BadInput
from oddsmith.games import Call, Entered, Game, HouseRules, Limits, Number, Opponent, Unasked, book_number, house_rule


class Rules(HouseRules):
    ties: Literal["defender", "attacker"] = house_rule(
        "D2", "Who wins a tie?", {"defender": "whoever is attacked", "attacker": "whoever attacks"}
    )
    lowest: int = book_number("D1", "Lowest face that hits.", 5, low=2, high=6)
    great: int = book_number("D3", "Hits that are a great blow.", 3, low=1, high=20)


@dataclass(frozen=True)
class Fighter:
    blade: Annotated[int | None, Limits(0, 10, "dice of the blade", sheet="steel")] = None
    boat: Annotated[int | None, Limits(0, 10, "dice of the boat"), Entered(more="At sea")] = None

    def __post_init__(self) -> None:
        if (self.blade is None) == (self.boat is None):
            raise BadInput("blade", self.blade, "a blade or a boat, not both")

    @property
    def dice(self) -> int:
        return self.blade or self.boat or 0


@dataclass(frozen=True)
class Blow:
    hits: Annotated[int, Number("hits", one="hit")]
    lead: Annotated[int, Unasked]
    ties_win: Annotated[bool, Unasked]


game = Game("Harbour Duels", source="https://example.org/duels", citations={"D1": "A 5 or 6 hits."})


@rule
async def duel(mine: int, theirs: int, lowest: int, ties_win: bool) -> Blow:
    """D1: both roll; more hits win."""
    hits = await roll(d6.pool(mine).count(at_least=lowest))
    met = await roll(d6.pool(theirs).count(at_least=lowest))
    return Blow(hits, hits - met, ties_win)


def dice(fighter: Fighter, against: Fighter) -> Mapping[str, int]:
    return {"dice": fighter.dice, "against_dice": against.dice}


def outnumbered(fighter: Fighter, against: Fighter) -> Iterable[str]:
    if against.dice > 2 * fighter.dice:
        yield "You are outnumbered."


@game.action(
    title="Duel at the quay", facts=dice, warnings=outnumbered, leading="win", example="--blade 3 --against-blade 2"
)
def strike(
    fighter: Fighter,
    against: Annotated[Fighter, Opponent("{}, of the other", {"boat": "their boat"})],
    rules: Rules,
    cry: Annotated[str, Limits(None, 20, "what you shout"), Entered(title="War cry")] = "",
    edge: Annotated[
        int, Limits(0, 3, "dice of the ground"), Entered(read=lambda text: str(text).removesuffix("+"))
    ] = 0,
) -> Call[Blow]:
    """Both roll; more hits win."""
    return duel(fighter.dice + edge, against.dice, rules.lowest, rules.ties == "attacker")


@game.event(title="you win", rule="D2", implied_by=("great",), otherwise="you do not win")
def win(blow: Blow) -> bool:
    return blow.lead + blow.ties_win > 0


@game.event(name="great", title="a great blow", rule="D3", also=("smash",))
def great_blow(blow: Blow, rules: Rules) -> bool:
    return blow.hits >= rules.great


@game.measure(title="hits ahead", one="hit ahead")
def ahead(blow: Blow) -> int:
    return blow.lead

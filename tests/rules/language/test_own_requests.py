"""A new kind of request is defined in one place: every interpreter answers it."""

import json
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import pytest
from tests.rules.states_found import at_most

from oddsmith.answers.documents.roll import entry_document
from oddsmith.cli.render.roll import story
from oddsmith.dice import Die, ScriptedSource, SeededSource, Source, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import (
    Decision,
    Entry,
    Session,
    Then,
    best,
    choose,
    explore,
    first_option,
    odds,
    play,
    roll,
    rule,
    simulate,
    solve,
)
from oddsmith.rules.language.choices import Choice, DecisionRequest
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.table.reports.story import log_text

T = TypeVar("T")


class Drawn(Entry):
    """Something was drawn."""

    def __init__(self, value: object, depth: int) -> None:
        self.value = value
        self.depth = depth

    def to_json(self) -> dict[str, Any]:
        return {"kind": "draw", "value": self.value, "depth": self.depth}


class Draw(ChanceRequest[T]):
    """A draw among weighted values."""

    __slots__ = ("weights",)

    def __init__(self, weights: Mapping[T, int], gain: int = 0) -> None:
        self.weights = dict(weights)
        self.gain = gain

    @property
    def key(self) -> Hashable:
        return tuple(self.weights.items())

    def with_gain(self, gain: int) -> "Draw[T]":
        return Draw(self.weights, gain)

    def distribution(self) -> Distribution[T]:
        return Distribution.from_weights(self.weights)

    def drawn(self, source: Source, depth: int) -> tuple[T, Entry]:
        balls = [value for value, weight in self.weights.items() for _ in range(weight)]
        value = balls[source.below(len(balls))]
        return value, Drawn(value, depth)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draw) and (self.weights, self.gain) == (other.weights, other.gain)

    def __hash__(self) -> int:
        return hash((self.key, self.gain))


def draw(weights: Mapping[T, int]) -> Draw[T]:
    """`await draw({"a": 1, "b": 2})` gives "b" twice as often as "a"."""
    return Draw(weights)


@rule
async def urn(draws: int) -> Then[int]:
    """Two black balls and a red one; red wins, and black may be tried again at the price of 1."""
    if await draw({"red": 1, "black": 2}) == "red":
        return 10
    if draws and await choose("player", ("stop", "again")) == "again":
        return -1 + urn(draws - 1)
    return 0


@rule
async def points() -> Then[int]:
    return 5 + draw({1: 1, 3: 1})


def test_odds_best_and_explore_weigh_the_draws() -> None:
    assert odds(urn(1), first_option) == Distribution.from_weights({10: 1, 0: 2})
    solution = best(urn(1))
    assert solution.value == Fraction(10, 3) + Fraction(2, 3) * (Fraction(10, 3) - 1)
    assert solution.decisions[0].decision.known == ("black",)
    assert odds(urn(1), solution.policy) == solution.distribution
    assert solve(explore(urn(1))).value == solution.value
    assert odds(points()) == Distribution.from_weights({6: 1, 8: 1})


def test_simulate_counts_the_draws() -> None:
    counts = simulate(urn(0), 3000, seed=1).counts
    assert set(counts) == {0, 10}
    assert 900 < counts[10] < 1100


def test_play_and_sessions_draw_and_leave_the_entry_in_the_trail() -> None:
    run = play(urn(0), SeededSource(bytes(32)))
    assert [entry.to_json() for entry in run.trail][1] == {
        "kind": "draw",
        "value": "red" if run.outcome else "black",
        "depth": 0,
    }
    outcomes = {play(points(), SeededSource(bytes([n] * 32))).outcome for n in range(20)}
    assert outcomes == {6, 8}
    session = next(s for n in range(20) if (s := Session(urn(1), SeededSource(bytes([n] * 32)))).pending)
    assert session.pending is not None
    assert session.pending.known == ("black",)


DECK: Mapping[object, int] = dict.fromkeys(range(52), 1)


@rule
async def hand(draws: int) -> tuple[object, ...]:
    """A die, a card, then more cards, each after a decision."""
    cards: list[object] = [await roll(d6), await draw(DECK)]
    for _ in range(draws):
        cards += [await choose("player", ("left", "right")), await draw(DECK), await roll(d6)]
    return tuple(cards)


def restored(session: Session[Any]) -> Session[Any]:
    return Session.resume(json.loads(json.dumps(session.save())))


def drawn_in_words(session: Session[Any]) -> list[dict[str, Any]]:
    return [entry.to_json() for entry in session.trail]


def test_a_saved_session_holds_what_was_drawn() -> None:
    for n in range(10):
        session, other = (Session(hand(2), SeededSource(f"x{n}")) for _ in range(2))
        while session.pending is not None:
            session, before = restored(session), session
            assert drawn_in_words(session) == drawn_in_words(before)
            for each in (session, other):
                each.answer("left")
        assert session.outcome == other.outcome == restored(session).outcome
        assert session.save() == other.save() == restored(session).save()


def test_options_that_chance_takes_are_no_draws() -> None:
    session = Session(hand(1), SeededSource("x"))
    drawn = session.save()["draws"]
    session.answer(session.ask(lambda decision: Distribution.from_weights(dict.fromkeys(decision.options, 1))))
    assert len(session.save()["draws"]) == len(drawn) + 1
    assert restored(session).outcome == session.outcome


@pytest.mark.parametrize("draws", [None, [], [1], [1, 2, 3], [1, 52], [1, -1], [1, "2"], [1, True], 2, {"1": 2}])
def test_a_save_whose_draws_do_not_fit_is_refused(draws: object) -> None:
    session = Session(hand(1), SeededSource("x"))
    session.answer("right")
    saved = session.save()
    if draws is None:
        del saved["draws"]
    else:
        saved["draws"] = draws
    with pytest.raises(BadInput, match="draws"):
        Session.resume(saved)


def test_a_session_without_draws_of_its_own_is_saved_without_them() -> None:
    assert list(Session(auction(), SeededSource("x")).save()) == ["schema", "call", "faces", "answers", "source"]


def test_an_entry_of_another_kind_has_a_text_that_every_screen_shows() -> None:
    entry = Drawn("red", 1)
    document = entry_document(entry)
    assert document == {"kind": "draw", "value": "red", "depth": 1, "text": "draw: value red"}
    assert list(story([document])) == ["    draw: value red"]
    assert list(story([entry.to_json()])) == ["    draw"]
    body = {"trail": [document], "titles": {}, "verdict": [], "measures": {}, "effects": []}
    event = {"at": "2026-11-20T18:00:00", "kind": "roll.finished", "by": None, "roll": "r1", "visibility": "everyone"}
    told = log_text({"title": "", "number": 1, "digest": "0" * 64, "events": [event | {"body": body}]})
    assert "    draw: value red\n" in told


class Bids(DecisionRequest[T]):
    """Two bid 0 or 1 at once, unseen."""

    __slots__ = ("options",)

    def __init__(self) -> None:
        self.options = tuple((mine, theirs) for mine in (0, 1) for theirs in (0, 1))

    @property
    def choices(self) -> tuple[Choice[Any], ...]:
        return choose("player", (0, 1)), choose("opponent", (0, 1))

    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        return taken

    simultaneous = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


class Auction(Bids[str]):
    """The rule is handed the name of whoever bids more (the player among equals)."""

    __slots__ = ()

    def value(self, answer: Any) -> str:
        return "player" if answer[0] >= answer[1] else "opponent"


class Sale(NamedTuple):
    buyer: str
    price: int


class Sold(Bids[Sale]):
    """The rule is handed who bids more, and the greater bid."""

    __slots__ = ()

    def value(self, answer: Any) -> Sale:
        return Sale("player" if answer[0] >= answer[1] else "opponent", max(answer))


class Warned(Remark):
    """A remark of another kind."""

    def entry(self, depth: int) -> Entry:
        return Drawn("warned", depth)


@rule
async def auction() -> bool:
    await Warned()
    return await Auction() == "player"


def test_decisions_of_another_kind_are_asked_and_solved() -> None:
    def bid(decision: Decision) -> Hashable:
        return 0 if decision.who == "player" else 1

    run = play(auction(), ScriptedSource([]), bid)
    assert run.outcome is False
    assert [entry.to_json()["kind"] for entry in run.trail] == ["rule", "draw", "choice", "choice"]
    assert odds(auction(), bid).p(lambda won: won) == 0
    assert best(auction(), lambda won: won).value == 1


@rule
async def sale() -> tuple[bool, int]:
    sold = await Sold()
    worth = await roll(Die.sided(2))
    return sold.buyer == "player", worth - sold.price


def test_fields_of_a_decision_of_another_kind_are_asked() -> None:
    def bid(decision: Decision) -> Hashable:
        return 0 if decision.who == "player" else 1

    assert odds(sale(), bid, of=lambda end: end[1]) == Distribution.from_weights({0: 1, 1: 1})
    assert best(sale(), of=lambda end: end[0]).value == 1  # whatever the other bids, 1 is not less
    assert best(sale(), of=lambda end: end[1]).value == Fraction(3, 2) - 1  # the opponent bids 1


@rule
async def sales(rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        sold = await Sold()
        if sold.buyer == "player":
            total += await roll(Die.sided(2)) - sold.price
    return total


class Offer(DecisionRequest[int]):
    """Somebody may take what is worth 3, and the rule is handed what that leaves."""

    __slots__ = ("price",)
    options = ("leave", "take")

    def __init__(self, price: int) -> None:
        self.price = price

    @property
    def choices(self) -> tuple[Choice[Any], ...]:
        return (choose("player", self.options),)

    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        return taken[0]

    def value(self, answer: Any) -> int:
        return 3 - self.price if answer == "take" else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offer) and self.price == other.price

    def __hash__(self) -> int:
        return hash(self.price)


@rule
async def offers(rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        total += await Offer(await roll(Die.sided(2)))
    return total


def test_states_in_which_decisions_of_another_kind_are_the_same_are_one() -> None:
    def bid(decision: Decision) -> Distribution[Hashable]:
        return Distribution.from_weights({0: 1, 1: 1})

    once = Distribution.from_weights({0: 4, 1: 3, 2: 1})  # no bids win 1 or 2, the player's 0 or 1, the opponent's 0
    total: Distribution[int] = Distribution.from_weights({0: 1})
    for _ in range(8):
        total += once
    with at_most(500):  # 8 rounds of at most 17 totals, and few ways through each; run again for every branch 4 ** 8
        assert odds(sales(8), bid) == total
    with at_most(500):
        assert best(offers(8)).value == 8 * Fraction(3, 2)


def test_a_thing_that_is_no_request_is_refused() -> None:
    class Odd:
        def __await__(self) -> Any:
            yield 3

    @rule
    async def odd() -> int:
        await Odd()
        return 1

    for ask in (play, odds):
        with pytest.raises(Exception, match="awaits 3, which no interpreter answers"):
            ask(odd())

"""Games made of one typed rule: what follows from a signature and an outcome, against numbers worked out here."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from oddsmith import d6, roll
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.games import Game
from oddsmith.systems import registry
from oddsmith.systems.declaration import System
from oddsmith.systems.registry import load_rulebook

EXAMPLES = Path(__file__).parents[2] / "src" / "oddsmith" / "gallery"
SHORT = ("blades_in_the_dark", "powered_by_the_apocalypse", "year_zero", "v5")


def game(name: str) -> System:
    return load_rulebook(str(EXAMPLES / f"{name}.py"))


def events(system: System, action: str, inputs: dict[str, Any], options: dict[str, Any] | None = None) -> dict[str, F]:
    found = odds_document(question(system, action, inputs, options or {}))
    assert found["exact"] is True
    return {name: F(entry["p"]) for name, entry in found["events"].items()}


def chance(sides: int, dice: int, holds: Callable[[Sequence[int]], bool]) -> F:
    """The chance that something holds of dice, by looking at each way in which they can fall."""
    ways = list(itertools.product(range(1, sides + 1), repeat=dice))
    return F(sum(map(holds, ways)), len(ways))


@pytest.mark.parametrize("name", SHORT)
def test_a_game_takes_25_lines_and_imports_nothing_from_below(name: str) -> None:
    lines = [line for line in (EXAMPLES / f"{name}.py").read_text().splitlines() if line.strip()]
    assert len(lines) <= 25
    ours = [line for line in lines if line.startswith(("import", "from")) and "oddsmith" in line]
    assert all(line.startswith(("from oddsmith import ", "from oddsmith.games import ")) for line in ours)


@pytest.mark.parametrize("rating", range(5))
def test_blades_action_roll(rating: int) -> None:
    found = events(game("blades_in_the_dark"), "action", {"rating": rating})
    dice, kept = (rating, max) if rating else (2, min)
    for name, low, high in (("bad", 1, 3), ("partial", 4, 5)):
        assert found[name] == chance(6, dice, lambda ways, low=low, high=high: low <= kept(ways) <= high)  # type: ignore[misc]
    critical = chance(6, dice, lambda ways: ways.count(6) >= 2) if rating else F(0)
    assert found["critical"] == critical
    assert found["full"] == chance(6, dice, lambda ways: kept(ways) == 6) - critical
    assert found["partial_or_better"] == 1 - found["bad"]
    assert found["full_or_better"] == found["full"] + critical


def test_blades_push_is_worth_its_stress_or_not() -> None:
    asked = question(game("blades_in_the_dark"), "action", {"rating": 2, "stress_left": 9})
    pushed = best_document(asked, "at least partial", {"stress": F(1, 50)})
    assert F(pushed["value"]["exact"]) == 1 - F(1, 8) - 2 * F(1, 50)
    assert F(best_document(asked, "at least partial", {"stress": F(1, 10)})["value"]["exact"]) == F(3, 4)


@pytest.mark.parametrize("stat", [-1, 0, 3])
@pytest.mark.parametrize("dice", ["2d6", "advantage", "disadvantage"])
def test_pbta_move(stat: int, dice: str) -> None:
    found = events(game("powered_by_the_apocalypse"), "move", {"stat": stat, "dice": dice})

    def total(ways: Sequence[int]) -> int:
        ways = sorted(ways, reverse=dice != "disadvantage")
        return sum(ways[:2]) + stat

    many = 2 if dice == "2d6" else 3
    assert found["strong_hit"] == chance(6, many, lambda ways: total(ways) >= 10)
    assert found["weak_hit"] == chance(6, many, lambda ways: 7 <= total(ways) <= 9)
    assert found["weak_hit_or_better"] == 1 - found["miss"]


def test_pbta_has_the_chances_that_its_players_know() -> None:
    found = events(game("powered_by_the_apocalypse"), "move", {})
    assert [found[name] for name in ("miss", "weak_hit", "strong_hit")] == [F(15, 36), F(15, 36), F(6, 36)]


def test_year_zero_push() -> None:
    asked = question(game("year_zero"), "check", {"dice": 4})
    assert F(best_document(asked, "success")["value"]["exact"]) == _pushed(4)
    assert events(game("year_zero"), "check", {"dice": 4})["success"] == 1 - F(5, 6) ** 4


def _pushed(dice: int) -> F:
    """The chance of a 6 when everybody without one pushes: the ones stay, all else is rolled again."""
    failed = F(0)
    for ways in itertools.product(range(1, 7), repeat=dice):
        if 6 not in ways:
            failed += F(1, 6**dice) * F(5, 6) ** (dice - ways.count(1))
    return 1 - failed


@pytest.mark.parametrize(("pool", "hunger", "difficulty"), [(4, 1, 2), (4, 3, 4), (2, 5, 1), (3, 0, 1)])
def test_v5(pool: int, hunger: int, difficulty: int) -> None:
    found = events(game("v5"), "test", {"pool": pool, "hunger": hunger, "difficulty": difficulty})
    red = min(pool, hunger)

    def total(ways: Sequence[int]) -> int:
        return sum(face >= 6 for face in ways) + 2 * (ways.count(10) // 2)

    assert found["success"] == chance(10, pool, lambda ways: total(ways) >= difficulty)
    assert found["messy_critical"] == chance(
        10, pool, lambda ways: total(ways) >= difficulty and ways.count(10) >= 2 and 10 in ways[:red]
    )
    assert found["bestial_failure"] == chance(10, pool, lambda ways: total(ways) < difficulty and 1 in ways[:red])


def test_v5_willpower_is_spent_where_misses_are_left() -> None:
    asked = question(game("v5_willpower"), "test", {"pool": 3, "hunger": 1, "difficulty": 2, "willpower": 1})
    assert F(best_document(asked, "success")["value"]["exact"]) == sum(_v5_best(3, 1, 2))


def _v5_best(pool: int, hunger: int, difficulty: int) -> Iterator[F]:
    for ways in itertools.product(range(1, 11), repeat=pool):
        plain = ways[hunger:]
        misses = [face for face in plain if face < 6]
        kept = [*ways[:hunger], *[face for face in plain if face >= 6]]
        options = [F(_wins([*kept, *misses], difficulty))]
        again = min(3, len(misses))
        if again:
            options.append(chance(10, again, lambda new, kept=kept: _wins([*kept, *new], difficulty)))  # type: ignore[misc]
        yield max(options) / 10**pool


def _wins(ways: Sequence[int], difficulty: int) -> bool:
    return sum(face >= 6 for face in ways) + 2 * (ways.count(10) // 2) >= difficulty


def test_what_follows_from_a_signature() -> None:
    (found,) = systems_document([game("blades_in_the_dark")])["systems"]
    (action,) = found["actions"]
    assert [entry["name"] for entry in action["inputs"]] == ["rating", "stress_left"]
    rating, stress = action["inputs"]
    assert (rating["low"], rating["high"], rating["help"]) == (0, 4, "dots of the action")
    assert stress["sheet"]["name"] == "stress"
    assert [entry["name"] for entry in found["options"]] == ["devils_bargain"]
    assert [measure["name"] for measure in action["measures"] if measure["spends"]] == ["stress"]
    assert action["decides"]
    assert action["leading"] == "partial_or_better"
    assert found["sources"] == [{"title": "Blades in the Dark", "author": "", "url": "https://bladesinthedark.com"}]


def test_an_input_beyond_its_limits_is_refused() -> None:
    with pytest.raises(BadInput, match="rating: 5 is not allowed. Allowed: a whole number from 0 to 4"):
        question(game("blades_in_the_dark"), "action", {"rating": 5})


def test_a_game_names_itself_and_its_actions_at_a_prompt() -> None:
    dice = Game("Lantern")
    assert repr(dice) == "<Game Lantern>"

    @dice.action
    async def search(pool: int = 2) -> bool:
        return await roll(d6.pool(pool).count(at_least=5)) > 0

    assert repr(dice) == "<Game Lantern: search>"


def test_a_game_takes_the_place_of_one_that_comes_with_oddsmith_if_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_rulebooks", {})
    file = tmp_path / "mine.py"
    text = (
        "from oddsmith import d6, roll\nfrom oddsmith.games import Game\n"
        "game = Game('Dot', instead_of_built_in=True)\n"
        "@game.action\nasync def check() -> bool:\n    return await roll(d6) == 6\n"
    )
    file.write_text(text)
    load_rulebook(str(file))
    found = odds_document(question("dot", "check"))
    assert F(found["events"]["success"]["p"]) == F(1, 6)
    assert registry.system_names().count("dot") == 1
    file.write_text(text.replace("'Dot'", "'Dots of mine'"))
    load_rulebook(str(file))
    assert registry.system("dot").title.startswith("Dot System")

"""The gallery: each game against numbers that others published, or that are worked out here another way."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import product
from math import comb, perm
from pathlib import Path
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question, question
from oddsmith.systems.registry import load_rulebook

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def asked(name: str, action: str, options: dict[str, Any] | None = None, **inputs: Any) -> Question:
    return question(load_rulebook(str(EXAMPLES / f"{name}.py")), action, inputs, options or {})


def chance(about: Question, event: str) -> F:
    return F(odds_document(about)["events"][event]["p"])


def mean(about: Question, measure: str) -> F:
    return F(odds_document(about)["measures"][measure]["mean"]["exact"])


def best(about: Question, goal: str) -> F:
    return F(best_document(about, goal)["value"]["exact"])


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_a_game_is_short_and_says_where_its_rules_are(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert len(lines) < 40
    ours = [line for line in lines if line.startswith(("import", "from")) and "oddsmith" in line]
    assert all(line.startswith(("from oddsmith import ", "from oddsmith.games import ")) for line in ours)
    (source,) = load_rulebook(str(path)).sources
    assert source.url.startswith("https://")


def test_the_pass_line_wins_244_times_in_495() -> None:
    assert chance(asked("craps", "pass-line"), "success") == F(244, 495)


def test_savage_worlds_with_and_without_the_wild_die() -> None:
    # Of two dice that both explode without end all but a stated rest is worked out.
    found = odds_document(asked("savage_worlds", "trait", die="d6"))
    rest = F(found["unresolved"])
    assert rest < F(1, 10**15)
    assert 0 <= F(3, 4) - F(found["events"]["success_or_better"]["p"]) <= rest
    reaches_8 = F(1, 6) * F(5, 6)  # a 6, then 2 or more
    assert 0 <= 1 - (1 - reaches_8) ** 2 - F(found["events"]["raise"]["p"]) <= rest
    assert chance(asked("savage_worlds", "trait", {"wild_card": "no"}, die="d4"), "success_or_better") == F(1, 4)


def test_a_benny_is_a_second_trait_roll() -> None:
    assert abs(best(asked("savage_worlds", "trait", die="d6", bennies=2), "at least success") - 1 + F(1, 64)) < F(
        1, 10**15
    )


def test_fate_ties_19_times_in_81() -> None:
    assert chance(asked("fate", "overcome", skill=2, opposition=2), "tie") == F(19, 81)
    assert chance(asked("fate", "overcome", skill=2, opposition=2), "fail") == F(31, 81)
    # one invoke: whoever fell 1 or 2 short adds 2, whoever is further back does best to roll again
    short = {1: 16, 2: 10, 3: 4, 4: 1}
    helped = F(sum(short[lack] for lack in (1, 2)), 81) + F(short[3] + short[4], 81) * F(50, 81)
    assert best(asked("fate", "overcome", skill=2, opposition=2, invokes=1), "at least tie") == F(50, 81) + helped


@pytest.mark.parametrize("shots", [1, 10])
def test_warhammer_wounds_are_binomial(shots: int) -> None:
    through = F(4, 6) * F(3, 6) * F(4, 6)
    about = asked("warhammer", "shoot", shots=shots)
    assert mean(about, "total") == shots * through
    value, p, _ = odds_document(about)["measures"]["total"]["pmf"][0]
    assert (value, F(p)) == (0, (1 - through) ** shots)


#: How often the attacker takes two, one and none of the defenders, by dice rolled, as published.
_ROLLS = {
    (3, 2): (F(2890, 7776), F(2611, 7776), F(2275, 7776)),
    (2, 2): (F(295, 1296), F(420, 1296), F(581, 1296)),
    (3, 1): (F(855, 1296), F(441, 1296)),
    (2, 1): (F(125, 216), F(91, 216)),
    (1, 2): (F(55, 216), F(161, 216)),
    (1, 1): (F(15, 36), F(21, 36)),
}


@cache
def _conquers(attackers: int, defenders: int) -> F:
    if not attackers or not defenders:
        return F(attackers > 0)
    dice = min(3, attackers), min(2, defenders)
    taken = min(dice)
    ways = enumerate(_ROLLS[dice])
    return sum((p * _conquers(attackers - lost, defenders - taken + lost) for lost, p in ways), F(0))


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 2), (5, 5), (10, 8)])
def test_risk_to_the_end(attackers: int, defenders: int) -> None:
    about = asked("risk", "battle", attackers=attackers, defenders=defenders)
    assert chance(about, "conquered") == _conquers(attackers, defenders)


def test_call_of_cthulhu_degrees_luck_and_push() -> None:
    about = asked("call_of_cthulhu", "skill", rating=60)
    parts = {name: F(entry["p"]) for name, entry in odds_document(about)["events"].items()}
    assert parts["critical"] == F(1, 100)
    assert parts["extreme"] == F(11, 100)
    assert parts["hard_or_better"] == F(30, 100)
    assert parts["regular_or_better"] == F(60, 100)
    assert parts["fumble"] == F(1, 100)
    pushed = best(asked("call_of_cthulhu", "skill", rating=60, push=True), "at least regular")
    assert pushed == F(60, 100) + F(39, 100) * F(60, 100)
    assert best(asked("call_of_cthulhu", "skill", rating=60, luck=10), "at least regular") == F(70, 100)


def test_luck_buys_no_critical() -> None:
    assert best(asked("call_of_cthulhu", "skill", rating=1, luck=5), "critical") == F(1, 100)
    assert best(asked("call_of_cthulhu", "skill", rating=1, luck=5), "at least critical") == F(1, 100)
    assert chance(asked("call_of_cthulhu", "skill", rating=49), "fumble") == F(5, 100)


def test_a_fifth_edition_attack() -> None:
    plain = asked("five_e_attack", "attack", bonus=5)
    assert chance(plain, "hit") == F(11, 20)
    assert chance(asked("five_e_attack", "attack", bonus=5, how="advantage"), "hit") == 1 - F(9, 20) ** 2
    assert chance(asked("five_e_attack", "attack", bonus=5, how="disadvantage"), "critical") == F(1, 400)
    assert mean(plain, "damage") == F(10, 20) * (F(7, 2) + 3) + F(1, 20) * (7 + 3)
    blessed = sum(
        F(face == 20 or (face > 1 and face + 5 + more >= 15)) for face in range(1, 21) for more in range(1, 5)
    )
    assert chance(asked("five_e_attack", "attack", bonus=5, bless=True), "hit") == blessed / 80


def test_usage_dice_last_as_long_as_is_known() -> None:
    known = {"d4": 2, "d6": 5, "d8": 9, "d10": 14, "d12": 20, "d20": 30}
    assert {die: mean(asked("usage_dice", "uses", die=die), "total") for die in known} == known


@pytest.mark.parametrize("dice", [2, 5, 7])
def test_one_roll_engine_succeeds_unless_all_dice_differ(dice: int) -> None:
    about = asked("one_roll_engine", "check", dice=dice)
    assert chance(about, "success") == 1 - F(perm(10, dice), 10**dice)


def test_the_widest_set_counts_first() -> None:
    about = asked("one_roll_engine", "check", dice=4)
    found = odds_document(about)["measures"]["height"]["pmf"]
    all_tens = sum(F(1) for ways in product(range(1, 11), repeat=4) if _best_set(ways)[1] == 10) / 10**4
    assert (found[-1][0], F(found[-1][1])) == (10, all_tens)


def _best_set(ways: tuple[int, ...]) -> tuple[int, int]:
    width, height = max((ways.count(face), face) for face in ways)
    return (width, height) if width > 1 else (0, 0)


def test_a_turn_of_pig_is_worth_holding_at_20() -> None:
    @cache
    def worth(total: int) -> F:
        if total >= 100:
            return F(100)
        again = sum((worth(total + face) for face in range(2, 7)), F(0)) / 6
        return max(F(total), again)

    assert best(asked("pig", "turn"), "total") == worth(0)
    assert round(float(worth(0)), 4) == 8.1418  # as published for holding at 20


def test_claws_of_tokyo_are_binomial() -> None:
    one = 1 - F(5, 6) ** 3
    outcomes = odds_document(asked("king_of_tokyo", "claws"))["measures"]["total"]["pmf"]
    assert [F(p) for _, p, _ in outcomes] == [comb(6, k) * one**k * (1 - one) ** (6 - k) for k in range(7)]


@pytest.mark.parametrize("stat", [40, 95])
def test_mothership_doubles_are_critical(stat: int) -> None:
    events = odds_document(asked("mothership", "check", stat=stat))["events"]

    def under(face: int) -> bool:
        return face < min(stat, 90)

    assert F(events["critical_success"]["p"]) == F(sum(under(face) and face % 11 == 0 for face in range(100)), 100)
    assert F(events["critical_failure"]["p"]) == F(sum(not under(face) and face % 11 == 0 for face in range(100)), 100)
    assert F(events["success_or_better"]["p"]) == F(min(stat, 90), 100)
    better = odds_document(asked("mothership", "check", stat=stat, how="advantage"))["events"]
    assert F(better["success_or_better"]["p"]) == 1 - (1 - F(min(stat, 90), 100)) ** 2

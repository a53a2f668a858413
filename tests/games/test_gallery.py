"""The gallery: each game against numbers that others published, or that are worked out here another way."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import combinations, product
from math import comb, perm
from pathlib import Path
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question, question
from oddsmith.systems.registry import load_rulebook

EXAMPLES = Path(__file__).parents[2] / "src" / "oddsmith" / "gallery"


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


def test_claws_of_tokyo_are_kept_as_they_come() -> None:
    assert best(asked("king_of_tokyo", "turn"), "claws") == 6 * (1 - F(5, 6) ** 3)


def test_points_of_tokyo() -> None:
    """The same by counts: of 1s, 2s and 3s, and of all other faces together, which are half of a die."""

    def throw(dice: int) -> list[tuple[tuple[int, ...], F]]:
        ways = [counts for counts in product(range(dice + 1), repeat=4) if sum(counts) == dice]
        many = [(c, comb(dice, c[3]) * comb(dice - c[3], c[0]) * comb(dice - c[3] - c[0], c[1])) for c in ways]
        return [(c, F(ways, 6 ** (dice - c[3]) * 2 ** c[3])) for c, ways in many]

    @cache
    def worth(rolls: int, kept: tuple[int, ...]) -> F:
        fell = [(tuple(map(sum, zip(kept, more, strict=True))), p) for more, p in throw(6 - sum(kept))]
        if rolls == 1:
            return sum((p * sum(n + c[n - 1] - 3 for n in (1, 2, 3) if c[n - 1] >= 3) for c, p in fell), F(0))
        return sum((p * max(worth(rolls - 1, k) for k in product(*(range(c + 1) for c in cs))) for cs, p in fell), F(0))

    assert best(asked("king_of_tokyo", "turn"), "points") == worth(3, (0, 0, 0, 0))


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


def test_genesys_symbols_cancel() -> None:
    ability = ["", "s", "s", "ss", "a", "a", "sa", "aa"]
    proficiency = ["", "s", "s", "ss", "ss", "a", "sa", "sa", "sa", "aa", "aa", "sT"]
    difficulty = ["", "f", "ff", "t", "t", "t", "tt", "ft"]
    setback = ["", "", "f", "f", "t", "t"]
    ways = ["".join(faces) for faces in product(ability, proficiency, difficulty, setback)]
    about = asked("genesys", "check", ability=1, proficiency=1, difficulty=1, setback=1)
    won = sum(way.count("s") > way.count("f") for way in ways)
    assert chance(about, "success") == F(won, len(ways))
    assert mean(about, "advantages") == F(sum(way.count("a") - way.count("t") for way in ways), len(ways))
    assert chance(about, "triumph") == F(1, 12)
    assert chance(asked("genesys", "check", ability=0, challenge=2), "despair") == 1 - F(11, 12) ** 2


def test_genesys_without_dice_comes_to_nothing() -> None:
    about = asked("genesys", "check", ability=0, difficulty=0)
    assert chance(about, "success") == 0
    assert mean(about, "advantages") == 0


def test_roll_and_keep() -> None:
    assert chance(asked("l5r", "check", rolled=2, kept=1, target=15), "success") == 1 - (1 - F(1, 10) * F(6, 10)) ** 2
    plain = asked("l5r", "check", rolled=3, kept=2, target=10, raises=1, skilled=False)
    reached = sum(sum(sorted(ways)[1:]) >= 15 for ways in product(range(1, 11), repeat=3))
    assert chance(plain, "success") == F(reached, 10**3)


def test_cortex_prime_total_and_effect() -> None:
    sizes = (6, 6, 8)
    won, effects = 0, 0
    for ways in product(*(range(1, sides + 1) for sides in sizes)):
        left = [(face, sides) for face, sides in zip(ways, sizes, strict=True) if face > 1]
        won += sum(sorted(face for face, _ in left)[-2:]) > 8
        # with three dice left any one of them may be the effect, with fewer it is a d4
        effects += max(sides for _, sides in left) if len(left) == 3 else 4
    about = asked("cortex_prime", "test", d6=2, d8=1)
    assert best(about, "success") == F(won, 6 * 6 * 8)
    assert best(about, "effect") == F(effects, 6 * 6 * 8)
    assert mean(about, "hitches") == F(1, 6) * 2 + F(1, 8)


def test_yahtzee_boxes() -> None:
    # of all ways in which five dice may fall three times, as published: 2783176 in 6**10 make a Yahtzee, played for it
    assert best(asked("yahtzee", "turn", box="yahtzee"), "total") == 50 * F(2783176, 6**10)
    assert best(asked("yahtzee", "turn", box="ones"), "total") == 5 * (1 - F(5, 6) ** 3)
    # a die by itself: roll on below 5 with two rerolls left, below 4 with one
    assert best(asked("yahtzee", "turn", box="chance"), "total") == F(70, 3)


@pytest.mark.parametrize(("box", "won"), [("full house", 25), ("small straight", 30), ("large straight", 40)])
def test_yahtzee_shapes(box: str, won: int) -> None:
    def shows(faces: tuple[int, ...]) -> bool:
        if box == "full house":
            return sorted(faces.count(face) for face in set(faces)) == [2, 3]
        wide = 4 if box == "small straight" else 5
        return any(set(range(low, low + wide)) <= set(faces) for low in range(1, 7 - wide + 1))

    @cache
    def hope(kept: tuple[int, ...], rolls: int) -> F:
        more = list(product(range(1, 7), repeat=5 - len(kept)))
        return sum((value(tuple(sorted(kept + ways)), rolls - 1) for ways in more), F(0)) / len(more)

    @cache
    def value(faces: tuple[int, ...], rolls: int) -> F:
        if not rolls:
            return F(shows(faces))
        return max(hope(kept, rolls) for many in range(6) for kept in set(combinations(faces, many)))

    assert best(asked("yahtzee", "turn", box=box), "total") == won * hope((), 3)


def test_a_turn_of_zombie_dice() -> None:
    odds = {0: (3, 2, 1), 1: (2, 2, 2), 2: (1, 2, 3)}  # brains, footprints, shotguns of green, yellow and red dice
    missing = 2

    @cache
    def going_on(cup: tuple[int, ...], eaten: tuple[int, ...], feet: tuple[int, ...], brains: int, shots: int) -> F:
        if sum(cup) + len(feet) < 3:
            cup, eaten = tuple(map(sum, zip(cup, eaten, strict=True))), (0, 0, 0)
        found, same = F(0), F(0)
        dice = [colour for colour in range(3) for _ in range(cup[colour])]
        hands = list(combinations(dice, 3 - len(feet)))
        for drawn in hands:
            left = tuple(cup[colour] - drawn.count(colour) for colour in range(3))
            hand = (*feet, *drawn)
            for faces in product(range(3), repeat=3):
                p = F(1, len(hands))
                for colour, face in zip(hand, faces, strict=True):
                    p *= F(odds[colour][face], 6)
                bitten = [colour for colour, face in zip(hand, faces, strict=True) if face == 0]
                walking = tuple(sorted(colour for colour, face in zip(hand, faces, strict=True) if face == 1))
                now, hit = brains + len(bitten), shots + faces.count(2)
                if hit >= 3:
                    continue
                if now >= missing:
                    found += p * missing
                elif (left, walking) == (cup, feet):
                    same += p
                else:
                    more = tuple(eaten[colour] + bitten.count(colour) for colour in range(3))
                    found += p * max(F(now), going_on(left, more, walking, now, hit))
        return found / (1 - same)  # three footprints again and again

    assert best(asked("zombie_dice", "turn", missing=missing), "total") == going_on((6, 4, 3), (0, 0, 0), (), 0, 0)


def test_the_first_roll_of_cant_stop() -> None:
    sums = [{a + b, c + d, a + c, b + d, a + d, b + c} for a, b, c, d in product(range(1, 7), repeat=4)]
    assert sum(not found.isdisjoint({6, 7, 8}) for found in sums) == 1192  # as published: 92 %
    moves = F(sum(not found.isdisjoint({2, 3, 12}) for found in sums), 6**4)
    assert best(asked("cant_stop", "turn", first=2, second=3, third=12), "total >= 1") == moves


def test_a_turn_of_cant_stop() -> None:
    columns, tops = (2, 3, 12), (3, 5, 3)

    @cache
    def going_on(at: tuple[int, ...]) -> F:
        found = F(0)
        for a, b, c, d in product(range(1, 7), repeat=4):
            after = set()
            for pair in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
                moved = [min(top, now + pair.count(col)) for now, col, top in zip(at, columns, tops, strict=True)]
                after.add(tuple(moved))
            found += max((max(F(sum(to)), going_on(to)) for to in after - {at}), default=F(0))
        return found / 6**4

    about = asked("cant_stop", "turn", first=2, second=3, third=12)
    assert best(about, "total") == going_on((0, 0, 0))


def test_a_bid_of_liars_dice_is_binomial() -> None:
    about = asked("liars_dice", "bid", quantity=5, hidden=10, mine=2)
    assert chance(about, "holds") == sum(F(comb(10, k) * 5 ** (10 - k), 6**10) for k in range(3, 11))
    wild = asked("liars_dice", "bid", {"ones_are_wild": "yes"}, quantity=5, hidden=10, mine=2)
    assert chance(wild, "holds") == sum(F(comb(10, k) * 2 ** (10 - k), 3**10) for k in range(3, 11))


def test_poker_hands_are_as_many_as_is_known() -> None:
    events = odds_document(asked("poker", "deal"))["events"]
    known = {
        "high_card": 1302540,
        "pair": 1098240,
        "two_pair": 123552,
        "three_of_a_kind": 54912,
        "straight": 10200,
        "flush": 5108,
        "full_house": 3744,
        "four_of_a_kind": 624,
        "straight_flush": 40,
    }
    assert {name: F(events[name]["p"]) * comb(52, 5) for name in known} == known


def test_pig_for_two() -> None:
    goal = 10
    wins = {(me, other): 0.5 for me in range(1, goal + 1) for other in range(1, goal + 1)}

    def value(me: int, other: int, turn: int) -> float:
        if turn >= me:
            return 1
        again = ((1 - wins[other, me]) + sum(value(me, other, turn + face) for face in range(2, 7))) / 6
        return max(again, 1 - wins[other, me - turn]) if turn else again

    for _ in range(60):
        wins = {(me, other): value(me, other, 0) for me, other in wins}
    about = asked("pig_race", "race", missing=goal, other_missing=goal)
    assert float(best(about, "success")) == pytest.approx(wins[goal, goal], abs=1e-9)


def test_resistance_costs_6_less_the_highest() -> None:
    ways = list(product(range(1, 7), repeat=2))
    costs = [-1 if faces == (6, 6) else 6 - max(faces) for faces in ways]
    about = asked("blades_resistance", "resist", attribute=2)
    assert F(best_document(about, "avoided", {"stress": F(1, 10)})["value"]["exact"]) == 1 - F(sum(costs), 360)
    assert best(asked("blades_resistance", "resist", attribute=0, stress_left=5), "trauma") == F(11, 36)


def test_hold_is_spent_to_reach_more() -> None:
    two = [a + b for a, b in product(range(1, 7), repeat=2)]
    held = [3 if read + 1 >= 10 else 1 if read + 1 >= 7 else 0 for read in two]
    about = asked("pbta_hold", "read-and-act", sharp=1, cool=0)
    for least, goal in ((7, "at least weak hit"), (10, "strong hit")):
        reached = sum(act + hold >= least for act, hold in product(two, held))
        assert best(about, goal) == F(reached, 36**2)


def test_year_zero_dice_that_are_pushed() -> None:
    """By the Starter Booklet of Mutant: Year Zero: all but 1s and 6s is rolled again, and 1s of skill dice."""
    dice, skill = 3, 1
    kept = [(1, 6)] * dice + [(6,)] * skill
    won, hurt = F(0), F(0)
    for first in product(range(1, 7), repeat=4):
        again = [range(1, 7) if face not in stay else (face,) for face, stay in zip(first, kept, strict=True)]
        ways = list(product(*again))
        won += F(sum(6 in faces for faces in ways), len(ways) * 6**4)
        hurt += F(sum(faces[:dice].count(1) for faces in ways), len(ways) * 6**4)
    about = asked("year_zero", "check", dice=dice, skill=skill)
    assert best(about, "success") == won
    assert best(about, "trauma") == hurt

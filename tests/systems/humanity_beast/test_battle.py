"""Battles of Humanity and Beast, against a recursion written here over every pair of throws, each 10 rerolled once."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.humanity_beast.pmfs import BEAST, HUMANITY, successes

from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.distribution import Finite, Generating
from oddsmith.errors import BadInput, Undecidable
from oddsmith.rules import Call, Decision, Noted, best, explore, first_option, odds, play, simulate, solve
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM
from oddsmith.systems.humanity_beast.rules.battle_throw import BattleThrow, Blow
from oddsmith.systems.humanity_beast.rules.reading import Reading
from oddsmith.systems.humanity_beast.rules.roll_task import DiceTaken

BATTLE = SYSTEM.action("battle")
BATTLE_WIN = next(event.holds for event in BATTLE.events if event.name == "win")
SMALL = {
    "humanity": 3,
    "beast": 2,
    "willpower": 2,
    "against_humanity": 2,
    "against_beast": 3,
    "against_willpower": 3,
}


def call(inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    names = frozenset(asked) or BATTLE.names
    rules = entered(SYSTEM.house_rules, {"again": "once"} | options)
    return BATTLE.call(entered(BATTLE.inputs, {**SMALL, **inputs}), rules, names)


# --- one round -------------------------------------------------------------------------------------------------------

#: Dice of both colours, and whether a point of Willpower has bought a success.
BeastTaken = tuple[int, int, bool]


@cache
def blows(
    ours: BeastTaken,
    theirs: BeastTaken,
    willpower: int,
    against_willpower: int,
    current: int,
    needed: int = 0,
    less: bool = False,
) -> Mapping[Blow, Fraction]:
    """Every round by every pair of throws. less: damage taken is taken off the current Willpower."""
    law: dict[Blow, Fraction] = {}
    for h, p in successes(HUMANITY, ours[0]).items():
        for b, q in successes(BEAST, ours[1]).items():
            for other_h, r in successes(HUMANITY, theirs[0]).items():
                for other_b, s in successes(BEAST, theirs[1]).items():
                    total, other = h + b + ours[2], other_h + other_b + theirs[2]
                    dealt = min(total - other, against_willpower) if total > other and total >= needed else 0
                    taken = min(other - total, willpower) if other > total and other >= needed else 0
                    blow = Blow(dealt, taken, b > current - taken * less or b > h)
                    law[blow] = law.get(blow, Fraction(0)) + p * q * r * s
    return law


@pytest.mark.parametrize(("needed", "less"), [(0, False), (2, False), (0, True), (3, True)])
def test_a_round_has_the_law_of_all_pairs_of_throws(needed: int, less: bool) -> None:
    how = Reading(again="once")
    for willpower, against_willpower in ((1, 4), (3, 2)):
        clash = BattleThrow(
            how,
            DiceTaken(2, 2, "neither"),
            DiceTaken(3, 1),
            willpower,
            against_willpower,
            willpower,
            needed,
            after_damage=less,
            looks=True,
        )
        expected = blows((2, 2, True), (3, 1, False), willpower, against_willpower, willpower, needed, less)
        assert {blow: p for blow, p in clash.distribution().items() if p} == expected


@pytest.mark.parametrize("colour", ["humanity", "beast"])
def test_an_assured_success_counts_as_its_colour(colour: Any) -> None:
    clash = BattleThrow(
        Reading(again="once"), DiceTaken(1, 1, colour), DiceTaken(1, 0), 3, 3, 3, 0, after_damage=False, looks=True
    )
    checked = Fraction(0)
    for h, p in successes(HUMANITY, 1).items():
        for b, q in successes(BEAST, 1).items():
            checked += p * q * (b + (colour == "beast") > h + (colour == "humanity"))
    assert clash.distribution().p(lambda blow: blow.checked) == checked


@given(st.integers(1, 6), st.integers(0, 5), st.integers(0, 5), st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=8, deadline=None)
def test_unbounded_rounds_are_exact_and_rolls_agree_with_them(
    humanity: int, beast: int, against: int, willpower: int, against_willpower: int
) -> None:
    clash = BattleThrow(
        Reading(),
        DiceTaken(humanity, beast),
        DiceTaken(3, against),
        willpower,
        against_willpower,
        willpower,
        0,
        False,
        True,
    )
    law = clash.distribution()
    assert isinstance(law, Finite)
    assert law.unresolved == 0
    runs, source = 200, SeededSource("clash")
    rolled = [clash.roll(source).value for _ in range(runs)]
    for holds in (lambda blow: blow.checked, lambda blow: blow.dealt > 0, lambda blow: blow.taken >= willpower):
        p = float(law.p(holds))
        assert abs(sum(map(holds, rolled)) / runs - p) <= 5 * sqrt(p * (1 - p) / runs) + 1e-12


# --- whole battles ---------------------------------------------------------------------------------------------------


def takes(humanity: int, beast: int, willpower: int, spends: bool) -> list[BeastTaken]:
    points = (False, True) if spends and willpower else (False,)
    return [(humanity, b, bought) for bought in points for b in range(beast + 1)]


@cache
def value(willpower: int, against_willpower: int, checked: bool, order: str, clean: bool) -> Fraction:
    """The chance to win (clean: without a Humanity check) under best play of both. A round that changes nothing is
    played again in the same way, so it can be left out."""
    if not willpower or not against_willpower:
        return Fraction(willpower > 0 and not (clean and checked))

    def worth(ours: BeastTaken, theirs: BeastTaken) -> Fraction:
        left, against_left = willpower - ours[2], against_willpower - theirs[2]
        stays, total = Fraction(0), Fraction(0)
        for blow, p in blows(ours, theirs, left, against_left, left).items():
            after = (left - blow.taken, against_left - blow.dealt, checked or (clean and blow.checked))
            if after == (willpower, against_willpower, checked):
                stays += p
            else:
                total += p * value(*after, order, clean)
        return total / (1 - stays)

    mine, theirs = takes(3, 2, willpower, True), takes(2, 3, against_willpower, True)
    if order == "player-first":
        return max(min(worth(m, t) for t in theirs) for m in mine)
    return min(max(worth(m, t) for m in mine) for t in theirs)


@pytest.mark.parametrize("order", ["player-first", "opponent-first"])
def test_best_play_of_both_sides_is_that_of_a_recursion_over_all_rounds(order: str) -> None:
    solution = best(call({"order": order}, "win"), of=BATTLE_WIN)
    assert solution.value == value(2, 3, False, order, False)
    clean = best(
        call({"order": order}, "win", "humanity_check"),
        of=lambda o: o.against_willpower == 0 < o.willpower and not o.checked,
    )
    assert clean.value == value(2, 3, False, order, True)


def test_what_is_decided_at_once_is_worth_no_less_than_first_and_no_more_than_second() -> None:
    def clean(outcome: Any) -> bool:
        return bool(outcome.against_willpower == 0 < outcome.willpower and not outcome.checked)

    inputs = {"willpower": 1, "against_willpower": 2}
    found = {
        order: best(call(inputs | {"order": order, "rounds": 3}, "win", "humanity_check"), of=clean).value
        for order in ("player-first", "at-once", "opponent-first")
    }
    assert found["player-first"] <= found["at-once"] <= found["opponent-first"]


def test_a_loop_of_secret_decisions_that_is_worth_no_fraction_asks_for_a_limit() -> None:
    inputs = {"humanity": 7, "beast": 3, "willpower": 2, "against_humanity": 5, "against_beast": 5, "order": "at-once"}
    asked = call(inputs | {"against_willpower": 1}, "win", "humanity_check", again="chain")
    with pytest.raises(Undecidable):
        best(asked, of=lambda o: o.against_willpower == 0 < o.willpower and not o.checked)


def test_without_decisions_a_battle_is_an_absorbing_chain() -> None:
    @cache
    def win(willpower: int, against_willpower: int) -> Fraction:
        if not willpower or not against_willpower:
            return Fraction(willpower > 0)
        law = blows((3, 2, False), (2, 3, False), willpower, against_willpower, willpower)
        stays = sum(p for blow, p in law.items() if not blow.dealt and not blow.taken)
        onward = sum(
            p * win(willpower - blow.taken, against_willpower - blow.dealt)
            for blow, p in law.items()
            if blow.dealt or blow.taken
        )
        return Fraction(onward / (1 - stays))

    wins, loses, draws = (odds(call({}), first_option, of=event.holds).p(bool) for event in BATTLE.events[:3])
    assert (wins, loses) == (win(2, 3), 1 - win(2, 3))
    assert draws == 0


def test_the_number_of_rounds_has_no_limit_and_is_exact() -> None:
    @cache
    def rounds(willpower: int, against_willpower: int) -> Fraction:
        if not willpower or not against_willpower:
            return Fraction(0)
        law = blows((3, 2, False), (2, 3, False), willpower, against_willpower, willpower)
        stays = sum(p for blow, p in law.items() if not blow.dealt and not blow.taken)
        onward = sum(
            p * rounds(willpower - blow.taken, against_willpower - blow.dealt)
            for blow, p in law.items()
            if blow.dealt or blow.taken
        )
        return Fraction((1 + onward) / (1 - stays))

    distribution = odds(call({}, "rounds"), first_option, of=lambda battle: battle.rounds)
    assert isinstance(distribution, Generating)
    assert distribution.mean == rounds(2, 3)


def test_fewer_humanity_dice_never_help_so_that_all_are_taken() -> None:
    """The module leaves such options out; here they are offered for one round, against every answer."""

    def worst(ours: BeastTaken, current: int) -> Fraction:
        found = []
        for theirs in takes(2, 3, 3, False):
            law = blows(ours, theirs, 2, 3, current)
            found.append(sum((p for b, p in law.items() if b.dealt and not b.checked), Fraction(0)))
        return min(found)

    for beast in range(3):
        for bought in (False, True):
            chances = [worst((humanity, beast, bought), 2) for humanity in range(1, 4)]
            assert chances == sorted(chances)


def test_one_that_always_takes_all_has_no_decision() -> None:
    fixed = call({"against_take": "all", "against_spend": "none"}, "win")
    assert {decision.who for decision in explore(fixed).decisions.values()} == {"player"}
    both = call({"against_take": "all", "against_spend": "none", "take": "all", "spend": "none"}, "win")
    assert odds(both, of=BATTLE_WIN) == odds(call({}, "win"), first_option, of=BATTLE_WIN)


def test_a_limit_on_rounds_leaves_battles_undecided() -> None:
    short = solve(
        explore(
            call(
                {"rounds": 1, "take": "all", "spend": "none", "against_take": "all", "against_spend": "none"},
                "win",
                "draw",
            )
        ),
        BATTLE.events[2].holds,
    )
    law = blows((3, 2, False), (2, 3, False), 2, 3, 2)
    assert short.value == 1 - sum(p for blow, p in law.items() if blow.dealt == 3 or blow.taken == 2)


def test_the_trail_tells_payments_damage_and_the_end() -> None:
    def spends(decision: Decision) -> Any:
        return next(option for option in decision.options if "Willpower" in str(option))

    faces = "7,7,1,6,6," + "1,1,1,1,1"  # 4 successes and the assured one against the assured one: 4 damage
    run = play(call({"against_willpower": 4}), ScriptedSource(faces.split(",")), spends)
    notes = [entry.text for entry in run.trail if isinstance(entry, Noted)]
    assert notes == [
        "the player pays 1 Willpower for one assured success",
        "the opponent pays 1 Willpower for one assured success",
        "Willpower 1 against 0",
        "possible Humanity loss: a Humanity check is due after the battle",
        "the opponent is out of Willpower",
    ]
    assert (run.outcome.willpower, run.outcome.against_willpower, run.outcome.checked, run.outcome.rounds) == (
        1,
        0,
        True,
        1,
    )


def test_what_is_simulated_agrees_with_the_odds() -> None:
    runs = 100_000
    counts = simulate(call({}), runs, first_option, seed=5).counts
    p = float(odds(call({}, "win"), first_option, of=BATTLE_WIN).p(bool))
    share = sum(n for outcome, n in counts.items() if BATTLE.events[0].holds(outcome)) / runs
    assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs)


@pytest.mark.parametrize("inputs", [{"humanity": 0, "beast": 0}, {"against_beast": 9}, {"willpower": 0}, {"rounds": 0}])
def test_impossible_sides_are_refused(inputs: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        call(inputs)


def test_where_nobody_can_win_a_round_a_limit_is_asked_for() -> None:
    few = {"humanity": 1, "beast": 0, "against_humanity": 1, "against_beast": 0, "difficulty": 3}
    with pytest.raises(BadInput, match="rounds"):
        call(few, contest="meet-difficulty")
    limited = call({**few, "rounds": 2}, "draw", contest="meet-difficulty")
    assert odds(limited, first_option, of=BATTLE.events[2].holds).p(bool) == 1
    endless = call({**few, "difficulty": 2}, "win", contest="meet-difficulty")
    assert odds(endless, first_option, of=BATTLE_WIN).unresolved == 0


# --- a reroll after the roll -----------------------------------------------------------------------------------------


def single(p: Fraction) -> dict[int, Fraction]:
    """Successes of one die that succeeds so often, and whose 10 is rerolled once."""
    return {0: 1 - p, 1: p - F10 + F10 * (1 - p), 2: F10 * p}


F10 = Fraction(1, 10)
ONE_HUMANITY, ONE_BEAST = single(Fraction(4, 10)), single(Fraction(5, 10))


def won(known: Mapping[tuple[int, int], Fraction], own: int, other: int, lead: int) -> tuple[Fraction, Fraction]:
    """The chance to win once the lead is known, and how much of it is this same round again."""
    after = max(own - max(-lead, 0), 0), max(other - max(lead, 0), 0)
    if not all(after):
        return Fraction(after[0] > 0), Fraction(0)
    return (Fraction(0), Fraction(1)) if after not in known else (known[after], Fraction(0))


def round_worth(known: Mapping[tuple[int, int], Fraction], here: tuple[int, int], guess: Fraction) -> Fraction:
    """The best use of the point where this round again is worth `guess`: each die of 1H+1B against 1H+1B seen."""
    own, other = here

    def worth(own_left: int, lead: int) -> Fraction:
        sure, again = won(known, own_left, other, lead)
        return sure + (guess if again else 0)

    throws = [
        (h, b, x + y, p * q * r * s)
        for (h, p), (b, q) in product(ONE_HUMANITY.items(), ONE_BEAST.items())
        for (x, r), (y, s) in product(ONE_HUMANITY.items(), ONE_BEAST.items())
    ]
    none = sum(p * worth(own, h + b - theirs) for h, b, theirs, p in throws)
    before = sum(p * worth(own - 1, h + b + 1 - theirs) for h, b, theirs, p in throws)
    after = Fraction(0)
    for h, b, theirs, p in throws:
        keep = worth(own, h + b - theirs)
        human = sum(q * worth(own - 1, x + b - theirs) for x, q in ONE_HUMANITY.items())
        beast = sum(q * worth(own - 1, h + x - theirs) for x, q in ONE_BEAST.items())
        after += p * max(keep, human, beast)
    return max(Fraction(none), Fraction(before), after)


def test_a_point_may_reroll_a_die_after_the_roll() -> None:
    known: dict[tuple[int, int], Fraction] = {}
    for here in sorted(((own, other) for own in (1, 2, 3) for other in (1, 2, 3)), key=sum):
        guess, step = Fraction(0), Fraction(1, 10**9)  # the worth is where the guess comes out as itself
        while (found := round_worth(known, here, guess)) != guess:
            slope = (round_worth(known, here, guess + step) - found) / step
            guess = (found - slope * guess) / (1 - slope)
        known[here] = guess
    sides = {"humanity": 1, "beast": 1, "willpower": 3, "take": "all", "spend": "either"}
    inputs = sides | {f"against_{name}": value for name, value in sides.items()} | {"against_spend": "none"}
    plan = best(call(inputs, "win"), of=BATTLE_WIN)
    assert plan.distribution.unresolved == 0
    assert plan.value == known[3, 3]
    before = best(call(inputs | {"spend": "open"}, "win"), of=BATTLE_WIN).value
    assert plan.value > before


def test_unbounded_rerolls_are_worth_what_a_reader_found() -> None:
    sides = {"humanity": 1, "beast": 1, "willpower": 4}
    inputs = sides | {f"against_{name}": value for name, value in sides.items()}
    options = {"again": "chain"}
    for spend, expected in (("open", 0.58827), ("either", 0.58862)):
        plan = best(call(inputs | {"spend": spend, "against_spend": "none"}, "win", **options), of=BATTLE_WIN)
        assert float(plan.value) == pytest.approx(expected, abs=5e-6)
        assert plan.distribution.unresolved < Fraction(1, 10**6)


def test_actions_demand_dice() -> None:
    taken = explore(call({"min_beast": 1, "against_min_beast": 2, "spend": "none", "against_spend": "none"}, "win"))
    hands = {decision.who: set(decision.options) for decision in taken.decisions.values()}
    assert hands == {"player": {"3H+2B", "3H+1B"}, "opponent": {"2H+3B", "2H+2B"}}
    with pytest.raises(BadInput, match="min_beast"):
        call({"min_beast": 3}, "win")


def test_more_willpower_left_is_another_way_to_win() -> None:
    # one die each, one round: more successes leave more Willpower, though nobody is out of it
    sides = {"humanity": 1, "beast": 0, "willpower": 5, "spend": "none"}
    inputs = sides | {f"against_{name}": value for name, value in sides.items()} | {"rounds": 1}
    events = {event.name: event.holds for event in BATTLE.events}
    law = odds(call(inputs, "ahead"), first_option)
    more = ONE_HUMANITY[1] * ONE_HUMANITY[0] + ONE_HUMANITY[2] * (ONE_HUMANITY[0] + ONE_HUMANITY[1])
    assert law.p(events["ahead"]) == law.p(events["behind"]) == more
    assert law.p(events["win"]) == 0


def test_a_reroll_may_keep_a_humanity_check_away() -> None:
    # R3.9, R3.10: 1H+1B at Willpower 3; the point that a reroll costs lowers the current Willpower to 2.
    calm = Fraction(0)
    for (h, p), (b, q) in product(ONE_HUMANITY.items(), ONE_BEAST.items()):
        human = sum(r for x, r in ONE_HUMANITY.items() if b <= min(x, 2))
        beast = sum(r for x, r in ONE_BEAST.items() if x <= min(h, 2))
        calm += p * q * max(int(b <= min(h, 3)), human, beast)
    sides = {"humanity": 1, "beast": 1, "willpower": 3, "take": "all"}
    inputs = sides | {f"against_{name}": value for name, value in sides.items()}
    inputs |= {"spend": "either", "against_spend": "none", "rounds": 1}
    assert best(call(inputs, "humanity_check"), lambda battle: not battle.checked).value == calm


@pytest.mark.parametrize(
    ("changed", "avoided"), [({}, 1), ({"min_beast": 1}, Fraction(1, 2)), ({"take": "all"}, Fraction(1, 8))]
)
def test_no_die_is_taken_with_a_success_that_is_bought_alone(changed: dict[str, Any], avoided: Fraction) -> None:
    """G3.12: of three Beast dice any success is a Humanity check (R3.10); without a die there is none."""
    inputs = {
        "humanity": 0,
        "beast": 3,
        "willpower": 2,
        "against_humanity": 2,
        "against_beast": 0,
        "against_willpower": 1,
    }
    asked = call(inputs | {"rounds": 1} | changed, "humanity_check")
    assert best(asked, lambda outcome: not outcome.checked).value == avoided

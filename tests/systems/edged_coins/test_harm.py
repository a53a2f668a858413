"""Edged Coins: damage, attacks, falls and fire.

Expected values are the exact results of the rules page (4f, G4.5), closed formulas, and plain recursion over fractions
(`by_hand`).
"""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.edged_coins import by_hand
from tests.systems.edged_coins.questions import answer, call, choices, facts, run, solved, warnings
from tests.systems.questions import notes

from oddsmith.errors import BadInput
from oddsmith.rules import first_option, odds, simulate
from oddsmith.rules.language.saved import decoded, encoded
from oddsmith.systems.edged_coins.rules.damage import Harm
from oddsmith.systems.edged_coins.rules.fire import FireOutcome

F = Fraction
#: 4f: mean of unlimited damage by Potency.
UNLIMITED = {-1: F(8, 7), 0: F(4, 3), 1: F(2), 2: F(4), 3: F(16, 3), 4: F(8), 5: F(16), 6: F(8)}
#: 4f: mean of armed damage by difference of Power.
ARMED = {-3: F(43, 32), -2: F(11, 8), -1: F(3, 2), 0: F(2), 1: F(5, 2), 2: F(23, 8), 3: F(101, 32)}


def powers(difference: int) -> dict[str, int]:
    return {"attack_power": max(0, difference), "armor_power": max(0, -difference)}


# --- the damage chain ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("potency", UNLIMITED)
def test_unlimited_damage_is_geometric(potency: int) -> None:
    damage = answer("damage", {"potency": potency})["damage"]
    p = by_hand.CHANCE[potency]
    assert damage.mean == UNLIMITED[potency]
    assert [damage.pmf(1 + n) for n in range(60)] == [p**n * (1 - p) for n in range(60)]


@pytest.mark.parametrize("difference", ARMED)
def test_armed_damage_has_the_changed_potency_for_as_many_tosses_as_powers_differ(difference: int) -> None:
    damage = answer("damage", powers(difference))["damage"]
    assert damage.mean == ARMED[difference]
    m = by_hand.CHANCE[1 + (difference > 0) - (difference < 0)]
    reached = [m ** min(n, abs(difference)) * F(1, 2) ** max(0, n - abs(difference)) for n in range(20)]
    assert [damage.at_least(1 + n) for n in range(20)] == reached
    assert facts("damage", powers(difference))["power_difference"] == difference


@pytest.mark.parametrize("difference", range(-5, 6))
def test_other_readings_of_the_difference_count_one_more_toss_or_end_the_chain(difference: int) -> None:
    m, d = by_hand.CHANCE[1 + (difference > 0) - (difference < 0)], abs(difference)
    changed = 1 + d if difference else 0
    wider = answer("damage", powers(difference), power_difference="scope+1")["damage"]
    assert wider.mean == 1 + sum(m**i for i in range(1, changed + 1)) + m**changed
    capped = answer("damage", powers(difference), power_difference="cap-explosions")["damage"]
    assert capped.mean == 1 + sum(m**i for i in range(1, d + 2))
    assert capped.maximum == d + 2
    fewest = answer("damage", powers(difference), power_difference="cap-tosses")["damage"]
    assert fewest.mean == 1 + sum(m**i for i in range(1, d + 1))
    assert fewest.maximum == d + 1


def test_capping_explosions_lets_heavier_armor_help_the_attacker() -> None:
    # G4.5: 1.3125 at -1, 1.333 at -4
    mean = {d: answer("damage", powers(d), power_difference="cap-explosions")["damage"].mean for d in (-1, -4)}
    assert mean[-1] == F(21, 16)
    assert mean[-1] < mean[-4] < F(4, 3)


def test_a_trail_says_why_the_chain_stopped() -> None:
    # Powers differ by 1: the first toss is of Bronze, the next of Copper
    played = run("T,H,H,T", "", "damage", powers(1))
    assert played.outcome == Harm(3)
    assert notes(played) == ["success", "success", "failure", "stops: no success"]
    assert notes(run("H,T", "", "damage", powers(1), power_difference="cap-tosses"))[-2:] == [
        "stops: the difference of the Powers allows no further toss",
        "stops: no success",
    ]
    assert notes(run("H", "", "damage", {"hc": 2}))[-1] == "stops: one more point, and no HC left"
    assert notes(run("", "", "damage", {"hc": 1})) == ["1 point: no HC left"]
    assert notes(run("T", "", "damage", {"hc": 3}))[-1] == "stops: no success; 2 HC left"


@pytest.mark.parametrize("hc", [1, 2, 5])
def test_damage_beyond_the_last_hc_is_no_matter(hc: int) -> None:
    free, limited = answer("damage", powers(2))["damage"], answer("damage", {"hc": hc} | powers(2))
    assert limited["damage"] == free.capped(hc)
    assert limited["down"] == free.at_least(hc)
    assert answer("damage", powers(2))["down"] == 0
    assert any("0 HC" in warning for warning in warnings("damage", {"hc": hc}))


def test_unarmed_attacks_may_be_lowered_by_armor() -> None:
    # G4.6: Power 0 against armor, Potency 0 becomes -1 for as many tosses
    assert answer("damage", {"potency": 0, "armor_power": 1})["damage"].mean == 1 + F(1, 8) * F(4, 3)


# --- with purses -----------------------------------------------------------------------------------------------------


def test_both_sides_may_make_an_effort_before_every_toss_of_the_chain() -> None:
    played = run("H,T,H,T,T", "effort,no effort,no effort,effort", "damage", {"ec": 3, "opposing_ec": 3, "hc": 9})
    # the attacker's effort makes Copper Bronze; the second toss is of Copper; then the victim's effort makes it Iron
    assert played.outcome == Harm(3, 2, 2)
    assert [who for who, _ in choices(played)] == ["player", "opponent", "opponent", "opponent"]


@settings(max_examples=30)
@given(st.integers(0, 2), st.integers(-2, 2), st.integers(1, 4), st.integers(0, 16), st.integers(0, 21))
def test_the_best_damage_is_what_plain_recursion_says(
    potency: int, difference: int, hc: int, ec: int, opposing_ec: int
) -> None:
    inputs = {"potency": potency, "hc": hc, "ec": ec, "opposing_ec": opposing_ec} | powers(difference)
    expected = by_hand.chain(potency, difference, hc, ec, opposing_ec, lambda left, *_: F(hc - left))
    assert solved("damage", inputs, "damage").value == expected


def test_unlimited_damage_with_a_purse_is_solved_without_a_limit() -> None:
    # one effort at Potency 1: before which toss does not matter to the first; p = 3/4 once, 1/2 for ever after
    solution = solved("damage", {"ec": 2}, "damage")
    assert solution.value == 1 + F(3, 4) * 2
    assert solution.distribution.mean == solution.value
    assert answer("damage", {"ec": 2})["damage"].mean == 2


def test_an_effort_in_power_may_change_the_difference_instead() -> None:
    # G4.7: difference 0 becomes 1 for that toss, so one toss of Bronze; without the effort there would be none at all
    options: dict[str, Any] = {"power_effort": "difference", "power_difference": "cap-tosses"}
    assert answer("damage", {"ec": 2}, **options)["damage"].mean == 1
    assert solved("damage", {"ec": 2}, "damage", **options).value == 1 + F(3, 4)
    assert solved("damage", {"ec": 2}, "damage", power_effort="difference").value == 1 + F(3, 4) * 2


def test_a_chain_may_be_answered_as_a_whole() -> None:
    # a success undone leaves 1 point, a bought one 2
    efforts = "no effort,no effort,no effort"
    inverted = run("H,H,T", f"{efforts},invert", "damage", {"hc": 9, "opposing_ec": 20}, chain="whole")
    assert inverted.outcome == Harm(1, 0, 20)
    bought = run("T", "no effort,buy", "damage", {"hc": 9, "ec": 10}, chain="whole")
    assert bought.outcome == Harm(2, 10)
    again = run("T,H,T", "no effort,re-toss", "damage", {"hc": 9, "ec": 6}, chain="whole")
    assert again.outcome == Harm(2, 5)
    with pytest.raises(BadInput) as caught:
        call("damage", {"ec": 5}, chain="whole")
    assert caught.value.field == "hc"
    assert answer("damage", {"ec": 4}, chain="whole")["damage"].mean == 2
    cheaper: list[tuple[dict[str, int], dict[str, Any]]] = [
        ({"ec": 4}, {"buy_price": 3}),
        ({"opposing_ec": 12}, {"invert_price": 10}),
    ]
    for purses, prices in cheaper:
        with pytest.raises(BadInput) as caught:
            call("damage", purses, chain="whole", **prices)
        assert caught.value.field == "hc"


def test_runs_and_odds_of_unlimited_damage_tell_what_was_spent_too() -> None:
    whole = call("damage", {"ec": 30, "opposing_ec": 30})
    simulated = simulate(whole, 100_000, lambda decision: decision.options[-1], seed=3)
    assert {type(outcome) for outcome in simulated.counts} == {Harm}
    assert max(outcome.ec_spent for outcome in simulated.counts) <= 30
    exact = odds(call("damage", {"ec": 30, "opposing_ec": 30}, "ec_spent"), lambda decision: decision.options[-1])
    assert exact.unresolved == 0
    spent = sum(n * outcome.ec_spent for outcome, n in simulated.counts.items()) / 100_000
    assert abs(spent - float(exact.map(lambda harm: harm.ec_spent).mean)) < 5 * 15 / 100_000**0.5


# --- attacks ---------------------------------------------------------------------------------------------------------


@given(st.integers(-1, 6), st.integers(-1, 6), st.integers(-3, 3))
def test_an_attack_is_a_toss_and_on_a_hit_damage(rank: int, opposing_rank: int, difference: int) -> None:
    toss = {"rank": rank, "opposing_rank": opposing_rank}
    found = answer("attack", toss | powers(difference))
    hit = answer("toss", toss)["success"]
    assert found["hit"] == hit
    assert found["damage"].mean == hit * ARMED[difference]
    assert found["damage"].pmf(0) == 1 - hit


@settings(max_examples=20)
@given(st.integers(0, 4), st.integers(1, 3), st.integers(0, 14), st.integers(0, 20))
def test_the_best_attack_is_what_plain_recursion_says(rank: int, hc: int, ec: int, opposing_ec: int) -> None:
    def landed(success: bool, own: int, others: int) -> Fraction:
        if not success:
            return F(0)
        return by_hand.chain(1, 1, hc, own, others, lambda left, *_: F(hc - left))

    inputs = {"rank": rank, "attack_power": 1, "hc": hc, "ec": ec, "opposing_ec": opposing_ec}
    assert solved("attack", inputs, "damage").value == by_hand.attempt(rank, ec, opposing_ec, landed)


def test_a_hit_can_be_wanted_whatever_damage_it_does() -> None:
    inputs = {"rank": 2, "ec": 20, "opposing_ec": 35}
    assert solved("attack", inputs, "hit").value == solved("toss", inputs, "success").value


def test_an_attack_that_misses_does_nothing() -> None:
    played = run("T,T", "", "attack", {"rank": 2})
    assert played.outcome == Harm(0)
    assert notes(played) == ["failure", "misses"]
    assert run("T,T", "", "attack", {"rank": 2, "hc": 3}).outcome == Harm(0)


# --- falls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metres", "potency"), [(0, 0), (2, 0), (3, 1), (8, 2), (15, 5), (18, 6), (300, 6)])
def test_a_fall_has_one_potency_for_every_3_metres(metres: int, potency: int) -> None:
    assert facts("fall", {"metres": metres}) == {"potency": potency}
    assert answer("fall", {"metres": metres})["damage"].mean == UNLIMITED[potency]
    assert any("highest is 6" in warning for warning in warnings("fall", {"metres": metres})) == (metres >= 21)


@pytest.mark.parametrize("beyond", ["automatic", "reject"])
def test_a_fall_past_the_ladder_says_that_rules_of_skills_are_not_about_it(beyond: str) -> None:
    # G4.12: 30 metres would be Potency 10, which counts as 6 whatever a table does with ranks of skills (G4.2)
    assert answer("fall", {"metres": 30}, beyond=beyond)["damage"].mean == UNLIMITED[6]
    assert any("is about skills" in warning for warning in warnings("fall", {"metres": 30}, beyond=beyond))
    assert not any("is about skills" in warning for warning in warnings("fall", {"metres": 30}))


def test_a_short_fall_may_do_nothing() -> None:
    assert answer("fall", {"metres": 2}, short_fall="no-damage")["damage"].mean == 0
    assert answer("fall", {"metres": 3}, short_fall="no-damage")["damage"].mean == 2
    assert notes(run("", "", "fall", {"metres": 2}, short_fall="no-damage")) == ["no damage"]


def test_power_has_no_part_in_some_sources() -> None:
    # R4.8: as with a trap; then no reading of the difference limits the chain
    inputs = {"potency": 2, "power_counts": False}
    assert answer("damage", inputs, power_difference="cap-tosses")["damage"].mean == UNLIMITED[2]
    assert facts("damage", inputs)["power_difference"] is None
    with pytest.raises(BadInput, match="power_counts: 'no' is not allowed"):
        call("damage", inputs | {"armor_power": 1})


def test_armor_does_not_soften_a_fall_whatever_powers_mean() -> None:
    assert answer("fall", {"metres": 9}, power_difference="cap-tosses")["damage"].mean == UNLIMITED[3]
    assert answer("fall", {"metres": 9, "hc": 3})["down"] == by_hand.CHANCE[3] ** 2


# --- fire ------------------------------------------------------------------------------------------------------------


def burns(potency: int, hc: int, same: bool, declines: bool) -> dict[tuple[int, int], Fraction]:
    """Damage and rounds of a fire, by plain recursion. declines: never to toss a second time for the fire."""
    found: dict[tuple[int, int], Fraction] = {}
    p = by_hand.CHANCE[min(6, potency)]

    def on(rank: int) -> Fraction:
        return F(3, 4) if declines and 3 <= rank <= 5 else by_hand.CHANCE[rank]

    def end(lost: int, rounds: int, weight: Fraction) -> None:
        found[lost, rounds] = found.get((lost, rounds), F(0)) + weight

    def hurt(lost: int, damage: int, rounds: int, weight: Fraction) -> None:
        if lost + damage >= hc:
            end(hc, rounds, weight)
            return
        end(lost + damage, rounds, weight * (1 - on(min(6, damage))))
        again(lost + damage, damage, rounds + 1, weight * on(min(6, damage)))

    def again(lost: int, damage: int, rounds: int, weight: Fraction) -> None:
        if same:
            hurt(lost, damage, rounds, weight)
        else:
            burn(lost, rounds, weight)

    def burn(lost: int, rounds: int, weight: Fraction) -> None:
        for damage in range(1, hc - lost):
            hurt(lost, damage, rounds, weight * p ** (damage - 1) * (1 - p))
        hurt(lost, hc - lost, rounds, weight * p ** (hc - lost - 1))

    burn(0, 1, F(1))
    return found


@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize(("potency", "hc"), [(0, 3), (1, 6), (2, 7), (5, 8)])
def test_a_fire_burns_on_while_the_damage_tosses_succeed(potency: int, hc: int, same: bool) -> None:
    expected = burns(potency, hc, same, declines=False)
    reading = "same" if same else "new"
    outcomes = odds(call("fire", {"potency": potency, "hc": hc}, fire_damage=reading), first_option)
    assert {(o.damage, o.rounds): w for o, w in outcomes.items()} == expected
    found = answer("fire", {"potency": potency, "hc": hc}, fire_damage=reading)
    assert found["down"] == 1 - found["free"] == sum(w for (lost, _), w in expected.items() if lost == hc)


@pytest.mark.parametrize("damage", range(1, 6))
def test_rounds_of_constant_damage_are_geometric(damage: int) -> None:
    # 4f: mean 1 / (1 - p(d)) rounds; shown by the rounds before HC run out, given the damage of the first
    hc = 10 * damage
    outcomes = odds(call("fire", {"potency": 6, "hc": hc}, fire_damage="same"), first_option)
    lasted = {o.rounds: w for o, w in outcomes.items() if not o.down and o.damage == damage * o.rounds}
    p = by_hand.CHANCE[damage]
    assert [lasted[n + 1] / lasted[n] for n in range(1, 9)] == [p] * 8


def test_whoever_burns_does_well_to_decline_a_second_toss() -> None:
    solution = solved("fire", {"potency": 3, "hc": 6}, "free")
    expected = burns(3, 6, same=False, declines=True)
    assert solution.value == sum(w for (lost, _), w in expected.items() if lost < 6)
    assert {advice.best for advice in solution.decisions} == {"decline"}
    # 3 points, and so the toss of Silver; its second toss is as Iron
    declined = run("H,H,T,T,T", "decline", "fire", {"potency": 1, "hc": 9})
    assert declined.outcome == FireOutcome(damage=3, rounds=1, down=False, ec_spent=0)
    tossed = run("H,H,T,T,T,H,H,T,T", "toss again", "fire", {"potency": 1, "hc": 9})
    assert tossed.outcome == FireOutcome(damage=4, rounds=2, down=False, ec_spent=0)
    assert "burns on: round 2" in notes(tossed)


def test_coins_help_against_fire_only_where_the_table_says_so() -> None:
    inputs: dict[str, Any] = {"potency": 5, "hc": 3, "ec": 20}
    with pytest.raises(BadInput, match="fire_answers"):
        call("fire", inputs)
    helped = solved("fire", inputs, "free", fire_answers="yes")
    assert helped.value > solved("fire", inputs | {"ec": 0}, "free").value
    options = {option for advice in helped.decisions for option in advice.decision.options}
    assert {"force", "invert"} <= options
    # nobody plays the fire, so under the table of prices it cannot be inverted
    unplayed = solved("fire", inputs, "free", fire_answers="yes", inverting="table")
    assert not any("invert" in advice.decision.options for advice in unplayed.decisions)


# --- sessions that were saved when damage without a limit had rules of its own ---------------------------------------


@pytest.mark.parametrize("place", ["oddsmith.systems.edged_coins.damage", "oddsmith.systems.edged_coins.rules.damage"])
def test_a_blow_that_was_saved_by_its_own_rule_is_that_of_today(place: str) -> None:
    today = encoded(call("damage", {"attack_power": 2, "ec": 3, "opposing_ec": 1}))
    source, _, ec, opposing_ec = today["args"]
    account = {"record": f"{place}:Account", "fields": [3, 1, True]}
    saved = {"call": f"{place}:hurt_and_pay", "args": [source, ec, opposing_ec, account], "gain": 0}
    assert decoded(saved) == call("damage", {"attack_power": 2, "ec": 3, "opposing_ec": 1})

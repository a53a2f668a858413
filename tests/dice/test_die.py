"""Dice: faces, weights, equality, and what the rules do with each throw."""

from fractions import Fraction

import pytest

from oddsmith.dice import Deck, Die, SeededSource, coin, d, d6, d10, d20, d100, fudge, parse, rps
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, TooLarge


def test_a_die_listed_by_hand_equals_the_one_that_is_not_listed():
    assert Die([3, 1, 2, 6, 5, 4]) == d6 == Die.sided(6) == Die(range(1, 7))
    assert hash(Die([1, 2, 3, 4, 5, 6])) == hash(d6)


def test_repeated_faces_add_their_weights_and_weights_are_in_lowest_terms():
    assert Die([0, 0, 1]) == Die([0, 1], [2, 1]) == Die([1, 0], [3, 6])
    assert Die([0, 0, 1]).total == 3


def test_the_name_of_a_die_is_not_part_of_its_equality():
    assert Die(["H", "T"]) == coin


def test_a_huge_die_is_made_and_rolled_without_listing_its_faces():
    huge = Die.sided(9_999_999_999)
    assert huge.total == 9_999_999_999
    assert huge.face_at(9_999_999_998) == 9_999_999_999
    assert huge.find("7777777777") == 7_777_777_777
    assert huge.distribution().mean == 5_000_000_000
    with pytest.raises(TooLarge, match="9,999,999,999 faces"):
        huge.with_minimum(2).distribution()
    exploding = huge.explode(at_least=9_999_999_000)
    assert str(exploding) == "d9999999999!>=9999999000"


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Die.sided(0), "sides"),
        (lambda: Die.sided(-3), "sides"),
        (lambda: Die.sided(True), "sides"),
        (lambda: Die([]), "faces"),
        (lambda: Die([1, 2.5]), "faces"),  # type: ignore[type-var]
        (lambda: Die([1, True]), "faces"),
        (lambda: Die([1, 2], [1]), "weights"),
        (lambda: Die([1, 2], [1, 0]), "weights"),
        (lambda: Die.sided(1).explode(), "explode"),
        (lambda: d6.explode(at_least=1), "explode"),
        (lambda: d6.reroll(at_most=6), "reroll"),
        (lambda: d6.reroll(6).explode(at_least=6).reroll(at_most=5), "explode"),
        (lambda: d6.explode(limit=-1), "limit"),
        (lambda: d6.reroll(times=-1), "times"),
        (lambda: d6.with_minimum(4).with_maximum(3), "minimum"),
        (lambda: coin.compound("H"), "die"),
        (lambda: coin.with_minimum(1), "die"),
        (lambda: d6.explode(at_least=5, at_most=4), "at_most"),
        (lambda: d6.pool(-3), "dice"),
        (lambda: d6.pool(2).keep_highest(-1), "kept or dropped dice"),
    ],
)
def test_what_cannot_be_is_refused_and_the_field_is_named(make, field):
    with pytest.raises(BadInput) as error:
        make()
    assert error.value.field == field


def test_an_endless_die_of_any_size_is_refused_at_once():
    with pytest.raises(BadInput):
        Die.sided(10**12).explode(at_least=1)
    with pytest.raises(BadInput):
        Die.sided(10**12).reroll(at_most=10**12)
    assert Die.sided(10**12).explode(at_least=2).handling.explosion is not None


def test_minimum_and_maximum_replace_the_faces_beyond_them():
    clamped = d10.with_minimum(3).with_maximum(6).distribution()
    assert dict(clamped.items()) == {3: Fraction(3, 10), 4: Fraction(1, 10), 5: Fraction(1, 10), 6: Fraction(1, 2)}


def test_a_reroll_until_it_stands_leaves_only_the_other_faces():
    assert d6.reroll().distribution() == Distribution.uniform(range(2, 7))
    assert d6.reroll(at_most=4).distribution() == Distribution.uniform([5, 6])


def test_one_reroll_of_ones_gives_seven_and_one_thirty_sixths():
    once = d6.reroll(times=1).distribution()
    assert once.pmf(1) == Fraction(1, 36)
    assert once.pmf(4) == Fraction(7, 36)


def test_two_rerolls_agree_with_every_way_to_roll(every_roll):
    die = Die.sided(4).reroll(1, 2, times=2)
    assert dict(die.distribution().items()) == every_roll(die).values


def test_no_reroll_and_no_explosion_at_all_are_the_plain_die():
    assert d6.reroll(times=0).distribution() == d6.explode(limit=0).distribution() == d6.distribution()


def test_a_weighted_die_has_the_odds_of_its_weights():
    uneven = Die(["up", "even", "down"], [1, 2, 3])
    assert uneven.distribution().pmf("down") == Fraction(1, 2)
    assert str(uneven) == "d{down:3,even:2,up}"


@pytest.mark.parametrize(
    ("die", "text"),
    [
        (d6, "d6"),
        (d100, "d100"),
        (fudge, "dF"),
        (Die([-1, 0, 0, 0, 0, 1]), "dF.1"),
        (Die(range(10)), "d{0..9}"),
        (Die([1, 3, 5]), "d{1,3,5}"),
        (Die([7]), "d{7}"),
        (coin, "d{H,T}"),
        (rps, "d{down,even,up}"),
        (Die(["two words", 'quote"', "back\\slash"]), 'd{"back\\\\slash","quote\\"","two words"}'),
        (d10.explode(), "d10!"),
        (d10.explode(10), "d10!"),
        (d10.explode(at_least=9), "d10!>=9"),
        (d10.explode(9, 10), "d10!=9!=10"),
        (d10.compound(penetrating=True, limit=3), "d10!!p{3}"),
        (d100.explode(other_than=45), "d100!<>45"),
        (d6.reroll(), "d6r"),
        (d6.reroll(at_most=2, times=1), "d6ro<=2"),
        (d6.reroll(1, 2, times=3), "d6r{3}=1r{3}=2"),
        (d6.reroll().explode(1), "d6!=1r"),
        (d20.with_minimum(-12), "d20min-12"),
        (d10.with_maximum(6).with_minimum(3), "d10min3max6"),
        (d6.explode().reroll(1).with_minimum(2), "d6min2r!"),
    ],
)
def test_a_die_is_written_in_notation(die, text):
    assert str(die) == text


def test_the_order_in_which_handling_is_written_does_not_matter():
    assert d6.explode().reroll().with_minimum(2) == d6.with_minimum(2).reroll().explode()


def test_a_bare_die_forgets_its_handling():
    assert d6.explode().reroll().bare == d6


@pytest.mark.parametrize(
    ("given", "face"),
    [("H", "H"), ("h", "H"), (" t ", "T"), ("heads", "H"), ("Tails", "T"), ("head", None), ("x", None), (1, None)],
)
def test_a_coin_finds_the_face_that_a_person_means(given, face):
    assert coin.find(given) == face


@pytest.mark.parametrize(
    ("given", "face"),
    [
        ("up", "up"),
        ("UP", "up"),
        ("u", "up"),
        ("ev", "even"),
        ("D", "down"),
        ("", None),
        ("heads", None),
        ("upper", None),
    ],
)
def test_a_test_finds_the_face_of_which_a_person_gives_the_beginning(given, face):
    assert rps.find(given) == face


def test_a_beginning_that_several_faces_have_finds_none():
    assert Die(("strike", "stand", "miss")).find("st") is None
    assert Die(("strike", "stand", "miss")).find("str") == "strike"
    assert Die((0, 10, 20, "miss")).find("1") is None


@pytest.mark.parametrize(("given", "face"), [("6", 6), (6, 6), ("06", 6), ("7", None), ("six", None), (True, None)])
def test_a_d6_finds_the_face_that_a_person_means(given, face):
    assert d6.find(given) == face


def test_large_dice_name_only_their_ends_in_messages():
    assert d100.faces_in_words() == "1 to 100"
    assert coin.faces_in_words() == "H, T"


def test_a_die_made_again_is_the_same_and_what_is_no_face_is_refused_all_the_same():
    assert Die((1, 2, 2), (1, 1, 2)) == Die((1, 2, 2), (1, 1, 2)) == Die([1, 2], [1, 3])
    assert Die((0, 1)) == Die((0, 1))
    for alike in ((False, True), (0.0, 1.0)):
        with pytest.raises(BadInput):
            Die(alike)  # type: ignore[type-var]
    with pytest.raises(BadInput):
        Die((1, 2, 2), (True, 1, 2))


def test_a_die_of_any_number_of_sides_has_a_short_name():
    assert d(3) == Die([1, 2, 3])
    assert str(d(7)) == "d7"


def test_what_is_no_list_of_faces_is_told_with_what_makes_such_a_die():
    with pytest.raises(BadInput, match=r"d\(3\) has the faces 1 to 3"):
        Die(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"a list of faces\.$"):
        Die(0)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"a list of faces in brackets: Die\(\[1, 2, ...\]\)"):
        Die(1, 2, 3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"Die.of\(...\)"):
        Die(d6.distribution())  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"Die.of\(...\)"):
        Die({1: 1, 2: 3})  # type: ignore[arg-type]


def test_weights_may_be_fractions():
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert Die(["hit", "miss"], [third, half]) == Die(["hit", "miss"], [2, 3])  # type: ignore[list-item]
    assert Die([1, 2], (1, half)).weights == (2, 1)  # type: ignore[arg-type]
    for wrong in (0.5, True, Fraction(0), -third):
        with pytest.raises(BadInput, match="1 or more"):
            Die([1, 2], [half, wrong])  # type: ignore[list-item]


@pytest.mark.parametrize("asked", ["roll", "pool", "keep_highest"])
def test_what_a_distribution_cannot_do_itself_names_the_die_that_can(asked):
    with pytest.raises(AttributeError, match=rf"Die.of\(it\).*{asked}"):
        getattr(d6.distribution(), asked)
    assert not hasattr(d6.distribution(), "rolled")


def test_what_is_no_deck_names_what_makes_one():
    for wrong in ({"ace": 4}, [1, 2], (1, 2)):
        with pytest.raises(BadInput, match=r"Deck.of` takes a list or a mapping"):
            Deck(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("chain", [parse("d{H,T}!=T"), coin.explode("H")], ids=str)
def test_the_total_of_a_chain_of_words_is_refused_and_its_dice_may_be_counted(chain):
    with pytest.raises(BadInput, match="faces are all numbers; count words"):
        chain.distribution()
    with pytest.raises(BadInput, match="faces are all numbers; count words"):
        chain.roll(SeededSource(1))
    assert coin.explode("H").pool(1).count("H").distribution().mean == 1

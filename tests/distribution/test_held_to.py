"""Work that is counted while it goes on, and held to what was said of it."""

import pytest

from oddsmith.answers.documents.notation import odds_within
from oddsmith.dice import d, d10, parse, read
from oddsmith.dice.exact.equal_dice.alike import equal_pool
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT, allowing, hold, one_computation, refuse_work, spend, take
from oddsmith.errors import TooLarge

FREE = 1.0  # seconds that a computation may take whatever it says, of the 10 that it may take in all


def spend_tenths(number: int) -> None:
    for _ in range(number):
        spend(0.1)


def test_what_was_not_foreseen_is_stopped_once_a_tenth_of_the_limit_is_taken():
    with allowing(LIMIT), one_computation():
        refuse_work(0.1)
        spend_tenths(9)
        with pytest.raises(
            TooLarge, match="more than 1[0-9]{2},000 steps .* though only 40,000 were foreseen"
        ) as refused:
            spend_tenths(3)
    assert "raise the limit" in refused.value.remedy
    assert "or simulate" in refused.value.within
    assert "limit" not in refused.value.within


def test_the_limit_raises_what_may_be_taken():
    with allowing(10 * LIMIT), one_computation():
        refuse_work(0.1)
        spend_tenths(99)
        with pytest.raises(TooLarge):
            spend_tenths(3)


def test_what_was_said_may_be_taken():
    with allowing(LIMIT), one_computation():
        refuse_work(6)
        spend_tenths(60)


def test_what_is_said_later_does_not_count():
    with allowing(LIMIT), one_computation():
        refuse_work(0.3)
        spend_tenths(11)
        refuse_work(9)
        with pytest.raises(TooLarge, match="though only 120,000 were foreseen"):
            spend_tenths(10)


def test_what_is_under_way_may_end_a_little_past_the_limit():
    with allowing(LIMIT), one_computation():
        with one_computation():
            refuse_work(9.9)
            spend_tenths(50)
            refuse_work(10.5)
            spend_tenths(55)
        refuse_work(0.5)
        with pytest.raises(TooLarge):
            refuse_work(1)


def test_what_has_not_begun_may_not_be_past_the_limit():
    with allowing(LIMIT), one_computation():
        spend_tenths(5)
        with pytest.raises(TooLarge):
            refuse_work(10.1)


def test_parts_may_take_what_each_has_said():
    with allowing(LIMIT), one_computation():
        for _ in range(4):
            with one_computation():
                refuse_work(2)
                spend_tenths(20)


def test_a_part_that_says_nothing_is_stopped_after_a_long_one():
    with allowing(LIMIT), one_computation():
        with one_computation():
            refuse_work(2)
            spend_tenths(20)
        with one_computation(), pytest.raises(TooLarge):
            spend_tenths(20)


def test_what_is_taken_is_said_each_time():
    with allowing(LIMIT) as budget, one_computation():
        for _ in range(3):
            take(2)
        assert budget.at_hand + budget.beyond == 600_000
        assert budget.done == 6


def test_nothing_takes_more_than_the_limit():
    with allowing(LIMIT), one_computation():
        for _ in range(6):
            take(2)
        with pytest.raises(TooLarge):
            take(2)


def say_and_spend(*said):
    """Say so many seconds, one after the other, and do 0.35 seconds of work after each."""
    for seconds in said:
        refuse_work(seconds)
        spend(0.35)


def test_an_estimate_that_has_grown_is_told_how_it_grows_on():
    # It is seen after 0.35, 1.05 and 2.1 seconds, as 6 * t ** 0.5; of that power 0.8 is sure, so that in the end it is
    # s = 6 * 2.1 ** 0.5 * (s / 2.1) ** 0.4.
    said = [6 * (0.35 * number) ** 0.5 for number in range(1, 7)]
    with allowing(LIMIT), one_computation(), pytest.raises(TooLarge) as refused:
        say_and_spend(*said)
    assert refused.value.estimate == pytest.approx(1e5 * (6 * 2.1**0.1) ** (1 / 0.6), rel=0.001)


@pytest.mark.parametrize("said", [(6,) * 6, (3, 6, 6, 6, 6, 6), (6, 6, 6, 9, 9, 9), (0.4, 0.8, 1.1, 1.5, 1.8, 2.2)])
def test_an_estimate_that_stands_still_for_a_while_is_as_it_is(said):
    with allowing(LIMIT), one_computation():
        say_and_spend(*said)


def test_parts_that_come_first_are_no_work_of_the_whole():
    with allowing(LIMIT), one_computation():
        refuse_work(0.1)
        for _ in range(2):
            with one_computation():
                refuse_work(2)
                spend_tenths(20)
        refuse_work(5)
        spend_tenths(50)


def test_memory_past_a_fifth_of_the_limit_has_to_be_said():
    with allowing(LIMIT), one_computation():
        hold(2e8)
        with pytest.raises(TooLarge, match="0.2 GB"):
            hold(2.1e8)
        refuse_work(0, 4e8)
        hold(4e8)


@pytest.mark.parametrize(
    "notation",
    [
        "straight(20d20)+straight((20d20&1d4))",
        "classes((9d20!&3d6), a=1, b=2)",
        "joint(60d12, kh3, set, sum)",
        "sum(sort_pair(12d20, >, 12d20))",
        "sum(sort_pair(8d20!!2, >, 3d20kh2))",
        "size(sort_pair(40d20, >, 40d20))",
        "(40d20&1d30)kh8",
        "500d100",
        "d3000*d2000",
        "20d9uo",
        "set(200d300)",
        "straight(200d100)",
        "900d100kh300",
        "9d9/20d20!!",
    ],
)
def test_where_no_estimate_refuses_the_count_does(monkeypatch, notation):
    monkeypatch.setattr("oddsmith.distribution.limits._refuse", lambda *work: None)
    expression = parse(notation)
    with allowing(1_000), pytest.raises(TooLarge, match="were foreseen"):
        expression.calculate()


@pytest.mark.parametrize(
    "notation",
    [
        "classes(30d10!p>=3, a=1, b=2, c=5, d>=6)",
        "30d6!>=2ro1@200d100!!3",
        "150d100dl1@99d50!!>=3",
        "500d30dl1@500d4!p",
        "size(max_pair_highest(12d4!p, <=, 6d10))",
        "(300d100!!>=2>=100)d900",
        "(10d999!!kl1)d1000",
        "5d3km4<=2-100d10000",
        "classes((100d2ro1&200d1000!pr1), a=1, b=2, c=5, d>=6)",
        "{{500d6!p>=2, 200d10000km100, 999d3dl249}kh1, 999d100!kl499, 10d2000000ro<=5>=100}kl2",
        "50d3!p>=2km25",
        "faces(10d4!>=3dh5)",
        "straight(symmetric_difference(20d10, 30d1000))",
    ],
)
def test_what_is_refused_has_taken_little(notation):
    expression = parse(notation)
    with allowing(LIMIT) as budget:
        with pytest.raises(TooLarge):
            expression.calculate()
        assert budget.done < FREE / 2


def test_weights_that_grow_by_the_digits_of_many_dice_at_one_face_are_refused_there():
    expression = parse("issuperset((60d{0..3}&12d1000)kl3, 999dFmin2!)")
    with allowing(LIMIT) as budget:
        with pytest.raises(TooLarge):
            expression.calculate()
        assert budget.done < FREE


@pytest.mark.parametrize(
    "notation",
    [
        "sum((50d3000ro1!!&10d12!>=2))",
        "50d999ro1!!+9d12!>=2",
        "straight(symmetric_difference(versus_all(sort_pair(99d100000!p, >=, 5d8kh2), >, 30d20000!3), 30d2kh2!))",
        "sum(max_pair_lowest(5d6, >, (9d6!&99d100000!p)))",
        "sum(versus_any(5d6, >, (999d6!!>=2&99d100000!!p)))",
    ],
)
def test_a_document_that_is_refused_has_taken_little(notation):
    asked = read(notation)
    with allowing(LIMIT) as budget:
        with pytest.raises(TooLarge):
            odds_within(asked)
        assert budget.done < FREE / 2


def test_totals_of_several_sorts_are_not_listed_to_find_that_they_differ():
    with allowing(LIMIT) as budget:
        assert equal_pool(d10.compound().pool(9) & d(12).compound().pool(9)) is None
        assert not budget.done


BYTES = Distribution.uniform(range(2_000))


@pytest.mark.parametrize(
    "look",
    [
        lambda: BYTES.map(lambda number: number // 2),
        lambda: Distribution.mixture([(1, BYTES), (2, BYTES + 1)]),
        lambda: Distribution.joint(BYTES, Distribution.uniform("AB")),
        lambda: parse("max(d2000, 2d1000)").calculate(),
        lambda: (d(1000).pool(2).sum() >= 900).calculate(),
    ],
)
def test_every_look_at_many_outcomes_is_counted(look):
    with allowing(LIMIT) as budget:
        look()
        assert budget.done > 2_000 * 1e-7

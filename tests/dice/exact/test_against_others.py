"""The same distributions from icepool and dyce, where they have them."""

import dyce
import icepool
import pytest

from oddsmith.dice import Pool, d4, d6, d8, d10, d12, d20
from oddsmith.distribution import Distribution


def of_icepool(die):
    return Distribution.from_weights({int(outcome): weight for outcome, weight in die.items()})


def of_dyce(histogram):
    return Distribution.from_weights({int(outcome): int(weight) for outcome, weight in histogram.items()})


MIXED = [*[d8] * 4, d4, d6, d10, d12, d20]


def icepool_mixed():
    return icepool.Pool({icepool.d(8): 4, **{icepool.d(sides): 1 for sides in (4, 6, 10, 12, 20)}})


CASES = {
    "100d6": (d6.pool(100).sum(), lambda: 100 @ icepool.d(6)),
    "20d20kh3": (d20.pool(20).keep_highest(3).sum(), lambda: icepool.d(20).highest(20, 3)),
    "20d20kl3": (d20.pool(20).keep_lowest(3).sum(), lambda: icepool.d(20).lowest(20, 3)),
    "20d20dl4": (d20.pool(20).drop_lowest(4).sum(), lambda: icepool.d(20).pool(20).lowest(drop=4).sum()),
    "15d10dl4dh5": (
        d10.pool(15).drop_lowest(4).drop_highest(5).sum(),
        lambda: icepool.d(10).pool(15)[4:10].sum(),
    ),
    "mixed sum": (Pool.of(MIXED).sum(), lambda: icepool_mixed().sum()),
    "mixed kh3": (Pool.of(MIXED).keep_highest(3).sum(), lambda: icepool_mixed().highest(3).sum()),
    "mixed kl2": (Pool.of(MIXED).keep_lowest(2).sum(), lambda: icepool_mixed().lowest(2).sum()),
    "mixed set": (Pool.of(MIXED).largest_set(), lambda: icepool_mixed().largest_count()),
    "straight": (d10.pool(10).straight(), lambda: icepool.d(10).pool(10).largest_straight()),
    "set": (d10.pool(10).largest_set(), lambda: icepool.d(10).pool(10).largest_count()),
    "compound": (
        d10.compound(limit=5).pool(12).keep_highest(5).sum(),
        lambda: icepool.d(10).explode(depth=5).highest(12, 5),
    ),
    "exploding sum": (d10.explode(limit=10).pool(8).sum(), lambda: 8 @ icepool.d(10).explode(depth=10)),
}


@pytest.mark.parametrize("name", CASES)
def test_icepool_has_the_same_distribution(name):
    ours, theirs = CASES[name]
    assert ours.distribution() == of_icepool(theirs())


def test_icepool_has_the_same_width_and_height():
    ours = d10.pool(8).largest_set_face().distribution()
    theirs = icepool.d(10).pool(8).largest_count_and_outcome()
    assert ours == Distribution.from_weights(
        {(int(size), int(face)): weight for (size, face), weight in theirs.items()}
    )


def test_dyce_has_the_same_distributions():
    assert d6.pool(4).keep_highest(3).sum().distribution() == of_dyce((4 @ dyce.P(6)).at(slice(1, None)))
    mixed = dyce.P(dyce.H(6), dyce.H(6), dyce.H(8), dyce.H(10))
    assert Pool.of([d6, d6, d8, d10]).keep_lowest(2).sum().distribution() == of_dyce(mixed.at(slice(0, 2)))

"""Sources of randomness: the documented algorithm, scripts, and what goes wrong."""

import hashlib
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import ScriptedSource, SeededSource, SystemSource, coin, d6, d10, parse, rps
from oddsmith.errors import BadInput, MissingAnswer


def documented_numbers(seed: bytes, n: int, count: int) -> list[int]:
    """The algorithm of docs/randomness.md, written again from its description."""
    key = hashlib.sha256(seed).digest()
    blocks = (hashlib.sha256(key + number.to_bytes(8, "big")).digest() for number in range(10_000))
    stream = (byte for block in blocks for byte in block)
    bits = (n - 1).bit_length()
    numbers: list[int] = []
    while len(numbers) < count:
        number = 0
        for _ in range(-(-bits // 8)):
            number = number * 256 + next(stream)
        number %= 2**bits
        if number < n:
            numbers.append(number)
    return numbers


# docs/randomness.md prints these same vectors; computed from the description, not with the package.
VECTORS = [
    ("oddsmith", 6, [3, 4, 4, 0, 5, 5, 5, 0]),
    ("oddsmith", 10, [3, 7, 4, 0, 8, 3, 5, 3, 4, 7]),
    (42, 6, [4, 0, 2, 4, 1, 3, 0, 2]),
    (42, 1000, [580, 130, 121, 565]),
    (42, 2**40, [885910438556, 522977829429]),
    (b"", 20, [2, 19, 17, 0, 2]),
]


@pytest.mark.parametrize(("seed", "n", "numbers"), VECTORS)
def test_a_seeded_source_gives_the_documented_test_vectors(seed, n, numbers):
    source = SeededSource(seed)
    assert [source.below(n) for _ in numbers] == numbers


@given(seed=st.binary(max_size=40), n=st.integers(1, 2**80))
def test_a_seeded_source_follows_its_description(seed, n):
    source = SeededSource(seed)
    assert [source.below(n) for _ in range(5)] == documented_numbers(seed, n, 5)


def test_a_whole_number_and_its_text_are_the_same_seed():
    assert SeededSource(42).below(10**9) == SeededSource("42").below(10**9) == SeededSource(b"42").below(10**9)


@given(st.lists(st.integers(1, 10**6), max_size=30), st.lists(st.integers(1, 10**6), min_size=1, max_size=30))
def test_a_seeded_source_goes_on_where_its_state_was_taken(before, after):
    source = SeededSource("resume")
    for n in before:
        source.below(n)
    resumed = SeededSource.resume(json.loads(json.dumps(source.state())))
    assert [source.below(n) for n in after] == [resumed.below(n) for n in after]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"algorithm": "mt19937"}, "algorithm"),
        ({"position": -1}, "position"),
        ({"position": "x"}, "position"),
        ({"seed": "no hexadecimal"}, "seed"),
    ],
)
def test_a_state_that_is_none_is_refused(change, field):
    with pytest.raises(BadInput) as error:
        SeededSource.resume({**SeededSource(1).state(), **change})
    assert error.value.field == field


def test_a_seed_must_be_a_number_a_text_or_bytes():
    with pytest.raises(BadInput):
        SeededSource(1.5)  # type: ignore[arg-type]


def test_a_seeded_d10_is_even_within_what_chance_allows():
    source = SeededSource("frequencies")
    counts = Counter(source.face(d10) for _ in range(10_000))
    # each count is 1000 with a standard deviation of 30; five of them are exceeded once in 170,000 seeds
    assert all(abs(counts[face] - 1000) < 150 for face in range(1, 11))


def test_the_system_source_stays_below_its_bound():
    source = SystemSource()
    assert {source.below(3) for _ in range(200)} == {0, 1, 2}
    assert source.below(1) == 0


def test_a_script_answers_in_order_and_tells_what_remains():
    source = ScriptedSource(["6", "h", "up", 3])
    assert (source.face(d6), source.face(coin), source.face(rps)) == (6, "H", "up")
    assert source.remaining == (3,)


def test_a_wrong_face_names_what_the_die_has():
    with pytest.raises(BadInput, match=r"faces\[0\]: '7' is not allowed. Allowed: a face of the d6: 1, 2, 3, 4, 5, 6."):
        ScriptedSource(["7"]).face(d6)


def test_a_script_that_runs_out_names_the_die_that_was_expected():
    source = ScriptedSource(["H"])
    source.face(coin)
    with pytest.raises(MissingAnswer, match=r"faces: answer 2 is missing. Expected: a face of the coin: H, T."):
        source.face(coin)


def test_a_script_has_no_numbers_without_dice():
    with pytest.raises(BadInput):
        ScriptedSource(["1"]).below(6)


@pytest.mark.parametrize(
    ("notation", "faces", "because"),
    [
        ("2d6!", [6], ""),
        ("2d6!", [6, 2], "6 exploded"),
        ("3d6!kh2", [6, 1, 1], "6 exploded"),
        ("d10!!", [10, 10], "10 exploded"),
        ("2d6r1", [1, 3], "1 is rerolled"),
        ("d6!r1", [6, 1], "1 is rerolled"),
    ],
)
def test_real_dice_are_asked_for_once_more_with_the_reason(notation: str, faces: list[int], because: str) -> None:
    with pytest.raises(MissingAnswer) as missing:
        parse(notation).roll(ScriptedSource(faces))
    assert missing.value.because == because

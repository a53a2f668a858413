"""The digests of fair rolls, against the test vectors of docs/fair-rolls.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.table.group import sha256

from oddsmith.errors import BadInput
from oddsmith.table.fairness import fair

TABLE = "00112233aabbccdd"
SEED, MINE, THEIRS = ("11" * 32, "22" * 32, "33" * 32)
PAGE = (Path(__file__).parents[3] / "docs" / "fair-rolls.md").read_text(encoding="utf-8")
VECTORS = dict(re.findall(r"^\| (.+?) \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE))


def test_the_page_has_a_vector_for_each_digest() -> None:
    assert list(VECTORS.values()) == [
        fair.seal(TABLE, SEED),
        fair.pledge(TABLE, "m1", MINE),
        fair.faces_seed(TABLE, "r1", 0, SEED, {"m2": THEIRS, "m1": MINE}).hex(),
        fair.thrown(TABLE, "r1", 0, "m1", "rock", MINE),
        fair.chosen(TABLE, "r1", 0, "player", "m1", "rock", MINE),
    ]


def test_digests_are_what_the_page_says_in_words() -> None:
    fields = (b"oddsmith/stretch/1", TABLE.encode(), b"r1", b"0", bytes.fromhex(SEED), b"m1", bytes.fromhex(MINE))
    assert fair.faces_seed(TABLE, "r1", 0, SEED, {"m1": MINE}).hex() == sha256(*fields)
    assert fair.seal(TABLE, SEED) == sha256(b"oddsmith/seal/1", TABLE.encode(), bytes.fromhex(SEED))


def test_fields_that_run_together_are_told_apart() -> None:
    assert fair.digest("a", "bc", "d") != fair.digest("a", "b", "cd")
    assert fair.digest("ab", "c") != fair.digest("a", "bc")


def test_fresh_seeds_differ_and_have_256_bits() -> None:
    seeds = {fair.fresh() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


@pytest.mark.parametrize("nonce", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 32 + "\n"])
def test_a_nonce_has_only_one_form(nonce: str) -> None:
    with pytest.raises(BadInput):
        fair.checked("nonce", nonce)

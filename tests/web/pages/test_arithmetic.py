"""What browsers compute is what Python computes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.web.pages.surfing import Person, person

from oddsmith.dice import SeededSource
from oddsmith.table.fairness import canonical, fair

RANDOM = random.Random(20)


@pytest.fixture(scope="module")
def pages(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        somebody.go("/about")
        yield somebody


def evaluate(pages: Person, module: str, work: str, argument: Any) -> Any:
    """What an expression over a module `m` and the argument `a` comes to."""
    script = f"async (a) => {{ const m = await import('/static/js/lib/{module}.js'); return {work}; }}"
    return pages.page.evaluate(script, argument)


def test_sha_256_of_all_lengths_around_its_blocks(pages: Person) -> None:
    texts = [RANDOM.randbytes(length) for length in [*range(130), 1000, 10_000]]
    digests = evaluate(
        pages,
        "fair/sha256",
        "a.map((bytes) => [...m.sha256(Uint8Array.from(bytes))])",
        [list(text) for text in texts],
    )
    assert [bytes(digest) for digest in digests] == [hashlib.sha256(text).digest() for text in texts]


def test_seals_pledges_seeds_and_hands(pages: Person) -> None:
    table, seed, nonces = "0123456789abcdef", RANDOM.randbytes(32).hex(), {}
    for member in ("m1", "m10", "m2"):
        nonces[member] = RANDOM.randbytes(32).hex()
    work = """[m.seal(a.table, a.seed), m.pledge(a.table, 'm2', a.nonces.m2),
        m.stretchSeed(a.table, 'r7', 3, a.seed, a.nonces), m.thrown(a.table, 'r7', 1, 'm2', 'paper', a.nonces.m2),
        m.chosen(a.table, 'r7', 1, 'opponent', 'm2', '2d6 für 3', a.nonces.m2),
        m.digest('oddsmith/example/1', 'ä', 'bc')]"""
    found = evaluate(pages, "fair/fair_rolls", work, {"table": table, "seed": seed, "nonces": nonces})
    assert found == [
        fair.seal(table, seed),
        fair.pledge(table, "m2", nonces["m2"]),
        fair.faces_seed(table, "r7", 3, seed, nonces).hex(),
        fair.thrown(table, "r7", 1, "m2", "paper", nonces["m2"]),
        fair.chosen(table, "r7", 1, "opponent", "m2", "2d6 für 3", nonces["m2"]),
        fair.digest("oddsmith/example/1", "ä", "bc"),
    ]


def test_the_seeded_source(pages: Person) -> None:
    seed = RANDOM.randbytes(32)
    limits = [RANDOM.choice([2, 3, 6, 10, 20, 100, 257, 1000, 70_000]) for _ in range(300)]
    work = "((source) => a.limits.map((limit) => source.below(limit)))(new m.SeededSource(a.seed))"
    found = evaluate(pages, "fair/fair_rolls", work, {"seed": seed.hex(), "limits": limits})
    source = SeededSource(seed)
    assert found == [source.below(limit) for limit in limits]


def test_canonical_json(pages: Person) -> None:
    value = {"b": [1, None, True], "a": 'é"\\\n\u2028😀', "aa": {"z": -7, "B": ""}, "A": "0.5"}
    assert evaluate(pages, "fair/fair_rolls", "m.canonical(a)", value) == canonical.text(value)


def test_fractions_are_added_in_full(pages: Person) -> None:
    terms = [Fraction(RANDOM.randrange(1, 10**30), RANDOM.randrange(1, 10**30)) for _ in range(40)]
    work = "m.runningTotals(a.map(m.parse)).map((total) => [m.write(total), m.float(total)])"
    found = evaluate(pages, "numbers/fraction", work, [str(term) for term in terms])
    total = Fraction(0)
    for term, (written, floating) in zip(terms, found, strict=True):
        total += term
        assert written == str(total)
        assert floating == pytest.approx(float(total), rel=1e-15)

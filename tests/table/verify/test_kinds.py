"""Every kind of event occurs in logs that are right, so that no verifier refuses one that it ought to know."""

from __future__ import annotations

import json

import pytest
from tests.table.every_kind import GOLDEN, every_kind
from tests.table.honest import Log
from tests.table.verify.corpus.read import CORPUS
from tests.table.verify.verifiers import by_second, by_server

from oddsmith.table.domain.fold import KINDS
from oddsmith.table.fairness import canonical


def kinds(log: Log) -> set[str]:
    return {event["kind"] for event in log["events"]}


def test_every_kind_of_event_occurs_in_a_log_that_was_kept() -> None:
    kept = set().union(*(kinds(json.loads(file.read_bytes())) for file in GOLDEN.glob("*.json")))
    assert kept == KINDS, "docs/design.md says what a new kind of event touches"


def test_every_kind_of_event_occurs_in_an_honest_log_of_the_corpus() -> None:
    honest = (json.loads(data) for entry, data in CORPUS if entry.verdict == "passes")
    assert set().union(*map(kinds, honest)) == KINDS, "run python -m tests.table.verify.corpus.write"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Log, Log]:
    return every_kind(tmp_path_factory.mktemp("played"))


def test_a_log_of_today_has_every_kind_of_event_and_is_found_right(played: tuple[Log, Log]) -> None:
    assert kinds(played[0]) == KINDS
    for log in played:
        data = canonical.text(log).encode()
        assert (by_server(data), by_second(data)) == (("passes", []), "passes")

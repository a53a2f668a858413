"""Files that were made to take memory are refused before they are read; logs are not."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from oddsmith.errors import TooLarge
from oddsmith.table.forms.reading import read_log
from oddsmith.table.verify.check_log import verify

ROOT = Path(__file__).parents[3]
EVERYTHING = ROOT / "tests" / "golden" / "logs" / "everything.json"
HEAD = b'{"schema":"oddsmith/log/1","events":['
SIZE = 4_000_000


def filled(part: bytes, size: int = SIZE) -> bytes:
    return HEAD + b",".join([part] * (size // (len(part) + 1))) + b"]}"


@pytest.mark.parametrize(
    "part",
    [b"[]", b"{}", b'{"a":0}', b"7", b'"ab"', b"[" * 90 + b"]" * 90, b'{"":""}', b'"' + b"x" * 999_997 + b'"'],
    ids=lambda part: part[:7].decode(),
)
def test_what_is_nothing_but_brackets_texts_or_numbers_is_refused_before_it_is_read(part: bytes) -> None:
    data = filled(part)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="bytes of memory"):
            read_log(data)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_names_of_fields_that_differ_are_as_few_as_logs_have() -> None:
    names = (f'{{"{place}":"{"x" * 30}"}}'.encode() for place in range(100_001))
    with pytest.raises(TooLarge, match="names of fields"):
        read_log(HEAD + b",".join(names) + b"]}")


@pytest.mark.parametrize("letter", ["a", "é", "\U0001f3b2"])
def test_a_long_log_is_read_whatever_letters_it_has(letter: str) -> None:
    log = json.loads(EVERYTHING.read_bytes())
    log["events"] *= 60
    log["title"] = letter
    data = json.dumps(log, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(data) > 3_000_000
    assert len(read_log(data)["events"]) == 72 * 60


def test_after_a_thousand_differences_nothing_more_is_checked() -> None:
    log = json.loads(EVERYTHING.read_bytes())
    log["events"] *= 20  # 1,368 events with another number than their place
    report = verify(log)
    assert 1000 <= len(report.mismatches) < 1010
    assert report.stopped is not None
    assert report.stopped < 1440

"""Receipts: what a log that is in order by itself cannot show, and whoever saw it before can."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.forgeries import find, rechained
from tests.table.honest import Log

from oddsmith.cli.app import program
from oddsmith.errors import BadInput
from oddsmith.table.forms.reading import checked_receipt, read_log, read_log_and_receipt, read_receipt
from oddsmith.table.reports.receipts import receipt
from oddsmith.table.verify.check_log import verify
from oddsmith.web.compute import jobs

ROOT = Path(__file__).parents[3]
TOOL = ROOT / "tools" / "verify_log.py"
MADE = "2026-11-23T10:42:00.000Z"
LOG: Log = json.loads((ROOT / "tests" / "golden" / "logs" / "everything.json").read_bytes())
SEEN = receipt(LOG, MADE)


def cut(log: Log) -> Log:
    """The log without its end, in order by itself: up to the last roll but one that was over."""
    over = [event["number"] for event in log["events"] if event["kind"] == "roll.finished"]
    log["events"] = log["events"][: over[-2]]
    return rechained(log)


def renamed(log: Log) -> Log:
    """The same log in which somebody always had another name, its chain worked out anew."""
    for event in log["events"]:
        if event["kind"] in ("member.joined", "member.changed") and event["body"]["member"] == "m2":
            event["body"]["name"] = "Somebody Else"
    return rechained(log)


def ground(log: Log) -> Log:
    """The same log with another seal for dice that are still to be thrown, as a server that has looked for one has."""
    last = [event for event in log["events"] if isinstance(event["body"].get("stretch"), dict)][-1]
    last["body"]["stretch"]["next"] = "ab" * 32
    return rechained(log)


def found(forged: Log, seen: dict[str, Any] = SEEN) -> list[str]:
    assert verify(copy.deepcopy(forged)).mismatches == []  # by itself, nothing is wrong with it
    return [mismatch.what for mismatch in verify(forged, checked_receipt(seen)).mismatches]


def by_second(folder: Path, log: Log, seen: object) -> tuple[int, str]:
    files = folder / "log.json", folder / "receipt.json"
    for file, document in zip(files, (log, seen), strict=True):
        file.write_text(json.dumps(document))
    done = subprocess.run(
        [sys.executable, "-I", str(TOOL), str(files[0]), "--seen", str(files[1])],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_log_that_was_seen_matches_and_so_does_what_came_after(tmp_path: Path) -> None:
    assert found(copy.deepcopy(LOG)) == []
    earlier = receipt(cut(copy.deepcopy(LOG)), MADE)
    assert earlier["points"][-1]["number"] < SEEN["points"][-1]["number"]
    assert found(copy.deepcopy(LOG), earlier) == []
    assert by_second(tmp_path, LOG, earlier)[0] == 0


def test_a_receipt_is_small_and_reaches_far_back() -> None:
    numbers = [point["number"] for point in SEEN["points"]]
    last = LOG["number"]
    assert numbers == sorted(numbers)
    assert {last, last - 1, last - 2, last - 4, last - 8} <= set(numbers)
    assert len(json.dumps(SEEN)) < 3000
    assert set(SEEN["seals"]) == {"m1", "m2", "m3", "m4"}


def test_a_log_that_was_cut_short_is_found_out(tmp_path: Path) -> None:
    forged = cut(copy.deepcopy(LOG))
    assert found(forged) == ["the end of the log"]
    code, said = by_second(tmp_path, forged, SEEN)
    assert code == 3
    assert "cut short" in said


def test_a_log_that_was_rewritten_is_found_out_with_the_place(tmp_path: Path) -> None:
    forged = renamed(copy.deepcopy(LOG))
    changed = next(
        event["number"]
        for event, other in zip(LOG["events"], forged["events"], strict=True)
        if event["digest"] != other["digest"]
    )
    agreed = max((p["number"] for p in SEEN["points"] if p["number"] < changed), default=0)
    where = f"after event {agreed}" if agreed else "from its beginning"
    assert found(forged) == [f"the digest of the log that was rewritten {where}"]
    code, said = by_second(tmp_path, forged, SEEN)
    assert (code, f"rewritten after event {agreed}" in said) == (3, True)


def test_a_seal_that_was_replaced_is_found_out(tmp_path: Path) -> None:
    forged = ground(copy.deepcopy(LOG))
    member = [event for event in forged["events"] if event["body"].get("stretch")][-1]["body"]["stretch"]["member"]
    whats = found(forged)
    assert len(whats) == 2
    assert whats[0].startswith("the digest of the log that was rewritten after event")
    assert whats[1] == f"the seal of {member} from before its seed was made anew"
    code, said = by_second(tmp_path, forged, SEEN)
    assert code == 3
    assert f"the seal of {member} that the receipt saw is gone" in said


def test_a_seal_is_that_of_one_member(tmp_path: Path) -> None:
    """The seal that Ada was shown is no good as Bo's: the server knows by then what Ada gave."""
    swapped = SEEN | {"seals": SEEN["seals"] | {"m1": SEEN["seals"]["m2"], "m2": SEEN["seals"]["m1"]}}
    report = verify(copy.deepcopy(LOG), checked_receipt(swapped))
    gone = [f"the seal of {member} from before its seed was made anew" for member in ("m1", "m2")]
    assert [mismatch.what for mismatch in report.mismatches] == gone
    code, said = by_second(tmp_path, LOG, swapped)
    assert (code, said.count("that the receipt saw is gone")) == (3, 2)


def test_a_receipt_of_another_table_is_no_receipt_of_this_log(tmp_path: Path) -> None:
    other = SEEN | {"table": "0123456789abcdef"}
    with pytest.raises(BadInput, match="one of table 0123456789abcdef"):
        verify(copy.deepcopy(LOG), checked_receipt(other))
    code, said = by_second(tmp_path, LOG, other)
    assert (code, "the receipt is of table 0123456789abcdef" in said) == (2, True)


POINT = SEEN["points"][-1]
MALFORMED = {
    "no receipt": {"schema": "oddsmith/log/1"},
    "made long ago": SEEN | {"made": "1500-01-01T00:00:00.000Z"},
    "made at 24:00": SEEN | {"made": "2026-01-01T24:00:00.000Z"},
    "a list": [],
    "a field more": SEEN | {"more": 1},
    "a field less": {name: part for name, part in SEEN.items() if name != "made"},
    "no points": SEEN | {"points": []},
    "points out of order": SEEN | {"points": [POINT, SEEN["points"][0]]},
    "a point twice": SEEN | {"points": [POINT, POINT]},
    "true for a number": SEEN | {"points": [POINT | {"number": True}]},
    "a digest too short": SEEN | {"points": [POINT | {"digest": "ab"}]},
    "a number of no event": SEEN | {"points": [POINT | {"number": 0}]},
    "a time of no calendar": SEEN | {"made": "2026-02-30T10:42:00.000Z"},
    "seals of nobody": SEEN | {"seals": {"nobody at all": "ab" * 32}},
    "a list with its member": SEEN | {"seen_by": [SEEN["seen_by"]]},
    "a list with its table": SEEN | {"table": [SEEN["table"]]},
    "a list with a digest": SEEN | {"points": [POINT | {"digest": [POINT["digest"]]}]},
    "a list with a seal": SEEN | {"seals": {name: [seal] for name, seal in SEEN["seals"].items()}},
    "a list with its time": SEEN | {"made": [SEEN["made"]]},
    "a year of no log": SEEN | {"made": "0001-01-01T00:00:00.000Z"},
    "a number too large": SEEN | {"points": [POINT | {"number": 2**40}]},
    "too many points": SEEN | {"points": [POINT | {"number": number} for number in range(1, 66)]},
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_receipt_is_refused(tmp_path: Path, what: str) -> None:
    with pytest.raises(BadInput, match="receipt") as refusal:
        read_receipt(json.dumps(MALFORMED[what]).encode())
    assert "Value error" not in str(refusal.value)
    assert by_second(tmp_path, LOG, MALFORMED[what])[0] == 2


@pytest.mark.parametrize("text", ["", "{", '{"schema":"oddsmith/receipt/1","schema":"oddsmith/receipt/1"}', "[1.5]"])
def test_what_can_be_read_in_two_ways_is_no_receipt(text: str) -> None:
    with pytest.raises(BadInput, match="receipt"):
        read_receipt(text.encode())


def test_the_command_line_writes_receipts_and_takes_them(tmp_path: Path) -> None:
    def run(*arguments: str | Path) -> tuple[int, str]:
        result = CliRunner().invoke(program, ["verify", *map(str, arguments)])
        return result.exit_code, " ".join(result.output.split())

    log, short, seen = tmp_path / "log.json", tmp_path / "short.json", tmp_path / "receipt.json"
    log.write_text(json.dumps(LOG))
    short.write_text(json.dumps(cut(copy.deepcopy(LOG))))
    code, said = run(log, "--receipt", seen)
    assert (code, f"Receipt of event {LOG['number']}" in said) == (0, True)
    assert json.loads(seen.read_bytes())["points"] == SEEN["points"]
    assert run(log, "--seen", seen)[0] == 0
    kept = seen.read_bytes()
    code, said = run(log, "--receipt", seen)
    assert (code, "is there, and is kept" in said, seen.read_bytes() == kept) == (2, True, True)
    code, said = run(short, "--seen", seen)
    assert (code, "the log was cut short" in said) == (3, True)
    short.write_text("{}")
    assert run(log, "--seen", short)[0] == 2
    assert run(log, "--seen", tmp_path / "nothing.json")[0] == 2


def test_no_receipt_is_written_of_a_log_that_does_not_match(tmp_path: Path) -> None:
    log = copy.deepcopy(LOG)
    find(log, "table.opened")["body"]["title"] = "changed"
    file, seen = tmp_path / "log.json", tmp_path / "receipt.json"
    file.write_text(json.dumps(log))
    assert CliRunner().invoke(program, ["verify", str(file), "--receipt", str(seen)]).exit_code == 3
    assert not seen.exists()


def test_the_server_takes_a_log_with_a_receipt() -> None:
    def verified(document: object) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(jobs.verified(json.dumps(document).encode()))
        return told

    assert verified(LOG)["seen"] is None
    told = verified({"log": LOG, "seen": SEEN})
    assert (told["seen"], told["matches"]) == (LOG["number"], True)
    assert verified({"log": cut(copy.deepcopy(LOG)), "seen": SEEN})["matches"] is False
    with pytest.raises(BadInput):
        read_log_and_receipt(json.dumps({"log": LOG}).encode())
    assert read_log(json.dumps(LOG).encode()) == LOG

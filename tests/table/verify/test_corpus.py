"""The published corpus of forged logs: server, command line and the second verifier say of each what must be said.

The page says so, too, in `tests/web/pages/test_forged.py`.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.table.forgeries import rechained
from tests.table.verify.complaints import WITHOUT_A_LOG, complaints, heard, sites
from tests.table.verify.corpus.entry import Entry
from tests.table.verify.corpus.read import COMPLAINTS, CORPUS
from tests.table.verify.corpus.write import corpus
from tests.table.verify.verifiers import TOOL, by_second, by_server, said_by_second, second

from oddsmith.cli.app import program
from oddsmith.table.verify.report import Mismatch

ROOT = Path(__file__).parents[3]
ENDS = {"passes": 0, "fails": 3, "no log": 2}
#: Logs in which what later events need is missing, so that nothing more can be said of them.
UNREADABLE = {
    f"{name}.json"
    for name in (
        *("forged/a-table-opened-twice", "forged/a-hand-without-its-nonce", "forged/a-witness-who-is-nobody"),
        "forged/one-who-decides-is-left-out",
    )
}
SITES = sites()
BASES = ("everything", "everything-as-cy-sees-it", "choices-and-forfeits")


def test_the_corpus_is_what_its_script_writes() -> None:
    assert corpus() == CORPUS, "run python -m tests.table.verify.corpus.write"
    assert sum(entry.verdict != "passes" for entry, _ in CORPUS) >= 120


@pytest.mark.parametrize(("entry", "data"), CORPUS, ids=[entry.file for entry, _ in CORPUS])
def test_server_and_second_verifier_say_of_a_log_what_must_be_said(entry: Entry, data: bytes) -> None:
    with heard() as lines:
        verdict, mismatches = by_server(data)
        other, wrong = said_by_second(data)
    assert verdict == entry.verdict
    if entry.what is not None:
        assert entry.what in [mismatch.what for mismatch in mismatches]
    if entry.roll is not None:
        assert entry.roll in [mismatch.roll for mismatch in mismatches]
    assert other in (["passes", "fails"] if entry.rules else [entry.verdict])
    if entry.event is not None:
        assert (entry.event, entry.what) in [(mismatch.number, mismatch.what) for mismatch in mismatches]
        assert (entry.event, entry.what) in [(number, what.split(" is ")[0]) for number, what in wrong]
    made = {name for name, file in COMPLAINTS.items() if file == entry.file}
    assert complaints(SITES, lines, wrong) >= made
    # A check that breaks off says so, and would find every forgery.
    assert any(mismatch.found == "not whole, or of another form" for mismatch in mismatches) is (
        entry.file in UNREADABLE
    )


def test_each_complaint_that_a_verifier_can_make_is_made_about_some_log() -> None:
    named = {site.name for site in SITES}
    assert len(named) == len(SITES) > 150
    assert named == COMPLAINTS.keys() | WITHOUT_A_LOG.keys(), "forge a log and run tests.table.verify.corpus.write"
    assert not COMPLAINTS.keys() & WITHOUT_A_LOG.keys()


@pytest.mark.parametrize("place", range(0, len(CORPUS), 9))
def test_the_command_line_says_what_the_server_says(tmp_path: Path, place: int) -> None:
    entry, data = CORPUS[place]
    file = tmp_path / "log.json"
    file.write_bytes(data)
    assert CliRunner().invoke(program, ["verify", str(file)]).exit_code == ENDS[entry.verdict]


@pytest.mark.parametrize("name", ["honest/everything.json", "forged/a_face.json", "no-log/not-a-number.json"])
def test_the_second_verifier_is_a_program_that_needs_nothing_else(tmp_path: Path, name: str) -> None:
    entry, data = next(found for found in CORPUS if found[0].file == name)
    file = tmp_path / "log.json"
    file.write_bytes(data)
    done = subprocess.run([sys.executable, "-I", str(TOOL), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == ENDS[entry.verdict]
    assert ("Rules were not checked" in done.stdout) is (entry.verdict == "passes")


@pytest.mark.parametrize("die", ["d999999999999999999999999", "d" + "9" * 5000, "d{1," + "1" * 5000 + "}"])
def test_the_second_verifier_ends_well_whatever_a_die_is_called(die: str) -> None:
    log = json.loads((ROOT / "tests" / "golden" / "logs" / "everything.json").read_bytes())
    for event in log["events"]:
        for entry in event["body"].get("trail", ()):
            for face in entry.get("faces", ()):
                face["die"] = die
    assert by_second(json.dumps(rechained(log)).encode()) == "fails"


def test_the_second_verifier_knows_the_numbers_of_the_page() -> None:
    # docs/fair-rolls.md and docs/randomness.md
    module, _ = second()
    table, seed, nonce, other = "00112233aabbccdd", b"\x11" * 32, b"\x22" * 32, b"\x33" * 32
    assert module.h("oddsmith/seal/1", table, seed).startswith("29c1623761a0ceb6")
    assert module.h("oddsmith/pledge/1", table, "m1", nonce).startswith("c88dd25dbac2ca03")
    assert module.h("oddsmith/stretch/1", table, "r1", "0", seed, "m1", nonce, "m2", other).startswith(
        "28fbc0a6f1216e30"
    )
    numbers = module.Numbers(b"42")
    assert [numbers.below(1000) for _ in range(4)] == [580, 130, 121, 565]


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 1000, 2**53 - 1, 2**53, 10**400, 0.0, 16.9, float("nan")),
        *(
            "",
            "0",
            "m1",
            "m3",
            "r1",
            "r9",
            "everyone",
            "self",
            "ab" * 32,
            "a\u200db",
            "\u202e",
            "\ue000",
            "\ud800",
            " x",
        ),
        *("__proto__", "\U0001f3b2", "x" * 250, "seed", "faces", [], {}, [[]], {"a": 1}, "2026-01-01T00:00:00.000Z"),
    ]
)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """Honest logs in which something was left out, doubled, moved or written anew, all digests right again."""
    log = json.loads((ROOT / "tests" / "golden" / "logs" / f"{draw(st.sampled_from(BASES))}.json").read_bytes())
    events = log["events"]
    place = draw(st.integers(0, len(events) - 2))
    match draw(st.sampled_from(["drop", "double", "swap", "field", "field", "field"])):
        case "drop":
            del events[place]
        case "double":
            events.insert(place, copy.deepcopy(events[place]))
        case "swap":
            events[place], events[place + 1] = events[place + 1], events[place]
        case _:
            _change(draw, events[place])
    try:
        return json.dumps(rechained(log)).encode()
    except (KeyError, TypeError, ValueError, AttributeError):  # so broken that no digests can be made
        return json.dumps(log).encode()


def _change(draw: st.DrawFn, event: dict[str, Any]) -> None:
    holder: Any = event
    while True:
        keys = (
            [key for key in holder if key not in ("digest", "previous")]
            if isinstance(holder, dict)
            else [*range(len(holder))]
        )
        key = draw(st.sampled_from(keys))
        if not holder[key] or not isinstance(holder[key], dict | list) or draw(st.booleans()):
            break
        holder = holder[key]
    match draw(st.sampled_from(["value", "value", "leave out", "one more"])):
        case "leave out":
            del holder[key]
        case "one more" if isinstance(holder, dict):
            holder["more"] = draw(VALUES)
        case _:
            holder[key] = draw(VALUES)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=mutations())
def test_what_the_second_verifier_finds_the_server_finds(data: bytes) -> None:
    verdict, mismatches = by_server(data)
    other = by_second(data)
    if other != verdict:
        assert (verdict, other) == ("fails", "passes")
        assert only_of_rules(mismatches), mismatches


def test_a_question_changed_afterwards_takes_rules_to_find() -> None:
    log = json.loads((ROOT / "tests" / "golden" / "logs" / "every-action.json").read_bytes())
    [opened] = [each for each in log["events"] if (each["kind"], each["roll"]) == ("roll.opened", "r21")]
    opened["body"]["options"]["humanity_loss"] = "ask"  # which asks where the other does not
    data = json.dumps(rechained(log)).encode()
    verdict, mismatches = by_server(data)
    assert (verdict, by_second(data)) == ("fails", "passes")
    assert only_of_rules(mismatches), mismatches


def only_of_rules(mismatches: list[Mismatch]) -> bool:
    """Whether it takes commands and rules to find all of them, or what they lead to: dice where the rules have none."""
    rolls = {mismatch.roll for mismatch in mismatches if needs_rules(mismatch)}
    return all(needs_rules(each) or (each.what == "stretch" and each.roll in rolls) for each in mismatches)


def needs_rules(mismatch: Mismatch) -> bool:
    """Whether it takes commands and rules to find something: it is of no form, digest, promise or seed."""
    return not mismatch.what.startswith(
        ("its ", "the digest", "the hidden part of event", "the seed", "the seal", "the next seal", "stretch", "landed")
    )

"""Logs that were tampered with, by somebody careless and by somebody who makes all digests right again."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from tests.table.commands.rolls.test_real_hands import bare, throw
from tests.table.group import Group, kinds, last

from oddsmith.errors import BadInput
from oddsmith.table.commands import notes
from oddsmith.table.commands.rolls import answers, ending
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.table.verify.check_log import verify

Log = dict[str, Any]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A log with witnesses, decisions, effects, hands, typed faces and something hidden."""
    with asyncio.Runner() as runner:
        tables = Tables(open_database(f"sqlite:///{tmp_path_factory.mktemp('log')}/tables.db"))
        runner.run(tables.start())
        try:
            return _played(Group.opened(tables, runner))
        finally:
            runner.run(tables.close())


@pytest.fixture
def log(written: Log) -> Log:
    """The same for each test, which may change it."""
    return copy.deepcopy(written)


def _played(group: Group) -> Log:
    ada, bob = group.host, group.join("Bob")
    ada.roll(source="hands", against=bob.id)
    _, mine = throw(ada, 0, "rock")
    _, theirs = throw(bob, 0, "paper")
    bare(ada, 0, "rock", mine)
    bare(bob, 0, "paper", theirs)
    nonce = bob.pledge()
    ada.roll(inputs={"pool": 8})
    bob.do(partial(answers.witness, name="r2", body=answers.Witness(stretch=0, nonce=nonce)))
    mara = ada.character("Mara", resources={"ec": {"value": 40}})
    answer = ada.roll("edged-coins", "toss", {"rank": 1, "ec": 20}, character=mara)
    while kinds(answer)[-1] == "roll.waits":
        answer = ada.answer("r3", last(answer)["step"], last(answer)["options"][-1])
    ada.do(partial(ending.undo, name="r3", body=ending.Undo()))
    ada.roll(source="faces", faces=["up", "even"])
    bob.roll(visibility="self")
    bob.roll(visibility="self", source="faces", faces=["up", "even"])
    bob.do(partial(notes.write_note, body=notes.WriteNote(text="now", roll="r6")))
    bob.do(partial(ending.show, name="r6"))
    for visibility in ("everyone", "self"):
        request = notes.WriteNote.model_validate({"text": "here", "visibility": visibility})
        number = bob.do(partial(notes.write_note, body=request))["note"]
    bob.do(partial(notes.show_note, number=number))
    return ada.log()


def rechained(log: Log) -> Log:
    """All digests made right again, as whoever keeps the log could."""
    previous = "0" * 64
    for event in log["events"]:
        event["previous"] = previous
        shown = {name: value for name, value in event.items() if name not in ("digest", "hidden", "salt")}
        text = json.dumps(shown, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        event["digest"] = previous = hashlib.sha256(text.encode()).hexdigest()
    log["digest"] = previous
    return log


def find(log: Log, kind: str, roll: str | None) -> dict[str, Any]:
    found: dict[str, Any] = next(e["body"] for e in log["events"] if e["kind"] == kind and e["roll"] == roll)
    return found


def test_a_log_as_it_was_written_matches(log: Log) -> None:
    report = verify(log)
    assert report.mismatches == []
    assert (report.rolls, report.hidden, report.unfinished) == (4, 1, 1)
    assert verify(rechained(copy.deepcopy(log))).mismatches == []


def test_options_by_their_names_match_as_earlier_versions_wrote_them(local_group: Group) -> None:
    local_group.host.roll("edged-coins", "interfere", {"rank": 2, "ec": 20, "opponents_ec": [15]})
    log = rechained(local_group.host.log())
    waits = find(log, "roll.waits", "r1")
    assert waits["phrases"] in (
        ["let it stand", "you force a re-toss for 15 EC", "you invert it for 20 EC"],
        ["let it stand", "opponent 1 forces a re-toss for 15 EC"],
    )
    before = len(verify(log).mismatches)
    waits["phrases"] = list(waits["options"])
    assert len(verify(rechained(log)).mismatches) == before
    waits["phrases"] = waits["phrases"][::-1]
    assert len(verify(rechained(log)).mismatches) > before


def test_any_change_of_any_value_is_found(log: Log) -> None:
    for place, (holder, key) in enumerate(_leaves(log["events"])):
        if place % 7:
            continue
        before = holder[key]
        holder[key] = _other(before)
        assert verify(log).mismatches, (key, before)
        holder[key] = before
    assert verify(log).mismatches == []


@pytest.mark.parametrize("wrong", [[], {}, [[1]], 7, -1.5, 1e400, "\ud800", True, None], ids=repr)
@pytest.mark.parametrize(
    "part", ["table", "number", "at", "kind", "by", "roll", "visibility", "body", "sealed", "previous", "digest"]
)
def test_a_part_of_another_kind_is_told_and_never_an_error_of_ours(log: Log, part: str, wrong: Any) -> None:
    for place in (0, 5, len(log["events"]) - 1):
        event = log["events"][place]
        before, event[part] = event[part], wrong
        same = repr(before) == repr(wrong)
        assert bool(verify(log).mismatches) is not same, (part, event["kind"])
        event[part] = before


def test_events_cannot_be_left_out_swapped_or_added(log: Log) -> None:
    events = log["events"]
    for forged in (
        events[:3] + events[4:],
        [*events[:3], events[4], events[3], *events[5:]],
        [*events, events[-1]],
        events[:-1],
    ):
        assert verify(log | {"events": forged}).mismatches


def _result(log: Log) -> None:
    find(log, "roll.finished", "r2")["measures"]["successes"] = 99


def _event(log: Log) -> None:
    events = find(log, "roll.finished", "r2")["events"]
    events["botch"] = not events["botch"]


def _face(log: Log) -> None:
    rolled = next(e for e in find(log, "roll.finished", "r2")["trail"] if e["kind"] == "roll")
    rolled["faces"][0]["face"] = "up" if rolled["faces"][0]["face"] != "up" else "down"


def _seed(log: Log) -> None:
    find(log, "roll.finished", "r2")["landed"]["seed"] = fair.fresh()


def _seal(log: Log) -> None:
    seed = fair.fresh()
    find(log, "roll.finished", "r2")["landed"]["seed"] = seed
    find(log, "roll.opened", "r2")["stretch"]["seal"] = fair.seal(log["table"], seed)


def _nonce(log: Log) -> None:
    find(log, "roll.witnessed", "r2")["nonce"] = fair.fresh()


def _witness_left_out(log: Log) -> None:
    find(log, "roll.opened", "r2")["stretch"]["witnesses"] = {}


def _option(log: Log) -> None:
    find(log, "roll.answered", "r3")["option"] = "win"


def _spent(log: Log) -> None:
    find(log, "roll.finished", "r3")["effects"][0]["by"] += 1


def _given_back(log: Log) -> None:
    find(log, "roll.undone", "r3")["effects"][0]["by"] += 1


def _hand(log: Log) -> None:
    met = find(log, "roll.met", "r1")
    met["hands"]["m1"], met["face"] = "scissors", "up"


def _test_won(log: Log) -> None:
    find(log, "roll.met", "r1")["face"] = "up"


def _input(log: Log) -> None:
    find(log, "roll.opened", "r2")["inputs"]["pool"] = 20


def _typed(log: Log) -> None:
    find(log, "roll.opened", "r4")["faces"] = ["up", "down"]


def _shown_note(log: Log) -> None:
    part = next(iter(find(log, "note.shown", None)["events"].values()))
    part["hidden"]["text"] = "there"


def _shown_roll(log: Log) -> None:
    find(log, "roll.shown", "r6")["events"].popitem()


def _note_of_another(log: Log) -> None:
    next(e for e in log["events"] if e["kind"] == "note.shown")["by"] = "m1"


def _note_in_the_open(log: Log) -> None:
    next(e for e in log["events"] if e["kind"] == "note.written" and e["sealed"])["body"]["text"] = "here"


@pytest.mark.parametrize(
    ("forge", "roll"),
    [
        (_result, "r2"), (_event, "r2"), (_face, "r2"), (_seed, "r2"), (_seal, "r2"), (_nonce, "r2"),
        (_witness_left_out, "r2"), (_option, "r3"), (_spent, "r3"), (_given_back, "r3"), (_hand, "r1"),
        (_test_won, "r1"), (_input, "r2"), (_typed, "r4"), (_shown_note, None), (_shown_roll, "r6"),
        (_note_of_another, None), (_note_in_the_open, "r6"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)  # fmt: skip
def test_a_forger_who_makes_all_digests_right_is_found_at_the_roll_they_changed(
    log: Log, forge: Callable[[Log], None], roll: str | None
) -> None:
    forge(log)
    mismatches = verify(rechained(log)).mismatches
    assert mismatches
    assert mismatches[0].roll == roll


def test_a_mismatch_says_where_it_is_and_what_it_should_be(log: Log) -> None:
    right = find(log, "roll.finished", "r2")["measures"]["successes"]
    _result(log)
    messages = [str(mismatch) for mismatch in verify(rechained(log)).mismatches]
    assert len(messages) == 1
    assert messages[0].endswith(f"(r2): measures.successes is 99; it should be {right}.")


@pytest.mark.parametrize(
    "what", [None, [], {}, {"schema": "oddsmith/log/1"}, {"schema": "oddsmith/odds/1", "events": []}]
)
def test_what_is_no_log_is_refused(what: object) -> None:
    with pytest.raises(BadInput):
        verify(what)


@pytest.mark.parametrize("event", [None, 3, {}, {"kind": "roll.shown"}, {"at": "now", "number": 1}])
def test_what_is_no_event_is_told_with_its_place(log: Log, event: Any) -> None:
    log["events"][4] = event
    assert [mismatch.number for mismatch in verify(log).mismatches] == [5]


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from _leaves(item)
        else:
            yield value, key


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if value.isdigit():
            return str(int(value) + 1)
    return "something else"


def test_an_event_is_not_called_broken_for_want_of_the_next_which_is_told(log: Log) -> None:
    log["events"][1]["body"]["name"] = "A\u200bda"
    report = verify(log)
    assert ([mismatch.number for mismatch in report.mismatches], report.stopped) == ([2], 1)

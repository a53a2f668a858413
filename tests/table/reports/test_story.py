"""The log as text."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from tests.table.group import PATIENCE, Group, last

from oddsmith.table.commands import notes, people
from oddsmith.table.commands.rolls import ending, real_hands
from oddsmith.table.fairness import fair
from oddsmith.table.reports.story import log_text


def test_the_text_tells_who_did_what_and_what_came_of_it(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"willpower": {"value": 3}})
    bob.roll(source="faces", faces=["up", "even"], character=mara, label="Stealth", comment="on tiptoe")
    bob.do(partial(notes.write_note, body=notes.WriteNote(text="well done")))
    bob.roll(visibility="self")
    bob.do(partial(ending.undo, name="r1", body=ending.Undo(reason="misread")))
    lines = log_text(ada.log()).splitlines()
    assert lines[0] == "Thursday"
    told = [line[21:] for line in lines[2:]]
    for line in (
        "Ada takes a seat as host.",
        "Bob takes a seat as player.",
        "Bob brings Mara (willpower 3).",
        "  on tiptoe",
        "Bob: well done",
        "Bob makes a hidden roll (r2).",
        "Bob takes r1 back: misread.",
    ):
        assert line in told
    for line in (
        'Bob as Mara rolls "Stealth": Mod Dot, Test (r1).',
        "  With pool 10.",
        "  rock-paper-scissors test: won",
        "  r1: at least one success; 6 successes, 5 base successes before the tests, 0 Willpower spent.",
    ):
        assert line in told
    assert not any("r2" in line and "hidden" not in line for line in told)


def story(group: Group) -> list[str]:
    return [line[21:] for line in log_text(group.host.log()).splitlines()[2:]]


def test_people_come_and_go_in_plain_words(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob", "observer")
    bob.do(partial(people.remove_member, name=bob.id))
    eve = local_group.join("Eve")
    eve.character("Kay", resources={"ec": {"value": 9, "max": 12}})
    ada.do(partial(people.remove_member, name=eve.id))
    told = story(local_group)
    for line in (
        "Ada makes an invite for an observer.",
        "Bob leaves.",
        "Eve brings Kay (EC 9 of 12).",
        "Ada removes Eve.",
        "  Kay is played by the hosts now.",
    ):
        assert line in told


def test_lists_and_dice_are_written_as_people_write_them(local_group: Group) -> None:
    dice = {"dice": "facet:1d6,descendant:1d6", "against_dice": "facet:2d6", "proficiencies": 1}
    local_group.host.roll("t13", "opposed", dice, source="faces", faces=["6", "6", "1", "2"])
    local_group.host.roll("edged-coins", "toss", {"rank": 2}, source="faces", faces=["H", "T"])
    told = story(local_group)
    assert "  With dice facet:1d6, descendant:1d6, against dice facet:2d6." in told
    assert not any("[" in line or "_" in line or "{" in line for line in told)
    assert any("heads tails" in line for line in told)
    # R2.6: 12 against 3 is more than three times as much; the level says all that success says.
    assert any("; " in line and "Superior Success" in line and "Moderate or better" not in line for line in told)


def test_a_decision_that_a_host_takes_for_somebody_names_both(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"ec": {"value": 1}})
    bob.roll("edged-coins", "toss", {"rank": 1}, character=mara, source="faces")
    answer = ada.answer("r1", 0, "effort")
    assert "  Ada decides for Bob: effort (r1)." in story(local_group)
    (choice,) = [entry for entry in last(answer)["trail"] if entry["kind"] == "choice"]
    assert (choice["who"], choice["taken"], choice["by"]) == ("player", "effort", ada.id)
    assert ada.verifies().mismatches == []


def test_only_who_was_late_forfeits_a_round(local_group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_hands, "THROW_WAIT", 1)
    ada, bob = local_group.host, local_group.join("Bob")
    ada.roll(source="hands", against=bob.id)
    nonce = fair.fresh()
    commitment = fair.thrown(local_group.table, "r1", 0, ada.id, "rock", nonce)
    ada.do(partial(real_hands.throw, name="r1", body=real_hands.Throw(round=0, commitment=commitment)))

    async def over() -> None:
        live = await local_group.tables.table(local_group.table)
        while (opened := live.state.rolls["r1"].open) is not None and opened.events[-1].kind == "roll.thrown":
            await asyncio.sleep(0.01)

    local_group.run(asyncio.wait_for(over(), PATIENCE))
    assert "  Ada has thrown, Bob is late and forfeits: Ada wins this round (r1)." in story(local_group)


def test_the_text_ends_with_digits_to_compare_with_others(local_group: Group) -> None:
    log = local_group.host.log()
    digest = log["digest"]
    assert log_text(log).splitlines()[-1] == f"log 2 · {digest[:4]}-{digest[4:8]}-{digest[8:12]}-{digest[12:16]}"


def test_a_toss_that_fails_is_told_as_a_failure(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    bob.roll(system="edged-coins", action="toss", inputs={"rank": 2}, source="faces", faces=["T", "T"])
    assert "  r1: failure; 0 EC spent by the player, 0 EC spent by the opponent." in [
        line[21:] for line in log_text(ada.log()).splitlines()
    ]


def test_each_colour_of_dice_is_told_by_itself(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    inputs = {"humanity": 2, "beast": 2, "willpower": 2, "spend": "after"}
    bob.roll(system="humanity-beast", action="action", inputs=inputs, source="faces", faces=["7", "1", "6", "2", "8"])
    told = [line[21:] for line in log_text(ada.log()).splitlines()]
    assert any(line.startswith("  2 Humanity dice: 7 1; 2 Beast dice: 6 2 = ") for line in told), told

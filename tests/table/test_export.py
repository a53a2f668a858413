"""The log as text."""

from __future__ import annotations

from functools import partial

from tests.table.group import Group

from oddsmith.table import requests, rolls, sheets
from oddsmith.table.export import told_log


def test_the_text_tells_who_did_what_and_what_came_of_it(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"willpower": {"value": 3}})
    bob.roll(source="faces", faces=["up", "even"], character=mara, label="Stealth", comment="on tiptoe")
    bob.do(partial(sheets.write_note, request=requests.WriteNote(text="well done")))
    bob.roll(visibility="self")
    bob.do(partial(rolls.undo, name="r1", request=requests.Undo(reason="misread")))
    lines = told_log(ada.log()).splitlines()
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
    assert any(line.startswith('Bob as Mara rolls "Stealth": mod-dot test (r1), ') for line in told)
    assert any("successes: 6" in line for line in told)
    assert not any("r2" in line and "hidden" not in line for line in told)

"""Names that could pass for others, and texts that could pass for the log's own."""

from __future__ import annotations

import importlib.util
import json
import re
import secrets
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.table.group import Group, Person, kinds

from oddsmith.table.commands import bodies, characters, context, notes, people
from oddsmith.table.domain.allowed_letters import visible
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.reports.story import log_text

ROOT = Path(__file__).parents[3]


def rename(person: Person, name: str) -> dict[str, Any]:
    return person.do(partial(people.change_member, name=person.id, body=people.ChangeMember(name=name)))


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "Ａｄａ", "A\ufe0fda"])
def test_nobody_takes_the_name_of_somebody_at_the_table(local_group: Group, name: str) -> None:
    with pytest.raises(Conflict, match="There is already somebody called Ada at this table"):
        local_group.join(name)
    bob = local_group.join("Bob")
    with pytest.raises(Conflict):
        rename(bob, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "\N{CYRILLIC CAPITAL LETTER A}da"),
        ("Ada", "AD\N{GREEK CAPITAL LETTER ALPHA}"),
        ("Ada", "\N{LATIN LETTER SMALL CAPITAL A}\N{LATIN LETTER SMALL CAPITAL D}\N{LATIN LETTER SMALL CAPITAL A}"),
        ("Ada", "Ada\N{VARIATION SELECTOR-15}"),
        ("Bob", "\N{CYRILLIC CAPITAL LETTER VE}\N{GREEK SMALL LETTER OMICRON}\N{CYRILLIC SMALL LETTER SOFT SIGN}"),
        ("\N{CYRILLIC SMALL LETTER ER}\N{CYRILLIC SMALL LETTER O}\N{CYRILLIC SMALL LETTER ER}", "Pop"),
        ("Bob", "B0b"),
        ("Ian", "lan"),
        ("Ann 1", "Ann I"),
        ("Анна", "АННА"),
    ],
)
def test_nobody_is_somebody_elses_look_alike(local_group: Group, name: str, other: str) -> None:
    bob, eve = local_group.join("Somebody"), local_group.join("Eve")
    rename(local_group.host, "Host")
    rename(bob, name)
    for take in (local_group.join, partial(rename, eve)):
        with pytest.raises(Conflict, match=f"That name looks like {name}|somebody called {name} at this table"):
            take(other)


def test_names_that_differ_to_the_eye_sit_beside_each_other(local_group: Group) -> None:
    for name in ("Lan", "Ian", "Adam", "Анна", "Ahna", "Ольга", "Ωmega", "Βασίλης", "Basil", "王芳", "Bob 1", "Bob 2"):
        local_group.join(name)
    assert local_group.host.verifies().mismatches == []


def test_a_log_of_before_look_alikes_were_looked_for_matches(
    local_group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "look_alike", lambda one, other: one == other)
    bob = local_group.join("\N{CYRILLIC CAPITAL LETTER A}da")
    monkeypatch.undo()
    assert bob.verifies().mismatches == []


def test_a_name_is_free_when_whoever_had_it_has_left(local_group: Group) -> None:
    bob = local_group.join("Bob")
    rename(bob, "BOB")  # one's own
    bob.do(partial(people.remove_member, name=bob.id))
    rename(local_group.join("Bobby"), "Bob")
    assert local_group.host.verifies().mismatches == []


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "Ada\u200b",
        "Ada\u200d",
        "\u202eadA",
        "Ada\u2066",
        "A\u00adda",
        "Ada\u3164",
        "\u2800",
        "Ada\ue000",
        "A\u2028B",
    ],
)
@pytest.mark.parametrize("model", [people.Join, characters.MakeCharacter, people.OpenTable])
def test_names_have_no_letters_that_nobody_sees(model: type[bodies.CommandBody], name: str) -> None:
    given = {"name": name, "secret": "x"} if model is people.Join else {"name": name}
    if model is people.OpenTable:
        given = {"name": "Ada", "title": name}
    with pytest.raises(ValidationError, match="can be seen|one line|printable characters"):
        model.model_validate(given)


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz 2", "O'Brien", "王芳", "علی\u200cرضا", "👩🏽\u200d🚀 Mae", "🏳️\u200d🌈", "⚔️ Kay"]
)
def test_names_of_all_languages_and_pictures_are_taken(name: str) -> None:
    assert people.Join(secret="x", name=name).name == name


def test_texts_do_not_turn_what_stands_beside_them() -> None:
    for text in ("safe \u202e txt", "\u2067 x"):
        with pytest.raises(ValidationError):
            notes.WriteNote(text=text)
    assert notes.WriteNote(text="می\u200cروم\nשלום").text == "می\u200cروم\nשלום"


def test_a_note_cannot_forge_lines_of_the_log(local_group: Group) -> None:
    forged = "2026-11-20 18:00:00  Ada rolls: Edged Coins, Toss (r9)."
    request = notes.WriteNote(text=f"hello\n{forged}\n  r9: critical.")
    local_group.host.do(partial(notes.write_note, body=request))
    local_group.host.roll(comment=f"why\n{forged}")
    lines = log_text(local_group.host.log()).splitlines()
    assert [line for line in lines if line.startswith(forged)] == []
    assert sum(line.endswith(forged) for line in lines) == 2
    assert all(line.startswith(" " * 21) or line[:2] == "20" for line in lines[2:-2])  # title and end aside


def test_a_pasted_input_has_lines_and_cannot_forge_those_of_the_log(local_group: Group) -> None:
    sheet = "DEX 15\n2026-11-20 18:00:00 STR\t10\nOCV 7\tDCV 5"
    body = bodies.Given
    assert TypeAdapter(body).validate_python({"sheet": sheet}) == {"sheet": sheet}
    for text in ("DEX 15\x00", "DEX \u202e15", "DEX\u202815", "a" * 4001):
        with pytest.raises(ValidationError):
            TypeAdapter(body).validate_python({"sheet": text})
    local_group.host.roll(system="dot", action="sheet", inputs={"sheet": "DEX 15\nSTR 10\tOCV 7\nDCV 5"})
    text = log_text(local_group.host.log())
    assert "  With sheet DEX 15; STR 10 OCV 7; DCV 5.\n" in text


def test_whoever_is_removed_can_be_kept_out(local_group: Group) -> None:
    ada = local_group.host
    invite = local_group.invite()

    def join(name: str) -> str:
        act = partial(people.join, body=people.Join(secret=invite, name=name))
        key = secrets.token_hex(16)
        answer = local_group.run(local_group.tables.join(local_group.table, None, act, key, key))
        member: str = json.loads(answer.text())["you"]
        return member

    bob = join("Bob")
    ada.do(partial(people.remove_member, name=bob))
    again = join("Bob")  # the link still works
    keep_out = people.RemoveMember(end_invite=True)
    answer = ada.do(partial(people.remove_member, name=again, body=keep_out))
    assert kinds(answer) == ["invite.revoked", "member.left"]
    with pytest.raises(NotAllowed):
        join("Bob")
    eve = local_group.join("Eve")
    with pytest.raises(NotAllowed):
        eve.do(partial(people.remove_member, name=eve.id, body=keep_out))
    assert ada.verifies().mismatches == []


def test_which_letters_names_may_have_is_the_same_for_every_checker_and_every_unicode() -> None:
    """The second verifier has the ranges of docs/fair-rolls.md as they stand there."""
    spec = importlib.util.spec_from_file_location("verify_log", ROOT / "tools" / "verify_log.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = (ROOT / "docs" / "fair-rolls.md").read_text()
    for ranges in (tool.HIDDEN_LETTERS, tool.PICTURES, tool.SCRIPTS):
        for first, last in re.findall(r"\\U0*([0-9A-F]{4,6})(?:-\\U0*([0-9A-F]{4,6}))?", ranges):
            assert f"U+{first}" + (f" to U+{last}" if last else "") in page

    def ours(name: str) -> bool:
        try:
            return visible(name) == name
        except ValueError:
            return False

    letters = [chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000]
    differ = [hex(ord(letter)) for letter in letters if ours(f"a{letter}") != tool.visible(f"a{letter}")]
    some = ["a", "1", "\u0915", "\u0628", "\U0001f468", "\u2640", "\ufe0f", "\u0301", "\u3030"]
    joined = [f"{x}{joiner}{y}" for x in some for y in some for joiner in "\u200c\u200d"]
    differ += [ascii(name) for name in joined if ours(name) != tool.visible(name)]
    assert differ == []
    assert sum(map(ours, joined)) == 4 * 2 + 2 * 9 // 2  # Indic and Arabic letters both ways, pictures

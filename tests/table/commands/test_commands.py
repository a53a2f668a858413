"""People, sheets and what makes a command safe to send again."""

from __future__ import annotations

import asyncio
import json
import secrets
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from tests.table.group import Group, kinds

from oddsmith.errors import BadInput
from oddsmith.table.commands import bodies, characters, notes, people, presets
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.commands.rolls import answers, ending, opening, progress
from oddsmith.table.domain.errors import Conflict, KeyReused, NotAllowed, NotFound, NotSeated
from oddsmith.table.fairness import fair
from oddsmith.table.store import open_database


def test_the_same_key_and_command_give_the_stored_answer_and_nothing_happens_twice(group: Group) -> None:
    act = partial(notes.write_note, body=notes.WriteNote(text="once"))
    first = group.host.do(act, key="k", fingerprint="note once")
    assert group.host.do(act, key="k", fingerprint="note once") == first
    with pytest.raises(KeyReused):
        group.host.do(act, key="k", fingerprint="note twice")
    assert sum(event["kind"] == "note.written" for event in group.host.log()["events"]) == 1


def test_keys_of_two_people_have_nothing_to_do_with_each_other(group: Group) -> None:
    bob = group.join("Bob")
    act = partial(notes.write_note, body=notes.WriteNote(text="mine"))
    answers = [person.do(act, key="k", fingerprint="note") for person in (group.host, bob)]
    assert answers[0]["number"] != answers[1]["number"]


def test_the_same_key_at_once_is_one_command(group: Group) -> None:
    act = partial(notes.write_note, body=notes.WriteNote(text="once"))
    token = secret_digest(group.host.token)

    async def all_at_once() -> list[Any]:
        commands = (group.tables.command(group.table, token, act, "k", "f") for _ in range(20))
        return await asyncio.gather(*commands)

    answers = {answer.text() for answer in group.run(all_at_once())}
    assert len(answers) == 1


def test_a_secret_is_told_again_to_whoever_has_the_key_and_is_not_in_the_database(group: Group, url: str) -> None:
    act = partial(people.make_invite, body=people.MakeInvite())
    key = secrets.token_hex(16)
    first = group.host.do(act, key=key, fingerprint="invite")
    assert group.host.do(act, key=key, fingerprint="invite")["secret"] == first["secret"]
    assert len(first["secret"]) == 43  # 256 bits, six to a letter
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        kept = "".join(
            str(row) for table in ("events", "answers") for row in connection.execute(sa.text(f"SELECT * FROM {table}"))
        )
    engine.dispose()
    assert first["secret"] not in kept
    assert group.host.token not in kept
    assert key not in kept


def test_a_log_only_grows(group: Group, url: str) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    for change in ("DELETE FROM events", "UPDATE events SET body = '{}'"):
        with pytest.raises(sa.exc.DBAPIError, match="only grows"), engine.begin() as connection:
            connection.execute(sa.text(change))
    engine.dispose()
    assert group.host.verifies().mismatches == []


def test_an_invite_lets_people_in_until_it_is_revoked(group: Group) -> None:
    secret = group.invite("observer")
    act = partial(people.join, body=people.Join(secret=secret, name="Eve"))
    told = group.run(group.tables.join(group.table, None, act, "k" * 16, "join")).text()
    assert json.loads(told)["you"] == "m2"
    group.host.do(partial(people.revoke_invite, name="i1"))
    with pytest.raises(NotAllowed):
        group.run(group.tables.join(group.table, None, act, "l" * 16, "join"))
    wrong = partial(people.join, body=people.Join(secret="x" * 43, name="Eve"))
    with pytest.raises(NotAllowed):
        group.run(group.tables.join(group.table, None, wrong, "m" * 16, "join"))


def test_whoever_lost_their_seat_can_do_nothing_any_more(group: Group) -> None:
    bob = group.join("Bob")
    group.host.do(partial(people.remove_member, name=bob.id))
    with pytest.raises(NotSeated):
        bob.roll()
    assert group.live().state.seated(secret_digest(bob.token)) is None


def test_a_table_keeps_a_host(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    for act in (
        partial(people.remove_member, name=ada.id),
        partial(people.change_member, name=ada.id, body=people.ChangeMember(role="player")),
    ):
        with pytest.raises(Conflict):
            ada.do(act)
    ada.do(partial(people.change_member, name=bob.id, body=people.ChangeMember(role="host")))
    ada.do(partial(people.remove_member, name=ada.id))
    bob.do(partial(people.make_invite, body=people.MakeInvite()))


@pytest.mark.parametrize(
    "act",
    [
        partial(people.make_invite, body=people.MakeInvite()),
        partial(people.change_table, body=people.ChangeTable(title="Mine")),
        partial(people.remove_member, name="m1"),
        partial(people.change_member, name="m1", body=people.ChangeMember(name="Fool")),
        partial(people.change_member, name="m2", body=people.ChangeMember(role="host")),
        partial(characters.change_character, name="c1", body=characters.ChangeCharacter(name="Mine")),
        partial(characters.remove_character, name="c1"),
        partial(characters.make_character, body=characters.MakeCharacter(name="x", owner="m1")),
        partial(presets.remove_preset, name="p1"),
        partial(
            opening.open_roll,
            body=opening.OpenRoll(system="mod-dot", action="test", character="c1", nonce="00" * 32),
        ),
        partial(ending.undo, name="r1", body=ending.Undo()),
    ],
)  # fmt: skip
def test_a_player_cannot_act_for_others(local_group: Group, act: Any) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    ada.character("Ogre")
    ada.roll()
    preset = bodies.RollGiven(system="mod-dot", action="test", inputs={"pool": 3})
    ada.do(partial(presets.save_preset, body=presets.SavePreset(name="Sneak", request=preset)))
    before = local_group.live().state.number
    with pytest.raises(NotAllowed):
        bob.do(act)
    assert local_group.live().state.number == before


@pytest.mark.parametrize(
    "act",
    [
        partial(characters.make_character, body=characters.MakeCharacter(name="x")),
        partial(notes.write_note, body=notes.WriteNote(text="x")),
        partial(opening.open_roll, body=opening.OpenRoll(system="mod-dot", action="test", nonce="00" * 32)),
    ],
)
def test_an_observer_only_looks_on(local_group: Group, act: Any) -> None:
    eve = local_group.join("Eve", "observer")
    with pytest.raises(NotAllowed):
        eve.do(act)


def test_a_player_changes_their_own_sheet_and_the_host_says_who_plays_whom(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"ec": {"value": 4, "max": 6}}, inputs={"rank": 1})
    change = characters.ChangeCharacter.model_validate(
        {"resources": {"ec": {"value": 5, "max": 6}, "hc": {"value": 3}}}
    )
    bob.do(partial(characters.change_character, name=mara, body=change))
    with pytest.raises(NotAllowed):
        bob.do(partial(characters.change_character, name=mara, body=characters.ChangeCharacter(owner=ada.id)))
    ada.do(partial(characters.change_character, name=mara, body=characters.ChangeCharacter(owner=ada.id)))
    sheet = bob.sees()["characters"][0]
    assert (sheet["owner"], sheet["inputs"]) == (ada.id, {"rank": 1})
    assert {name: given["value"] for name, given in sheet["resources"].items()} == {"ec": 5, "hc": 3}
    with pytest.raises(BadInput):
        bob.character("Fenn", resources={"ec": {"value": 7, "max": 6}})


def test_a_preset_of_the_same_name_replaces_the_old_one(local_group: Group) -> None:
    ada = local_group.host
    for pool in (3, 4):
        roll = bodies.RollGiven(system="mod-dot", action="test", inputs={"pool": pool})
        ada.do(partial(presets.save_preset, body=presets.SavePreset(name="Sneak", request=roll)))
    assert [preset["request"]["inputs"] for preset in ada.sees()["presets"]] == [{"pool": 4}]
    ada.do(partial(presets.remove_preset, name="p1"))
    assert ada.sees()["presets"] == []


@pytest.mark.parametrize("name", ["", "  ", "a" * 81, "two\nlines", "nul\x00", "half \ud800"])
def test_names_are_short_and_can_be_shown(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        characters.MakeCharacter(name=name)


def test_everything_survives_a_restart(url: str, runner: asyncio.Runner) -> None:
    from oddsmith.table.server.service import Tables

    tables = Tables(open_database(url))
    runner.run(tables.start())
    group = Group.opened(tables, runner)
    mara = group.host.character("Mara", resources={"ec": {"value": 40}})
    answer = group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 20}, character=mara)
    before = group.host.sees()
    runner.run(tables.close())
    group.tables = Tables(open_database(url))
    runner.run(group.tables.start())
    assert group.host.sees() == before
    answer = group.host.answer("r1", answer["events"][-1]["body"]["step"], "no effort")
    while kinds(answer)[-1] == "roll.waits":
        answer = group.host.answer("r1", answer["events"][-1]["body"]["step"], "accept")
    assert group.host.verifies().mismatches == []
    runner.run(group.tables.close())


def test_what_is_not_there_is_not_found(local_group: Group) -> None:
    with pytest.raises(NotFound):
        local_group.run(local_group.tables.table("0" * 16))
    command = local_group.tables.command("0" * 16, "x", lambda context: None, "k", "f")
    with pytest.raises(NotFound):
        local_group.run(command)


def test_a_pledge_holds_for_its_member_alone() -> None:
    assert fair.pledge("t", "m1", "00" * 32) != fair.pledge("t", "m2", "00" * 32)


def test_the_version_of_the_database_is_that_of_the_newest_migration() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from oddsmith.table.store.database import VERSION

    config = Config()
    config.set_main_option("script_location", "oddsmith.table.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == VERSION


def test_the_migrations_make_the_tables_that_the_program_uses(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from oddsmith.table.store.schema import METADATA

    open_database(url).close()
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_what_somebody_leaves_behind_is_the_hosts(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    mara = bob.character("Mara", resources={"ec": {"value": 9}})
    kay = eve.character("Kay")
    bob.roll("edged-coins", "toss", {"rank": 5, "ec": 9}, character=mara)
    bob.roll("edged-coins", "toss", {"rank": 5}, character=mara, visibility="self", source="faces")
    ada.do(partial(people.remove_member, name=bob.id))
    assert {sheet["name"]: sheet["owner"] for sheet in ada.sees()["characters"]} == {"Mara": None, "Kay": eve.id}
    state = local_group.live().state
    assert list(state.open_rolls) == ["r1"]  # nobody who is left could have ended the one that Bob alone saw
    roll = state.rolls["r1"]
    assert progress.deciders(state, roll, "player") == [ada.id]
    answer = ada.answer("r1", roll.open.waits["step"], roll.open.waits["options"][0])
    assert answer["events"][0]["by"] == ada.id
    again = local_group.join("Bob")
    ada.do(partial(characters.change_character, name=mara, body=characters.ChangeCharacter(owner=again.id)))
    again.do(partial(characters.change_character, name=mara, body=characters.ChangeCharacter(text="back")))
    for person in (ada, eve, again):
        assert person.verifies().mismatches == []
    assert kay in state.characters


def test_who_only_looks_on_decides_nothing(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"ec": {"value": 9}})
    bob.roll("edged-coins", "toss", {"rank": 5}, character=mara)
    ada.do(partial(people.change_member, name=bob.id, body=people.ChangeMember(role="observer")))
    state = local_group.live().state
    assert progress.deciders(state, state.rolls["r1"], "player") == [ada.id]


def test_a_roll_that_only_an_observer_would_see_ends_and_its_log_holds(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"ec": {"value": 9}})
    bob.roll("edged-coins", "toss", {"rank": 5, "ec": 9}, character=mara, visibility="self")
    ada.do(partial(people.change_member, name=bob.id, body=people.ChangeMember(role="observer")))
    assert list(local_group.live().state.open_rolls) == []
    bob.do(partial(people.remove_member, name=bob.id))
    assert ada.verifies().mismatches == []


def test_a_nonce_that_was_given_is_pledged_by_nobody(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    nonce = fair.fresh()
    known = fair.pledge(local_group.table, bob.id, nonce)
    bob.do(partial(people.give_pledge, body=people.Pledge(pledge=known)))
    ada.roll("notation", "roll", {"notation": "2d6"})
    witnessed = partial(answers.witness, name="r1", body=answers.Witness(stretch=0, nonce=nonce))
    bob.do(witnessed)
    with pytest.raises(BadInput, match="no secret"):
        bob.do(partial(people.give_pledge, body=people.Pledge(pledge=known)))
    with pytest.raises(BadInput, match="no secret"):
        bob.do(partial(people.give_pledge, body=people.Pledge(pledges=[known])))

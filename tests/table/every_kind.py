"""A log in which every kind of event occurs, by a real server that is started anew and whose clock jumps.

`python -m tests.table.every_kind` keeps it with the other logs of `tests/golden`, as the host and as Cy see it: when
there is a kind of event that no log there has yet.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.golden.test_logs import verified
from tests.table.commands.rolls.test_choices import HANDS, choose, disclose
from tests.table.commands.rolls.test_real_hands import bare, throw
from tests.table.group import PATIENCE, Group, Person, kinds, last
from tests.table.honest import Log, Witness, notation

from oddsmith.table.commands import characters, notes, people, presets
from oddsmith.table.commands.bodies import RollGiven
from oddsmith.table.commands.rolls import answers, choices, ending
from oddsmith.table.server import writer
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

GOLDEN = Path(__file__).parents[1] / "golden" / "logs"


@dataclass
class Clock:
    """The clock of a server, some milliseconds ahead."""

    ahead: int

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


def every_kind(folder: Path) -> tuple[Log, Log]:
    """The log as its host sees it, and as Cy does, from whom something is hidden."""
    clock, url = Clock(-choices.CHOOSE_WAIT - 1000), f"sqlite:///{folder}/tables.db"
    with asyncio.Runner() as runner, patch.object(writer, "_now", clock.now):
        tables = Tables(open_database(url))
        runner.run(tables.start())
        group = Group.opened(tables, runner)
        try:
            return _play(group, clock, url)
        finally:
            runner.run(group.tables.close())


def _play(group: Group, clock: Clock, url: str) -> tuple[Log, Log]:
    ada, bo, cy = group.host, group.join("Bo"), group.join("Cy")
    _late(group, bo, clock, url)  # r1
    clock.ahead = 3_600_000
    ada.do(partial(people.change_table, body=people.ChangeTable(title="Friday", advice=True)))
    clock.ahead = 0  # which the next command writes down
    ada.do(partial(people.revoke_invite, name=_invite(ada)))
    _sheets(ada, bo)
    _rolls(bo, cy)
    _notes(bo)
    ada.do(partial(people.change_member, name=cy.id, body=people.ChangeMember(name="Cyd")))
    bo.do(partial(people.remove_member, name=bo.id))
    return ada.log(), cy.log()


def _invite(host: Person) -> str:
    answer = host.do(partial(people.make_invite, body=people.MakeInvite(role="observer")))
    name: str = last(answer)["invite"]
    return name


def _late(group: Group, bo: Person, clock: Clock, url: str) -> None:
    """Bo does not choose in two minutes, during which the server is started anew."""
    ada = group.host
    ada.roll("mod-dot", "hands", HANDS, opposing=ada.character("Orla", owner=bo.id))
    _, nonce = choose(ada, "player", "paper")
    clock.ahead = 0
    group.run(group.tables.close())
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())
    _until(group, "roll.late")
    disclose(ada, "player", "paper", nonce)
    ada.do(partial(ending.undo, name="r1", body=ending.Undo(reason="Bo was away")))


def _until(group: Group, kind: str) -> None:
    async def there() -> None:
        end = time.time() + PATIENCE
        while not any(event.kind == kind for event in (await group.tables.table(group.table)).recent):
            assert time.time() < end
            await asyncio.sleep(0.005)

    group.run(there())


def _sheets(ada: Person, bo: Person) -> None:
    mara = bo.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    change = characters.ChangeCharacter.model_validate({"resources": {"ec": {"by": -3}}, "text": "tired"})
    bo.do(partial(characters.change_character, name=mara, body=change))
    ada.do(partial(characters.remove_character, name=mara))
    kept = presets.SavePreset(name="Parry", request=RollGiven(system="mod-dot", action="test", inputs={"pool": 4}))
    preset = bo.do(partial(presets.save_preset, body=kept))["preset"]
    bo.do(partial(presets.remove_preset, name=preset))


def _rolls(bo: Person, cy: Person) -> None:
    name = bo.roll(source="faces", inputs={"pool": 4}, nonce=None)["roll"]  # r2
    bo.do(partial(answers.type_faces, name=name, body=answers.TypeFaces(faces=["even"])))
    bo.do(partial(answers.type_faces, name=name, body=answers.TypeFaces(faces=["up"])))
    witness = Witness(cy)
    witness.answer(notation(bo, "2d6"))  # r3
    answer = bo.roll("edged-coins", "toss", {"rank": 1, "ec": 10})  # r4
    while kinds(answer)[-1] != "roll.finished":
        if kinds(answer)[-1] == "roll.waits":
            answer = bo.answer("r4", last(answer)["step"], last(answer)["options"][0])
        else:
            answer = witness.answer("r4", last(answer)["stretch"]["stretch"])
    _hands(bo, cy, witness)
    _battle(bo, cy, witness)
    witness.answer(notation(bo, "1d8", visibility="self"))  # r7
    bo.do(partial(ending.show, name="r7"))
    witness.answer(notation(bo, "1d20", visibility="host"))  # r8, which Cy does not see


def _hands(bo: Person, cy: Person, witness: Witness) -> None:
    """Play r5: a die falls before the hands, and one after them, by their nonces; Cy is not asked for another."""
    assert notation(bo, "1d6 + (1d{down,even,up}=up) + 1d6", source="hands", against=cy.id) == "r5"
    witness.answer("r5")
    both = (bo, "rock"), (cy, "scissors")
    made = {person.id: throw(person, 0, hand, "r5")[1] for person, hand in both}
    for person, hand in both:
        answer = bare(person, 0, hand, made[person.id], "r5")
    assert "landed" in last(answer)


def _battle(bo: Person, cy: Person, witness: Witness) -> None:
    """Play r6, of which both decide at once, unseen; dice fall by the nonces of both."""
    inputs = {"humanity": 3, "beast": 2, "willpower": 2, "order": "at-once"}
    inputs |= {"against_humanity": 3, "against_beast": 2, "against_willpower": 2}
    answer = bo.roll("humanity-beast", "battle", inputs, opposing=cy.character("Nix"))
    assert answer["roll"] == "r6"
    decide = zip((bo, cy), last(witness.answer("r6"))["sides"], strict=True)
    sides = [(person, side["who"], side["options"][0]) for person, side in decide]
    made = [choose(person, who, option, roll="r6")[1] for person, who, option in sides]
    for (person, who, option), nonce in zip(sides, made, strict=True):
        answer = disclose(person, who, option, nonce, roll="r6")
    assert "landed" in last(answer)
    bo.do(partial(ending.undo, name="r6", body=ending.Undo()))


def _notes(bo: Person) -> None:
    note = notes.WriteNote.model_validate({"text": "here", "visibility": "self"})
    number = bo.do(partial(notes.write_note, body=note))["note"]
    bo.do(partial(notes.show_note, number=number))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        whole, part = every_kind(Path(folder))
    for name, log in (("every-kind", whole), ("every-kind-as-cy-sees-it", part)):
        file = GOLDEN / f"{name}.json"
        file.write_text(json.dumps(log, ensure_ascii=False, indent=1), encoding="utf-8")
        file.with_suffix(".txt").write_text(verified(file) + "\n", encoding="utf-8")

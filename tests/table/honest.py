"""A log in which all that may happen at a table happens: for those who forge logs, and those who find them out."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

from tests.table.group import PATIENCE, Group, Person, kinds, last

from oddsmith.table.commands import characters, notes, people
from oddsmith.table.commands.rolls import answers, ending, real_hands
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

Log = dict[str, Any]


class Witness:
    """Somebody whose browser is open: it has pledged, and answers every roll."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.row = [person.pledge()]

    def more(self, count: int) -> None:
        """Pledge more, behind what stands."""
        made = [fair.fresh() for _ in range(count)]
        pledges = [fair.pledge(self.person.group.table, self.person.id, nonce) for nonce in made]
        self.person.do(partial(people.give_pledge, body=people.Pledge(pledges=pledges)))
        self.row += made

    def next(self) -> tuple[str, dict[str, str]]:
        """The nonce that was pledged first, and the pledge of another if it was the only one."""
        given = self.row.pop(0)
        if self.row:
            return given, {}
        self.row = [fair.fresh()]
        return given, {"pledge": fair.pledge(self.person.group.table, self.person.id, self.row[0])}

    def answer(self, roll: str, stretch: int = 0) -> dict[str, Any]:
        nonce, pledge = self.next()
        live = self.person.group.live().state
        seen = {"number": live.number, "digest": live.digest}
        request = answers.Witness.model_validate({"stretch": stretch, "nonce": nonce, "seen": seen, **pledge})
        return self.person.do(partial(answers.witness, name=roll, body=request))

    def roll(self, system: str, action: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.person.roll(system, action, inputs, nonce=None, **more)
        if "stretch" in last(answer):
            self.answer(answer["roll"])
        return answer

    def decide(self, roll: str, step: int, option: str) -> dict[str, Any]:
        request = answers.Answer(step=step, option=option)
        answer = self.person.do(partial(answers.answer, name=roll, body=request))
        if "stretch" in last(answer):
            self.answer(roll, last(answer)["stretch"]["stretch"])
        return answer


def notation(person: Person | Witness, text: str, **more: Any) -> str:
    name: str = person.roll("notation", "roll", {"notation": text}, **more)["roll"]
    return name


def honest(folder: Path) -> tuple[Log, Log]:
    """The whole log, as its host sees it, and as Cy does, who may not see all rolls."""
    with asyncio.Runner() as runner:
        tables = Tables(open_database(f"sqlite:///{folder}/tables.db"))
        runner.run(tables.start())
        try:
            group = Group.opened(tables, runner)
            return _play(group)
        finally:
            runner.run(tables.close())


def _play(group: Group) -> tuple[Log, Log]:
    ada, bo, cy, obs = group.host, group.join("Bo"), group.join("Cy"), group.join("Obs", "observer")
    mara = bo.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    nix = cy.character("Nix", resources={"hc": {"value": 40, "max": 60}})
    notation(bo, "4d6kh3")  # r1, alone and not pledged
    witness = Witness(cy)
    witness.answer(notation(bo, "3d20"))  # r2
    damage = {"measure": "total", "character": nix, "resource": "hc", "times": -1}
    witness.answer(notation(bo, "10 + 1d1", opposing=nix, effects=[damage]))  # r3
    bo.do(partial(ending.undo, name="r3", body=ending.Undo(reason="oops")))
    _toss(bo, mara, witness, "r4")
    notation(bo, "4d6kh3", source="faces", nonce=None, faces=["6", "2", "3", "4"])  # r5
    witness.answer(notation(bo, "1d6", visibility="host"))  # r6, unseen by Cy
    _meet(bo, cy)  # r7
    witness.more(2)
    roller = Witness(bo)
    witness.answer(notation(roller, "2d10 + 2d10"))  # r8
    looks_on = Witness(obs)
    name = notation(roller, "2d20kh1")  # r9
    witness.answer(name)
    looks_on.answer(name)
    notation(roller, "1d20")  # r10
    witness.answer("r10")
    bo.do(partial(ending.undo, name="r10", body=ending.Undo()))
    obs_nonce, _ = looks_on.next()
    assert obs_nonce
    looks_on = Witness(obs)
    witness.answer(notation(roller, "1d8"))  # r11, for which the observer comes too late
    _wait(group, "r11")
    witness.answer(notation(roller, "1d12", visibility="self"))  # r12
    bo.do(partial(ending.show, name="r12"))
    for visibility in ("everyone", "self", "self"):
        request = notes.WriteNote.model_validate({"text": "here", "visibility": visibility})
        note = bo.do(partial(notes.write_note, body=request))["note"]
    bo.do(partial(notes.show_note, number=note))
    change = characters.ChangeCharacter.model_validate({"resources": {"ec": {"by": -3}}, "text": "tired"})
    bo.do(partial(characters.change_character, name=mara, body=change))
    ada.do(partial(people.change_member, name="m4", body=people.ChangeMember(name="Obi")))
    ada.do(partial(people.withdraw_pledge, name="m4"))
    roller.more(3)
    witness.more(3)
    notation(ada, "1d4")  # r13 is open when the log ends: Cy and Bo are asked for their nonces
    roller.row.pop(0)
    witness.row.pop(0)
    witness.answer(notation(roller, "2d6", visibility="host"))  # r14, unseen by Cy
    _toss(roller, mara, witness, "r15")
    return ada.log(), cy.log()


def _toss(bo: Person | Witness, mara: str, witness: Witness, roll: str) -> None:
    decide = bo.answer if isinstance(bo, Person) else bo.decide
    answer = bo.roll("edged-coins", "toss", {"rank": 1, "ec": 10}, character=mara)
    while kinds(answer)[-1] != "roll.finished":
        if kinds(answer)[-1] == "roll.waits":
            answer = decide(roll, last(answer)["step"], last(answer)["options"][-1])
        else:
            answer = witness.answer(roll, last(answer)["stretch"]["stretch"])


def _meet(bo: Person, cy: Person) -> None:
    bo.roll("mod-dot", "test", {"pool": 1}, source="hands", against=cy.id, nonce=None)
    for number, hand in enumerate(("paper", "scissors", "scissors", "scissors")):
        thrown = []
        for person, own in ((bo, "rock"), (cy, hand)):
            nonce = fair.fresh()
            commitment = fair.thrown(person.group.table, "r7", number, person.id, own, nonce)
            person.do(partial(real_hands.throw, name="r7", body=real_hands.Throw(round=number, commitment=commitment)))
            thrown.append((person, own, nonce))
        for person, own, nonce in thrown:
            request = real_hands.Bare.model_validate({"round": number, "hand": own, "nonce": nonce})
            answer = person.do(partial(real_hands.bare, name="r7", body=request))
        if kinds(answer)[-1] == "roll.finished":
            return
    raise AssertionError(answer)


def _wait(group: Group, name: str) -> None:
    async def over() -> None:
        end = time.time() + PATIENCE
        while (await group.tables.table(group.table)).state.rolls[name].open is not None:
            assert time.time() < end
            await asyncio.sleep(0.01)

    group.run(over())

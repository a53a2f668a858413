"""People at a table, who do things one after another."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from oddsmith.table.commands import characters, people
from oddsmith.table.commands.context import CommandContext, secret_digest
from oddsmith.table.commands.rolls import answers, opening
from oddsmith.table.domain import views
from oddsmith.table.domain.event import Event
from oddsmith.table.fairness import fair
from oddsmith.table.reports import export
from oddsmith.table.server.service import Tables
from oddsmith.table.verify.check_log import verify
from oddsmith.table.verify.report import Report

PATIENCE = 60.0  # seconds; what has not happened by then, on the busiest machine, does not happen


@dataclass
class Person:
    """Somebody at a table; what they do is on disk when a method returns."""

    group: Group
    id: str
    token: str
    nonces: dict[str, str] = field(default_factory=dict)

    def do(
        self, act: Callable[[CommandContext], None], key: str | None = None, fingerprint: str = ""
    ) -> dict[str, Any]:
        """Carry out a command; gives its answer."""
        group = self.group
        key = key or f"key-{next(group.keys)}"
        command = group.tables.command(group.table, secret_digest(self.token), act, key, fingerprint or key)
        answer: dict[str, Any] = json.loads(group.run(command).text())
        return answer

    def roll(self, system: str = "mod-dot", action: str = "test", inputs: Any = None, **more: Any) -> dict[str, Any]:
        if more.get("source") != "faces":
            more.setdefault("nonce", fair.fresh())
        defaults: dict[str, Any] = {"pool": 10} if (system, action) == ("mod-dot", "test") else {}
        request = opening.OpenRoll(system=system, action=action, inputs=defaults if inputs is None else inputs, **more)
        return self.do(partial(opening.open_roll, body=request))

    def answer(self, roll: str, step: int, option: str) -> dict[str, Any]:
        request = answers.Answer(step=step, option=option, nonce=fair.fresh())
        return self.do(partial(answers.answer, name=roll, body=request))

    def character(self, name: str, **more: Any) -> str:
        request = characters.MakeCharacter(name=name, **more)
        made: str = self.do(partial(characters.make_character, body=request))["character"]
        return made

    def pledge(self) -> str:
        """Promise a nonce; gives it."""
        nonce = fair.fresh()
        pledge = fair.pledge(self.group.table, self.id, nonce)
        self.do(partial(people.give_pledge, body=people.Pledge(pledge=pledge)))
        return nonce

    def sees(self) -> dict[str, Any]:
        """The table as this person sees it."""
        live = self.group.live()
        seen: dict[str, Any] = json.loads(views.snapshot(live.state, live.state.members[self.id], set()))
        return seen

    def value(self, character: str, resource: str) -> int:
        sheets_seen = {sheet["character"]: sheet for sheet in self.sees()["characters"]}
        value: int = sheets_seen[character]["resources"][resource]["value"]
        return value

    def log(self) -> dict[str, Any]:
        """The log as this person may export it."""
        state = self.group.live().state
        events: list[Event] = []
        while len(events) != state.number:  # by the clock, a roll may come to its end while they are read
            events = self.group.run(self.group.tables.events(self.group.table, limit=state.number))
        log: dict[str, Any] = json.loads(export.document(state, state.members[self.id], events))
        return log

    def verifies(self) -> Report:
        return verify(self.log())


@dataclass
class Group:
    """A table and its host."""

    tables: Tables
    runner: asyncio.Runner
    table: str = ""
    keys: count[int] = field(default_factory=count)
    host: Person = field(init=False)

    @staticmethod
    def opened(tables: Tables, runner: asyncio.Runner) -> Group:
        group = Group(tables, runner)
        request = people.OpenTable(title="Thursday", name="Ada")
        opening = tables.open(request, key=secrets.token_hex(16), scope="tests", fingerprint="open")
        answer = json.loads(group.run(opening).text())
        group.table = answer["table"]
        group.host = Person(group, answer["you"], answer["token"])
        return group

    def run(self, coroutine: Any) -> Any:
        return self.runner.run(coroutine)

    def live(self) -> Any:
        return self.run(self.tables.table(self.table))

    def invite(self, role: str = "player") -> str:
        request = people.MakeInvite.model_validate({"role": role})
        secret: str = self.host.do(partial(people.make_invite, body=request))["secret"]
        return secret

    def join(self, name: str, role: str = "player") -> Person:
        act = partial(people.join, body=people.Join(secret=self.invite(role), name=name))
        key = secrets.token_hex(16)
        answer = json.loads(self.run(self.tables.join(self.table, None, act, key, key)).text())
        return Person(self, answer["you"], answer["token"])


def sha256(*fields: bytes) -> str:
    """What docs/fair-rolls.md says of digests, written down once more."""
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in fields)).hexdigest()


def kinds(answer: dict[str, Any]) -> list[str]:
    return [event["kind"] for event in answer["events"]]


def last(answer: dict[str, Any]) -> dict[str, Any]:
    """What the last event of an answer says, hidden parts included."""
    event = answer["events"][-1]
    return {**event["body"], **event.get("hidden", {})}

"""Jobs of the computing processes: each makes a document, as the bytes that are sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from oddsmith.answers.auditing.document import audit_document
from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.advice import advice_document
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.compare import compare_document, compared_questions
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.documents.simulate import simulate_document
from oddsmith.answers.question import house_rules, question
from oddsmith.dice import ScriptedSource, SeededSource, Source, read
from oddsmith.errors import BadInput
from oddsmith.systems import system
from oddsmith.systems.registry import load_rulebook
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.models import Act
from oddsmith.table.domain.prepared_roll import PreparedRoll, prepared
from oddsmith.table.domain.replay import Origin, replay
from oddsmith.table.domain.state import State
from oddsmith.table.reports.export import document
from oddsmith.table.reports.story import log_text
from oddsmith.table.store import reading
from oddsmith.workbench.document import sweep_document


def encoded(document: Mapping[str, Any]) -> bytes:
    """Return a document as it is sent."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def odds(name: str, action: str, inputs: dict[str, Any], options: dict[str, Any], limit: int) -> bytes:
    """Compute the exact odds of an action."""
    return encoded(odds_document(question(name, action, inputs, options), limit=limit))


def best(
    name: str,
    action: str,
    inputs: dict[str, Any],
    options: dict[str, Any],
    goal: str,
    prices: dict[str, str],
    most: int,
    limit: int,
) -> bytes:
    """Find the best way to play an action."""
    return encoded(best_document(question(name, action, inputs, options), goal, prices, limit=limit, most=most))


def frontier(
    name: str,
    action: str,
    inputs: dict[str, Any],
    options: dict[str, Any],
    gain: str,
    cost: str,
    beside: list[str],
    most: int,
    limit: int,
) -> bytes:
    """Find what every amount of a gain costs in an action."""
    asked = question(name, action, inputs, options)
    return encoded(frontier_document(asked, gain, cost, beside, limit=limit, most=most))


def loaded(path: str, source: bytes) -> bytes:
    """Load a rulebook, so that nobody else need wait for one that is broken."""
    load_rulebook(path, source)
    return b""


def compared(asked: list[dict[str, Any]], measure: str | None, limit: int) -> bytes:
    """Set several questions against each other."""
    return encoded(compare_document(compared_questions(asked, measure, limit=limit)))


def audit(name: str, options: dict[str, Any]) -> bytes:
    """List the oddities in a system's numbers."""
    found = system(name)
    return encoded(audit_document(found, house_rules(found, options)))


def swept(
    name: str,
    action: str,
    inputs: dict[str, Any],
    options: dict[str, Any],
    along: dict[str, list[Any]],
    of: str | list[str],
    best: bool,
    first: int,
    seconds: float,
    limit: int,
) -> bytes:
    """Compute odds along inputs, as many cells as are there after some seconds."""
    document = sweep_document(
        name, action, inputs, options, along, of, best=best, first=first, seconds=seconds, limit=limit
    )
    return encoded(document)


def simulation(
    name: str, action: str, inputs: dict[str, Any], options: dict[str, Any], runs: int, seed: int | None, limit: int
) -> bytes:
    """Simulate many runs of an action."""
    subject = question(name, action, inputs, options)
    return encoded(simulate_document(subject, runs, seed=seed, limit=limit))


def rolled(
    name: str,
    action: str,
    inputs: dict[str, Any],
    options: dict[str, Any],
    faces: list[str | int] | None,
    seed: str | None,
    choose: list[str] | None,
) -> bytes:
    """Run an action once, without a table."""
    asked = question(name, action, inputs, options)
    decide = ScriptedAnswers(choose, asked.action.phrase, asked.action.ruling) if choose is not None else None
    source = _source(faces, seed)
    return _encoded_roll(roll_document(asked, source, decide), source)


def _source(faces: list[str | int] | None, seed: str | None) -> Source | None:
    if faces is not None and seed is not None:
        raise BadInput("faces", faces, "not together with a seed")
    if faces is not None:
        return ScriptedSource(faces)
    return SeededSource(seed) if seed is not None else None


def _encoded_roll(rolled: dict[str, Any], source: Source | None) -> bytes:
    """Return a roll as it is sent, with a warning of typed faces that no die took."""
    left = source.remaining if isinstance(source, ScriptedSource) else ()
    said = [f"Faces that nothing asked for: {', '.join(map(str, left))}."] if left else []
    return encoded(rolled | {"warnings": [*rolled["warnings"], *said]})


def odds_of_notation(text: str, limit: int) -> bytes:
    """Compute the exact odds of dice notation."""
    return encoded(notation_odds(read(text), limit=limit))


def simulation_of_notation(text: str, runs: int, seed: int | None) -> bytes:
    """Simulate many rolls of dice notation."""
    from oddsmith.answers.documents.notation_simulation import notation_simulation  # numpy is large

    return encoded(notation_simulation(read(text), runs, seed))


def notation_rolled(text: str, faces: list[str | int] | None, seed: str | None) -> bytes:
    """Roll dice notation once."""
    source = _source(faces, seed)
    return _encoded_roll(notation_roll(read(text), source), source)


class Played(NamedTuple):
    """A roll as far as it has been played: its question, the digest of the code that opened it, and the acts since."""

    system: str
    action: str
    inputs: dict[str, Any]
    options: dict[str, Any]
    rulebook: str | None
    origin: Origin
    acts: list[Act]

    def prepared(self) -> PreparedRoll:
        """Return the roll with its rules."""
        return prepared(self.system, self.action, self.inputs, self.options, self.rulebook)


def advice(played: Played, goal: str | None) -> bytes:
    """Find what the options of a roll's pending decision are worth."""
    what = played.prepared()
    standing = replay(what, played.origin, played.acts)
    assert standing.decisions
    return encoded(advice_document(what.question, standing.decisions[0], standing.gained, goal))


def die_asked(played: Played, faces: list[str]) -> bytes:
    """Find which real die a roll would wait for after further faces, and why."""
    typed: list[Act] = [("face", face) for face in faces]
    needed = replay(played.prepared(), played.origin, [*played.acts, *typed]).needed
    if needed is None or needed.die is None:
        return encoded({"asked": None})
    asked = {"die": needed.die.called, "allowed": needed.expected, "because": needed.because}
    return encoded({"asked": {name: said for name, said in asked.items() if said}})


def luck(database: str, table: str, member: str, number: int) -> bytes:
    """Compute statistics of the log of a table up to an event, as a member may see it."""
    from oddsmith.table.reports.luck import statistics  # needs numpy, and so does nothing else of the server

    return encoded(statistics(_log(database, table, member, number)))


def story(database: str, table: str, member: str, number: int) -> bytes:
    """Write the same log for people."""
    return log_text(_log(database, table, member, number)).encode()


def _log(database: str, table: str, member: str, number: int) -> dict[str, Any]:
    """Read a log here, since a long log is neither made into one text nor sent without delaying others."""
    with reading(database) as connection:
        events = connection.events(table, before=number + 1)
    state = State(table)
    for event in events:
        apply(state, event)
    log: dict[str, Any] = json.loads(document(state, state.members[member], events))
    return log


def verified(data: bytes) -> bytes:
    """Check a log, against a receipt if there is one."""
    from oddsmith.table.forms.reading import read_log_and_receipt
    from oddsmith.table.verify.check_log import verify  # all commands of tables, which nothing else here needs

    return encoded(verify(*read_log_and_receipt(data)).document)

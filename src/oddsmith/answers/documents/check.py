"""The check of a game: each action is asked at limits of its inputs and between, and what needs a look is told."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oddsmith.answers.documents.explain import explain_document
from oddsmith.answers.documents.looked_through import LOOKED, LookedThrough
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.goals.goal_parser import read_objective
from oddsmith.answers.question import question
from oddsmith.answers.subjects import example_of
from oddsmith.answers.tried_values import example_inputs, further_inputs, tried_values
from oddsmith.errors import BadInput, OddsmithError, RulebookError, RuleError, TooLarge
from oddsmith.rules import StateLimit
from oddsmith.rules.language.code_slips.outliving import PURE
from oddsmith.systems.at_fault import at_fault
from oddsmith.systems.authoring.impurity import impurities
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.endless import Endless, watched
from oddsmith.systems.fields.field import Field, fields_of, readings_of
from oddsmith.systems.registry import code_files, code_of

#: States past which a check gives up on a value; enough for what a table asks.
LIMIT = 100_000

#: Limits of all inputs together and values between are left where they have more states than these.
_FURTHER = 2_000

#: They are tried for so much work at least (see `LookedThrough.work`), and for a part of what all before has taken.
_WORK = 15_000
_PART = 5


def check_document(
    system: System, *, limit: int = LIMIT, told: Callable[[int], None] = lambda count: None
) -> dict[str, Any]:
    """Return what a game offers, and findings about each action: errors at some value and behind every option, inputs
    and house rules that make no difference, events that never or always happen, choices and options that never come up,
    rules that cannot be compiled, and a change that would help.

    `findings` have a `kind`, a `text` and, where one is to blame, the `at` (inputs and house rules). `wrong` counts
    the errors among them. limit: states past which an answer is given up and told as too large.
    told: called with 1 for each of the `question_count` questions that is done.
    """
    ways = LookedThrough()
    written: list[str] = []
    known: set[object] = set()  # what shows where the rules of these places run
    code = code_of(system.name)
    for file in () if code is None else code.files:
        for each in impurities("".join(linecache.getlines(file))):
            written.append(f"{file}, line {each.line}: {each.what}. {PURE}")
            known |= {_fault(file, line, RuleError, PURE) for line in (each.line, *each.of)}
    looked = [_Looked(system, action, limit, ways, told, faults=set(known)) for action in system.actions]
    actions = [each.document() for each in looked]
    actions[0]["findings"] = [*[_finding("error", text) for text in written], *actions[0]["findings"]]
    actions[-1]["findings"] += [_finding(kind, text) for kind, text in ways.choices()]
    wrong = sum(finding["kind"] == "error" for action in actions for finding in action["findings"])
    return {
        "schema": "oddsmith/check/1",
        "system": system.name,
        "title": system.title,
        "wrong": wrong,
        "actions": actions,
    }


def question_count(system: System) -> int:
    """How many questions a game is looked at with."""
    rules = sum([len(tried_values(each, each.default)) for each in readings_of(system.house_rules).values()])
    count = 0
    for action in system.actions:
        plain = example_inputs(action)
        fields = fields_of(action.inputs)
        count += 1 + rules + sum([len(tried_values(each, plain.get(name))) for name, each in fields.items()])
        count += len(further_inputs(action))
    return count


@dataclass
class _Looked:
    """An action that is looked at.

    tried: how often it was asked. changed: inputs and house rules that changed an answer. happened, failed: events that
    ever did. faults: errors, by line. endless: whether it ran on without end, and is not asked again.
    """

    system: System
    action: Action[Any, Any, Any]
    limit: int
    ways: LookedThrough
    told: Callable[[int], None]
    tried: int = 0
    endless: bool = False
    findings: list[dict[str, Any]] = field(default_factory=list)
    faults: set[object] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    happened: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)

    def document(self) -> dict[str, Any]:
        """Look at it, and return what was found."""
        action = self.action
        began = self.ways.work
        options = readings_of(self.system.house_rules)
        entries = fields_of(action.inputs)
        plain = example_inputs(action)
        self._read_said()
        first = self._asked(plain, {})
        for name, each in entries.items():
            for value in tried_values(each, plain.get(name)):
                if self._asked({**plain, name: value}, {}) != first:
                    self.changed.add(name)
        for name, each in options.items():
            for value in tried_values(each, each.default):
                if self._asked(plain, {name: value}) != first:
                    self.changed.add(name)
        self._look_further(plain, first, self.ways.work - began)
        if self.tried and not self.endless:
            self._summed_up(entries, plain)
            if first is not None:
                self.findings += self._told(plain)
        return {
            "name": action.name,
            "title": action.title,
            "inputs": [f"{each.typed}: {each.kind}" for each in entries.values()],
            "options": [f"{each.typed}: {each.kind}" for each in options.values()],
            "events": [event.name for event in action.events],
            "measures": [measure.name for measure in action.measures],
            "decides": action.decides,
            "tried": self.tried,
            "findings": self.findings,
        }

    def _read_said(self) -> None:
        """Tell of an example and a goal of an action that cannot be asked."""
        try:
            read_objective(self.action, self.action.aim)
        except OddsmithError as error:
            self._find("error", f"aiming, {self.action.aim!r}: {error}")
        inputs, options = example_of(self.action)
        try:
            question(self.system, self.action, inputs, options)
        except OddsmithError as error:
            self._find("error", f"example, {self.action.example!r}: {error}")

    def _look_further(self, plain: Mapping[str, Any], first: dict[str, Any] | None, taken: int) -> None:
        """Try limits together and values between, as far as they are worth it; nothing where all was refused before.

        taken: the work that all before has taken.
        """
        until = self.ways.work + max(_WORK, taken // _PART)
        for inputs in further_inputs(self.action):
            if not self.tried or self.ways.work > until:
                self.told(1)
            elif self._asked(inputs, {}, _FURTHER) != first:
                other = {name for name, value in inputs.items() if value != plain.get(name)}
                self.changed |= other if len(other) == 1 else set()  # of several it is not known which

    def _summed_up(self, entries: Mapping[str, Field], plain: Mapping[str, Any]) -> None:
        """Tell of inputs that change nothing, and of events that never or always happen."""
        still = [name for name in entries if name not in self.changed and tried_values(entries[name], plain.get(name))]
        for name in still:
            # What is there to be spent changes nothing while nobody spends it.
            if not self.faults and not self.action.decides:
                text = f"{name.replace('_', '-')} changes no odds, with all else as in the example."
                self._find("no difference", text)
        happened = self.happened | self.ways.held(self.action.name, holds=True)
        failed = self.failed | self.ways.held(self.action.name, holds=False)
        unknown = self.action.decides and not self.ways.whole  # another option may show another outcome
        for event in () if self.faults or unknown else self.action.events:
            if event.name not in happened:
                self._find("never", f"{event.title} ({event.name}) never happens.")
            elif event.name not in failed:
                self._find("always", f"{event.title} ({event.name}) always happens.")

    def _asked(
        self, inputs: Mapping[str, Any], rules: Mapping[str, Any], most: int | None = None
    ) -> dict[str, Any] | None:
        """The events and measures at some entries; None where that is an error, which is then found.

        most: states past which it is left, and nothing told; None for the limit of the check, past which it is told.
        """
        found = None if self.endless else self._answer(inputs, rules, most)
        self.told(1)
        return found

    def _answer(self, inputs: Mapping[str, Any], rules: Mapping[str, Any], most: int | None) -> dict[str, Any] | None:
        at = {name.replace("_", "-"): value for name, value in {**inputs, **rules}.items()}
        try:
            with watched(code_files()):
                subject = question(self.system, self.action, inputs, rules)
                if most is not None:
                    subject.bounded_call(None, most)  # what its author foretells to be too large is left at once
                wrong, ways = self.ways.look(subject, most)
                found = odds_document(subject, limit=most or self.limit, graph=ways) if not wrong else None
        except TooLarge as error:
            if isinstance(error, StateLimit) and error.never_ends is not None:
                plain = error.never_ends
                self._failed(plain, _fault(plain.file, plain.line, type(plain), plain.remedy), at)
                return None
            if most is None:
                self._once("too large", error.remedy, str(error), at)
            return None
        except BaseException as error:
            told = at_fault(error) or error
            if not isinstance(told, OddsmithError):
                raise
            placed = (told.file, told.line) if isinstance(told, RulebookError | RuleError) else ("", 0)
            self._failed(told, _fault(*placed, type(error), told.remedy) if placed[1] else str(told), at)
            return None
        self.tried += 1
        if found is None:
            for text in wrong:
                self._once("error", text.partition("returns")[0], text, at)
            return None
        self.happened |= {name for name, entry in found["events"].items() if entry["float"] > 0}
        self.failed |= {name for name, entry in found["events"].items() if entry["float"] < 1}
        return {"events": found["events"], "measures": found["measures"]}

    def _failed(self, told: OddsmithError, fault: object, at: Mapping[str, Any]) -> None:
        """Tell of an error, unless values do not go together and are refused as they should be."""
        if isinstance(told, BadInput):
            if not self.tried:
                self._find("not asked", str(told), at)
            return
        self.endless = isinstance(told, Endless)
        self._once("error", fault, str(told), at)

    def _once(self, kind: str, fault: object, text: str, at: Mapping[str, Any]) -> None:
        """Tell of a fault where it was met first."""
        if fault not in self.faults:
            self.faults.add(fault)
            self._find(kind, text, at)

    def _find(self, kind: str, text: str, at: Mapping[str, Any] | None = None) -> None:
        self.findings.append(_finding(kind, text, at))

    def _told(self, inputs: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Findings about how the rules run."""
        told = explain_document(question(self.system, self.action, inputs, {}), limit=min(self.limit, LOOKED))
        for rule in told["rules"]:
            if not rule["compiled"] and told["states"] > 1_000:
                yield _finding("slow", f"{rule['rule']} is run again for every branch: {rule['reason']}")
        if told["change"] is not None:
            yield _finding("growth", "\n".join(told["text"][-1:]).strip())


def _fault(file: str, line: int, kind: type[BaseException], remedy: str) -> object:
    """Return the part of an error that is the same wherever it shows."""
    return file, line, kind, remedy


def _finding(kind: str, text: str, at: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"kind": kind, "text": text} | ({"at": dict(at)} if at else {})

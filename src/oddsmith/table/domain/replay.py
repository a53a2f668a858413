"""Replay of a roll: its rules run again over all that has happened to it, to find where it stands.

A roll is kept as its question and the acts since: seeds of stretches, options taken, faces typed, hands shown.
The rules are a pure function of these, so the server, another server and whoever verifies the log come to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from oddsmith.answers.choices import label, option_named
from oddsmith.answers.documents.roll import entry_document
from oddsmith.dice import DieData, SeededSource, Source, rps
from oddsmith.dice.model.faces import F, Face
from oddsmith.errors import BadInput, MissingAnswer, TooLarge
from oddsmith.rules import Decision, Run, Session
from oddsmith.table.domain.models import Act
from oddsmith.table.domain.prepared_roll import PreparedRoll

#: The origin of the faces of a roll.
Origin = Literal["seed", "faces", "hands"]

FACES_LIMIT: Final = 20_000
_HANDS = frozenset(rps.faces)


class ChanceNeeded(MissingAnswer):
    """The rules ask for chance, and there is none yet. kind: a seed, a typed face or a hand has to come."""

    code = "wanted"

    def __init__(self, kind: Literal["seed", "face", "hand"], die: DieData[Any] | None) -> None:
        super().__init__("faces", 1, kind if die is None else f"a face of the {die.called}: {die.faces_in_words()}")
        self.kind = kind
        self.die = die


class ActSource(Source):
    """A source whose chance comes out of acts. landed: every die with the face it fell on. most: the limit of these.

    Each seed act begins a fresh seeded source; after an option was taken or a hand shown, the next chance needs a new
    one, so that nobody could know it before.
    """

    def __init__(self, origin: Origin, acts: Sequence[Act], most: int = FACES_LIMIT) -> None:
        self.origin = origin
        self.acts = acts
        self.most = most
        self.position = 0
        self._seeded: SeededSource | None = None
        self.landed: list[tuple[DieData[Any], Face]] = []

    @property
    def next(self) -> Act | None:
        """The first act that has not been used."""
        return self.acts[self.position] if self.position < len(self.acts) else None

    def take(self, kind: str) -> str | None:
        """Use the next act and return its text; None where there is none, BadInput for another kind."""
        act = self.next
        if act is None:
            return None
        if act[0] != kind:
            raise BadInput(f"acts[{self.position}]", act[0], kind)
        self.position += 1
        return act[1]

    def option(self) -> str | None:
        """Return the option taken, if somebody has; chance starts anew after it."""
        return self._human("option")

    def _human(self, kind: str) -> str | None:
        """Return what somebody did. A seed that came before it and was not needed is passed over."""
        self._seeded = None
        act = self.next
        if act is not None and act[0] == "seed":
            self.position += 1
        return self.take(kind)

    def below(self, n: int) -> int:
        return self._source().below(n)

    def face(self, die: DieData[F]) -> F:
        if len(self.landed) >= self.most:
            raise TooLarge("faces in one roll", self.most + 1, self.most, remedy="Roll fewer dice at once.")
        face = self._face(die)
        self.landed.append((die, face))
        return face

    def _face(self, die: DieData[F]) -> F:
        if self.origin == "faces":
            return self._given("face", die)
        if self.origin == "hands" and _HANDS.issuperset(die.faces):
            return self._given("hand", die)
        return self._source().face(die)

    def _given(self, kind: Literal["face", "hand"], die: DieData[F]) -> F:
        given = self._human(kind)
        if given is None:
            raise ChanceNeeded(kind, die)
        face = die.find(given)
        if face is None:
            raise BadInput("faces", given, f"a face of the {die.called}: {die.faces_in_words()}")
        return face

    def _source(self) -> SeededSource:
        if self.origin == "faces":
            raise BadInput("source", self.origin, "seed: something other than a die is drawn")
        if self._seeded is None:
            seed = self.take("seed")
            if seed is None:
                raise ChanceNeeded("seed", None)
            self._seeded = SeededSource(bytes.fromhex(seed))
        return self._seeded


@dataclass(frozen=True)
class Standing:
    """The standing of a roll: exactly one of `run`, `decisions` and `needed` is there.

    decisions: one, or those that are taken at once, unseen. trail: as in the document of a roll. gained: the sum of
    gains so far.
    """

    trail: list[dict[str, Any]]
    run: Run[Any] | None = None
    decisions: tuple[Decision, ...] = ()
    needed: ChanceNeeded | None = None
    gained: int = 0


def replay(asked: PreparedRoll, origin: Origin, acts: Sequence[Act]) -> Standing:
    """Run the rules over the acts.

    Raises BadInput for an act that does not fit, or that nothing asked for; TooLarge for a roll with too many faces.
    """
    return run_with(asked, ActSource(origin, acts))


def run_with(asked: PreparedRoll, source: ActSource) -> Standing:
    """Run the rules over a source that can be looked at afterwards."""
    session, missing = Session.begun(asked.call, source)
    decision: Decision | None = None
    try:
        if missing is not None:
            raise missing
        while (decision := session.pending) is not None:
            option = source.option()
            if option is None:
                break
            session.answer(decision.options[option_place(decision, option)])
    except ChanceNeeded as needed:
        return Standing(_trail(session), needed=needed)
    left = source.next
    if left is not None and left[0] != "seed":  # a seed may turn out not to be needed: no dice were rolled
        raise BadInput(left[0], left[1], "no more than the rules ask for")
    if decision is not None:
        return Standing(_trail(session), decisions=session.together, gained=session.gained)
    return Standing([], run=Run(session.outcome, session.trail))


def option_place(decision: Decision, text: str) -> int:
    """Return the place of an option among those of a decision; BadInput lists them."""
    place = option_named(decision, text)
    if place is None:
        raise BadInput("option", text, ", ".join(label(option) for option in decision.options))
    return place


def _trail(session: Session[Any]) -> list[dict[str, Any]]:
    return [entry_document(entry) for entry in session.trail]

"""One run of a mechanic: all at once with `play`, or step by step with a `Session` that can be put away and taken up
again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from oddsmith.dice import DieData, ScriptedSource, SeededSource, Source, SystemSource
from oddsmith.dice.model.faces import F, Face
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, MissingAnswer, RuleError
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.policies import Policy, ask
from oddsmith.rules.language.calls import Call, Next, RuleEntered, Sequel
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import HALT, Activation, drive
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.language.saved import decoded, encoded
from oddsmith.rules.language.trail import Entry
from oddsmith.wording import Answer

T = TypeVar("T")

_SCHEMA = "oddsmith/session/1"
_DEPTH_LIMIT = 10_000


@dataclass(frozen=True)
class Run(Generic[T]):
    """A finished run: its outcome and everything that happened on the way."""

    outcome: T
    trail: tuple[Entry, ...]


def play(call: Call[T], source: Source | None = None, decide: Policy | None = None) -> Run[T]:
    """Run a mechanic once.

    source: where faces come from (the operating system's randomness by default). decide: answers decisions; a policy
    such as `first_option` or `best(...).policy` will do.

    Raises RuleError for a decision when `decide` is not given, and BadInput when it answers with no option of the
    decision.
    """
    session = Session(call, source)
    while (pending := session.pending) is not None:
        if decide is None:
            raise RuleError(
                pending.call.rule.name,
                f"offers {pending.who} a decision ({', '.join(map(str, pending.options))}).",
                remedy="Say how decisions are taken: play(call, source, decide).",
            )
        session.answer(session.ask(decide))
    return Run(session.outcome, session.trail)


@dataclass
class _Frame:
    """A rule under way; gain is added to its outcome when it is handed back."""

    activation: Activation
    gain: int

    @property
    def place(self) -> tuple[Hashable, tuple[Hashable, ...]]:
        return self.activation.call, self.activation.known


@dataclass
class _Waiting:
    """Below the rule that runs: the one that will go on with its outcome."""

    next: Next[Any]
    gain: int

    @property
    def place(self) -> tuple[Hashable, tuple[Hashable, ...]]:
        return self.next, ()  # it knows nothing yet


class Session(Generic[T]):
    """One run of a mechanic, step by step.

    It goes as far as it can by itself. While `pending` holds a decision, `answer` it; when `pending` is None the run is
    over and `outcome` is there. `save` gives plain JSON data from which `resume` goes on, here or elsewhere.

    >>> from oddsmith.dice import ScriptedSource, d20
    >>> from oddsmith.rules import choose, roll, rule
    >>> @rule
    ... async def second_chance(target: int) -> bool:
    ...     if await roll(d20) >= target:
    ...         return True
    ...     return await choose("player", ("give up", "again")) == "again" and await roll(d20) >= target
    >>> session = Session(second_chance(15), ScriptedSource([3, 18]))
    >>> session.pending.options
    ('give up', 'again')
    >>> session.answer("again")
    >>> session.outcome
    True
    """

    def __init__(self, call: Call[T], source: Source | None = None) -> None:
        self._set_up(call, _Recorder(source or SystemSource(), []))
        self._begin()

    @staticmethod
    def begun(call: Call[Any], source: Source) -> tuple[Session[Any], MissingAnswer | None]:
        """A session, and what its source raised on the way to the first decision, if anything.

        A source may have no answer yet (MissingAnswer: faces are still to be typed in). Such a session cannot go on,
        but its trail tells what happened before.
        """
        session: Session[Any] = Session.__new__(Session)
        session._set_up(call, _Recorder(source, []))
        try:
            session._begin()
        except MissingAnswer as missing:
            return session, missing
        return session, None

    def _set_up(self, call: Call[Any], faces: _Recorder) -> None:
        self.call = call
        self._faces = faces
        self._answers: list[Hashable] = []
        self._trail: list[Entry] = []
        self._frames: list[_Frame | _Waiting] = []
        self._asked: DecisionRequest[Any] | None = None
        self._said: list[Hashable] = []  # by those who have answered the request
        self._done = False
        self._outcome: Any = None

    def _begin(self) -> None:
        self._enter(self.call)
        self._advance()

    # -- what a caller sees

    @property
    def pending(self) -> Decision | None:
        """The decision that waits for an answer, or None when the run is over."""
        together = self.together
        return together[0] if together else None

    @property
    def together(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer at this moment: the pending one, and those taken unseen beside it."""
        if self._asked is None:
            return ()
        choices, at = self._asked.choices, self._running.activation
        within = tuple(frame.place for frame in reversed(self._frames[:-1]))
        return tuple(
            Decision(
                now.who,
                now.options,
                at.call,
                at.known,
                within,
                tuple(choice.who for choice in choices if choice is not now),
            )
            for now in choices[len(self._said) :]
            if len(now.options) > 1
        )

    @property
    def gained(self) -> int:
        """The sum of gains (`k + call`) so far; a plan may go by it."""
        return self._frames[0].gain if self._frames else 0

    @property
    def finished(self) -> bool:
        """True when the run is over."""
        return self._done

    @property
    def outcome(self) -> T:
        """The outcome; RuleError while the run is not over."""
        if not self._done:
            raise RuleError(self.call.rule.name, "is not over yet.", remedy="Answer what is pending.")
        outcome: T = self._outcome
        return outcome

    @property
    def trail(self) -> tuple[Entry, ...]:
        """Everything that has happened so far."""
        return tuple(self._trail)

    def ask(self, decide: Policy) -> Hashable:
        """The option that a policy takes at the pending decision; where it mixes options, chance takes one (that of the
        system when faces are scripted: they are for dice).
        """
        pending = self.pending
        if pending is None:
            raise RuleError(self.call.rule.name, "no decision is pending.", remedy="Read the outcome.")
        answered = ask(decide, pending, self.gained)
        if not isinstance(answered, Distribution):
            return answered
        source = SystemSource() if isinstance(self._faces.source, ScriptedSource) else self._faces
        option: Hashable = answered.sample(source.below)
        return option

    def answer(self, option: Hashable) -> None:
        """Take an option of the pending decision; BadInput for anything that is not one, and nothing is lost.

        Where several decide at once they are asked one after the other, and the trail tells what they took when all
        have answered.
        """
        if self._asked is None:
            raise RuleError(self.call.rule.name, "no decision is pending.", remedy="Read the outcome.")
        request = self._asked
        request.choices[len(self._said)].check(option)
        self._answers.append(option)
        self._said.append(option)
        if self._all_said(request):
            self._running.activation.proceed(self._decided(request))
            self._advance()

    def save(self) -> dict[str, Any]:
        """The session as plain JSON data. RuleError when the rule cannot be found again by its name (a local one)."""
        source = self._faces.source
        return {
            "schema": _SCHEMA,
            "call": encoded(self.call),
            "faces": list(self._faces.landed),
            "answers": [encoded(answer) for answer in self._answers],
            "source": dict(source.state()) if isinstance(source, SeededSource) else None,
        }

    @staticmethod
    def resume(data: Mapping[str, Any], source: Source | None = None) -> Session[Any]:
        """The session that `save` put away, replayed to where it stood. A seeded source goes on from where it was.

        source: where further faces come from, when the saved session did not use a seeded source.
        Raises BadInput when the data is not of a session, or its replay does not lead to where it stood.
        """
        if data.get("schema") != _SCHEMA:
            raise BadInput("schema", data.get("schema"), _SCHEMA)
        if source is None:
            source = SeededSource.resume(data["source"]) if data.get("source") else SystemSource()
        session: Session[Any] = Session.__new__(Session)
        recorder = _Recorder(source, list(data["faces"]))
        session._set_up(decoded(data["call"]), recorder)
        session._begin()
        for answer in data["answers"]:
            session.answer(decoded(answer))
        if recorder.position < len(recorder.landed):
            raise BadInput("faces", data["faces"], f"{recorder.position} of them: the rule asked for no more")
        return session

    # -- running rules

    def _enter(self, call: Call[Any], gain: int = 0) -> None:
        if len(self._frames) >= _DEPTH_LIMIT:
            raise RuleError(
                call.rule.name,
                f"awaits itself more than {_DEPTH_LIMIT:,} rules deep.",
                remedy="Go on as the call instead: `return other(args)`, without await.",
            )
        bare = call.bare()
        self._trail.append(RuleEntered(bare, len(self._frames)))
        self._frames.append(_Frame(Activation(bare), call.gain + gain))

    def _advance(self) -> None:
        """Run on until a decision is pending or the run is over."""
        while self._asked is None and not self._done:
            drive(self._running.activation, self)

    @property
    def _running(self) -> _Frame:
        frame = self._frames[-1]
        assert isinstance(frame, _Frame)
        return frame

    @property
    def _depth(self) -> int:
        return len(self._frames) - 1

    # -- answers to requests, as `drive` asks for them

    def chance(self, at: Activation, request: ChanceRequest[Any]) -> Any:
        value, entry = request.drawn(self._faces, self._depth)
        self._trail.append(entry)
        return value + request.gain if request.gain else value

    def decision(self, at: Activation, request: DecisionRequest[Any]) -> Any:
        self._asked = request
        return self._decided(request) if self._all_said(request) else HALT

    def subrule(self, at: Activation, call: Call[Any]) -> Any:
        self._enter(call)
        return HALT

    def remark(self, at: Activation, remark: Remark) -> None:
        self._trail.append(remark.entry(self._depth))

    def returned(self, at: Activation, value: Any) -> None:
        """Hand what the innermost rule returned to the one that waits for it."""
        if isinstance(value, ChanceRequest):
            value = self.chance(at, value)
        frame = self._frames.pop()
        if isinstance(value, Sequel):
            self._frames.append(_Waiting(value.next, frame.gain + value.gain))
            self._enter(value.first)
            return
        if isinstance(value, Call):
            self._enter(value, frame.gain)
            return
        if frame.gain:
            value = value + frame.gain
        if not self._frames:
            self._done, self._outcome = True, value
            return
        waiting = self._frames[-1]
        if isinstance(waiting, _Waiting):
            self._frames.pop()
            self._enter(waiting.next.call(value), waiting.gain)
        else:
            waiting.activation.proceed(value)

    # -- decisions

    def _all_said(self, request: DecisionRequest[Any]) -> bool:
        """True when nobody is left to ask; those who have a single option take it without being asked."""
        for choice in request.choices[len(self._said) :]:
            if len(choice.options) > 1:
                return False
            self._said.append(choice.options[0])
        return True

    def _decided(self, request: DecisionRequest[Any]) -> Hashable:
        """The answer now that all have said what they take, which goes to the trail."""
        said = tuple(self._said)
        self._asked, self._said = None, []
        self._trail += request.entries(said, self._depth)
        return request.answer(said)


class _Recorder(Source):
    """Hands out faces that have landed before, then those of a source, and keeps them all."""

    def __init__(self, source: Source, landed: Sequence[Face]) -> None:
        self.source = source
        self.landed: list[Face] = list(landed)
        self.position = 0

    def below(self, n: int) -> int:
        return self.source.below(n)

    def face(self, die: DieData[F]) -> F:
        if self.position < len(self.landed):
            face = die.find(self.landed[self.position])
            if face is None:
                raise BadInput(Answer("faces", self.position), self.landed[self.position], f"a face of {die}")
        else:
            face = self.source.face(die)
            self.landed.append(face)
        self.position += 1
        return face

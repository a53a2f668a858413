"""One run of a rule under way: the rules that wait for each other, the trail, and the decision that is pending."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from oddsmith.changed import is_told
from oddsmith.dice import DieData, Source
from oddsmith.dice.model.faces import F, Face
from oddsmith.dice.model.rolled_faces import plain
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.language.calls import Call, Next, Sequel
from oddsmith.rules.language.choices import DecisionRequest, OptionDrawn
from oddsmith.rules.language.driver import HALT, Activation, drive
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.language.slips import outcomes_fine
from oddsmith.rules.language.trail import Entry
from oddsmith.wording import Answer

_DEPTH_LIMIT = 10_000


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


@dataclass(frozen=True, repr=False)
class RuleEntered(Entry):
    """A rule was entered."""

    call: Call[Any]
    depth: int

    @property
    def indent(self) -> int:
        return self.depth

    def to_json(self) -> dict[str, Any]:
        named = zip(self.call.rule.parameters, self.call.args, strict=True)
        arguments = {name: plain(value) for name, value in named if is_told(value)}
        return {"kind": "rule", "rule": self.call.rule.name, "arguments": arguments, "depth": self.depth}

    def in_words(self) -> str:
        return repr(self.call)


class Execution:
    """The interpreter of one run: chance is drawn from a source, decisions wait until they are answered.

    trail: everything that has happened. answers: the options taken, one after the other; drawn: by place among them,
    the draws from mixes. done, outcome: whether the run is over, and how. asked: the decisions that are pending.
    """

    def __init__(self, source: Source) -> None:
        self.trail: list[Entry] = []
        self.answers: list[Hashable] = []
        self.drawn: dict[int, OptionDrawn] = {}
        self.done = False
        self.outcome: Any = None
        self.asked: DecisionRequest[Any] | None = None
        self._source = source
        self._frames: list[_Frame | _Waiting] = []
        self._parts = 0  # of the rules that wait, those that are not told
        self._taken: list[Hashable] = []  # the options of those who have answered the request
        self._draws: list[OptionDrawn] = []  # of them, if they are of mixes

    def begin(self, call: Call[Any]) -> None:
        """Run a call up to the first decision."""
        self._enter(call)
        self._advance()

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer, in the order in which they are asked for."""
        if self.asked is None:
            return ()
        choices, at = self.asked.choices, self._running.activation
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
            for now in choices[len(self._taken) :]
            if len(now.options) > 1
        )

    @property
    def gained(self) -> int:
        """The sum of gains so far."""
        return self._frames[0].gain if self._frames else 0

    def answer(self, option: Hashable, drawn: OptionDrawn | None = None) -> None:
        """Take an option of the first pending decision, and run on when nobody is left to ask.

        drawn: the draw that took it, where it is of a mix. Raises BadInput for anything that is not an option.
        """
        request = self.asked
        assert request is not None
        request.choices[len(self._taken)].check(option)
        if drawn is not None:
            self.drawn[len(self.answers)] = drawn
            self._draws.append(drawn)
        self.answers.append(option)
        self._taken.append(option)
        if self._all_taken(request):
            self._running.activation.proceed(self._decided(request))
            self._advance()

    def _enter(self, call: Call[Any], gain: int = 0) -> None:
        if len(self._frames) >= _DEPTH_LIMIT:
            file, line = call.file_line
            raise RuleError(
                call.rule.name,
                f"awaits itself more than {_DEPTH_LIMIT:,} rules deep.",
                remedy="Go on as the call instead: `return other(args)`, without await.",
                file=file,
                line=line,
            )
        bare = call.bare()
        if bare.rule.told:
            self.trail.append(RuleEntered(bare, self.depth + 1))
        try:
            activation = Activation(bare)
        except BaseException as error:
            remember(error, bare)
            raise
        self._frames.append(_Frame(activation, call.gain + gain))

    def _advance(self) -> None:
        """Run on until a decision is pending or the run is over."""
        while self.asked is None and not self.done:
            drive(self._running.activation, self)

    @property
    def _running(self) -> _Frame:
        frame = self._frames[-1]
        assert isinstance(frame, _Frame)
        return frame

    @property
    def depth(self) -> int:
        return len(self._frames) - 1 - self._parts

    # -- answers to requests, as `drive` asks for them

    def chance(self, at: Activation, request: ChanceRequest[Any]) -> Any:
        value, entry = request.drawn(self._source, self.depth)
        self.trail.append(entry)
        return value + request.gain if request.gain else value

    def decision(self, at: Activation, request: DecisionRequest[Any]) -> Any:
        self.asked = request
        return self._decided(request) if self._all_taken(request) else HALT

    def subrule(self, at: Activation, call: Call[Any]) -> Any:
        self._enter(call)
        return HALT

    def remark(self, at: Activation, remark: Remark) -> None:
        self.trail.append(remark.entry(self.depth))

    def returned(self, at: Activation, value: Any) -> None:
        """Hand what the innermost rule returned to the one that waits for it."""
        if isinstance(value, ChanceRequest):
            value = self.chance(at, value)
        frame = self._frames.pop()
        if isinstance(value, Sequel):
            self._frames.append(_Waiting(value.next, frame.gain + value.gain))
            self._parts += not value.next.rule.told
            self._enter(value.first)
            return
        if isinstance(value, Call):
            self._enter(value, frame.gain)
            return
        if frame.gain:
            value = value + frame.gain
        if not self._frames:
            outcomes_fine(at.call, [value])
            self.done, self.outcome = True, value
            return
        waiting = self._frames[-1]
        if isinstance(waiting, _Waiting):
            self._frames.pop()
            self._parts -= not waiting.next.rule.told
            self._enter(waiting.next.call(value), waiting.gain)
        else:
            waiting.activation.proceed(value)

    # -- decisions

    def _all_taken(self, request: DecisionRequest[Any]) -> bool:
        """True when nobody is left to ask; those who have a single option take it without being asked."""
        for choice in request.choices[len(self._taken) :]:
            if len(choice.options) > 1:
                return False
            self._taken.append(choice.options[0])
        return True

    def _decided(self, request: DecisionRequest[Any]) -> Hashable:
        """The answer now that all have taken an option, which goes to the trail."""
        taken = tuple(self._taken)
        self.trail += self._draws
        self.asked, self._taken, self._draws = None, [], []
        self.trail += request.entries(taken, self.depth)
        return request.answer(taken)


class Recorder(Source):
    """Faces that have landed and numbers that were drawn before, then those of a source; it keeps them all.

    landed, position: all faces, and how many of them have been asked for; drawn, draws: the same of numbers. replaying:
    True while only a face that had not landed yet, not a number, may come from the source.
    """

    def __init__(self, source: Source, landed: Sequence[Face] = (), drawn: Sequence[int] = ()) -> None:
        self.source = source
        self.landed: list[Face] = list(landed)
        self.drawn: list[int] = list(drawn)
        self.position = 0
        self.draws = 0
        self.replaying = False

    def below(self, n: int) -> int:
        if self.draws < len(self.drawn):
            number = self.drawn[self.draws]
            if type(number) is not int or not 0 <= number < n:
                raise BadInput(Answer("draws", self.draws), number, f"a whole number from 0 to {n - 1}")
        elif self.replaying:
            raise BadInput("draws", self.drawn, "every number that was drawn: the rule asked for more")
        else:
            number = self.source.below(n)
            self.drawn.append(number)
        self.draws += 1
        return number

    def face(self, die: DieData[F]) -> F:
        if self.position < len(self.landed):
            face = die.find(self.landed[self.position])
            if face is None:
                raise BadInput(Answer("faces", self.position), self.landed[self.position], f"a face of {die}")
        else:
            face = self.source.face(die)
            self.landed.append(face)
            self.replaying = False
        self.position += 1
        return face

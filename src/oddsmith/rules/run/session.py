"""One run of a mechanic: all at once with `play`, or step by step with a `Session` that can be saved and resumed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Generic, TypeAlias, TypeVar

from oddsmith.dice import ScriptedSource, SeededSource, Source, SystemSource
from oddsmith.dice.model.rolled_faces import value_text
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, MissingAnswer, RuleError
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.policies import Policy, ask, check_policy, mixed
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import OptionDrawn
from oddsmith.rules.language.saved import decoded, encoded
from oddsmith.rules.language.slips import called
from oddsmith.rules.language.trail import Trail
from oddsmith.rules.run.execution import Execution, Recorder

T = TypeVar("T")

_SCHEMA = "oddsmith/session/1"


@dataclass(frozen=True, repr=False)
class Run(Generic[T]):
    """A finished run: its outcome and everything that happened on the way. It prints as its story:

    >>> from oddsmith.dice import ScriptedSource, d6
    >>> from oddsmith.rules import choose, play, roll, rule
    >>> @rule
    ... async def pushed(dice: int) -> int:
    ...     total = await roll(d6.pool(dice).sum())
    ...     return total + (await roll(d6) if await choose("player", ("stop", "push")) == "push" else 0)
    >>> print(play(pushed(2), ScriptedSource([3, 4, 6]), lambda decision: "push"))
    pushed(dice=2)
      2d6: [3 4] = 7
      player: push
      d6: [6] = 6
    outcome: 13
    """

    outcome: T
    trail: Trail

    def __str__(self) -> str:
        return f"{self.trail}\noutcome: {value_text(self.outcome)}"

    def __repr__(self) -> str:
        begun = f" of {self.trail[0]}" if self.trail else ""
        return f"<{type(self).__name__}{begun}: {value_text(self.outcome)}>"

    def _repr_html_(self) -> str:
        outcome = escape(value_text(self.outcome))
        return f"<div>{self.trail._repr_html_()}<div>outcome: <strong>{outcome}</strong></div></div>"


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


class Session(Generic[T]):
    """One run of a mechanic, step by step.

    It goes as far as it can by itself. While `pending` holds a decision, `answer` it; when `pending` is None the run is
    over and `outcome` is there. `save` gives plain JSON data from which `resume` goes on, here or elsewhere. Pickled,
    it takes its source along. It prints as its story so far, and what is asked.

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
        self._set_up(call, Recorder(source or SystemSource()))
        self._execution.begin(call)

    def __str__(self) -> str:
        return str(Run(self.outcome, self.trail)) if self.finished else f"{self.trail}\n{self._asked}"

    def __repr__(self) -> str:
        now = f"outcome: {value_text(self.outcome)}" if self.finished else self._asked
        return f"<{type(self).__name__} of {self.call}: {now}>"

    def _repr_html_(self) -> str:
        if self.finished:
            return Run(self.outcome, self.trail)._repr_html_()
        return f"<div>{self.trail._repr_html_()}<div>{escape(self._asked)}</div></div>"

    @property
    def _asked(self) -> str:
        """The question that a session waits for, or that it is not over."""
        pending = self.pending
        return "not over" if pending is None else f"{pending.who}: {' or '.join(map(str, pending.options))}?"

    def __reduce__(self) -> tuple[Callable[..., Session[Any]], tuple[object, ...], dict[str, object]]:
        """Pickle it as it is saved, with its source: elsewhere it is replayed to where it stood."""
        return Session.resume, (self.save(), self._recorder.source), {"_drawn": self._drawn}

    @staticmethod
    def begun(call: Call[Any], source: Source) -> tuple[Session[Any], MissingAnswer | None]:
        """A session, and what its source raised on the way to the first decision, if anything.

        A source may have no answer yet (MissingAnswer: faces are still to be typed in). Such a session cannot go on,
        but its trail tells what happened before.
        """
        session: Session[Any] = Session.__new__(Session)
        session._set_up(call, Recorder(source))
        try:
            session._execution.begin(session.call)
        except MissingAnswer as missing:
            return session, missing
        return session, None

    def _set_up(self, call: Call[Any], recorder: Recorder) -> None:
        self.call = called(call)
        self._recorder = recorder
        self._execution = Execution(recorder)
        self._drawn: OptionDrawn | None = None  # by the last question, if it was a mix that answered

    @property
    def pending(self) -> Decision | None:
        """The decision that waits for an answer, or None when the run is over."""
        together = self.together
        return together[0] if together else None

    @property
    def together(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer at this moment: the pending one, and those taken unseen beside it."""
        return self._execution.pending

    @property
    def gained(self) -> int:
        """The sum of gains (`k + call`) so far; a plan may go by it."""
        return self._execution.gained

    @property
    def finished(self) -> bool:
        """True when the run is over."""
        return self._execution.done

    @property
    def outcome(self) -> T:
        """The outcome; RuleError while the run is not over."""
        if not self._execution.done:
            raise RuleError(self.call.rule.name, "is not over yet.", remedy="Answer what is pending.")
        outcome: T = self._execution.outcome
        return outcome

    @property
    def trail(self) -> Trail:
        """Everything that has happened so far."""
        return Trail(self._execution.trail)

    def ask(self, decide: Policy) -> Hashable:
        """The option that a policy takes at the pending decision; where it mixes options, chance takes one (that of the
        system when faces are scripted: they are for dice).
        """
        pending = self.pending
        if pending is None:
            raise RuleError(self.call.rule.name, "no decision is pending.", remedy="Read the outcome.")
        check_policy(decide)
        answered = ask(decide, pending, self.gained)
        mix = mixed(pending, answered) if isinstance(answered, Distribution | Mapping) else None
        if mix is None:
            return answered
        source = self._recorder.source
        if isinstance(source, ScriptedSource):
            source = SystemSource()
        weights = tuple([(option, mix.weights[option]) for option in mix.outcomes])  # as `sample` draws
        self._drawn = OptionDrawn(pending.who, weights, source.below(mix.total), self._execution.depth)
        return self._drawn.taken

    def answer(self, option: Hashable) -> None:
        """Take an option of the pending decision; BadInput for anything that is not one, and nothing is lost.

        Where several decide at once they are asked one after the other, and the trail tells what they took when all
        have answered. An option that `ask` has just drawn leaves its draw in the trail.
        """
        if self._execution.asked is None:
            raise RuleError(self.call.rule.name, "no decision is pending.", remedy="Read the outcome.")
        drawn, self._drawn = self._drawn, None
        self._execution.answer(option, drawn if drawn is not None and drawn.taken == option else None)

    def save(self) -> dict[str, Any]:
        """The session as plain JSON data. RuleError when the rule cannot be found again by its name (a local one)."""
        source = self._recorder.source
        drawn = self._recorder.drawn
        return {
            "schema": _SCHEMA,
            "call": encoded(self.call),
            "faces": list(self._recorder.landed),
            **({"draws": list(drawn)} if drawn else {}),
            **({"mixes": [_mix_saved(*one) for one in mixes.items()]} if (mixes := self._execution.drawn) else {}),
            "answers": [encoded(answer) for answer in self._execution.answers],
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
        drawn = data.get("draws", [])
        if not isinstance(drawn, list):
            raise BadInput("draws", drawn, "a list of whole numbers")
        recorder = Recorder(source, list(data["faces"]), drawn)
        recorder.replaying = True
        session._set_up(decoded(data["call"]), recorder)
        session._execution.begin(session.call)
        mixes = dict(map(_mix_read, data.get("mixes", ())))
        for place, answer in enumerate(data["answers"]):
            option, drawn = decoded(answer), mixes.get(place)
            if drawn is not None:
                session._drawn = _drawn_again(session, option, *drawn)
            session.answer(option)
        if recorder.position < len(recorder.landed):
            raise BadInput("faces", data["faces"], f"{recorder.position} of them: the rule asked for no more")
        if recorder.draws < len(recorder.drawn):
            raise BadInput("draws", drawn, f"{recorder.draws} of them: the rule asked for no more")
        recorder.replaying = False
        return session


_Mix: TypeAlias = tuple[tuple[tuple[Hashable, int], ...], int]


def _mix_saved(place: int, drawn: OptionDrawn) -> dict[str, Any]:
    """A draw from a mix as JSON data, with the place of its answer."""
    return {"answer": place, "mix": [[encoded(option), weight] for option, weight in drawn.mix], "number": drawn.number}


def _mix_read(data: Any) -> tuple[int, _Mix]:
    """Read back data of `_mix_saved`. Raises BadInput for other data."""
    match data:
        case {"answer": int(place), "mix": [*parts], "number": int(number)}:
            mix = tuple([(decoded(option), weight) for option, weight in parts])
            if all(type(weight) is int and weight > 0 for _, weight in mix) and 0 <= number < sum(w for _, w in mix):
                return place, (mix, number)
    raise BadInput("mixes", data, "answer, mix (options with whole weights) and number, one below their sum")


def _drawn_again(
    session: Session[Any], option: Hashable, mix: tuple[tuple[Hashable, int], ...], number: int
) -> OptionDrawn:
    """The draw that took an option. Raises BadInput where the number takes another."""
    pending = session.pending
    drawn = OptionDrawn("" if pending is None else pending.who, mix, number, session._execution.depth)
    if drawn.taken != option:
        raise BadInput("mixes", number, f"a number that takes {option!r}")
    return drawn

"""Laws of outlines: what runs of rolls leave behind, and how likely; each is found once for equal inputs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from types import CodeType
from typing import Any, Final, TypeAlias

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import Question
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.images.paths import Left
from oddsmith.rules.compile.images.snapshots import Freezing, Image
from oddsmith.rules.compile.outlines.outline import Outline, Outlined
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.graph.graph import UNRESOLVED, Gain
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import Returned
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.symbols import Symbol

#: Answers and how likely they are.
Weighted: TypeAlias = list[tuple[Hashable, fmpq]]

#: Answers to chance and to sub-rules solved before; None where there are none.
Answers: TypeAlias = Callable[[Any], "Weighted | None"]

#: The answer to an outline that is done step by step.
STEP_BY_STEP: Weighted = [(Left(None), fmpq(1))]
_BRANCHES = 20_000  # so many a law may take
_TRIED = 30  # so many laws of one outline are found before they must have been of use
_USES = 3


class Laws:
    """The laws found so far, and those outlines that are done step by step instead."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Weighted] = {}
        self._uses: dict[Outline, list[int]] = {}  # how often it was come to, and laws found
        self._off: set[Outline] = set()
        self._code: dict[Outline, CodeType] = {}

    def told(self) -> dict[Outline, tuple[CodeType, int, int]]:
        """Of each outline that is taken as one: the function, how many laws were found, how often one was used."""
        return {
            outline: (self._code[outline], found, used)
            for outline, (used, found) in self._uses.items()
            if outline not in self._off
        }

    def step_by_step(self, at: MachineActivation) -> bool:
        """Tell whether the outline at which a rule stands has no law worth finding."""
        request = at.request
        if request.outline in self._off:
            return True
        if request.key is None:
            self._off.add(request.outline)
            return True
        return False

    def law(self, at: MachineActivation, answers: Answers) -> Weighted:
        """The answers to the outline at which a rule stands."""
        outline: Outline = at.request.outline
        uses = self._uses.get(outline)
        if uses is None:
            uses = self._uses[outline] = [0, 0]
            self._code[outline] = at.frames[-1].machine.code
        uses[0] += 1
        if uses[1] > _TRIED and uses[0] < _USES * uses[1]:
            self._off.add(outline)
            return STEP_BY_STEP
        key = at.inputs()
        if key is None:
            self._off.add(outline)
            return STEP_BY_STEP
        found = self._found.get(key)
        if found is None:
            uses[1] += 1
            found = _law(at, answers)
            if found is None or not _agree(at, found):
                self._off.add(outline)
                found = STEP_BY_STEP
            self._found[key] = found
        return found


class Needs(Exception):
    """A sub-rule must be solved first, for a question to its outcome. waits: the rule that awaits it."""

    def __init__(self, call: Call[Any], question: Question, waits: Rule[..., Any]) -> None:
        self.call = call
        self.question = question
        self.waits = waits


_REMARKS: Final = 1_000  # so many, one after the other, hardly end


class _StepByStep(Exception):
    """There is no law of rolls alone."""


#: Ways to a place: from a state (None for the start), with a probability.
_Ways: TypeAlias = list[tuple[State | None, fmpq]]


def _law(at: MachineActivation, answers: Answers) -> Weighted | None:
    """Follow a run down every branch; None where it is not of chance alone, or raises an error."""
    ends: dict[tuple[Image, ...], tuple[_Ways, MachineActivation]] = {}
    states: dict[State, _Ways] = {}
    totals = len(at.request.outline.totals)
    pending: list[tuple[State | None, Hashable, fmpq]] = [(None, None, fmpq(1))]
    branches = 0
    try:
        while pending:
            branches += 1
            if branches > _BRANCHES:
                return None
            before, answer, share = pending.pop()
            if before is None:
                run = at.run_alone()
            else:
                run = before.resumed()
                run.proceed(answer)
            asked = _next(run, answers)
            if asked is None:
                left = run.request.value
                if any(type(total) is not int for total in left[:totals]):
                    return None
                ends.setdefault(Freezing().images(left), ([], run))[0].append((before, share))
                continue
            state = run.state()
            run.close()
            ways = states.get(state)
            if ways is None:
                ways = states[state] = []
                onward = [(state, answer, share) for answer, share in asked]
                pending += [*onward[1:], *onward[:1]]  # in the order of exploration
            ways.append((before, share))
    except Needs:
        raise
    except (NotCompiled, Exception):  # noqa: BLE001 (whatever the rule raises, it raises step by step)
        return None
    weights = _weights(states)
    if weights is None:
        return None
    law: Weighted = [
        (Left(image, run.known), sum([weights[before] * share for before, share in ways], fmpq(0)))
        for image, (ways, run) in ends.items()
    ]
    return [*law[:1], *reversed(law[1:])]  # so that they are followed in the order in which they were found


def _weights(states: dict[State, _Ways]) -> dict[State | None, fmpq] | None:
    """The probability of each state; None where states lead back to each other."""
    waiting = {state: len(ways) for state, ways in states.items()}
    onward: dict[State | None, list[tuple[State, fmpq]]] = {}
    for state, ways in states.items():
        for before, share in ways:
            onward.setdefault(before, []).append((state, share))
    weights: dict[State | None, fmpq] = dict.fromkeys(states, fmpq(0))
    weights[None] = fmpq(1)
    todo: list[State | None] = [None]
    while todo:
        before = todo.pop()
        for state, share in onward.get(before, ()):
            weights[state] += weights[before] * share
            waiting[state] -= 1
            if not waiting[state]:
                todo.append(state)
    return None if any(waiting.values()) else weights


def _next(run: MachineActivation, answers: Answers) -> Weighted | None:
    """Go on to where answers differ, and return them; None at the end of the run."""
    while not isinstance(request := run.request, Returned):
        if isinstance(request, Remark):
            _on(run)
            continue
        if isinstance(request, DecisionRequest):
            if len(request.options) > 1:
                raise _StepByStep
            run.proceed(request.options[0])
            continue
        if not isinstance(request, (ChanceRequest, Call)):
            raise _StepByStep
        found = answers(request)
        if found is None or any(answer is UNRESOLVED for answer, _ in found):
            raise _StepByStep
        gain: Any = request.gain
        if gain:
            found = [(answer + gain, share) for answer, share in found]
        if len(found) > 1:
            return found
        run.proceed(found[0][0])
    return None


def _agree(at: MachineActivation, law: Weighted) -> bool:
    """Tell whether what a run leaves behind is what the rule comes to, step by step, for one of its ends."""
    left: Any = law[len(law) // 2][0]
    state = at.state()
    whole, plain = state.resumed(outlined=True), state.resumed()
    try:
        whole.proceed(left)
        _on(whole)
        plain.heed()
        for answer in left.known:
            _on(plain)
            plain.proceed(answer)
        _on(plain)
        while type(whole.request) is Outlined:
            whole.heed()
            _on(whole)
        if isinstance(whole.request, Returned) or isinstance(plain.request, Returned):
            return _equal(whole.request, plain.request)
        one, other = whole.state(), plain.state()
        return one == other and one.gain == other.gain
    except _StepByStep:
        return False
    finally:
        whole.close()
        plain.close()


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two ends are the same, with the types of their values."""
    while type(one) is type(other) and isinstance(one, (Returned, Bust)):
        if isinstance(one, Bust) and one.lost != other.lost:
            return False
        one, other = one.value, other.value
    return type(one) is type(other) and bool(one == other)


def _on(at: MachineActivation) -> None:
    """Go past remarks. Raises _StepByStep where they do not seem to end."""
    for _ in range(_REMARKS):
        if not isinstance(at.request, Remark):
            return
        at.heed()
    raise _StepByStep


def known_number(number: Any) -> None:
    """Raise Undecided where a number is to be known now, and is not."""
    if type(number) is Symbol:
        number.look()


def law_of(number: Any) -> Gain:
    """A number as the gain of an edge, where nothing else depends on what it is."""
    gain: Gain = number.distribution if type(number) is Symbol else number
    return gain


def weighted(distribution: Distribution[Any], bound: Fraction) -> Weighted:
    """Outcomes and probabilities; the rest of an unbounded distribution, below `bound`, is UNRESOLVED."""
    finite = distribution.truncated(bound)
    total = finite.total
    values: Weighted = [(o, fmpq(w, total)) for o, w in finite.weights.items()]
    if finite.unresolved:
        values.append((UNRESOLVED, fmpq(finite.unresolved.numerator, finite.unresolved.denominator)))
    return values

"""State limits: the error for a mechanic with too many states names the rule, the line, the growth and the remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dis import get_instructions
from fractions import Fraction
from functools import partial
from itertools import pairwise
from types import CodeType
from typing import Any, Final

from oddsmith.dice import Deck
from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import ONCE, engine
from oddsmith.rules.compile.images.sizes import size
from oddsmith.rules.compile.list_readings import named_at
from oddsmith.rules.compile.loops import Endless
from oddsmith.rules.compile.one_by_one import one_by_one
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.exploration.limits import advice
from oddsmith.rules.exploration.limits.places import (
    Line,
    Spread,
    Variable,
    depends_on,
    line_of,
    named,
    places,
    thawed,
    value_of,
    widest,
)
from oddsmith.rules.exploration.limits.trends import Answers, Sample, goes_on, steps_left
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.unawaited import brief


class StateLimit(TooLarge):
    """A mechanic has more states than the limit; names the rule that has most, what grows, and the remedy.

    That is for whoever writes the rule. grows: those of the rule's parameters that take most values, for whoever asks.
    file, line: of the rule, "" and 0 where that is not known. endless: whether more states would not help. early:
    whether it was told before there were so many, so that asking for less may be tried. never_ends: the error that says
    why it never ends, where that is plain. as_total: whether the outcome was asked as a total, or would come to the
    same states if it were.
    """

    code = "state-limit"
    never_ends: RuleError | None = None
    as_total = False

    def __init__(
        self,
        reached: int,
        limit: int,
        line: Line,
        growth: str,
        remedy: str,
        grows: Sequence[str] = (),
        *,
        problem: str = "",
        endless: bool = False,
        early: bool = False,
    ) -> None:
        where = f"rule {line.rule.name}{_where(line)}"
        most = f"Most are of {where}: {growth}. {remedy}"
        raisable = not endless and isinstance(remedy, advice.Raisable)
        super().__init__("states", reached, limit, remedy=most, raisable=raisable)
        self.reworded(problem or f"This needs more than {limit:,} states; the limit is {limit:,}.", self.remedy)
        self.rule = line.rule.name
        self.file = line.file
        self.line = line.line
        self.grows = tuple(grows)
        self.endless, self.early = endless, early


def past_limit(
    labels: Sequence[object], reached: int, limit: int, *, heavy: int = 0, endless: bool = False, early: bool = False
) -> StateLimit:
    """The error for a graph that has grown past its limit. labels: those of its nodes.

    heavy: for how many states their size counts; where that is most of them, the states are endless. endless, early: as
    for the error.
    """
    found = list(places(labels))
    rules = Counter(place.rule for place, _ in found)
    rule, number = rules.most_common(1)[0]
    mine = [(place, known) for place, known in found if place.rule is rule]
    calls = {place if isinstance(place, Call) else place.call for place, _ in mine}
    within = len(set(mine))
    spread = {name: len({call.args[i] for call in calls}) for i, name in enumerate(rule.parameters)}
    grows = [name for name, n in sorted(spread.items(), key=lambda item: -item[1])[:3] if n > 1]
    weighs = heavy * 2 > reached
    most = widest([(place, known) for place, known in mine], by_size=weighs)
    line = most.line if most is not None else line_of(mine[0][0])
    problem = ""
    remedy: str
    if weighs:
        endless = early = True
        problem = (
            f"This grows without end: {reached - heavy:,} states so far hold as much as {limit:,} should; "
            f"the limit is {limit:,}."
        )
    if within * 4 < number:
        growth = f"{number:,} states at {within:,} points, since what waits for their outcome differs"
        remedy = advice.LET_LESS_WAIT
    elif len(calls) * 4 < within and not isinstance(mine[-1][0], State):
        growth = f"{within:,} points within {len(calls):,} calls (a loop of awaits grows as a tree)"
        remedy = _run_again(rule)
    elif most is not None:
        growth, remedy = _told(most, grows, spread, next(place for place, _ in mine if line_of(place) == line))
    else:
        growth, remedy = f"{number:,} states", advice.ASK_LESS
    return StateLimit(reached, limit, line, growth, remedy, grows, problem=problem, endless=endless, early=early)


def too_branched(call: Call[Any] | State, branches: int, limit: int) -> StateLimit:
    """The error for a call that branches too often by itself."""
    growth = f"one call branches more than {limit:,} times between two decisions or transitions"
    return StateLimit(branches, limit, line_of(call), growth, _run_again(call.rule))


def too_many_branches(place: Call[Any] | State, branches: int, estimate: int, limit: int) -> StateLimit:
    """The error for a rule that is run again for far too many branches. estimate: how many there will be."""
    error = too_branched(place, branches, limit)
    error.reworded(f"This needs {_about(estimate)} branches; the limit is {limit:,}.", error.remedy)
    error.endless = error.early = True
    return error


def too_wide(labels: Sequence[object], states: int, estimate: int, limit: int, *, counted: bool = False) -> StateLimit:
    """The error for states that hardly ever meet, so that there will be far too many.

    estimate: how many. counted: whether they were counted; else that is so as long as no ways meet.
    """
    error = past_limit(labels, states, limit, endless=True, early=True)
    so_far = "" if counted else " if ways meet as seldom as they did so far"
    error.reworded(f"This needs {_about(estimate)} states{so_far}; the limit is {limit:,}.", error.remedy)
    return error


def too_dear(labels: Sequence[object], states: int, estimate: int, limit: int, counts: float) -> StateLimit:
    """The error for states of many branches, for which each counts for so many. estimate: for how many all count."""
    error = past_limit(labels, states, limit, early=True)
    problem = f"This needs {_about(estimate)} states; the limit is {limit:,}."
    return error.reworded(f"{problem} {_each_counts(counts)}", error.remedy)


def too_entangled(labels: Sequence[object], states: int, steps: int, limit: int) -> StateLimit:
    """The error for states that lead back to each other, too many to be solved.

    steps: so many those that were found first would take alone.
    """
    error = past_limit(labels, states, limit, early=True)
    problem = (
        f"This needs more than {limit:,} steps: states lead back to each other, and the first {states:,} alone need"
    )
    error.reworded(f"{problem} {_about(steps)}.", f"{error.remedy} Or {advice.NO_FRACTIONS}.")
    return error


def too_many(labels: Sequence[object], least: int, limit: int, *, grows: bool, counts: float) -> StateLimit:
    """The error for a graph of which it is known that there will be so many states at least.

    grows: whether that is for numbers of which less may be asked. counts: for so many each counts, by its branches.
    """
    error = past_limit(labels, least, limit, early=grows)
    if least < limit:
        error.reworded(f"{error.message} {_each_counts(counts)}", error.remedy)
    error.as_total = not grows
    return error


def too_long(place: Call[Any] | State, answers: int, left: int | None, limit: int) -> StateLimit:
    """The error for a rule that goes on and on: so many answers without a state between them.

    left: about how many more there would be; None where nothing says that it ends.
    """
    line = line_of(place)
    growth = f"one way through it goes on after {answers:,} answers"
    problem = f"This does not seem to end: rule {line.rule.name} asks and asks, {answers:,} times so far."
    if left is not None:
        problem = f"This needs more than {limit:,} answers one after the other; the limit is {limit:,}."
        growth += f", and about {left:,} more would follow"
    remedy = f"Let its loop end, or {advice.SHARE}."
    return StateLimit(answers, limit, line, growth, remedy, problem=problem, endless=left is None, early=True)


def too_deep(
    samples: Sequence[Sample], states: int, limit: int, answers: Answers, *, told: Sequence[Sample], far: bool
) -> StateLimit | None:
    """The error for states that follow one another without end; None where numbers say that they end in time.

    samples: some of these states, the latest last; told: those of which the error speaks. states: all so far. answers:
    those that a request may have. far: whether so many follow one another that something must say that they end; else
    something must say that they do not.
    """
    depth = samples[-1][1]
    left = steps_left(samples, answers, FARTHEST * limit, otherwise=None if far else 0, in_doubt=not far)
    if left is not None and (depth + left) * states // depth < limit:
        return None
    late, _ = told[-1]
    growth = f"{depth:,} states follow one another"
    remedy: str = advice.CAP
    held = [dict(depends_on(place)) for place, _ in told]
    taken = {each: len({before.get(each) for before in held}) for each in held[-1]}
    if taken:
        goes = partial(_goes_on, late, answers)
        most = max(taken, key=lambda each: (taken[each], size([held[-1][each]])))
        rises = {each: numbers[-1] > 0 for each in taken if (numbers := _numbers(each, held))}
        if most in rises:  # one that others follow, as `best = max(best, streak)`, goes further by itself
            further = [each for each, up in rises.items() if 2 * taken[each] > taken[most] and goes(each, upwards=up)]
            most = most if most in further else max(further, key=lambda each: taken[each], default=most)
        capped = _by_trend(most, held)
        if most in rises and not most.is_place and goes(most, upwards=not rises[most]):
            capped = advice.cap_both_ways(str(most))
        value = value_of(late, most)
        remedy = advice.COUNTED if _counts(most, held[-1]) else _remedy(most, [value], capped)
        remedy = advice.FORGET_ALL_BUT if remedy is advice.FORGET else remedy  # no pool has so many dice
        if remedy == capped and isinstance(value, Fraction | float):
            remedy += f" {advice.COUNT_PARTS}"
    if left is not None:
        problem = f"This needs more than {limit:,} states; the limit is {limit:,}."
        growth += f", and about {left:,} more would"
        return StateLimit(depth, limit, line_of(late), growth, remedy, problem=problem, early=True)
    if taken:
        often = "a new value in each" if taken[most] == len(held) else "new again and again"
        first, last = [brief(value_of(place, most)) for place, _ in (told[0], told[-1])]
        growth += f", and {most} is {often}" + (f" ({first}, later {last})" if first != last else "")
    problem = f"This was not found to end: {depth:,} states follow one another, and each is new."
    return StateLimit(depth, limit, line_of(late), growth, remedy, problem=problem, endless=True, early=True)


def outgrown(place: Call[Any] | State, reached: int, limit: int) -> StateLimit:
    """The error for a value that has grown too large for a state."""
    problem = "This grows without end: a single state holds more than 100,000 values."
    variable, value = max(depends_on(place), key=lambda held: _length(held[1]), default=(None, ()))
    growth = "a value grows there"
    remedy: str = advice.FORGET
    if variable is not None:
        growth, remedy = f"{variable} grows there", _remedy(variable, [value])
    return StateLimit(reached, limit, line_of(place), growth, remedy, problem=problem, endless=True, early=True)


def too_recursive(place: Call[Any] | State, error: RecursionError) -> RuleError:
    """The error for a rule that uses up the stack."""
    line = line_of(place)
    return RuleError(
        line.rule.name,
        f"uses up the stack ({error}): a function calls or awaits itself without end, or a value nests ever deeper.",
        remedy="Write a loop, or let it end; keep what is nested flat.",
        file=line.file,
        line=line.line,
    )


_LONG = 10**12
_COUNTLESS = 10**15
FARTHEST: Final = 100  # so many times the limit a way is followed by trial
_APART = 4  # two numbers grow together where their difference takes so many times fewer values
_TEXT = 40  # a text longer than this was made on the way


def _told(most: Spread, grows: Sequence[str], spread: dict[str, int], place: Call[Any] | State) -> tuple[str, str]:
    """Growth and remedy, by the variable with most values. place: where it takes one of them."""
    own = (place.machines[-1].code, place.machines[-1].start.__globals__) if isinstance(place, State) else None
    made = named_at(most.line.line, *own) if own is not None and most.variable.is_made else None
    growth = f"{f'{made}, {most.variable},' if made else most.variable} takes {most.number:,} values"
    growth += "".join(f", {name} takes {spread[name]:,} values" for name in grows[:3] if name != most.variable.name)
    known = [(thawed(value), value) for value in most.values[-3:]] if most.within else []
    numbers = [value for value, _ in known if isinstance(value, int | float | Fraction)]
    if any(isinstance(value, Deck) for value in [*most.values[-1:], *[value for value, _ in known]]):
        return growth, advice.FEWER_DECKS
    remedy = _remedy(most.variable, numbers or most.values[-3:])
    rolled = one_by_one(most.line.line, *own) if own is not None and remedy is advice.FORGET else None
    return growth, remedy if rolled is None else advice.throw_at_once(rolled.pool)


def _counts(variable: Variable, held: Mapping[Variable, Hashable]) -> bool:
    """Tell whether a variable is the place in a loop over `count()`. held: what there is beside it."""
    return variable.is_place and any(
        other[1:] == variable[1:] and variable.name.startswith(f".place{other.name}.") and image[0] is Endless
        for other, image in held.items()
        if isinstance(image, tuple) and image
    )


def _by_trend(variable: Variable, held: Sequence[Mapping[Variable, Hashable]]) -> str:
    """The cap for what takes ever new values in states that follow one another, or what is to be done in its place.

    held: all that these hold.
    """
    taken = [] if variable.is_place else _numbers(variable, held)
    for other in held[-1] if taken else ():
        beside = _numbers(other, held)
        if other != variable and len(set(beside)) * _APART > len(held):
            differences = {one - two for one, two in zip(taken, beside, strict=True)}
            if len(differences) > 1 and len(differences) * _APART < len(held):
                return advice.keep_difference(*sorted([str(variable), str(other)]))
    return advice.cap_below(str(variable)) if taken and taken[-1] < min(0, taken[0]) else _cap(variable)


def _goes_on(place: Call[Any] | State, answers: Answers, variable: Variable, *, upwards: bool) -> bool:
    """Tell whether a rule surely goes on from a place however far a number goes; see `trends.goes_on`."""
    if not isinstance(place, State):
        return False
    frame = len(place.machines) - 1 - variable.waits
    number = place.live()[frame][0].index(variable.name)
    return goes_on(place, frame, number, answers, upwards=upwards)


def _cap(variable: Variable) -> str:
    """The remedy for a number that grows."""
    if variable.is_place:
        return advice.FEWER_ROUNDS
    code, name = variable.code, named(variable.name)
    if not name:
        return advice.CAP_MADE
    is_parameter = code is None or name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return advice.CAP if is_parameter else advice.cap(str(variable), within=True)


def _numbers(variable: Variable, held: Sequence[Mapping[Variable, Hashable]]) -> list[int]:
    """The values of a variable in turn; none where not all are whole numbers."""
    values = [before.get(variable) for before in held]
    return [value for value in values if type(value) is int] if {type(value) for value in values} == {int} else []


def _remedy(variable: Variable, values: Sequence[object], capped: str = "") -> str:
    """The remedy for a variable that takes many values, by what some of them are. capped: that for a number, if it is
    another than to cap it.
    """
    capped = capped or _cap(variable)
    counts = variable.is_loop and not variable.is_place
    if counts or (variable.code is not None and variable.name in _counted_through(variable.code)):
        return advice.COUNT_APART
    if any(isinstance(value, dict) for value in values):
        return advice.COUNT_EACH
    if any(isinstance(value, tuple | frozenset | set | list | str) for value in values):
        return (
            advice.FORGET if any(_length(value) > _TEXT or not isinstance(value, str) for value in values) else capped
        )
    return advice.SMALLER if any(_length(value) > _TEXT for value in values) else capped


def _counted_through(code: CodeType) -> set[str]:
    """The variables of a function that say how often a loop goes round."""
    steps = pairwise(get_instructions(code))
    return {then.argval for step, then in steps if step.argval == "range" and type(then.argval) is str}


def _length(value: object) -> int:
    """About how many characters a value would take."""
    if isinstance(value, int | Fraction):
        return (value.numerator.bit_length() + value.denominator.bit_length()) * 3 // 10
    return len(str(value))


def _run_again(rule: Rule[..., Any]) -> str:
    """The remedy for a rule that is run again for every branch."""
    reason = engine(rule)
    if not isinstance(reason, Reason) or reason is ONCE:
        return f"Read a whole pool at once, or {advice.SHARE}."
    remedy = reason.remedy or "Read a whole pool at once."
    return f"It is run again for every branch: {reason}. {remedy} Or {advice.SHARE}."


def _each_counts(counts: float) -> str:
    return f"Each counts for about {round(counts)}, since it has many branches."


def _about(number: int) -> str:
    """An estimate in few digits; one past all that could be counted says no more than that."""
    if number >= 10 * _COUNTLESS:
        return "more than 10^15"
    return f"about {number:,}" if number < _LONG else f"about 10^{len(str(number)) - 1}"


def _where(line: Line) -> str:
    return f" (line {line.line})" if line.line else ""

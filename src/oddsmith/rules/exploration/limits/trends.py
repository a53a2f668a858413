"""Trends of states that follow one another: whether numbers that rise or fall come to an end, found by trial.

A rule stands at depth 20,000 and n has risen by one in each state. Does it go on for ever, or until n is 30,000? The
rule is taken up where it would stand much later, and run on: where all ways end at once, it ends on the way there.
Nothing but the decision to go on exploring rests on that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import isfinite, log
from operator import itemgetter
from statistics import mode
from types import CodeType, FunctionType
from typing import Any, Final, TypeAlias

from oddsmith.distribution.limits import allowing_each
from oddsmith.errors import TooLarge
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.engines import AnyActivation, activation, standing
from oddsmith.rules.compile.images.paths import Left
from oddsmith.rules.compile.outlines.outline import Outlined
from oddsmith.rules.compile.own_names import is_of_round
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.limits.patience import OutOfPatience, patient
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Returned
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Undecided

#: A variable of a place: its frame (0 for arguments), its number there, and the part of it: the field of a dataclass,
#: the place in a list, the key of a dict; LENGTH for how many things a list holds, None for all of it.
Key: TypeAlias = tuple[int, int, Hashable]

#: Answers that a request may have; none where they are not known.
Answers: TypeAlias = Callable[[Request[Any]], Sequence[Any]]

#: A place in a rule, and how deep it is.
Sample: TypeAlias = tuple[Call[Any] | State, int]


class _Part(Enum):
    LENGTH = "length"


LENGTH: Final = _Part.LENGTH

_STEPS: Final = 200  # so many steps a trial takes
_WAYS: Final = 6  # so many answers of a request are followed
_ROUNDS: Final = 60  # so often numbers may have turned back, before they are taken not to go further
_PARTS: Final = 20  # lists and dicts of more parts are not looked into
_DICE: Final = 2_000  # so many steps of work on dice a request may take
_LONGEST: Final = 5_000  # a list that is made longer for a trial has no more things
_NESTED: Final = 5  # so many sub-rules deep answers are looked for
_FAR: Final = 1_000_000  # a number that nothing is compared with
_MULTIPLIED: Final = 4  # a number of which the latest rise is so many times as large as the others is multiplied
_CLOSER: Final = 8  # so many times the distance between a trial that goes on and one that ends is halved


def steps_left(
    samples: Sequence[Sample], answers: Answers, most: int, otherwise: int | None, *, in_doubt: bool
) -> int | None:
    """Estimate how many steps are left where numbers rise or fall steadily; None where they go on past `most`.

    samples: places on one way, the last where it stands now. otherwise: returned where nothing is steady, and something
    varies that is neither a number nor a set of the same things. Where only those vary, none steadily, it is 0: they go
    round in circles, or come back.
    in_doubt: whether a trial of which nobody knows how it ends counts as ended.
    """
    late, depth = samples[-1]
    held = [_values(place) for place, _ in samples]
    varying = [key for key in held[-1] if any(_differ(values.get(key), held[-1][key]) for values in held)]
    steady = [key for key in varying if _steady([values.get(key) for values in held])]
    if not steady:
        orders = [_order(values, varying) for values in held]
        alike = [sample for sample, order in zip(samples, orders, strict=True) if order == mode(orders)]
        if mode(orders) and len(samples) <= 2 * len(alike) < 2 * len(samples):
            return steps_left(alike, answers, most, otherwise, in_doubt=in_doubt)
        return 0 if varying and all(_comes_back([values.get(key) for values in held]) for key in varying) else otherwise
    first = samples[0][1]
    rates = {key: Fraction(held[-1][key] - held[0][key]) / (depth - first) for key in steady}

    def ended(steps: Fraction | int, exactly: tuple[Key, int] | None = None) -> bool:
        there = {key: held[-1][key] + round(rate * steps) for key, rate in rates.items()}
        if exactly is not None:
            key, mark = exactly
            there[key] = type(held[-1][key])(mark)
        there = {key: _in_reach(key, value, held[-1][key]) for key, value in there.items()}
        with allowing_each(_DICE), patient():
            found = _ends(late, there, rates, answers, rounds=False)
        return in_doubt if found is None else found

    # a bound that must be met exactly is 0, or stands in the rule or among its arguments
    marks = {(key, mark) for key in steady for mark in _marks(late, held[-1])}
    marks |= {(key, near) for key, mark in marks if mark > 1 for near in _round(held[-1][key], mark, rates[key] > 0)}
    values = {key: [(values[key], at) for values, (_, at) in zip(held, samples, strict=True)] for key in steady}
    times = sorted([(_steps_to(mark, values[key]), key, mark) for key, mark in marks], key=itemgetter(0))
    met = (steps for steps, key, mark in times if 0 < steps < most and ended(steps, (key, mark)))
    exact = next(met, None)
    low, high = 0, 1
    while high < most and not ended(high):
        low, high = high, 2 * high
    if high >= most and not ended(most):
        return None if exact is None else round(exact)
    high = min(high, most)
    for _ in range(_CLOSER):
        middle = (low + high) // 2
        if ended(middle):
            high = middle
        else:
            low = middle
    return high if exact is None else min(high, round(exact))


def _steps_to(mark: int, values: Sequence[tuple[int, int]]) -> Fraction:
    """Estimate how many steps a number takes to another one. values: of it, and how deep each is.

    One of which the latest rise is a large part of all is multiplied again and again.
    """
    (before, first), (then, at), (now, depth) = values[0], values[-2], values[-1]
    rate = Fraction(now - before) / (depth - first)
    if 0 < before < now < mark and now - then > _MULTIPLIED * rate * (depth - at):
        return Fraction((depth - first) * (log(mark) - log(now)) / (log(now) - log(before)))
    return (mark - now) / rate


def goes_on(place: State, frame: int, number: int, answers: Answers, *, upwards: bool) -> bool:
    """Tell whether a rule surely goes on from a place however far a number has risen or fallen, found by a trial.

    frame, number: of its variable.
    """
    key, sign = (frame, number, None), 1 if upwards else -1
    with allowing_each(_DICE), patient():
        return _ends(place, {key: sign * _FAR}, {key: Fraction(sign)}, answers, rounds=True) is False


def _in_reach(key: Key, value: int, now: int) -> int:
    """A value for a trial; no list is made very long for one."""
    return min(value, max(now, _LONGEST)) if key[2] is LENGTH else value


def _differ(one: object, other: object) -> bool:
    """Tell whether two values are not the same; a call that a rule holds is compared with calls alone."""
    return isinstance(one, Call) is not isinstance(other, Call) or one != other


def _steady(values: Sequence[Any]) -> bool:
    """Tell whether these are numbers that only rise, or only fall, and mostly differ."""
    if not all(map(_is_number, values)) or 2 * len(set(values)) <= len(values):
        return False
    return all(a <= b for a, b in pairwise(values)) or all(a >= b for a, b in pairwise(values))


def _order(values: Mapping[Key, Any], keys: Sequence[Key]) -> tuple[Key, ...]:
    """Numbers by size, for they may change places (`a, b = b, a`); nothing where not all are whole numbers."""
    if any(type(values.get(key)) is not int for key in keys):
        return ()
    return tuple(sorted(keys, key=lambda key: int(values[key])))


def _comes_back(values: Sequence[Any]) -> bool:
    """Tell whether these are numbers, or sets of which the last holds nothing that none before it held."""
    if all(isinstance(value, set | frozenset) for value in values):
        return set(values[-1]) <= set().union(*values[:-1])
    return all(map(_is_number, values))


def _is_number(value: object) -> bool:
    """Tell whether a value is a number, of whole parts or not, of which there is a next one."""
    return type(value) in (int, Fraction) or (type(value) is float and isfinite(value))


def _values(place: Call[Any] | State) -> dict[Key, Any]:
    """The values of all variables; of dataclasses, of their fields."""
    found: dict[Key, Any] = {}
    for frame, values in enumerate(_held(place)):
        for number, value in enumerate(values):
            for part, held in _parts(value):
                found[frame, number, part] = held
    return found


def _parts(value: Any) -> Iterator[tuple[Hashable, Any]]:
    if type(value) is Symbol:
        yield None, value.example
    elif is_dataclass(value) and not isinstance(value, type):
        yield from [(field.name, getattr(value, field.name, None)) for field in fields(value)]
    elif type(value) in (list, tuple, str):
        yield LENGTH, len(value)
        yield from enumerate(value) if len(value) <= _PARTS and type(value) is not str else [(None, value)]
    elif isinstance(value, Mapping) and len(value) <= _PARTS:
        yield from value.items()
    else:
        yield None, value


def _held(place: Call[Any] | State) -> list[tuple[Any, ...]]:
    if isinstance(place, Call):
        return [place.args]
    return [frame.values for frame in place.resumed().frames]


def _taken_up(place: Call[Any] | State, there: dict[Key, int]) -> AnyActivation:
    """A rule as it would stand with other values."""
    if isinstance(place, Call):
        return activation(Call(place.rule, _changed(place.args, 0, there)))
    at = place.resumed()
    for number, frame in enumerate(at.frames):
        frame.values = _changed(frame.values, number, there)
    at.taken_up = None  # it stands elsewhere now
    return at


def _changed(values: tuple[Any, ...], frame: int, there: dict[Key, int]) -> tuple[Any, ...]:
    changed = list(values)
    for (of, number, part), value in there.items():
        if of == frame:
            changed[number] = value if part is None else _with(changed[number], part, value)
    return tuple(changed)


def _with(whole: Any, part: Any, value: int) -> Any:
    """A copy of what has parts, with one that is different; or as long as that, with more of each thing, in order."""
    if part is LENGTH:
        longer = [whole[place * len(whole) // value] for place in range(value)]
        return "".join(longer) if isinstance(whole, str) else type(whole)(longer)
    if is_dataclass(whole):
        return replace(whole, **{part: value})  # type: ignore[type-var]
    changed = list(whole) if isinstance(whole, tuple) else copy(whole)
    changed[part] = value
    return tuple(changed) if isinstance(whole, tuple) else changed


def _ends(
    late: Call[Any] | State, there: dict[Key, int], rates: dict[Key, Fraction], answers: Answers, *, rounds: bool
) -> bool | None:
    """Tell whether all ways end soon from where a rule would stand with other values; None where nobody knows.

    One goes on where it comes back to its place and a number has gone further, and where it asks for more dice than
    can be worked out, or takes very long. rounds: its place in another round of a loop that ends by itself counts, too.
    """
    seen: set[Hashable] = set()
    back = 0  # so often numbers had changed where it came back, and none had gone further
    try:
        todo = [_taken_up(late, there)]
        for step in range(_STEPS):
            if not todo or back >= _ROUNDS:
                return True
            at = todo.pop(-(step % 2))  # by turns the first, which is near, and the last, which has gone far
            while isinstance(at.request, Remark):
                at.heed()
            if not isinstance(at.request, Returned):
                stands = standing(at)
                if stands in seen:
                    continue
                seen.add(stands)
                onward = list(_onward(at, answers))
                if isinstance(at.request, Call) and at.request.rule is late.rule:  # it may go on as itself
                    onward.append(activation(at.request.bare()))
            elif isinstance(at.request.value, Call):
                onward = [activation(at.request.value.bare())]
            elif isinstance(at.request.value, Request):
                return None
            else:
                continue
            found = [_further(one, late, there, rates, rounds=rounds) for one in onward]
            if not onward:
                return None
            if True in found:
                return False
            back += found.count(False)
            todo += onward
    except (TooLarge, OutOfPatience):
        return False
    except Undecided as undecided:
        undecided.unknown.watch.undecided = None
        return None
    except (NotCompiled, Exception):  # noqa: BLE001 (a rule may raise whatever it likes for such values)
        return None
    return True if not todo else None


def _onward(at: AnyActivation, answers: Answers) -> Iterator[AnyActivation]:
    """The rule after some of the answers to its request; none where they are not known."""
    possible: Sequence[Any] = [Left(None)] if isinstance(at.request, Outlined) else answers(at.request)
    if not possible and isinstance(at.request, Call):
        possible = list(dict.fromkeys(some_outcomes(at.request, answers)))
    step = -(-len(possible) // _WAYS)
    followed = possible[:: step or 1]
    if step > 1:  # the first and the last are often what ends it, or lets it go on
        followed = [*followed, possible[-1]]
    for answer in followed:
        one = at.state().resumed(outlined=True) if isinstance(at, MachineActivation) else activation(at.call, at.known)
        one.proceed(answer)
        yield one


def some_outcomes(call: Call[Any], answers: Answers, deep: int = _NESTED) -> Iterator[Any]:
    """Some outcomes of a call: those to which always the first answer, or always the last, leads."""
    for which in (0, -1):
        at = activation(call.bare())
        for _ in range(_STEPS):
            if isinstance(at.request, Remark):
                at.heed()
                continue
            if isinstance(at.request, Returned):
                value = at.request.value
                if isinstance(value, Call):
                    at = activation(value.bare())
                    continue
                if not isinstance(value, Request):
                    yield value + call.gain if call.gain else value  # type: ignore[operator]
                break
            possible = answers(at.request)
            if not possible and isinstance(at.request, Call) and deep:
                possible = list(some_outcomes(at.request, answers, deep - 1))
            if not possible:
                break
            at.proceed(possible[which])
        at.close()


def _further(
    at: AnyActivation, late: Call[Any] | State, there: dict[Key, int], rates: dict[Key, Fraction], *, rounds: bool
) -> bool | None:
    """Tell whether a number has gone further where a rule is at its place once more.

    None where it is not, and where none has changed. rounds: so is another round of a loop that ends by itself.
    """
    if isinstance(late, Call):
        if at.call.rule is not late.rule or at.known:
            return None
        now = _values(at.call)
    else:
        while isinstance(at.request, Remark):
            at.heed()
        if isinstance(at.request, Returned) or not isinstance(at, MachineActivation):
            return None
        state = at.state()
        if (state.machines, state.order) != (late.machines, late.order):
            return None
        now = _values(state)
        if not rounds and _stays_in_loop(state, now, _values(late), there):
            return None
    if all(now.get(key) == value for key, value in there.items()):
        return None
    return any(_beyond(now.get(key), value, rates[key]) for key, value in there.items())


def _stays_in_loop(state: State, now: Mapping[Key, Any], before: Mapping[Key, Any], there: Mapping[Key, int]) -> bool:
    """Tell whether a rule has only come to a later round of a loop that ends by itself.

    there: numbers that have gone far, as the place does in a loop that goes on and on.
    """
    for frame, (names, _) in enumerate(state.live()):
        for number, name in enumerate(names):
            key = (frame, number, None)
            if is_of_round(name) and key not in there and now.get(key) != before.get(key):
                return True
    return False


def _beyond(now: Any, before: int, rate: Fraction) -> bool:
    return _is_number(now) and bool(now > before if rate > 0 else now < before)


def _marks(place: Call[Any] | State, values: dict[Key, Any]) -> set[int]:
    """Numbers at which a rule may end: 0, those that it is written with, that it holds or that its names stand for."""
    found = {0, *[value for (_, _, part), value in values.items() if type(value) is int and part is not LENGTH]}
    function = place.rule.function
    if isinstance(function, FunctionType):
        for name in function.__code__.co_names:
            found.update(_numbers(function.__globals__.get(name)))
    if isinstance(place, State):
        todo = [machine.code for machine in place.machines]
    else:
        function = place.rule.function
        todo = [function.__code__] if isinstance(function, FunctionType) else []
    while todo:
        for held in todo.pop().co_consts:
            if isinstance(held, CodeType):
                todo.append(held)
            else:
                found.update(_numbers(held))
    return found


def _round(number: int, mark: int, up: bool) -> Iterator[int]:
    """The next number that is divisible by the mark, and those beside it: a remainder may say that a rule ends."""
    near = (int(number) // mark + up) * mark
    yield from (near - 1, near, near + 1)


def _numbers(value: object) -> list[int]:
    """A number, or those that something holds where they are few."""
    if isinstance(value, set | frozenset | dict | list | tuple) and len(value) <= _PARTS:
        return [each for each in value if type(each) is int]
    return [value] if type(value) is int else []

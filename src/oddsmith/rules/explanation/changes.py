"""Changes to a rule that would leave fewer states, each with about how many would be left.

A change is counted: a variable is left out of the states that were found, or put in order, and those that are then
different are counted. A cap on a number is taken to save half of what leaving the number out would.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.images.sizes import Outgrown, size
from oddsmith.rules.compile.images.snapshots import Thawing
from oddsmith.rules.compile.list_readings import named_at, readings
from oddsmith.rules.compile.one_by_one import OneByOne, one_by_one
from oddsmith.rules.compile.own_names import OVER
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.explanation.record import Record
from oddsmith.rules.exploration.limits import advice
from oddsmith.rules.exploration.limits.places import Line, Variable, depends_on, line_of, lines_of, named, told_name
from oddsmith.rules.exploration.nodes import Point
from oddsmith.rules.language.calls import Call

_MOST: Final = 50_000  # so many states of a line are compared, which hold
_MOST_HELD: Final = 300_000  # so many values
_MANY_VALUES: Final = 24  # a number that takes fewer is as its game has it
_SOME_VALUES: Final = 8  # of anything else
_FEW: Final = 20  # to save so many states is not worth a change, nor
_WORTH_IT: Final = 0.8  # what leaves a greater share of the states is not worth a change


@dataclass(frozen=True)
class Change:
    """A change that would help.

    line: where. advice: what to do, in a sentence or two. unit: of what there would be fewer, `states` or `steps`.
    before, after: how many there are, and about how many would be left. further: a change that leaves still less.
    """

    line: Line
    advice: str
    unit: str
    before: int
    after: int
    further: str = ""


def best_change(record: Record, states: int) -> Change | None:
    """The change that leaves least; None where none is worth it. states: all there are."""
    found = [*_to_compile(record), *_to_let_less_wait(record, states), *_to_keep_less(record, states)]
    found += _to_return_in_order(record, states)
    best, pools = _most_worth(found), _most_worth(_to_throw_pools(record, states))
    if best is None or pools is None or pools.after >= best.after or pools.unit != best.unit:
        return best or pools
    further = f"Or {pools.advice[0].lower()}{pools.advice[1:-1]}: about {pools.after:,} states."
    return replace(best, further=f"{best.further} {further}".strip())


def _most_worth(changes: Iterable[Change]) -> Change | None:
    worth = [change for change in changes if change.after <= min(_WORTH_IT * change.before, change.before - _FEW)]
    return max(worth, key=lambda change: change.before - change.after, default=None)


def points(record: Record) -> Iterator[Point]:
    """The states of all graphs, ends left out."""
    for nodes in record.nodes:
        for label in nodes.graph.labels:
            if isinstance(label, tuple) and len(label) == 3 and isinstance(label[0], (Call, State)):
                yield label


def _to_compile(record: Record) -> Iterator[Change]:
    for rule, steps in record.asked.items():
        reason = engine(rule)
        remedy = reason.remedy if isinstance(reason, Reason) else ""
        if remedy:
            yield Change(line_of(Call(rule, ())), remedy, "steps", steps, len(record.standings[rule]))


def _to_let_less_wait(record: Record, states: int) -> Iterator[Change]:
    waited: dict[Line, tuple[int, set[Hashable]]] = {}
    for place, known, stack in points(record):
        if stack is not None:
            number, alike = waited.setdefault(line_of(place), (0, set()))
            alike.add((place, known))
            waited[line_of(place)] = number + 1, alike
    for line, (number, alike) in waited.items():
        let = advice.let_less_wait_for(line.rule.name)
        yield Change(line, let, "states", states, states - number + len(alike))


def _to_return_in_order(record: Record, states: int) -> Iterator[Change]:
    """Changes to sub-rules that return several values as they came."""
    asked, *solved = record.nodes
    for nodes in solved:
        rows = [end for end in nodes.graph.ends.values() if type(end) is tuple]
        alike = {frozenset(each) for each in zip(*rows, strict=False)}  # else places stand for different things
        if len(alike) == 1 and nodes.call.rule is not asked.call.rule:
            ordered = len({tuple(sorted(map(repr, row))) for row in rows})
            in_order = advice.return_in_order(nodes.call.rule.name)
            yield Change(line_of(nodes.call), in_order, "states", states, states - len(rows) + ordered)


def _to_keep_less(record: Record, states: int) -> Iterator[Change]:
    """Changes to one variable each, at all lines of a rule where it is kept."""
    of: dict[_Part, list[_Kept]] = {}
    for here in _by_line(record):
        for part, column in here.columns():
            one = _kept(here, part, column)
            if one is not None:
                of.setdefault(part.anywhere, []).append(one)
    for part, kept in of.items():
        name = str(part)
        most = max(kept, key=lambda one: one.states)
        left = states - sum(one.states for one in kept)
        without = left + sum(one.without for one in kept)
        if all(one.number for one in kept):
            half = (states + without) // 2
            yield Change(most.line, advice.cap(name, within=most.within), "states", states, half)
            continue
        ordered = left + sum(one.ordered for one in kept)
        shortest = left + sum(one.measured for one in kept)
        less = _read_of(most.line, part)
        if ordered <= _WORTH_IT * states:
            further = f"Or keep {less}: about {shortest:,} states." if shortest < ordered else ""
            yield Change(most.line, advice.keep_in_order(name), "states", states, ordered, further)
        else:
            yield Change(most.line, f"Keep {less}.", "states", states, shortest)


def _to_throw_pools(record: Record, states: int) -> Iterator[Change]:
    """Changes to lists of dice that are rolled one by one: those of a function are thrown as pools, all of them.

    A roll to which no loop comes back is no state, so the states between such rolls are left out.
    """
    rolled: dict[CodeType, list[tuple[_Here, OneByOne]]] = {}
    everywhere = list(_by_line(record))
    for here in everywhere:
        if isinstance(here.example, State):
            machine = here.example.machines[-1]
            found = one_by_one(here.lines[0].line, machine.code, machine.start.__globals__)
            if found is not None:
                rolled.setdefault(machine.code, []).append((here, found))
    for code, lists in rolled.items():
        in_loops = [here for here, _ in lists]
        left = states - sum(here.states for here in in_loops)
        after = left + min(here.before_its_loop(of) for here, of in lists)
        names = dict.fromkeys(found.name for _, found in lists if found.name)
        for here in everywhere:
            for column, part in enumerate(here.parts if here not in in_loops else ()):
                is_one = str(part) in names or part.variable.name.startswith(OVER)
                if is_one and part.variable.code is code and (kept := _kept(here, part, column)) is not None:
                    after -= kept.states - kept.ordered
        most = max(in_loops, key=lambda here: here.states)
        pools = dict.fromkeys(found.pool for _, found in lists)
        yield Change(most.lines[0], advice.throw_as_pools([*names], [*pools]), "states", states, after)


def _read_of(line: Line, part: _Part) -> str:
    """The numbers that a rule reads of a list, in words; examples where it is not seen which."""
    function, name = line.rule.function, str(part)
    if isinstance(function, FunctionType) and function.__code__ is part.variable.code:
        own = function.__code__, function.__globals__
        listed = (named_at(line.line, *own) or name) if part.variable.is_made else name
        read = [f"`{each.name}`" for each in readings(*own).get(listed, ())]
        if read:
            return advice.less_of(listed, read)
    return advice.less_of(name)


class _Part(NamedTuple):
    """A variable, or a field of a frozen dataclass that is one. As text it has the name that its function knows."""

    variable: Variable
    field: str = ""

    def __str__(self) -> str:
        name = told_name(self.variable.name)
        return f"{name}.{self.field}" if self.field else name

    @property
    def anywhere(self) -> _Part:
        """The same, whatever its function waits for."""
        return _Part(self.variable._replace(waits=0), self.field)


@dataclass
class _Here:
    """The states at a line: the values of their variables, and what else tells them apart.

    lines: then those of the functions that wait there. example: one of them. states: all there are; rows has some of
    them. held: values in these.
    """

    lines: tuple[Line, ...]
    parts: tuple[_Part, ...]
    example: Call[Any] | State
    rows: list[tuple[Hashable, ...]] = field(default_factory=list)
    states: int = 0
    held: int = 0

    def estimated(self, different: Iterable[Hashable]) -> int:
        """About how many are different, if all are as those in the rows."""
        return len(set(different)) * self.states // len(self.rows)

    @property
    def thaw(self) -> bool:
        """True where values are images."""
        return isinstance(self.example, State)

    def before_its_loop(self, of: OneByOne) -> int:
        """About how many states there would be before the innermost loop, which makes a list."""
        mine = [part.variable for part in self.parts if not part.variable.waits]
        over = max([one.name for one in mine if one.is_loop and not one.is_place], key=_made_as, default="")
        made = max([one.name for one in mine if one.is_made], key=_made_as, default="")
        own = {over, made if of.made else of.name}
        own |= {one.name for one in mine if over and one.name.startswith(f".place{over}.")}
        kept = [place for place, part in enumerate(self.parts) if part.variable.waits or part.variable.name not in own]
        return self.estimated((*[row[place] for place in kept], *row[len(self.parts) :]) for row in self.rows)

    def columns(self) -> Iterator[tuple[_Part, int]]:
        """Return what people can change, with the place of its values in each row."""
        for column, part in enumerate(self.parts):
            if not part.variable.is_loop and (named(part.variable.name) or not part.field):
                yield part, column


@dataclass(frozen=True)
class _Kept:
    """A variable at a line: how many states there are, and how many without it, with it in order, or measured.

    number: whether its values are numbers. within: whether it is a variable, rather than a parameter.
    """

    line: Line
    states: int
    without: int
    ordered: int
    measured: int
    number: bool
    within: bool


def _by_line(record: Record) -> Iterator[_Here]:
    found: dict[tuple[tuple[Line, ...], tuple[_Part, ...]], _Here] = {}
    for place, known, stack in points(record):
        held = list(_parts(place))
        lines, parts = lines_of(place), tuple([part for part, _ in held])
        here = found.setdefault((lines, parts), _Here(lines, parts, place))
        here.states += 1
        if len(here.rows) < _MOST and here.held < _MOST_HELD:
            row = (*[value for _, value in held], known, stack)
            try:
                hash(row)
                here.held += place.weigh() if isinstance(place, State) else size(place.args)
            except (TypeError, Outgrown):  # a field that is not compared; or far more than others hold
                continue
            here.rows.append(row)
    for here in found.values():
        if here.rows:
            yield here


def _parts(place: Call[Any] | State) -> Iterator[tuple[_Part, Hashable]]:
    """All on which a state depends, with its values; of frozen dataclasses, field by field."""
    for variable, value in depends_on(place):
        plain: Any = value
        if isinstance(place, State) and isinstance(value, tuple) and len(value) == 3 and is_dataclass(value[1]):
            plain = value[1]
        if is_dataclass(plain) and not isinstance(plain, type):
            for each in fields(plain):
                yield _Part(variable, each.name), getattr(plain, each.name, None)
        else:
            yield _Part(variable), value


def _kept(here: _Here, part: _Part, column: int) -> _Kept | None:
    """A variable at a line; None where it takes few values, or can be no less than it is."""
    rows, line = here.rows, here.lines[part.variable.waits]
    values = {row[column] for row in rows}
    numbers = all(type(value) is int for value in values)
    if len(values) < (_MANY_VALUES if numbers else _SOME_VALUES):
        return None
    without = here.estimated(row[:column] + row[column + 1 :] for row in rows)
    if numbers:
        return _Kept(line, here.states, without, here.states, here.states, number=True, within=here.thaw)
    thawed = {value: _value(value) if here.thaw and not part.field else value for value in values}
    if not all(isinstance(value, (list, tuple, str, dict)) for value in thawed.values()):
        return None
    thawed = {value: [*plain.items()] if isinstance(plain, dict) else plain for value, plain in thawed.items()}

    def counted(of: Callable[[Any], Hashable]) -> int:
        short = {value: of(plain) for value, plain in thawed.items()}
        return here.estimated((*row[:column], short[row[column]], *row[column + 1 :]) for row in rows)

    ordered = counted(lambda value: tuple(sorted(map(repr, value))))
    return _Kept(line, here.states, without, ordered, min(map(counted, _MEASURES)), number=False, within=here.thaw)


def _made_as(name: str) -> int:
    """The number of a machine's own variable, by which inner ones come later."""
    return int(name.rpartition(".")[2])


def _value(image: Any) -> Any:
    """The value of an image; None where it shares parts with another's."""
    try:
        return Thawing().value(image)
    except (IndexError, TypeError, KeyError):
        return None


def _total(values: Sequence[Any]) -> Hashable:
    return sum(values) if all(type(value) is int for value in values) else tuple(map(repr, values))


def _largest(values: Iterable[Any]) -> Hashable:
    return max(map(repr, values), default="")


_MEASURES: Final[Sequence[Callable[[Any], Hashable]]] = (len, _total, _largest)

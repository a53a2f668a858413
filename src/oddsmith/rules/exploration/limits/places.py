"""Places of states in the text of their rules: the line, and the variables with their values there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.projection import PART
from oddsmith.rules.compile.images.sizes import size
from oddsmith.rules.compile.images.snapshots import Thawing
from oddsmith.rules.compile.own_names import EACH, LEFT, MADE, OVER, is_of_loop, is_place
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.rolls import Roll
from oddsmith.rules.symbols import Symbol

_DRAWN = ".drawn"
_MOST_LOOKED_AT = 100_000  # so many states are looked at; of more, every second, third...


class Line(NamedTuple):
    """A line of a rule, or of a function that it awaits. It is the rule's first where states are told by arguments."""

    rule: Rule[..., Any]
    function: str
    file: str
    line: int

    @property
    def file_name(self) -> str:
        """The name of the file, without the folders that hold it."""
        return Path(self.file).name


class Variable(NamedTuple):
    """A variable on which a state depends. As text it has the name that people know.

    name: in its function; of a machine's own, as lowering made it. code: of that function, None where a rule is no
    plain function. waits: for so many functions its function waits.
    """

    name: str
    code: CodeType | None
    waits: int = 0

    def __str__(self) -> str:
        return f"{self.code.co_name}'s {told_name(self.name)}" if self.waits and self.code else told_name(self.name)

    @property
    def is_place(self) -> bool:
        """True for the place in a loop."""
        return is_place(self.name)

    @property
    def is_made(self) -> bool:
        """True for the list that a comprehension has made so far."""
        return self.name.startswith(MADE)

    @property
    def is_loop(self) -> bool:
        """True for what a loop keeps for itself."""
        return is_of_loop(self.name)


class Spread(NamedTuple):
    """A variable at a line of a rule: how many states there are, and how many values it takes in them.

    values: some of them. within: whether it is a variable, rather than a parameter of the rule.
    """

    line: Line
    states: int
    variable: Variable
    number: int
    values: tuple[Hashable, ...]
    within: bool


def line_of(place: Call[Any] | State) -> Line:
    """The line at which a rule stands: of the await where that is known, else its first."""
    function = place.machines[-1].name if isinstance(place, State) else place.rule.name
    return Line(place.rule, function, *place.file_line)


def lines_of(place: Call[Any] | State) -> tuple[Line, ...]:
    """The line at which a rule stands, then those of the functions that wait there, the outermost last."""
    if isinstance(place, Call):
        return (line_of(place),)
    at = [(machine, machine.sites[site - 1].line) for machine, site in zip(place.machines, place.order, strict=True)]
    return tuple([Line(place.rule, one.name, one.code.co_filename, line) for one, line in reversed(at)])


def first_line(rule: Rule[..., Any]) -> Line:
    """The line at which a rule is defined."""
    if not isinstance(rule.function, FunctionType):
        return Line(rule, rule.name, "", 0)
    code = rule.function.__code__
    return Line(rule, rule.name, code.co_filename, code.co_firstlineno)


def depends_on(place: Call[Any] | State) -> Iterator[tuple[Variable, Hashable]]:
    """Return all on which a state depends, with its values: variables, or the parameters of a call."""
    if isinstance(place, Call):
        code = place.rule.function.__code__ if isinstance(place.rule.function, FunctionType) else None
        for name, value in zip(place.rule.parameters, place.args, strict=True):
            yield Variable(name, code), value
        return
    for depth, (names, images) in enumerate(place.live(), 1):
        code, waits = place.machines[depth - 1].code, len(place.machines) - depth
        for name, image in zip(names, images, strict=True):
            yield Variable(name, code, waits), image


def drawn_from(place: Call[Any] | State) -> Iterator[tuple[Variable, Hashable]]:
    """Return the deck of which a state draws a card, which no variable need hold any longer."""
    if isinstance(place, State) and type(place.request) is Roll and place.request.deck:
        yield Variable(_DRAWN, place.machines[-1].code), place.request.deck


def value_of(place: Call[Any] | State, variable: Variable) -> object:
    """The value of one of these, as people know it."""
    value = dict(depends_on(place)).get(variable)
    if isinstance(place, Call) or not place.unknowns:
        return value if isinstance(place, Call) else thawed(value)
    match value:
        case (kind, _, offset) if kind is Symbol:  # so much, or more, or less
            return offset
    return value


def thawed(image: Hashable) -> object:
    """The value that an image in a state stands for; the image where another variable holds it too."""
    try:
        return Thawing(()).value(image)
    except (LookupError, TypeError):
        return image


def places(labels: Iterable[object]) -> Iterator[tuple[Call[Any] | State, tuple[Hashable, ...]]]:
    """The places, and the answers since, among the labels of nodes."""
    for label in labels:
        if isinstance(label, tuple) and label and isinstance(label[0], (Call, State)):
            yield label[0], label[1]


def widest(labels: Iterable[object], *, by_size: bool = False) -> Spread | None:
    """The variable with most values at the line with most states; None where none takes two values.

    by_size: the one whose values hold most, instead.
    """
    found = list(places(labels))
    step = len(found) // _MOST_LOOKED_AT + 1
    if not found:
        return None
    at = Counter(line_of(place) for place, _ in found[::step])
    line, _ = at.most_common(1)[0]
    here = dict.fromkeys(place for place, _ in found[::step] if line_of(place) == line)
    values: dict[Variable, dict[Hashable, None]] = {}
    for place in here:
        for variable, value in chain(depends_on(place), drawn_from(place)):
            values.setdefault(variable, {})[value] = None
    if max(map(len, values.values()), default=0) < 2:
        return None
    variable, taken = max(
        values.items(), key=lambda item: sum(size([one]) for one in item[1]) if by_size else len(item[1])
    )
    some = tuple(taken)
    return Spread(line, at[line] * step, variable, len(taken) * step, some, isinstance(next(iter(here)), State))


def told_name(name: str) -> str:
    """The name of a variable as people know it; what a machine keeps for itself is told by what it is."""
    if is_place(name):
        return "the place in the loop"
    if name.startswith(OVER):
        return "what the loop goes over"
    if name.startswith(LEFT):
        return "the rounds left"
    if name.startswith(MADE):
        return "the list made so far"
    if name == _DRAWN:
        return "the deck"
    return named(name) or "what was worked out before the await"


def named(name: str) -> str:
    """The name that is written in the rule, "" for what a machine keeps for itself."""
    if name.startswith(PART):
        return name.removeprefix(PART)
    if name.startswith(EACH):
        return name.removeprefix(EACH).rpartition(".")[0]
    return "" if name.startswith(".") else name

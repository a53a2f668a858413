"""Places of states in the text of their rules: the line, and the variables with their values there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.projection import PART
from oddsmith.rules.compile.images.snapshots import Thawing
from oddsmith.rules.compile.lowering.expressions import EACH, MADE
from oddsmith.rules.compile.lowering.lower import LEFT
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.symbols import Symbol

#: What a comprehension has come to.
LIST_MADE: Final = "the list made so far"
WORKED_OUT: Final = "what was worked out before the await"
#: A loop's own two values.
PLACE: Final = "the place in the loop"
OVER: Final = "what the loop goes over"

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


class Spread(NamedTuple):
    """A variable at a line of a rule: how many states there are, and how many values it takes in them.

    values: some of them. within: whether it is a variable, rather than a parameter of the rule.
    """

    line: Line
    states: int
    name: str
    number: int
    values: tuple[Hashable, ...]
    within: bool


def line_of(place: Call[Any] | State) -> Line:
    """The line at which a rule stands: of the await where that is known, else its first."""
    function = place.machines[-1].name if isinstance(place, State) else place.rule.name
    return Line(place.rule, function, *place.written)


def first_line(rule: Rule[..., Any]) -> Line:
    """The line at which a rule is defined."""
    if not isinstance(rule.function, FunctionType):
        return Line(rule, rule.name, "", 0)
    code = rule.function.__code__
    return Line(rule, rule.name, code.co_filename, code.co_firstlineno)


def variables(place: Call[Any] | State) -> Iterator[tuple[str, Hashable]]:
    """Return names and values of all on which a state depends: variables, or the parameters of a call."""
    if isinstance(place, Call):
        yield from zip(place.rule.parameters, place.args, strict=True)
        return
    for depth, (names, images) in enumerate(place.variables()):
        function = place.machines[depth].name if depth + 1 < len(place.machines) else ""
        for name, image in zip(names, images, strict=True):
            yield shown(name, function), image


def value_of(place: Call[Any] | State, name: str) -> object:
    """The value of one of these, as people know it."""
    value = dict(variables(place)).get(name)
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


def widest(labels: Iterable[object]) -> Spread | None:
    """The variable with most values at the line with most states; None where none takes two values."""
    found = list(places(labels))
    step = len(found) // _MOST_LOOKED_AT + 1
    if not found:
        return None
    at = Counter(line_of(place) for place, _ in found[::step])
    line, _ = at.most_common(1)[0]
    here = dict.fromkeys(place for place, _ in found[::step] if line_of(place) == line)
    values: dict[str, dict[Hashable, None]] = {}
    for place in here:
        for name, value in variables(place):
            values.setdefault(name, {})[value] = None
    name, taken = max(values.items(), key=lambda item: len(item[1]), default=("", {}))
    if len(taken) < 2:
        return None
    some = tuple(taken)
    return Spread(line, at[line] * step, name, len(taken) * step, some, isinstance(next(iter(here)), State))


def shown(name: str, function: str = "") -> str:
    """The name of a variable as people know it; those of a machine's own are told by what they are.

    function: the helper whose variable it is.
    """
    if name.startswith(".place"):
        name = PLACE
    elif name.startswith(".over"):
        name = OVER
    elif name.startswith(LEFT):
        name = "the rounds left"
    elif name.startswith(PART):
        name = name.removeprefix(PART)
    elif name.startswith(f".{MADE}"):
        name = LIST_MADE
    elif name.startswith(f".{EACH}"):
        name = name.removeprefix(f".{EACH}").rpartition(".")[0]
    elif name.startswith("."):
        name = WORKED_OUT
    return f"{function}'s {name}" if function else name

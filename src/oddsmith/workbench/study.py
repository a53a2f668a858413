"""Studies: what is asked in every cell of a sweep, as data that other processes can be sent.

A study of an action asks for events, measures and best play; one of a notation or a rule for its chance, or for its
mean and spread. `open` returns what works cells out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Protocol, TypeAlias

from oddsmith.answers.expected import Found, Odds, Played, best_of
from oddsmith.answers.format.json_values import exact, plain
from oddsmith.answers.question import house_rules, question, values
from oddsmith.dice import read
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import allowing
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.rules import Rule, first_option, odds
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.at_fault import at_fault
from oddsmith.systems.endless import watched
from oddsmith.systems.faults import said
from oddsmith.systems.registry import code_files, system
from oddsmith.systems.versions import Rulebook
from oddsmith.workbench.axes import Axis
from oddsmith.workbench.fingerprint import fingerprint

#: The values of a row: those of the axes, of the columns, then why it was refused.
Row: TypeAlias = list[Any]

#: Where in a notation a number of a sweep stands: `{pool}d6`. `!{10}` stays what it is.
_BLANK: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class Study(Protocol):
    """What is asked in every cell."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What changes from cell to cell."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what is worked out in each cell."""
        ...

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The files whose games another process must know."""
        ...

    def document(self) -> dict[str, Any]:
        """Return all that decides what is in the table, as JSON data."""
        ...

    def open(self) -> Callable[[tuple[Any, ...]], list[Any]]:
        """Return what works out the columns of a cell from the values of the axes; it raises where they are refused."""
        ...

    def answers(self) -> Callable[[tuple[Any, ...]], Sequence[Found | Played]]:
        """Return what works out the exact answers in a cell; it raises as that of `open`."""
        ...


@dataclass(frozen=True)
class OfAction:
    """An action of a system. axes name inputs ("input") and house rules ("option").

    of: events, measures, `successes >= 3`. best: goals that are played best. in_full: exact texts beside the floats.
    """

    system: str
    action: str
    inputs: Mapping[str, Any]
    options: Mapping[str, Any]
    axes: tuple[Axis, ...]
    of: tuple[str, ...]
    best: tuple[str, ...] = ()
    prices: Mapping[str, str] = field(default_factory=dict)
    in_full: bool = False
    limit: int = STATE_LIMIT
    rulebooks: tuple[Rulebook, ...] = ()

    def __post_init__(self) -> None:
        for name, texts in (("of", self.of), ("best", self.best)):
            twice = [text for place, text in enumerate(texts) if text in texts[:place]]
            if twice:
                raise BadInput(name, twice[0], "each once")
        inputs = {axis.name for axis in self.axes if axis.what == "input"}
        for axis in self.axes:
            if axis.what == "option" and axis.name in inputs:
                raise BadInput("option", axis.name, "one value, since the input of that name has several")

    @property
    def columns(self) -> tuple[str, ...]:
        names = []
        for each in self.of:
            names += [each, f"{each}, exact"] if self.in_full else [each]
        for goal in self.best:
            names += [f"best {goal}", f"first move for {goal}"]
            names += [f"best {goal}, exact"] if self.in_full else []
        return (*names, "unresolved")

    def document(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "action": self.action,
            "inputs": plain(dict(self.inputs)),
            "options": values(house_rules(system(self.system), self._fixed_options())),
            "along": [{axis.what: axis.name, "values": plain(axis.values)} for axis in self.axes],
            "of": list(self.of),
            "best": list(self.best),
            "prices": dict(self.prices),
            "exact": self.in_full,
            "limit": self.limit,
            "rulebooks": {book.name: book.digest for book in self.rulebooks},
        }

    def given(self, place: tuple[Any, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the inputs and the house rules of a cell."""
        inputs, options = dict(self.inputs), dict(self.options)
        for axis, value in zip(self.axes, place, strict=True):
            (inputs if axis.what == "input" else options)[axis.name] = value
        return inputs, options

    def law(self, place: tuple[Any, ...]) -> Distribution[Any]:
        """Return the distribution of the one quantity that is asked, in a cell."""
        game = system(self.system)
        action = game.action(self.action)
        (law,) = Odds(action, self.of, self.limit).laws(question(game, action, *self.given(place)))
        return law

    def _fixed_options(self) -> dict[str, Any]:
        swept = {axis.name: axis.values[0] for axis in self.axes if axis.what == "option"}
        return {**self.options, **swept}

    def open(self) -> Callable[[tuple[Any, ...]], list[Any]]:
        answers = self.answers()

        def cell(place: tuple[Any, ...]) -> list[Any]:
            row: list[Any] = []
            unresolved = Fraction(0)
            for found in answers(place):
                value, *in_full = _number(found.value, self.in_full)
                moves = [", ".join(found.moves)] if isinstance(found, Played) else []
                row += [value, *moves, *in_full]
                unresolved = max(unresolved, found.unresolved)
            return [*row, float(unresolved)]

        return cell

    def answers(self) -> Callable[[tuple[Any, ...]], Sequence[Found | Played]]:
        game = system(self.system)
        action = game.action(self.action)
        quantities = Odds(action, self.of, self.limit) if self.of else None

        def answered(place: tuple[Any, ...]) -> Sequence[Found | Played]:
            asked = question(game, action, *self.given(place))
            found = quantities.of(asked) if quantities else []
            return [*found, *[best_of(asked, goal, self.prices, self.limit) for goal in self.best]]

        return answered


@dataclass(frozen=True)
class OfNotation:
    """Dice notation with blanks: `{pool}d6>={target}`. axes name them ("number")."""

    text: str
    axes: tuple[Axis, ...]
    in_full: bool = False
    limit: int = STATE_LIMIT
    rulebooks: tuple[Rulebook, ...] = ()

    def __post_init__(self) -> None:
        blanks = set(_BLANK.findall(self.text))
        named = {axis.name for axis in self.axes}
        if blanks != named:
            missing, spare = sorted(blanks - named), sorted(named - blanks)
            told = f"values for {', '.join(missing)}" if missing else f"a {{{spare[0]}}} in the notation for {spare[0]}"
            raise BadInput("notation", self.text, told)

    @property
    def columns(self) -> tuple[str, ...]:
        return _COLUMNS_IN_FULL if self.in_full else _COLUMNS

    def document(self) -> dict[str, Any]:
        return {
            "notation": self.text,
            "along": [{axis.what: axis.name, "values": plain(axis.values)} for axis in self.axes],
            "exact": self.in_full,
            "limit": self.limit,
        }

    def open(self) -> Callable[[tuple[Any, ...]], list[Any]]:
        return lambda place: _summary(self.law(place), self.in_full)

    def answers(self) -> Callable[[tuple[Any, ...]], Sequence[Found | Played]]:
        return lambda place: [_answer(self.law(place))]

    def law(self, place: tuple[Any, ...]) -> Distribution[Any]:
        """Return the distribution of the notation in a cell."""
        given = dict(zip([axis.name for axis in self.axes], map(str, place), strict=True))
        notation = read(_BLANK.sub(lambda blank: given[blank[1]], self.text))
        with allowing(self.limit):
            return notation.expression.distribution()


@dataclass(frozen=True)
class OfRule:
    """A rule with arguments; axes name its parameters ("parameter"). Decisions are answered with their first option."""

    rule: Rule[..., Any]
    arguments: Mapping[str, Any]
    axes: tuple[Axis, ...]
    in_full: bool = False
    limit: int = STATE_LIMIT
    rulebooks: tuple[Rulebook, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return _COLUMNS_IN_FULL if self.in_full else _COLUMNS

    def document(self) -> dict[str, Any]:
        return {
            "rule": self.rule.path,
            "digest": fingerprint(self.rule),
            "arguments": plain(dict(self.arguments)),
            "along": [{axis.what: axis.name, "values": plain(axis.values)} for axis in self.axes],
            "exact": self.in_full,
            "limit": self.limit,
        }

    def open(self) -> Callable[[tuple[Any, ...]], list[Any]]:
        return lambda place: _summary(self.law(place), self.in_full)

    def answers(self) -> Callable[[tuple[Any, ...]], Sequence[Found | Played]]:
        return lambda place: [_answer(self.law(place))]

    def law(self, place: tuple[Any, ...]) -> Distribution[Any]:
        """Return the distribution of the outcome in a cell."""
        given = dict(zip([axis.name for axis in self.axes], place, strict=True))
        return odds(self.rule(**{**self.arguments, **given}), first_option, limit=self.limit)


#: Columns that a table has only where something stands in them.
SOMETIMES: Final = frozenset({"chance", "mean", "standard deviation", "lowest", "highest", "unresolved"})

_COLUMNS: Final = ("chance", "mean", "standard deviation", "lowest", "highest", "unresolved")
_COLUMNS_IN_FULL: Final = (*_COLUMNS, "exact")


def column(study: Study, name: str) -> str:
    """Return how one of the columns of a study is called in a table, where an axis may have its name."""
    return f"{name}, answer" if any(axis.name == name for axis in study.axes) else name


def _number(value: Fraction, in_full: bool) -> list[Any]:
    return [float(value), exact(value)] if in_full else [float(value)]


def _answer(law: Distribution[Any]) -> Found:
    """Return the chance of a yes or no, or the mean of a number."""
    is_chance = isinstance(law.minimum, bool) and isinstance(law.maximum, bool)
    return Found(law.p(lambda outcome: bool(outcome)) if is_chance else law.mean, is_chance, law.unresolved)


def _summary(law: Distribution[Any], in_full: bool) -> list[Any]:
    """Return the chance, or the mean, spread and bounds; None where there is no such thing."""
    found = _answer(law)
    value, *exactly = _number(found.value, in_full)
    if found.is_chance:
        return [value, None, None, None, None, float(found.unresolved), *exactly]
    return [None, value, law.sd, _float(law.minimum), _float(law.maximum), float(found.unresolved), *exactly]


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def row_of(study: Study, cell: Callable[[tuple[Any, ...]], list[Any]], place: Sequence[Any]) -> Row:
    """Return the row of a cell; where it cannot be answered, whatever the reason, the row has the reason alone."""
    try:
        with watched(code_files()):
            return [*plain(tuple(place)), *cell(tuple(place)), None]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  # whatever a rulebook does, it is its cell alone that fails
        return refused(study, place, reason(error))


def reason(error: BaseException) -> str:
    """Return why a cell has no answer."""
    known = error if isinstance(error, OddsmithError) else at_fault(error)
    return str(known or said(error))


def refused(study: Study, place: Sequence[Any], reason: str) -> Row:
    """Return the row of a cell that has no answer."""
    return [*plain(tuple(place)), *[None] * len(study.columns), reason]

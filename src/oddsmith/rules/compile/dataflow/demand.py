"""Demands: what becomes of the value of a variable from somewhere on.

A value is *dead*; or it only ends up so many times in the total that is asked (*added*); or it is *compared* as well;
or it is kept *whole*. Values that are not dead are part of a state; those that are only added need not be, since an
edge can carry them as a gain.

Where two ways go on, a value must be added as often on both, or it is whole. Where it is used twice, it is added as
often as both say. On ways that come to no outcome, or to one before which gains do not count, nothing is known of a
value, and it may be added as often as other ways say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias

Names: TypeAlias = frozenset[str]


class Use(IntEnum):
    """Uses of a value; each includes those before it."""

    DEAD = 0
    ADDED = 1
    COMPARED = 2
    FIELDS = 3
    WHOLE = 4


#: A field of an object by its name; or a place in a tuple, with the number of its items where that is known.
Field: TypeAlias = "str | tuple[int, int | None]"


#: How many times something ends up in the total; None for any number of times.
Times: TypeAlias = int | None


class Apart(Enum):
    """In place of how many times, where that differs from way to way."""

    APART = "apart"


APART: Final = Apart.APART

#: How many times what is beyond all comparisons ends up in the total.
Beyond: TypeAlias = "Times | Apart"


#: Places of fields among several totals.
Places: TypeAlias = frozenset[int]

#: What is added to the second of several totals counts so many times what is added to the first, and so on.
_BITS: Final = 256
BASE: Final = 1 << _BITS


class Ends(NamedTuple):
    """The times that a value ends up in the total where it is greater, or less, than all it is compared with."""

    up: Beyond = 0
    down: Beyond = 0


class Demand(NamedTuple):
    """The use of a value, and how many times it ends up in the total; None for any number of times.

    fields: the demand on each of its fields, where only they are used. ends: of a value that is compared, in place of
    `times`: `min(value, 5)` adds nothing of a great one. free: of a value that is added, or dead, places of several
    totals that do not count; to these it may be added as often as other ways say.
    """

    use: Use
    times: Times = 0
    fields: frozenset[tuple[Field, Demand]] = frozenset()
    ends: Ends = Ends()
    free: Places = frozenset()


DEAD = Demand(Use.DEAD)
WHOLE = Demand(Use.WHOLE)
COMPARED = Demand(Use.COMPARED)
ANY = Demand(Use.ADDED, None)


def added(times: int) -> Demand:
    """The demand on a value that ends up so many times in the total."""
    return Demand(Use.ADDED, times)


def of_field(field: Field, demand: Demand) -> Demand:
    """The demand on an object of which one field is used."""
    return Demand(Use.FIELDS, 0, frozenset([(field, demand)]))


class Question(NamedTuple):
    """The demand on the outcome of a function. busts: whether gains before a return of something to which nothing was
    added may count for nothing."""

    demand: Demand = WHOLE
    busts: bool = False


#: The outcome as it is, and as a total.
AS_IT_IS, TOTAL = Question(), Question(added(1), busts=True)


def listed(question: Question) -> Question:
    """The question to an outcome whose values are then listed one by one: parts that are needed are kept whole."""
    if question.demand.use is not Use.FIELDS:
        return AS_IT_IS
    kept = [(name, demand if demand.use is Use.DEAD else WHOLE) for name, demand in question.demand.fields]
    return Question(Demand(Use.FIELDS, 0, frozenset(kept)))


def only_field(question: Question) -> Field | None:
    """The field that is asked for, where it is but one, and not of what is unpacked."""
    if question.demand.use is not Use.FIELDS:
        return None
    used = [field for field, demand in question.demand.fields if demand.use is not Use.DEAD]
    if len(used) != 1 or (isinstance(used[0], tuple) and used[0][1] is not None):
        return None
    return used[0]


def freed(demand: Demand, places: Places) -> Demand:
    """The demand on an outcome of several totals of which some do not count."""
    if not places:
        return demand
    fields = [
        (
            field,
            part._replace(times=without_digits(part.times or 0, places), free=places)
            if part.use is Use.ADDED
            else part,
        )
        for field, part in demand.fields
    ]
    return demand._replace(fields=frozenset(fields))


class Demands:
    """The demand on each variable at a place. unknown: those not named are unknown there, rather than dead.

    free: places of fields that do not count there, so that those not named may be added to them.
    """

    __slots__ = ("free", "of", "unknown")

    def __init__(self, of: dict[str, Demand], *, unknown: bool = False, free: Places = frozenset()) -> None:
        self.of = of
        self.unknown = unknown
        self.free = free

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Demands):
            return False
        return (self.unknown, self.free, self.of) == (other.unknown, other.free, other.of)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Demands:
        return self.without(())

    def on(self, name: str) -> Demand | None:
        """The demand on a variable; None where it is unknown."""
        return self.of.get(name, None if self.unknown else Demand(Use.DEAD, free=self.free))

    def none_on(self, names: Iterable[str]) -> bool:
        """Tell whether these are dead, or may be for all that is known."""
        return all(demand is None or demand.use is Use.DEAD for demand in map(self.on, names))

    def kept(self) -> dict[str, Demand]:
        """The demands on variables that are not dead."""
        return {name: demand for name, demand in self.of.items() if demand.use is not Use.DEAD}

    def joined(self, other: Demands) -> Demands:
        """Return the demands where either may follow."""
        of = {}
        for name in self.of.keys() | other.of.keys():
            one, two = self.on(name), other.on(name)
            of[name] = one if two is None else two if one is None else _either(one, two)
        free = other.free if self.unknown else self.free if other.unknown else self.free & other.free
        joined = Demands({}, unknown=self.unknown and other.unknown, free=free)
        joined.of = {n: d for n, d in of.items() if d is not None and d != joined.on(n)}
        return joined

    def use(self, name: str, demand: Demand) -> None:
        """Use a variable before all that is known here."""
        after = self.of.get(name)
        self.of[name] = demand if after is None else _both(after, demand)

    def without(self, names: Iterable[str]) -> Demands:
        """Return what is demanded before these are set."""
        of = {n: d for n, d in self.of.items() if n not in names}
        return Demands(of, unknown=self.unknown, free=self.free)

    def keep(self, names: Iterable[str]) -> None:
        """Keep variables whole."""
        for name in names:
            self.of[name] = WHOLE


def ends_of(demand: Demand) -> Ends:
    """The numbers of times that great values, and those far below, end up in the total."""
    return demand.ends if demand.use is Use.COMPARED else Ends(demand.times, demand.times)


def compared(ends: Ends) -> Demand:
    """The demand on a value that is compared, of which so much ends up in the total."""
    return Demand(Use.COMPARED, 0, frozenset(), ends)


def _either(one: Demand, two: Demand) -> Demand:
    if one == two:
        return one
    use = max(one.use, two.use)
    if use is Use.FIELDS:
        return _by_field(one, two, _either) if {one.use, two.use} <= {Use.FIELDS, Use.DEAD} else WHOLE
    if use is Use.COMPARED:
        return compared(Ends(*map(_same, ends_of(one), ends_of(two))))
    if use <= Use.ADDED and (one.free or two.free):
        return _apart_from_free(one, two)
    times = two.times if one.times is None else one.times
    return WHOLE if use is Use.WHOLE or two.times not in (times, None) else Demand(use, times)


def _apart_from_free(one: Demand, two: Demand) -> Demand:
    """The demand of either of two, of which a value that is added to what does not count agrees with any."""
    if one.times is None or two.times is None:
        return two if one.times is None else one
    ones, twos = digits(one.times), digits(two.times)
    times = 0
    for place in ones.keys() | twos.keys():
        its, other = ones.get(place, 0), twos.get(place, 0)
        if its != other and place not in one.free and place not in two.free:
            return WHOLE
        times += (other if place in one.free else its) << place * _BITS
    return Demand(max(one.use, two.use), times, free=one.free & two.free)


def digits(number: int) -> dict[int, int]:
    """The amount of a number that is added to each of several totals, by its place; those left out are 0."""
    found: dict[int, int] = {}
    place = 0
    while number:
        digit = (number + BASE // 2) % BASE - BASE // 2
        number = (number - digit) // BASE
        if digit:
            found[place] = digit
        place += 1
    return found


def without_digits(number: int, places: Iterable[int]) -> int:
    """A number of which nothing is added to some of the totals."""
    found = digits(number)
    return number - sum([found.get(place, 0) << place * _BITS for place in places])


def _both(one: Demand, two: Demand) -> Demand:
    use = max(one.use, two.use)
    if use is Use.WHOLE:
        return WHOLE
    if Use.DEAD in (one.use, two.use):
        return max(one, two, key=lambda demand: demand.use)
    if use is Use.FIELDS:
        return _by_field(one, two, _both) if one.use is two.use else WHOLE
    if use is Use.COMPARED:
        return compared(Ends(*map(_added, ends_of(one), ends_of(two))))
    times = one.times if two.times is None else two.times if one.times is None else one.times + two.times
    return Demand(use, times, free=one.free & two.free)


def _same(one: Beyond, two: Beyond) -> Beyond:
    return two if one is None else one if two is None or one == two else APART


def _added(one: Beyond, two: Beyond) -> Beyond:
    if one is APART or two is APART:
        return APART
    return two if one is None else one if two is None else one + two


def _times(end: Beyond, by: int) -> Beyond:
    return end if end is None or end is APART else end * by


def _by_field(one: Demand, two: Demand, combined: Callable[[Demand, Demand], Demand]) -> Demand:
    ones, twos = dict(one.fields), dict(two.fields)
    fields = [(name, combined(ones.get(name, DEAD), twos.get(name, DEAD))) for name in ones.keys() | twos.keys()]
    return Demand(Use.FIELDS, 0, frozenset(fields))


def scaled(demand: Demand, by: int) -> Demand:
    """The demand on a value of which so many are added."""
    if demand.use is Use.COMPARED:
        up, down = [_times(end, by) for end in demand.ends]
        return compared(Ends(up, down) if by > 0 else Ends(down, up))
    return demand if demand.times is None else Demand(demand.use, demand.times * by, free=demand.free)


def picked(demand: Demand, by: str) -> Demand | None:
    """The demand on each of the numbers of which `min`, `max` or `abs` makes one; None for other functions."""
    up, down = ends_of(demand)
    match by:
        case "min":
            return compared(Ends(0, down))
        case "max":
            return compared(Ends(up, 0))
        case "abs":
            return compared(Ends(up, _times(up, -1)))
        case _:
            return None

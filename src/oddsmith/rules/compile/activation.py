"""A compiled rule under way, and the states in which it can be left and taken up again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import repeat
from types import CoroutineType, MappingProxyType
from typing import Any, Final, TypeAlias

from oddsmith.rules.caps import Caps, is_excess
from oddsmith.rules.compile.dataflow.demand import Question, Use
from oddsmith.rules.compile.dataflow.projection import Part
from oddsmith.rules.compile.emit import Site
from oddsmith.rules.compile.errors import as_written, endless_helper
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.images.paths import Left, Path, answers, example, given_path
from oddsmith.rules.compile.images.request_images import check_plain, request_image
from oddsmith.rules.compile.images.sizes import size
from oddsmith.rules.compile.images.snapshots import UNBOUND, Freezing, Image, Thawing
from oddsmith.rules.compile.images.steady_loops import with_steady_loops
from oddsmith.rules.compile.loops import LIVE
from oddsmith.rules.compile.outlines.outline import Outlined
from oddsmith.rules.compile.programs import Frames, Machine, begun, run_of
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Returned
from oddsmith.rules.language.leaving import leave
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.slips import outcome
from oddsmith.rules.language.unawaited import OUTCOMES
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Unknown

_REMEMBERED = 1_000  # so many places in rules
_DEEPEST = 800  # how many helpers may wait for each other


class _Frame:
    """A function under way: its machine, and a generator or the values from which to make one."""

    __slots__ = ("generator", "machine", "site", "values")

    def __init__(self, machine: Machine, generator: Frames | None, site: int = 0, values: tuple[Any, ...] = ()) -> None:
        self.machine = machine
        self.generator = generator
        self.site = site
        self.values = values

    @property
    def awaits(self) -> Site:
        """The await at which it waits."""
        return self.machine.sites[self.site - 1]

    def left(self, numbers: frozenset[type]) -> tuple[tuple[Any, ...], Any]:
        """The values of its live variables, 0 where a gain can stand for a number; and that gain.

        numbers: the types of numbers for which it can.
        """
        site = self.machine.sites[self.site - 1]
        if self.generator is None:
            values = self.values
        else:
            held = self.generator.gi_frame.f_locals  # type: ignore[attr-defined]
            try:
                values = tuple(map(held.__getitem__, site.live))
            except KeyError:
                values = tuple([held.get(name, UNBOUND) for name in site.live])
        if not site.added:
            return values, 0
        less, gain = list(values), 0
        for place, times in site.added:
            number = less[place]
            if type(number) in numbers:
                gain, less[place] = gain + times * number, 0
            elif numbers and type(number) is Symbol:
                gain, less[place] = gain + times * number.offset, number - number.offset
        return tuple(less), gain

    def held(self) -> dict[str, Any]:
        """The variables that are bound, as far as they are known here."""
        if self.generator is not None:
            return dict(self.generator.gi_frame.f_locals)  # type: ignore[attr-defined]
        pairs = zip(self.machine.sites[self.site - 1].live, self.values, strict=True)
        return {name: value for name, value in pairs if value is not UNBOUND}

    def running(self) -> Frames:
        """The generator, made where there is none, which waits for an answer."""
        if self.generator is None:
            self.generator = self.machine.taken_up(self.site, self.values)
            next(self.generator)
        return self.generator


#: The machines of functions that wait for each other, with the awaits at which they do, the outermost first.
_Places: TypeAlias = tuple[tuple[Machine, int], ...]

_PLAIN: Final = frozenset({int, str, bool})
_KNOWN: Final = frozenset({int})
_NUMBERS: Final = frozenset({int, Symbol})
_NO_NUMBERS: Final[frozenset[type]] = frozenset()
_NO_GENERATORS: Final = repeat(None)


def _left(at: MachineActivation, numbers: frozenset[type]) -> tuple[Freezing, list[tuple[Image, ...]], Any]:
    """Images of the values that frames keep, and the gain that stands for others; without what is beyond limits."""
    freezing = Freezing()
    left: list[tuple[Any, ...]] = []
    total: Any = 0
    live = False
    for frame in at.frames:
        values, gain = frame.left(numbers)
        total += gain
        left.append(values)
        live = live or any(isinstance(values[place], LIVE) for place in frame.awaits.over)
    if live:
        left = with_steady_loops(left)
    if at.caps is None:
        return freezing, [*map(freezing.images, left)], total
    looked = [(each.machine.known_as, (site := each.awaits).live, site.compared, site.added) for each in at.frames]
    left, total, gone = at.caps.applied(looked, left, total, at.excesses)
    images = [freezing.images(values) for values in left]
    for unknown in gone.intersection(freezing.unknowns):
        at.caps.give_up(unknown)
    return freezing, images, total


class State:
    """Standing of a compiled rule: its await and the values of its live variables. Equal states go on alike.

    call, path: of one activation that came here. gain: stands for its numbers that are not part of the state. request:
    awaited here. asks: the question to it. recurs: whether one activation may come here again. order: greater for
    states that come later where none recurs. unknowns: numbers of which its symbols speak.
    """

    __slots__ = (
        "_changing",
        "_frames",
        "_hash",
        "_held",
        "_stays",
        "asks",
        "call",
        "gain",
        "key",
        "machines",
        "order",
        "path",
        "recurs",
        "request",
        "unknowns",
    )

    def __init__(self, at: MachineActivation, *, waits: bool, pays: bool = True) -> None:
        freezing, images, self.gain = _left(at, _NUMBERS if pays else _NO_NUMBERS)
        if type(self.gain) is Symbol and any(unknown in freezing.unknowns for unknown, _ in self.gain.terms):
            freezing, images, self.gain = _left(at, _KNOWN)
        self.call, self.path, self.request = at.call, at.path, at.request
        frame, *others = at.frames
        places: _Places = ((frame.machine, frame.site),)
        if others:
            places += tuple([(frame.machine, frame.site) for frame in others])
        self.machines, self.order, self.asks, self.recurs, spare = _places.get(places) or _place(places)
        self._frames = tuple(images)
        told = self._frames
        if spare and not freezing.changing and at.call.rule.is_called(self.machines[0].code.co_name):
            told = tuple([None if place in spare else image for place, image in enumerate(images[0])]), *told[1:]
        asked = None if waits else request_image(at.request, freezing)
        self._changing = freezing.changing
        self.unknowns = tuple(freezing.unknowns)
        known = tuple([unknown.known for unknown in self.unknowns]) if self.unknowns else None
        self.key: tuple[Hashable, ...] = (at.call.rule, self.machines, self.order, asked, told, known)
        self._hash = hash(self.key)
        # whether what is taken up here stands here: else something is still to be paid, or is known by then
        self._stays = pays and not waits and not self.unknowns and type(self.gain) is int and not self.gain
        self._held: list[tuple[Any, ...]] | None = None  # the same values each time, where nothing changes them

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, State) and self._hash == other._hash and self.key == other.key

    @property
    def rule(self) -> Any:
        return self.call.rule

    @property
    def beyond(self) -> Hashable:
        """Equal for states that go on alike after the same answer, whatever else might have been answered."""
        return *self.key[:3], *self.key[4:]

    @property
    def known(self) -> tuple[Hashable, ...]:
        """The answers of one activation that came here; what was not looked at is given as what it might be."""
        return tuple([a if type(a) in _PLAIN else example(a) for a in answers(self.path)])

    @property
    def file_line(self) -> tuple[str, int]:
        """The file and the line of the await at which it stands."""
        machine = self.machines[-1]
        return machine.code.co_filename, machine.sites[self.order[-1] - 1].line

    def weigh(self) -> int:
        """About how many values it holds. Raises Outgrown where they are more than a state may hold."""
        return sum(map(size, self._frames)) + len(self.unknowns) ** 2  # each may be compared with each

    def live(self) -> list[tuple[tuple[str, ...], tuple[Image, ...]]]:
        """Names and images of the live variables of each function under way, the outermost first."""
        at = zip(self.machines, self.order, self._frames, strict=True)
        return [(machine.sites[site - 1].live, images) for machine, site, images in at]

    def given(self, instead: Mapping[Unknown, Symbol | Unknown | int], *, waits: bool = False) -> State:
        """The same where more is known of some numbers, for which no gain stands yet.

        waits: for a call; see `MachineActivation.state`.
        """
        at = self.resumed(instead)
        at.path = given_path(self.path, instead)
        return State(at, waits=waits, pays=False)

    def resumed(
        self, instead: Mapping[Unknown, Symbol | Unknown | int] = MappingProxyType({}), *, outlined: bool = False
    ) -> MachineActivation:
        """The rule, standing here once more. instead: what more is known of some numbers."""
        at: MachineActivation = MachineActivation.__new__(MachineActivation)
        at.outlined, at.caps = outlined, None
        at.call, at.path, at.request = self.call, self.path, self.request
        unknowns, held = self.unknowns, self._held
        at.excesses = tuple([unknown for unknown in unknowns if is_excess(unknown)]) if unknowns else ()
        at.open = bool(unknowns)
        if held is None:
            thawing = Thawing([instead.get(unknown, unknown) for unknown in unknowns])
            held = [*map(thawing.values, self._frames)]
            if not (self._changing or unknowns):
                self._held = held
        if len(held) == 1:
            at.frames = [_Frame(self.machines[0], None, self.order[0], held[0])]
        else:
            at.frames = [*map(_Frame, self.machines, _NO_GENERATORS, self.order, held)]
        at.taken_up = self if self._stays and not instead else None
        return at

    def __repr__(self) -> str:
        return f"{self.call!r} after {self.known!r}"


#: Machines and awaits; the question to the innermost; whether one activation may come there again; and `Site.spare`.
_Common: TypeAlias = tuple[tuple[Machine, ...], tuple[int, ...], Question, bool, tuple[int, ...]]

#: Of the places where functions wait for each other, what all states there have in common.
_places: dict[_Places, _Common] = {}


def _place(places: _Places) -> _Common:
    sites = [machine.sites[site - 1] for machine, site in places]
    machines, order = tuple([machine for machine, _ in places]), tuple([site for _, site in places])
    found = machines, order, sites[-1].asks, any(site.recurs for site in sites), sites[0].spare
    if len(_places) < _REMEMBERED:
        _places[places] = found
    return found


class MachineActivation:
    """A compiled rule under way: it offers what `driver.Activation` does.

    outlined: whether it asks for what a run of rolls leaves behind, rather than for each roll. caps: limits to what its
    states tell apart. excesses: what was beyond them where it was taken up. open: whether it may hold numbers of which
    not all is known. taken_up: the state in which it stands, as long as that is all of where it was taken up.
    """

    __slots__ = ("call", "caps", "excesses", "frames", "open", "outlined", "path", "request", "taken_up")

    def __init__(self, call: Call[Any], machine: Machine, *, outlined: bool = False) -> None:
        """Begin, up to the first request."""
        self.call = call
        self.outlined = outlined
        self.caps: Caps | None = None
        self.excesses: tuple[Unknown, ...] = ()
        self.open = False
        self.path: Path = None
        self.request: Any = None  # a Request, or Returned
        self.taken_up: State | None = None
        self.frames = [_Frame(machine, machine.start(0, (), *call.args))]
        self._run(None)

    @property
    def known(self) -> tuple[Hashable, ...]:
        """The answers so far."""
        return answers(self.path)

    @property
    def asks(self) -> Question:
        """The question to what is awaited."""
        return self.frames[-1].awaits.asks

    @property
    def recurs(self) -> bool:
        """True where it may come to the same await again."""
        return any(frame.awaits.recurs for frame in self.frames)

    def proceed(self, answer: Any) -> None:
        """Run on with the answer to the request, up to the next one."""
        self.path = (self.path, answer)
        kind = type(answer)
        if kind not in _PLAIN and not (kind is Part and type(answer.value) in _PLAIN):
            self.open = True
        self._run(answer.values() if kind is Left else self.request.value(answer))

    def heed(self) -> None:
        """Run on past a remark."""
        self._run(None)

    def close(self) -> None:
        """End the rule where it stands."""
        for frame in reversed(self.frames):
            if frame.generator is not None:
                leave(frame.generator)

    def inputs(self) -> Hashable | None:
        """The outline that it asks for with its inputs; None where those, or what is added to, are no plain data."""
        frame, request = self.frames[-1], self.request
        if request.key is None:
            return None
        if request.outline.added:
            held = frame.held()
            if any(type(held.get(name, 0)) is not int for name in request.outline.added):
                return None
        return frame.machine, request.key

    def run_alone(self) -> MachineActivation:
        """The run of the outline that it asks for, begun by itself."""
        at: MachineActivation = MachineActivation.__new__(MachineActivation)
        at.call, at.outlined, at.path, at.request = self.call, False, None, None
        at.caps, at.excesses, at.open = None, (), False
        machine = run_of(self.frames[-1].machine, self.request.outline)
        at.frames = [_Frame(machine, machine.start(0, (), *self.request.values))]
        at._run(None)
        return at

    def state(self, *, waits: bool = False) -> State:
        """Return the standing of the rule. waits: for a call, of which nothing need be known but its outcome.

        Raises NotCompiled where values cannot be kept.
        """
        if self.taken_up is not None and self.caps is None and not waits:
            return self.taken_up
        return State(self, waits=waits)

    def _returns_whole(self, machine: Machine) -> bool:
        """Tell whether what a machine returns is the outcome, or a number of it, and not what is left of it."""
        uses = [question.demand.use for question, found in self.call.rule.engines.items() if found is machine]
        return machine is self.call.rule.engine or not {Use.DEAD, Use.FIELDS}.issuperset(uses)

    def _run(self, value: Any) -> None:
        frames = self.frames
        self.taken_up = None
        error: BaseException | None = None
        while True:
            frame = frames[-1]
            try:
                generator = frame.generator or frame.running()
                number, awaited = generator.send(value) if error is None else generator.throw(error)
            except StopIteration as end:
                frames.pop()
                value, error = end.value, None
                if not frames:
                    bare = value.value if type(value) is Bust else value
                    if type(bare) not in OUTCOMES and (bare is not None or self._returns_whole(frame.machine)):
                        outcome(self.call.rule.function.__code__, bare)
                    self.request = Returned(value)
                    return
                continue
            except NotCompiled:
                raise
            except BaseException as raised:
                frames.pop()
                if not frames:
                    slip = as_written(raised, self.call)
                    if slip is None:
                        raise
                    raise slip from raised
                error = raised
                continue
            value, error = None, None
            frame.site = number
            if type(awaited) is Outlined and not self.outlined:
                continue
            if isinstance(awaited, Request):
                check_plain(awaited)
                self.request = awaited
                return
            if type(awaited) is CoroutineType:
                if len(frames) >= _DEEPEST:
                    raise endless_helper(awaited, _DEEPEST)
                frames.append(_Frame(*begun(awaited, frame.awaits.asks)))
            elif hasattr(awaited, "__await__"):
                raise NotCompiled(f"it awaits a {type(awaited).__name__}")
            else:
                error = TypeError(f"object {type(awaited).__name__} can't be used in 'await' expression")

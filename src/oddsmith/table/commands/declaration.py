"""The declaration of a command: its route, its body, who may send it, its events, and how a log tells of it.

`@command` declares a command that people send, `@by_itself` what the table does when nobody does. Routes are made of
these declarations, and so is verification: it finds the command behind an event and carries it out again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial, update_wrapper
from typing import Any, Concatenate, Final, Generic, Literal, ParamSpec, TypeAlias, TypeVar, cast, get_type_hints

from oddsmith.table.commands.bodies import CommandBody
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Role

P = ParamSpec("P")
B = TypeVar("B", bound=CommandBody)

Method = Literal["POST", "PATCH", "DELETE"]

#: A command with all it is given but the context in which it is carried out.
BoundCommand: TypeAlias = Callable[[CommandContext], None]

SEATED: Final[tuple[Role, ...]] = ("host", "player", "observer")
PLAYERS: Final[tuple[Role, ...]] = ("player", "host")
HOSTS: Final[tuple[Role, ...]] = ("host",)


@dataclass(frozen=True)
class Route:
    """The way to a command over HTTP.

    path: below `/api/tables`. operation: the command's name in the description of the API. status: of the answer.
    """

    method: Method
    path: str
    summary: str
    operation: str
    status: int


@dataclass(frozen=True)
class Revealed:
    """Secrets that show later in a log than they were used.

    seeds: by the seals that were said to be theirs. hands: with nonces, by roll, round and member. options: with
    nonces, by roll, round and who decides in the rules. unsure: resources of characters that somebody may have changed
    whom the log does not show.
    """

    seeds: Mapping[str, str]
    hands: Mapping[tuple[str, int, str], tuple[str, str]]
    options: Mapping[tuple[str, int, str], tuple[str, str]]
    unsure: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True)
class Logged:
    """An event of a log as the first that a command wrote. following: the event after it."""

    event: Event
    following: Event | None
    revealed: Revealed

    def body(self, model: type[B], **more: Any) -> B:
        """Return a command's body with those of its fields that the event tells, and some more."""
        fields = self.event.everything
        return model.model_validate({name: fields[name] for name in model.model_fields if name in fields} | more)

    @property
    def nonce(self) -> dict[str, Any]:
        """The nonce that whoever acted gave, and what they said beside it."""
        begun = self.event.body.get("stretch")
        nonce = begun["nonces"].get(self.event.by) if isinstance(begun, Mapping) else self.event.body.get("unused")
        return {
            "nonce": nonce,
            **{part: self.event.body[part] for part in ("pledge", "seen") if part in self.event.body},
        }


#: Finds the command behind an event.
Recovery: TypeAlias = Callable[[Logged], BoundCommand]


class Command(Generic[P]):
    """A command that is called with a context, with what it is about (`name` or `number`), and with its `body`.

    events: kinds of the first event that it writes. by: roles of those who may send it; None where no role decides.
    recover: finds the command behind its event, where that takes more than the event's own fields; None for a command
    that is logged just as another one.
    """

    def __init__(
        self,
        run: Callable[Concatenate[CommandContext, P], None],
        events: tuple[str, ...],
        by: tuple[Role, ...] | None,
        recover: Recovery | None,
        route: Route | None,
    ) -> None:
        update_wrapper(self, run)
        self._run = run
        self.events = events
        self.by = by
        self.recover = recover
        self.route = route

    def __call__(self, context: CommandContext, /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Carry it out; raises NotSeated or NotAllowed for somebody who may not."""
        if self.by is not None:
            context.need(*self.by)
        self._run(context, *args, **kwargs)

    def bound(self, given: Mapping[str, Any]) -> BoundCommand:
        """Return the command with what it is given."""
        return partial(cast("Callable[..., None]", self), **given)

    @cached_property
    def _given(self) -> dict[str, Any]:
        hints = get_type_hints(self._run)
        return {name: hint for name, hint in hints.items() if name in ("name", "number", "body")}

    @property
    def body(self) -> type[CommandBody] | None:
        """The model of its body."""
        return self._given.get("body")

    @property
    def target(self) -> str | None:
        """The parameter that says what it is about: `name`, or `number` for an event."""
        return next((name for name in self._given if name != "body"), None)

    def from_event(self, logged: Logged) -> BoundCommand:
        """Return the command that an event tells of: about what its path names, with the event's fields as body."""
        given: dict[str, Any] = {}
        if self.target is not None and self.route is not None:
            kind = self.route.path.split("/")[2].removesuffix("s")  # of /{table}/rolls/{name}/undo: roll
            given[self.target] = logged.event.roll if kind == "roll" else logged.event.body[kind]
        if self.body is not None:
            given["body"] = logged.body(self.body)
        return self.bound(given)


def command(
    method: Method,
    path: str,
    summary: str,
    *,
    event: str,
    by: tuple[Role, ...] | None,
    recover: Recovery | Literal["from its event"] | None = "from its event",
    operation: str | None = None,
    status: int = 200,
) -> Callable[[Callable[Concatenate[CommandContext, P], None]], Command[P]]:
    """Declare a command that people send; see `Command` and `Route`. operation: the function's name, if left out."""

    def declare(run: Callable[Concatenate[CommandContext, P], None]) -> Command[P]:
        route = Route(method, path, summary, operation or run.__name__, status)
        declared = Command(run, (event,), by, None, route)
        declared.recover = declared.from_event if recover == "from its event" else recover
        return declared

    return declare


def by_itself(
    *events: str, recover: Recovery | None
) -> Callable[[Callable[Concatenate[CommandContext, P], None]], Command[P]]:
    """Declare a command that nobody sends."""
    return lambda run: Command(run, events, None, recover, None)

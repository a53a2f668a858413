"""Games made of subgames: their states without what waits, and the situations in which the subgames come.

A rule that returns `call.then(rule, *args)` begins a *subgame*: play of `call` up to its outcome. What may happen in it
does not depend on what waits for the outcome (the *situation*: a rule and its other arguments); only what it is worth
does. So the states of subgames are explored once for all situations. A duel of many rounds is the states of one attack,
and a situation for every round and every health of the attacker.

This works for games whose rules between subgames neither roll nor decide, without gains and loops. Others are
`NoSubgames`. A question to the outcome of such a game is put to its outcomes once all is explored.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple
from zlib import crc32

from oddsmith.errors import RuleError
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS
from oddsmith.rules.compile.questions import put_to
from oddsmith.rules.exploration.anew import retried
from oddsmith.rules.exploration.expanding import Exploration
from oddsmith.rules.exploration.explore import drain
from oddsmith.rules.exploration.limits.advice import DIFFER_LESS
from oddsmith.rules.exploration.limits.places import first_line
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.outside import unchanged
from oddsmith.rules.exploration.setting import Begun, Setting
from oddsmith.rules.graph.by_state import state_key
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.graph import UNRESOLVED, Decision, Graph, Open
from oddsmith.rules.language.calls import Call, Next, Sequel
from oddsmith.rules.language.driver import Returned, first_request
from oddsmith.rules.language.exactly import answers_exactly
from oddsmith.rules.language.leaving import leave
from oddsmith.rules.language.requests import Step

#: So many pairs of state and situation count as one state against the limit: they take little memory.
PAIRS_A_STATE = 25

_FORWARDS = 1_000  # how often rules between subgames may go on as another without a subgame


class NoSubgames(Exception):
    """The game is not one of subgames, or not of a kind that can be taken apart into them."""


class Place(NamedTuple):
    """The beginning of a subgame: a node and a situation."""

    node: int
    situation: int


#: In place of a situation: the game is over.
GAME_OVER = -1


@dataclass(slots=True)
class Leads:
    """The ways on from outcomes of subgames, as parallel lists, since there are many.

    ends: the end nodes. situations: those of the next subgames, or GAME_OVER. nodes: where these begin; for
    GAME_OVER the number of the game's outcome.
    """

    ends: list[int] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)


class Subgames:
    """The states of all subgames, and the situations in which they come.

    graph: the states; its ends are the outcomes of subgames. start: where play begins. outcomes: those of the game.
    situations: what waits in each. order: situations, each after all that it leads to. For each situation entered holds
    the nodes at which its subgames begin, reached a 1 at every node that play may come to, leads the ways on.
    pairs: how many states there are, each counted in every situation.
    """

    def __init__(self, call: Call[Any], *, limit: int, bound: Fraction, begun: Begun | None = None) -> None:
        """Explore; raises NoSubgames, and what exploring raises. begun: see `Setting`."""
        self._asked = call, limit, bound
        setting = Setting(limit, bound, policy=None, decisions_stay=True, symbolic=False, begun=begun)
        with unchanged((call,), setting.answers):
            retried(lambda: self._begin(call, setting), setting)

    def __reduce__(self) -> tuple[Callable[..., Subgames], tuple[object, ...]]:
        """Pickle what is explored: states of rules are known to this process alone, so another explores them anew."""
        return _explored_again, (*self._asked, self._shape())

    def _shape(self) -> int:
        """A number that tells whether nodes and situations have the same numbers in two explorations."""
        leads = [(leads.ends, leads.situations, leads.nodes) for leads in self.leads]
        return crc32(repr((self.graph.targets, leads)).encode())

    def _begin(self, call: Call[Any], setting: Setting) -> None:
        self._limit = setting.limit
        self._numbers: dict[Next[Any], int] = {}
        self.pairs = 0
        self.situations: list[Next[Any]] = []
        self.entered: list[set[int]] = []
        self.reached: list[bytearray] = []
        self.leads: list[Leads] = []
        self.outcomes: list[Hashable] = []
        self._outcomes: dict[Hashable, int] = {}
        self._spreads: dict[frozenset[int], tuple[bytes, list[int]]] = {}
        played = _played(call)
        self._question = None if played is call else call
        begun = _goes_on(played.start())
        if call.gain or played.gain or not isinstance(begun, Sequel):
            raise NoSubgames
        self._exploration: Exploration = (setting.begun or Exploration)((begun.first,), setting, AS_IT_IS)
        self.start = self._place(begun)
        with without_collection():
            self._explore()
            self._spreads.clear()
            self.order = self._ordered()
            if len(self.graph.order) < len(self.graph) or any(node in to for node, to in enumerate(self.graph.targets)):
                raise NoSubgames

    @property
    def graph(self) -> Graph:
        return self._exploration.nodes.graph

    def states_in(self, situation: int) -> int:
        """The number of states to which play may come in a situation."""
        return self.reached[situation].count(1)

    def place(self, call: Call[Any]) -> Place | None:
        """The place where play of a call begins, when that is a known subgame."""
        try:
            begun = _goes_on(_played(call).start())
        except NoSubgames:
            return None
        if not isinstance(begun, Sequel):
            return None
        node = self._exploration.nodes.index.get((begun.first, (), None))
        situation = self._numbers.get(begun.next)
        if node is None or situation is None or not self.reached[situation][node]:
            return None
        return Place(node, situation)

    def stands(self, decision: Decision) -> Place | None:
        """The place of a decision; None when play does not come there."""
        (place, known), *within = state_key(decision)
        if not within:
            return None
        *inner, outermost = within
        stack: Any = None
        for waiting, its_known in reversed(inner):
            stack = self._exploration.nodes.frames.waits(waiting, its_known, 0, stack)
        node = self._exploration.nodes.index.get((place, answers_exactly(known), stack))
        situation = self._numbers.get(outermost[0])
        return None if node is None or situation is None else Place(node, situation)

    def lead(self, end: int, situation: int) -> Place:
        """The place to which the outcome at an end node leads: the next subgame, or GAME_OVER and the outcome."""
        outcome = self.graph.ends[end]
        if isinstance(outcome, Open):
            raise NoSubgames
        value = outcome if outcome is UNRESOLVED else _goes_on(self._begun(situation, outcome))
        if isinstance(value, Sequel):
            return self._place(value)
        if self._question is not None and value is not UNRESOLVED:
            value = _answer(self._question, value)
        number = self._outcomes.setdefault(value, len(self.outcomes))
        if number == len(self.outcomes):
            self.outcomes.append(value)
        return Place(number, GAME_OVER)

    def _begun(self, situation: int, outcome: Hashable) -> Coroutine[Any, Any, Any]:
        """The rule that waits in a situation, begun; without a `Call`, since there are many and none is kept."""
        waiting = self.situations[situation]
        return waiting.rule.function(outcome, *waiting.args)

    # -- exploring

    def _explore(self) -> None:
        fresh = {self.start.situation: [self.start.node]}
        self.entered[self.start.situation].add(self.start.node)
        looked_at = 0
        while fresh:
            drain(self._exploration)
            graph = self.graph
            if graph.simultaneous or any(gains is not None for gains in graph.gains[looked_at:]):
                raise NoSubgames
            looked_at = len(graph)
            following: dict[int, list[int]] = {}
            for situation, nodes in fresh.items():
                leads = self.leads[situation]
                for end in self._spread(situation, frozenset(nodes)):
                    node, next_ = self.lead(end, situation)
                    leads.ends.append(end)
                    leads.situations.append(next_)
                    leads.nodes.append(node)
                    if next_ != GAME_OVER and node not in self.entered[next_]:
                        self.entered[next_].add(node)
                        following.setdefault(next_, []).append(node)
            fresh = following
        for reached in self.reached:
            reached.extend(bytes(len(self.graph) - len(reached)))

    def _spread(self, situation: int, nodes: frozenset[int]) -> list[int]:
        """Mark what play comes to from these nodes; the end nodes that are new.

        In many situations play begins at the same nodes, and nothing needs to be found out twice.
        """
        targets, reached = self.graph.targets, self.reached[situation]
        if not reached and nodes in self._spreads:
            before, ends = self._spreads[nodes]
            reached.extend(before)
            self._count(reached.count(1))
            return ends
        fresh = not reached
        reached.extend(bytes(len(targets) - len(reached)))
        count = reached.count(1)
        todo = [node for node in nodes if not reached[node]]
        for node in todo:
            reached[node] = 1
        ends = []
        while todo:
            node = todo.pop()
            onward = targets[node]
            if not onward:
                ends.append(node)
            for target in onward:
                if not reached[target]:
                    reached[target] = 1
                    todo.append(target)
        self._count(reached.count(1) - count)
        if fresh:
            self._spreads[nodes] = (bytes(reached), ends)
        return ends

    def _count(self, pairs: int) -> None:
        self.pairs += pairs
        if self.pairs > PAIRS_A_STATE * self._limit:
            raise self._past_limit()

    def _place(self, sequel: Sequel[Any]) -> Place:
        number = self._numbers.get(sequel.next)
        if number is None:
            number = self._numbers[sequel.next] = len(self.situations)
            self.situations.append(sequel.next)
            self.entered.append(set())
            self.reached.append(bytearray())
            self.leads.append(Leads())
        return Place(self._exploration.nodes.node((sequel.first, (), None)), number)

    def _ordered(self) -> list[int]:
        """Situations, each after all that it leads to; raises NoSubgames when one leads back to itself."""
        onward = [set(leads.situations) - {GAME_OVER} for leads in self.leads]
        order: list[int] = []
        state = bytearray(len(onward))  # 1: being followed, 2: in order
        todo = [self.start.situation]
        while todo:
            situation = todo[-1]
            if state[situation] == 0:
                state[situation] = 1
                for next_ in onward[situation]:
                    if state[next_] == 1:
                        raise NoSubgames
                    if state[next_] == 0:
                        todo.append(next_)
            else:
                todo.pop()
                if state[situation] == 1:
                    state[situation] = 2
                    order.append(situation)
        return order

    def _past_limit(self) -> StateLimit:
        line = first_line(self.situations[0].rule)
        growth = f"its stages have {len(self.graph):,} states, in {len(self.situations):,} situations"
        return StateLimit(self.pairs // PAIRS_A_STATE, self._limit, line, growth, DIFFER_LESS)


def has_subgames(call: Call[Any]) -> bool:
    """Tell whether a game begins with a subgame, as far as its first rules say."""
    try:
        return isinstance(_goes_on(_played(call).start()), Sequel)
    except Exception:  # noqa: BLE001  # whatever a rule raises is told where it is explored
        return False


def _explored_again(call: Call[Any], limit: int, bound: Fraction, shape: int) -> Subgames:
    """The subgames of a call, numbered as they were in another process; RuleError where the rules are no longer so."""
    again = Subgames(call, limit=limit, bound=bound)
    if again._shape() != shape:
        raise RuleError(
            call.rule.name,
            "has other states than when its solution was pickled.",
            remedy="Unpickle with the module as it was.",
        )
    return again


def _played(call: Call[Any]) -> Call[Any]:
    """The game to whose outcome a question is put; of any other call the same."""
    asked = put_to(call)
    return call if asked is None else asked


def _answer(question: Call[Any], outcome: Hashable) -> Any:
    """The answer to a question about an outcome."""
    asking = question.start()
    asking.send(None)
    try:
        asking.send(outcome)
    except StopIteration as answered:
        return answered.value
    raise NoSubgames


def _goes_on(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run rules between subgames: to the beginning of a subgame or the game's outcome.

    Raises NoSubgames for one that rolls, decides, awaits another rule or gains something.
    """
    for _ in range(_FORWARDS):
        request = first_request(coroutine)
        if not isinstance(request, Returned):
            leave(coroutine)
            break
        value = request.value
        if not isinstance(value, Step):
            return value
        if value.gain or (isinstance(value, Sequel) and value.first.gain):
            break
        if isinstance(value, Sequel):
            return value
        if not isinstance(value, Call):
            break
        coroutine = value.start()
    raise NoSubgames

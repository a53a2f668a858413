"""All ways on from one state of a rule, up to the next states: every answer to every request is followed."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS
from oddsmith.rules.compile.engines import AnyActivation, activation, answered, asks, refuse, standing
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.images.held_symbols import symbols_in
from oddsmith.rules.compile.images.paths import Left
from oddsmith.rules.compile.outlines.outline import Outlined
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.laws import Needs, Weighted
from oddsmith.rules.exploration.limits.branching import Branching
from oddsmith.rules.exploration.limits.growth import SHORT
from oddsmith.rules.exploration.nodes import AtDecision, Edges, Nodes
from oddsmith.rules.exploration.waiting.frames import Decides, Frame, Stack, back
from oddsmith.rules.exploration.ways import narrowing
from oddsmith.rules.exploration.ways.alike_answers import chances, offered
from oddsmith.rules.exploration.ways.deciding import answers_by, decisions
from oddsmith.rules.exploration.ways.meetings import START, Came, Ways, likely
from oddsmith.rules.exploration.ways.own_outcomes import gain_of_fields, gone_on_as, note_own
from oddsmith.rules.exploration.ways.straight import PASSED_ON, Branch, leads_to, runs_again, straight
from oddsmith.rules.exploration.ways.tails import Tails
from oddsmith.rules.graph.graph import UNRESOLVED, Gain
from oddsmith.rules.graph.policies import first_option, unanswered
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import HALT, Activation, drive
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest, Roll
from oddsmith.rules.symbols import Symbol, by_remainder
from oddsmith.rules.unknowns import Law, Undecided, Unknown

_Pending: TypeAlias = list[tuple[Call[Any] | State, tuple[Hashable, ...], tuple[Request[Any], ...], Stack, Came]]


class Branches:
    """The interpreter of exploration: of the answers to a request it takes one, and the others later.

    is_root: whether what is explored is asked for by itself, rather than solved for another rule.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.is_root = True
        self._nodes = nodes
        self._setting = nodes.setting
        self._pending: _Pending = []
        self._ways = Ways()
        self._watch, self._sights, self._caps = nodes.watch, nodes.setting.sights, nodes.caps
        self._from: Stack = None
        self._begins = True  # whether the first branch is followed
        self._knew: tuple[Hashable, ...] = ()  # the answers before the first branch, such as an option taken
        self._size = Branching(nodes.setting.limit, nodes.setting.answers)
        self._stands: AtDecision | None = None
        self._left: tuple[Any, int, int, Branch] | None = None  # where it was left for a sub-rule; to be gone on with
        self._asked: tuple[Request[Any], ...] = ()  # of the branch that is followed now, as the next two
        self._stack: Stack = None
        self._came = START

    def follow(self, onward: Branch, known: tuple[Hashable, ...], stack: Stack, node: int | None) -> Edges | AtDecision:
        """All ways on from a point, up to the next call, decision or end; or the decision at which the point stands.

        onward: where play stands on the only way on from there. known, stack: as they are at the point. node: the node
        there. Raises Needs and Decides; Refused by a machine; StateLimit for too many branches.
        """
        self._from, self._knew = stack, known
        place, known, asked, stack, at = onward
        begins = (*onward[:4], self._from, node)
        if node is not None:  # else a step is done again, and must be the same
            self._setting.told_apart.take_up()
        left, self._left = self._left, None
        if left and left[0] == begins:
            if at is not None:
                at.close()
            _, branches, looks_at, (place, known, asked, stack, at) = left
        else:
            branches, looks_at = 1, self._size.first_look
            self._ways, self._pending, self._begins = Ways(), [], stack is self._from
            self._stack, self._asked, self._came = stack, asked, START
            self._size.begin()
            self._tails = Tails()
        pending = self._pending
        while True:
            try:
                if at is None:
                    at = self._activation(place, known, node)
                if self._caps is not None:
                    narrowing.cap(at, known, self._caps)
                drive(at, self)
            except NotCompiled as refused:
                raise refuse(place.rule, refused) from None
            except Undecided as undecided:
                if not self._by_sum(undecided, place, known, node):
                    narrowing.raise_limit(undecided.unknown, undecided.cut, undecided.apart, self._caps)
                    self._narrow(undecided.unknown, undecided.cut, undecided.apart, place, known, at)
            except PASSED_ON as passed:
                again = isinstance(passed, Needs) and node is not None and self._came is not START
                if again and isinstance(at, Activation):
                    self._left = begins, branches, looks_at, (place, known, asked, stack, at)
                elif at is not None:
                    at.close()
                raise
            except BaseException as error:
                read = isinstance(error, Exception) and self._watch.used
                unknown = narrowing.to_blame(place, known, at) if read else None
                if unknown is None:
                    remember(error, place, self._asked, known)
                    raise
                narrowing.raise_limit(unknown, None, 0, self._caps)
                self._narrow(unknown, None, 0, place, known, at)
            at, self._begins = None, False
            while pending:
                place, known, asked, stack, came = pending.pop()
                branches += 1
                if branches >= looks_at:
                    looks_at = self._size.look(place, branches, pending)
                if runs_again(place, stack, self._nodes):
                    found = straight(place, known, asked, stack, None, self._nodes)
                    if len(found) == 2:
                        self._ways.lead(*found, came)
                        continue
                    place, known, asked, stack, at = found
                self._stack, self._asked, self._came = stack, asked, came
                self._size.go_back()
                break
            else:
                break
        self._nodes.followed(node, branches)
        stands, self._stands = self._stands, None
        return stands or self._ways.edges()

    @property
    def stays(self) -> bool:
        """True where decisions are nodes, rather than taken by a policy."""
        return self.is_root and self._setting.decisions_stay and self._setting.policy is None

    def _activation(self, place: Call[Any] | State, known: tuple[Hashable, ...], node: int | None) -> AnyActivation:
        if isinstance(place, State):
            return answered(place.resumed(outlined=True), known)
        question = self._nodes.asked(self._stack, node if self._begins else None)
        return activation(place, known, self._asked, question=question, compiled=self._setting.compiled, outlined=True)

    # -- answers to requests, as `drive` asks for them

    def chance(self, at: AnyActivation, request: ChanceRequest[Any]) -> Any:
        if self._watch.used:
            self._watch.check(request)
        if type(request) is Outlined and isinstance(at, MachineActivation):
            return Left(None) if self._setting.laws.step_by_step(at) else self._together(at, None, 0)
        if type(request) is Roll and request.deck and isinstance(at, MachineActivation) and not self._watch.used:
            return self._together(at, None, request.gain)
        return self._among(at, request, chances(self._setting, at, request), request.gain)

    def subrule(self, at: AnyActivation, call: Call[Any]) -> Any:
        if self._watch.used:
            self._watch.check(call)
        bare, setting = call.bare(), self._setting
        question = at.asks if isinstance(at, MachineActivation) else AS_IT_IS
        if bare.rule in setting.own and at.call.rule in setting.own:
            if setting.shape is None or (gain := gain_of_fields(at, call, self._nodes.asked(self._stack))) is None:
                self.returned(at, gone_on_as(at, call))
            else:
                self._lead(self._nodes.begins(bare, self._stack), gain)
            return HALT
        if not asks(at.call.rule) and (setting.shape is None or question is AS_IT_IS):  # else gains are paid at once
            alone, by_itself, field = narrowing.alone(call, question, setting.alike)
            if (solved := setting.solved.get((alone, by_itself))) is not None:
                if field is not None:
                    solved = narrowing.as_field(solved, field, at, self._watch, setting.told_apart)
                return self._among(at, call, solved, call.gain)
            if bare.rule not in setting.deciding:
                raise Needs(alone, by_itself, at.call.rule)
            if not self.is_root:
                raise Decides
        if question is AS_IT_IS:
            place, known = standing(at, waits=True)
        else:
            place, known = at.state(waits=True), ()  # type: ignore[union-attr]
        if self._watch.used and (self._sights is None or type(place) is not State):
            narrowing.look_at_all(place, known)
        note_own(place, known, bare.rule, self._stack, setting.own)
        waits = self._nodes.frames.waits(place, known, 0, self._stack)
        waiting, more = self._nodes.raised(waits, call.gain, call.rule)
        at.close()
        self._lead(self._nodes.begins(bare, waiting), more + self._gain_at(place))
        return HALT

    def _gain_at(self, place: Call[Any] | State) -> Gain:
        if self._sights is not None and type(place) is State:
            self._sights.counts(place.gain)
        return self._nodes.gain_at(place)

    def decision(self, at: AnyActivation, request: DecisionRequest[Any]) -> Any:
        setting, watch = self._setting, self._watch
        if watch.used:
            watch.check()
        request = offered(at, request)
        if len(request.options) == 1:
            self._size.count(at)
            self._asked = (*self._asked, request)
            return request.options[0]
        if setting.policy is first_option:
            return self._among(at, request, [(request.options[0], fmpq(1))])
        place, known = standing(at)
        if setting.policy is not None and (self.is_root or not setting.in_context):
            if watch.used:
                narrowing.look_at_all(place, known)
            made = decisions(place, known, request, self._stack, self._nodes.frames)
            return self._among(at, request, answers_by(setting.policy, made, request))
        if not self.is_root and setting.in_context:
            raise Decides
        if not setting.decisions_stay:
            at.close()
            raise unanswered(decisions(at.call, at.known, request, self._stack, self._nodes.frames)[0])
        gain: Gain = 0
        if watch.used:
            if self._sights is None or type(place) is not State:
                narrowing.look_at_all(place, known)
            if self._sights is not None:
                self._stack = self._sights.stack_past(self._stack, self._nodes.frames)
        if type(place) is State:
            gain, before = self._gain_at(place), place
            if watch.used and self._sights is not None:
                place = self._sights.past(place)
            if gain != 0 or place is not before:
                at.close()
                at = place.resumed()
        stands = AtDecision(place, known, self._asked, request, at)
        if gain == 0 and self._is_where_it_began:
            self._stands = stands
        else:
            self._lead(self._nodes.stand(stands, self._stack), gain)
        return HALT

    def remark(self, at: AnyActivation, remark: Remark) -> None:
        if self._watch.used:
            self._watch.check()
        self._size.count(at)

    def returned(self, at: AnyActivation, value: Any) -> None:
        nodes, stack = self._nodes, self._stack
        paid = None if stack else nodes.question.demand
        if self._watch.used and narrowing.may_hold(at) and self._unread(value := narrowing.settled(at, value, paid)):
            return
        if (led := leads_to(value, stack, nodes)) is not None or stack is None:
            self._lead(*(led or nodes.last(value)))
        elif isinstance(value, Call):
            beyond, gain = nodes.raised(stack, value.gain, value.rule)
            self._lead(nodes.begins(value.bare(), beyond), gain)
        elif isinstance(value, ChanceRequest):
            with_gain, beyond = nodes.frames.raised(stack, value.gain), stack[3]
            for outcome, share in narrowing.handed(self._setting.chances(value), stack[0].rule, self._watch):
                if outcome is UNRESOLVED:
                    self._unresolved(share)
                else:
                    nodes.fields.came(stack, outcome)
                    self._pending.append((*back(outcome, with_gain), beyond, likely(self._came, share)))
        else:
            self._hand_back(value, stack)

    def _hand_back(self, value: Any, stack: Frame) -> None:
        """Let an outcome go to the rule that waits for it: once for all that are alike in what that reads of them."""
        read = self._nodes.fields.came(stack, value)
        came = self._came if read is None else self._ways.meet(read, self._came)
        if came is not None:
            self._pending.append((*back(value, stack), stack[3], came))

    def _unread(self, value: Any) -> bool:
        """Take an outcome that is a number which the rule did not look at; tell whether it was one."""
        self._watch.check()
        nodes, stack, busts = self._nodes, self._stack, type(value) is Bust
        number = value.value if busts else value
        if self._sights is not None and stack is None:
            self._sights.counts(number)
        if type(number) is not Symbol:
            narrowing.check_known(value, number, nodes, stack)
            return False
        if stack is not None:
            if narrowing.tells_symbols(stack[0].rule):
                number.look()
            self._pending.append((*back(number, stack), stack[3], self._came))
            return True
        for target, share in narrowing.ends(number, nodes, busts=busts):
            self._lead(target, 0, share)
        return True

    def _narrow(self, unknown: Unknown, cut: int | None, apart: int, *where: Any) -> None:
        """Do the latest step again for each part of what a number may be."""
        self._setting.told_apart.note(unknown, cut, *where)
        if self._sights is not None:
            self._sights.missed(unknown, cut)
        among = by_remainder(unknown, apart)
        if cut is None and not among:
            self._size.foresee(where[0], unknown.listed)
        ways: _Pending = []
        stack, frames, is_rest = self._stack, self._nodes.frames, partial(self._tails.is_rest, self._activation)
        for there, waits, share in narrowing.narrowed(unknown, cut, among, stack, frames, *where, is_rest=is_rest):
            if there is None:
                self._unresolved(share)
            else:
                ways.append((*there, (), waits, likely(self._came, share)))
        self._pending += [*ways[1:], *ways[:1]]

    def _by_sum(self, undecided: Undecided, place: Call[Any] | State, known: tuple[Hashable, ...], node: Any) -> bool:
        """Go on where a rule only asks how great a sum of numbers is; tell whether it does."""
        if undecided.reached is None:
            return False
        outcomes = narrowing.by_sum(undecided.reached, lambda: self._activation(place, known, node), self._watch)
        came, stack = self._came, self._stack
        for at, value, share in outcomes or ():
            self._came, self._stack = likely(came, share), stack
            self.returned(at, value)
        return outcomes is not None

    def _among(self, at: AnyActivation, request: Request[Any], found: Weighted | Law, gain: int = 0) -> Any:
        """The first of these answers; the others are left for later. A machine waits until equal states have met."""
        answers = narrowing.handed(found, at.call.rule, self._watch, at, self._setting.told_apart)
        if isinstance(at, MachineActivation):
            return self._together(at, answers, gain)
        if len(at.known) >= SHORT:
            self._size.count(at)
            self._size.weigh(at, len(answers))
        self._asked = asked = (*self._asked, request)
        first: Hashable = UNRESOLVED
        for answer, share in answers:
            if answer is UNRESOLVED:
                self._unresolved(share)
                continue
            answer = answer + gain if gain else answer  # type: ignore[operator]
            if first is UNRESOLVED:
                first, its_share = answer, share
            else:
                self._pending.append((at.call, (*at.known, answer), asked, self._stack, likely(self._came, share)))
        if first is UNRESOLVED:
            at.close()
            return HALT
        if len(answers) > 1:
            self._came = likely(self._came, its_share)
        return first

    def _together(self, at: MachineActivation, answers: Weighted | None, gain: int) -> Any:
        """The only answer; or leave all to the state at which the machine stands, and to whatever else comes there.

        answers: None for those of an outline or a draw, which take long to find.
        """
        if answers is not None and len(answers) == 1:
            answer: Any = answers[0][0]
            if answer is not UNRESOLVED and not (self._watch.used and [*symbols_in(answer)]):
                self._size.count(at)
                return answer + gain if gain else answer
        state, stack = at.state(), self._stack
        paid = self._gain_at(state)
        if state.recurs and (self._knew or not self._is_where_it_began):
            narrowing.look_at_few(state)
            at.close()
            self._lead(self._nodes.node((state, (), stack)), paid)
            return HALT
        alone = type(at.request) is not Outlined and state is at.taken_up and self._is_where_it_began
        met = START if alone and not self._watch.used else self._ways.meet((state, stack), self._came, paid)
        if met is None:
            at.close()
            return HALT
        if answers is None:
            answers = self._setting.found_late(at, known=not state.unknowns)
        self._came = met
        onward: _Pending = []
        for answer, share in answers:
            if answer is UNRESOLVED:
                self._unresolved(share)
            else:
                onward.append((state, (answer + gain if gain else answer,), (), stack, likely(met, share)))
        self._pending += onward[1:]
        if not onward or paid != 0 or self._watch.used:  # what is paid is still among the values
            at.close()
            self._pending += onward[:1]
            return HALT
        self._came = onward[0][4]
        return onward[0][1][0]

    @property
    def _is_where_it_began(self) -> bool:
        """True if the branch is the first and nothing has happened on it."""
        return self._begins and self._came is START and self._stack is self._from

    def _lead(self, target: int, gain: Gain = 0, share: fmpq | None = None) -> None:
        """Let the branch, or a share of it, end at a node."""
        self._ways.lead(target, gain, self._came if share is None else likely(self._came, share))

    def _unresolved(self, share: fmpq) -> None:
        """Let a part of the branch go to the end of what is not resolved."""
        self._lead(self._nodes.end(UNRESOLVED), 0, share)

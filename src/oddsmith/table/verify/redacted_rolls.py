"""Redacted rolls, which a log does not show: the part that everybody sees still has to fit.

Who may see a roll gets all of it; whoever may not has its events with nothing in them but what fairness needs: seals,
pledges, nonces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from oddsmith.table.commands.rolls import commit_reveal
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import PendingDice, Roll, may_see
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import fair

_OPEN_ROLL: Final = (
    *("roll.opened", "roll.witnessed", "roll.waits", "roll.answered", "roll.typed"),
    *("roll.chosen", "roll.late", "roll.disclosed", "roll.revealed"),
)

#: Kinds of events, and those that they may follow; the first of a roll follows none. No hand is thrown in secret.
_AFTER: Final[Mapping[str, tuple[str | None, ...]]] = {
    "roll.opened": (None,),
    "roll.witnessed": ("roll.opened", "roll.answered", "roll.typed", "roll.revealed", "roll.witnessed"),
    "roll.waits": ("roll.opened", "roll.answered", "roll.typed", "roll.revealed", "roll.witnessed"),
    "roll.finished": ("roll.opened", "roll.answered", "roll.typed", "roll.revealed", "roll.witnessed"),
    "roll.answered": ("roll.waits",),
    "roll.chosen": ("roll.waits", "roll.chosen"),
    "roll.late": ("roll.chosen",),
    "roll.disclosed": ("roll.chosen", "roll.late", "roll.disclosed"),
    "roll.revealed": ("roll.chosen", "roll.late", "roll.disclosed"),
    "roll.typed": ("roll.waits",),
    "roll.undone": (*_OPEN_ROLL, "roll.finished"),
}
#: Kinds of events after which a roll goes on as soon as all nonces are there.
_GOES_ON: Final = frozenset({"roll.opened", "roll.witnessed", "roll.answered", "roll.typed", "roll.revealed"})
_BY_ITSELF: Final = frozenset({"roll.waits", "roll.finished", "roll.late", "roll.revealed"})
#: Kinds of events that are of the roller, or of a host.
_OF_ROLLER: Final = frozenset({"roll.typed", "roll.undone"})

#: Compares a part of an event, in words, as it was found with what was expected.
Same = Callable[[str, Any, Any], None]


@dataclass
class RedactedRoll:
    """A roll as everybody sees it. by: the roller. visibility: of all its events. after: the kind of its last event."""

    by: str
    visibility: str
    after: str | None = None
    pending_dice: PendingDice | None = None
    dice_count: int = 0

    @property
    def goes_on(self) -> bool:
        """True while nobody is waited for, until the table says what came of it."""
        waited_for = self.pending_dice is not None and self.pending_dice.witnesses
        return self.after in _GOES_ON and not waited_for


class RedactedRolls:
    """Keeps all rolls that a log does not show, by name. going: the one that waits for nobody, so it has to go on."""

    def __init__(self, state: State, same: Same) -> None:
        self.rolls: dict[str, RedactedRoll] = {}
        self.going: str | None = None
        self._state = state
        self._same = same

    @property
    def open(self) -> int:
        """The number of those that are not over."""
        return sum(roll.after not in ("roll.finished", "roll.undone") for roll in self.rolls.values())

    def take(self, event: Event) -> None:
        """Check one more event of such a roll."""
        assert event.roll is not None
        if event.roll not in self.rolls:
            self._same("the roll", event.roll, self._state.next_id("r"))
            self._state.count(event.roll)
        roll = self.rolls.setdefault(event.roll, RedactedRoll(event.by or "", event.visibility))
        if roll.after not in _AFTER.get(event.kind, ()):
            before = f"after {roll.after}" if roll.after else "of a roll that was never opened"
            self._same("what happens to a hidden roll", f"{event.kind} {before}", "what can come next")
        self._same("who sees it", event.visibility, roll.visibility)
        self._people(event, roll)
        self._seen(event)
        if event.kind == "roll.witnessed":
            self._witnessed(event, roll)
        elif event.kind in ("roll.waits", "roll.finished"):
            self._landed(event, roll)
        self._begins(event, roll)
        self._state.promise(event)
        roll.after = event.kind
        self.going = event.roll if roll.goes_on else None

    def note(self, event: Event) -> None:
        """Check a note that this log does not show either: about such a roll, it is for those who see that."""
        roll, member = self.rolls.get(event.roll or ""), self._state.members.get(event.by or "")
        if roll is None or member is None:
            return
        self._same("who sees it", event.visibility, roll.visibility)
        if not may_see(member, roll.visibility, roll.by):
            self._same("who writes it", event.by, "somebody who sees the roll")

    def _people(self, event: Event, roll: RedactedRoll) -> None:
        member = self._state.members.get(event.by or "")
        if event.kind in _BY_ITSELF:
            self._same("who does it", event.by, None)
        elif member is None or member.left:
            self._same("who does it", event.by, "somebody at the table")
        elif member.role == "observer" and event.kind != "roll.witnessed":
            self._same("who does it", f"{member.id}, an observer", "a player or host")
        elif event.kind in _OF_ROLLER and member.role != "host" and member.id != roll.by:
            self._same("who does it", member.id, f"{roll.by}, or a host")

    def _seen(self, event: Event) -> None:
        """Check how much of the log somebody had seen who gives a nonce."""
        body = event.body
        if event.kind in ("roll.opened", "roll.answered"):
            self._same("whether it says what was seen", "seen" in body, event.gives_at_once)
        seen = body.get("seen")
        if seen is not None:
            expected = self._state.digest_of(seen["number"]) or "that of one of the last 256 events"
            self._same(f"what {event.by} had seen as event {seen['number']}", seen["digest"], expected)

    def begun(self, event: Event, roll: Roll | None) -> None:
        """Check dice that begin to fall in a roll that the log shows, but whose rules are not run."""
        self._seen(event)
        stretch = event.everything.get("stretch")
        if isinstance(stretch, Mapping):
            by = event.by or (roll.member if roll is not None else "")
            self._begun(event, stretch, by, roll.open.dice_count if roll is not None and roll.open is not None else 0)

    def _begins(self, event: Event, roll: RedactedRoll) -> None:
        stretch = event.body.get("stretch")
        if isinstance(stretch, Mapping):
            self._begun(event, stretch, event.by or roll.by, roll.dice_count)
            roll.pending_dice = self._state.begin(event, stretch)
            roll.dice_count += 1

    def _begun(self, event: Event, stretch: Mapping[str, Any], by: str, number: int) -> None:
        """Check what an event says of dice that begin to fall. by: whose dice they are. number: of the stretch."""
        state = self._state
        member, nonces = state.members[by], stretch["nonces"]
        self._same("whose dice they are", stretch["member"], by)
        self._same("the number of the stretch", stretch["stretch"], number)
        self._same("the seal that is used", stretch["seal"], member.seal)
        for nonce in nonces.values():
            fair.checked("nonce", nonce)
        roller = None
        if event.by is not None:  # else those who had taken options unseen gave theirs
            at_once = not member.pledges or (event.gives_at_once and not state.asks_rollers)
            roller = None if at_once else by
            self._same("whose nonces came with the command", sorted(nonces), [by] if at_once else [])
            if member.pledges and event.gives_at_once:
                self._same(f"what {by} had pledged", member.pledges[-1], fair.pledge(state.table, by, nonces[by]))
            seen = event.body.get("seen")
            if seen is not None and seen["number"] < member.sealed:
                stood = f"stood by event {seen['number']}, which {by} had seen"
                self._same("the seal that is used", f"made by event {member.sealed}", stood)
        self._same("the witnesses", stretch["witnesses"], commit_reveal.witnesses(state, nonces, roller))
        if "unasked" in stretch or state.names_unasked:
            listed = stretch["unasked"]
            expected = commit_reveal.unasked(state, {*nonces, *stretch["witnesses"]}, listed)
            self._same("who was present and not asked", listed, expected)
        self._same("how long it waits for witnesses", stretch["wait"], fair.WITNESS_WAIT)

    def _witnessed(self, event: Event, roll: RedactedRoll) -> None:
        body, member = event.body, event.by or ""
        stretch = roll.pending_dice
        if stretch is None or member not in stretch.witnesses:
            self._same("who gives a nonce", event.by, "a witness whom the dice wait for")
            return
        self._same("whose nonce it is", body["member"], member)
        self._same("the number of the stretch", body["stretch"], stretch.number)
        pledged = fair.pledge(self._state.table, member, fair.checked("nonce", body["nonce"]))
        self._same("what the nonce was pledged as", pledged, stretch.witnesses.pop(member))
        seen = body["seen"]
        if stretch.roller is not None and (seen is None or seen["number"] < stretch.event):
            saw = f"event {seen['number']}" if seen is not None else "nothing"
            self._same(f"what {member} had seen", saw, f"event {stretch.event}, by which the dice began to fall")
        stretch.nonces[member] = body["nonce"]

    def _landed(self, event: Event, roll: RedactedRoll) -> None:
        stretch = roll.pending_dice
        if stretch is not None and stretch.witnesses and event.at < stretch.until:
            late = ", ".join(sorted(stretch.witnesses))
            short = commit_reveal.seconds(stretch.until - event.at)
            self._same(f"the time at which dice land without {late}", f"{short} too early", "when time is up")
        roll.pending_dice = None

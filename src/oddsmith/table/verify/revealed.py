"""Secrets that a log reveals after they were used: seeds of dice, hands thrown and options taken unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.table.commands.declaration import Revealed
from oddsmith.table.domain.event import Event
from oddsmith.table.fairness import fair


def revealed(bodies: Sequence[tuple[str, str | None, Mapping[str, Any]]]) -> Revealed:
    """Collect the secrets that a log reveals, from the kinds, rolls and bodies of its events."""
    seeds: dict[str, str] = {}
    hands: dict[tuple[str, int, str], tuple[str, str]] = {}
    options: dict[tuple[str, int, str], tuple[str, str]] = {}
    used: dict[str | None, str] = {}  # the last seal, by roll
    for kind, roll, body in bodies:
        for part in (body.get("landed"), body.get("let_go")):
            seed = part.get("seed") if isinstance(part, Mapping) else None
            if roll in used and fair.is_hex(seed):
                seeds[used[roll]] = seed
        if isinstance(body.get("stretch"), Mapping):
            used[roll] = str(body["stretch"].get("seal"))
        if kind == "roll.met" and roll is not None and isinstance(body.get("hands"), Mapping):
            for member, hand in body["hands"].items():
                nonce = body["nonces"].get(member)
                if hand is not None and fair.is_hex(nonce):
                    hands[roll, body["round"], member] = hand, nonce
        elif kind == "roll.revealed" and roll is not None:
            for side in body.get("sides", []):
                if side["option"] is not None and fair.is_hex(side["nonce"]):
                    options[roll, body["round"], side["who"]] = side["option"], side["nonce"]
    return Revealed(seeds, hands, options)


def secret(known: Revealed, event: Event) -> Mapping[str, str]:
    """Return the secret part of an event, as far as it was revealed; a check asks for nothing else of it."""
    body = event.everything
    begun = body.get("stretch")
    seal = begun.get("next") if isinstance(begun, Mapping) else body.get("seal")
    found = {"token": f"of {body.get('member')}", "secret": "", "seed": known.seeds.get(str(seal), "")}
    if event.kind == "roll.bared":
        hand, nonce = known.hands.get((str(event.roll), body["round"], body["member"]), ("", ""))
        found |= {"hand": hand, "nonce": nonce}
    elif event.kind == "roll.disclosed" and "who" in body:
        option, nonce = known.options.get((str(event.roll), body["round"], body["who"]), ("", ""))
        found |= {"option": option, "nonce": nonce}
    return found

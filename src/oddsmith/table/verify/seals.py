"""Seals that a log shows before their dice are thrown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def shown_seal(event: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the member and the seal of their next dice, where an event of a log shows one."""
    body = event["body"]
    if event["kind"] in ("member.joined", "member.sealed"):
        return body["member"], body["seal"]
    begun = body.get("stretch")
    return (begun["member"], begun["next"]) if isinstance(begun, Mapping) else None

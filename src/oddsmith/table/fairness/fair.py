"""The arithmetic of rolls that anyone can check; docs/fair-rolls.md tells what it is for.

Everything is SHA-256 over fields that are told apart by their lengths, so that nothing else gives the same bytes.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Final, TypeGuard

from oddsmith.errors import BadInput

NONCE_BYTES: Final = 32
#: Milliseconds that dice wait for the nonces of witnesses, and for that of whoever rolls them.
WITNESS_WAIT: Final = 1000
ROLLER_WAIT: Final = 10_000
#: Nonces that dice wait for at most. More than ever sit at a table; those come first who were not asked for longest.
WITNESSES: Final = 64
#: Pledges of one member that stand at most.
PLEDGES: Final = 64
_HEX = re.compile(r"[0-9a-f]{64}")

#: Each hand, and the hand that it beats.
BEATS: Final[Mapping[str, str]] = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


def digest(label: str, *fields: str | bytes) -> str:
    """Return SHA-256 of a label and fields, each preceded by its length as 4 bytes, highest first; hexadecimal.

    >>> digest("oddsmith/example/1", "a", b"bc")
    'e9b7971db8abe0f7e5b42f63564713859f7dd721fca3d2e2c304004bc0280219'
    """
    state = hashlib.sha256()
    for field in (label, *fields):
        data = field.encode() if isinstance(field, str) else field
        state.update(len(data).to_bytes(4, "big") + data)
    return state.hexdigest()


def fresh() -> str:
    """Draw 32 random bytes of the operating system, in hexadecimal: a seed or a nonce."""
    return secrets.token_hex(NONCE_BYTES)


def seal(table: str, seed: str) -> str:
    """Return the seal that the server shows of a seed before it is used."""
    return digest("oddsmith/seal/1", table, bytes.fromhex(seed))


def pledge(table: str, member: str, nonce: str) -> str:
    """Return the pledge that a browser shows of its nonce before it gives that away. It holds for that member alone."""
    return digest("oddsmith/pledge/1", table, member, bytes.fromhex(nonce))


def faces_seed(table: str, roll: str, stretch: int, seed: str, nonces: Mapping[str, str]) -> bytes:
    """Return the seed of the faces of one stretch of a roll: from the server's seed and all nonces, by member."""
    fields: list[str | bytes] = [table, roll, str(stretch), bytes.fromhex(seed)]
    for member in sorted(nonces):
        fields += [member, bytes.fromhex(nonces[member])]
    return bytes.fromhex(digest("oddsmith/stretch/1", *fields))


def thrown(table: str, roll: str, number: int, member: str, hand: str, nonce: str) -> str:
    """Return the commitment to a hidden throw of rock-paper-scissors in a round of a roll."""
    return digest("oddsmith/hand/1", table, roll, str(number), member, hand, bytes.fromhex(nonce))


def chosen(table: str, roll: str, number: int, who: str, member: str, option: str, nonce: str) -> str:
    """Return the commitment to an option that somebody takes unseen, in a round of a roll."""
    return digest("oddsmith/choice/1", table, roll, str(number), who, member, option, bytes.fromhex(nonce))


def met(mine: str, theirs: str) -> str:
    """Return the face of a rock-paper-scissors test for whoever tests: `up`, `even` or `down`.

    >>> met("rock", "scissors"), met("rock", "rock"), met("rock", "paper")
    ('up', 'even', 'down')
    """
    if mine == theirs:
        return "even"
    return "up" if BEATS[mine] == theirs else "down"


def forfeited(mine: bool, theirs: bool) -> str:
    """Return the face of a test that was not thrown or opened in time: by whoever tests, by the other, or by both.

    >>> forfeited(False, True), forfeited(True, True)
    ('up', 'even')
    """
    if mine and theirs:
        return "even"
    return "down" if mine else "up"


def short(value: str) -> str:
    """Return as much of a digest as people can read out to each other.

    >>> short("a3f917c288d01b2e" + "0" * 48)
    'a3f9-17c2-88d0-1b2e'
    """
    return "-".join(value[place : place + 4] for place in range(0, 16, 4))


def is_hex(value: object) -> TypeGuard[str]:
    """Return whether a value is a nonce, seed or digest in its only form."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def checked(field: str, value: str) -> str:
    """Return a nonce, seed or digest in its only form; BadInput for another."""
    if not is_hex(value):
        raise BadInput(field, value, "64 hexadecimal digits in small letters")
    return value

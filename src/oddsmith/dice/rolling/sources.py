"""Sources of randomness.

A roll takes its faces from a `Source` and from nowhere else: the operating system, a seed that anyone can check, or
faces that a person typed in from dice on the table.

>>> from oddsmith.dice import d6
>>> d6.pool(2).sum().roll(ScriptedSource(["4", "3"])).value
7
"""

from __future__ import annotations

import hashlib
import os
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, TypedDict, cast

from oddsmith.dice.limits import MAX_THROWN
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import F, Face, face_text
from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.wording import Answer

_BYTES: Final = 256
_BLOCK: Final = 4096
"""Random bytes fetched at once."""


class Source(ABC):
    """Answers chance: which of n equally likely numbers, which face of a die.

    most: the dice that one roll may throw with it.
    """

    most: int = MAX_THROWN

    @abstractmethod
    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1; n is at least 1."""

    def face(self, die: DieData[F]) -> F:
        """The face on which `die` lands: one draw below the die's total weight."""
        return die.face_at(self.below(die.total))

    def faces(self, die: DieData[F], count: int) -> Sequence[F]:
        """The faces on which so many dice land, one after the other."""
        return [self.face(die) for _ in range(count)]


class SystemSource(Source):
    """The operating system's generator of cryptographic quality: unpredictable and not repeatable.

    Dice whose faces are numbers from 0 to 255 take theirs from a block of random bytes that was fetched at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._forks = _forks

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> tuple[type[SystemSource], tuple[()]]:
        """Pickle it without its bytes: nobody else must land on the same faces."""
        return SystemSource, ()

    def below(self, n: int) -> int:
        return secrets.randbelow(n)

    def face(self, die: DieData[F]) -> F:
        return self.faces(die, 1)[0]

    def faces(self, die: DieData[F], count: int) -> Sequence[F]:
        faces = die.faces
        if not isinstance(faces, range) or faces.start < 0 or faces.stop > _BYTES:
            return [die.face_at(self.below(die.total)) for _ in range(count)]
        kind = (faces.start, faces.stop)
        with self._lock:
            if self._forks != _forks:  # a forked process must not land on the faces of its parent
                self._blocks.clear()
                self._forks = _forks
            block, used = self._blocks.get(kind, (b"", 0))
            while len(block) - used < count:
                block, used = block[used:] + _block(*kind), 0
            self._blocks[kind] = block, used + count
        return cast("Sequence[F]", block[used : used + count])


def _forked() -> None:
    global _forks  # what belongs to the process has no other place
    _forks += 1


_forks = 0
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _block(first: int, end: int) -> bytes:
    """Random bytes as faces, each equally likely: bytes beyond the last full round of faces are left out."""
    sides = end - first
    usable = _BYTES - _BYTES % sides
    table = bytes(first + byte % sides if byte < usable else 0 for byte in range(_BYTES))
    return os.urandom(_BLOCK).translate(table, bytes(range(usable, _BYTES)))


class SeedState(TypedDict):
    """A seeded source as plain JSON: the algorithm's name, the seed's bytes in hexadecimal, the bytes used so far."""

    algorithm: str
    seed: str
    position: int


class SeededSource(Source):
    """Repeatable randomness, simple enough to compute again in any language.

    The algorithm, "sha256-counter/1":

    1. The seed is a sequence of bytes: bytes as they are, a text in UTF-8, a whole number as its decimal text.
    2. key = SHA-256(seed). Block i (0, 1, 2, ...) is SHA-256(key + i as 8 bytes, most significant first).
       All blocks one after another are the stream.
    3. A number below n: with b the bits of n - 1 (none for n = 1, which takes nothing from the stream), take the
       next ceil(b / 8) bytes as a number, most significant first, and keep its lowest b bits. If that is n or more,
       take the next bytes and try again.
    4. A die lands on the face that this number, below the die's total weight, falls on: faces in ascending order,
       each as wide as its weight.

    Test vectors are in docs/randomness.md.

    >>> source = SeededSource("oddsmith")
    >>> [source.below(6) + 1 for _ in range(8)]
    [4, 5, 5, 1, 6, 6, 6, 1]
    >>> SeededSource.resume(source.state()).below(6) == source.below(6)
    True
    """

    ALGORITHM: Final = "sha256-counter/1"

    def __init__(self, seed: int | str | bytes) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
            raise BadInput("seed", seed, "a whole number, a text or bytes")
        self._seed = seed if isinstance(seed, bytes) else str(seed).encode()
        self._key = hashlib.sha256(self._seed).digest()
        self._position = 0
        self._block_number = -1
        self._block = b""

    def __repr__(self) -> str:
        """Tell how far it has come, not its seed, which may be a secret."""
        return f"<{type(self).__name__} after {self._position} byte{'' if self._position == 1 else 's'}>"

    def below(self, n: int) -> int:
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        mask = (1 << bits) - 1
        while True:
            number = int.from_bytes(self._take(size), "big") & mask
            if number < n:
                return number

    def state(self) -> SeedState:
        """The place that the source has come to, as plain data: `SeededSource.resume` goes on from there."""
        return {"algorithm": self.ALGORITHM, "seed": self._seed.hex(), "position": self._position}

    @classmethod
    def resume(cls, state: Mapping[str, object]) -> SeededSource:
        """The source that `state` was taken of; BadInput when the data is not such a state."""
        if state.get("algorithm") != cls.ALGORITHM:
            raise BadInput("algorithm", state.get("algorithm"), f"{cls.ALGORITHM!r}")
        seed, position = state.get("seed"), state.get("position")
        if not isinstance(position, int) or position < 0:
            raise BadInput("position", position, "a whole number, 0 or more")
        try:
            source = cls(bytes.fromhex(str(seed)))
        except ValueError as error:
            raise BadInput("seed", seed, "bytes in hexadecimal") from error
        source._position = position
        return source

    def _take(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            number, offset = divmod(self._position, 32)
            if number != self._block_number:
                self._block = hashlib.sha256(self._key + number.to_bytes(8, "big")).digest()
                self._block_number = number
            piece = self._block[offset : offset + size - len(taken)]
            taken += piece
            self._position += len(piece)
        return taken


class reason:  # used as a function is; a class is quicker, and every die that explodes uses it
    """Why a die is thrown once more: real dice that have not been typed yet are asked for with it."""

    __slots__ = ("_face", "_why")

    def __init__(self, face: Face, why: str) -> None:
        """face: on which the die has landed; why: what that brings, as in "exploded"."""
        self._face = face
        self._why = why

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, MissingAnswer):
            error.because = f"{face_text(self._face)} {self._why}"


class ScriptedSource(Source):
    """Faces typed in from real dice, given in the order in which dice are thrown.

    Faces are numbers or texts ("6", "H", "up"); capitals do not matter. `remaining` tells what has not been used.
    """

    def __init__(self, faces: Sequence[Face]) -> None:
        self._faces = tuple(faces)
        self._used = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {', '.join(map(face_text, self.remaining)) or 'nothing left'}>"

    @property
    def remaining(self) -> tuple[Face, ...]:
        """The faces that are not used yet."""
        return self._faces[self._used :]

    def below(self, n: int) -> int:
        raise BadInput("faces", list(self._faces), "only rolls of dice; this draw below a number has no faces")

    def face(self, die: DieData[F]) -> F:
        """The next face; BadInput when `die` has no such face, MissingAnswer when none are left."""
        if self._used == len(self._faces):
            raise MissingAnswer("faces", self._used + 1, f"a face of the {die.called}: {die.faces_in_words()}")
        given = self._faces[self._used]
        face = die.find(given)
        if face is None:
            raise BadInput(Answer("faces", self._used), given, f"a face of the {die.called}: {die.faces_in_words()}")
        self._used += 1
        return face

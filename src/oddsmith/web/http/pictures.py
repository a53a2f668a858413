"""Pictures of odds, for those who preview links: bars and a number, as PNG."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

#: Pixels, as previews have them.
WIDTH, HEIGHT = 1200, 630
_EDGE = 60
_BASE = HEIGHT - _EDGE
_TOP = 230  # where bars end, below the number
_GRID = 16  # pixels for a dot of the number
_MOST_SIGNS = 12

_INK, _GOLD = 1, 2  # and paper is 0
_COLOURS = bytes.fromhex("f3f5ee14564bd9a441")  # of the three above, as in the style sheets

#: Signs of numbers in dots, 3 wide and 5 high, row by row.
_SIGNS = {
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001111001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001001001001",
    "8": "111101111101111",
    "9": "111101111001111",
    ".": "000000000000010",
    "-": "000000111000000",
    "%": "101001010100101",
}


def picture(shares: Sequence[float], number: str) -> bytes:
    """Draw a bar for every share, and a number above, of digits, `.`, `-` and `%`; return the bytes of a PNG.

    A number that is longer, or holds anything else, is left out.

    >>> picture([0.25, 0.5, 0.25], "50%")[:4]
    b'\\x89PNG'
    """
    rows = [bytearray(WIDTH) for _ in range(HEIGHT)]
    if all(sign in _SIGNS for sign in number) and len(number) <= _MOST_SIGNS:
        _write(rows, number)
    highest = max(shares, default=0) or 1
    room = (WIDTH - 2 * _EDGE) / max(1, len(shares))
    for place, share in enumerate(shares):
        left, right = _EDGE + round(place * room), _EDGE + round((place + 0.86) * room)
        _fill(rows, left, right, _BASE - max(2, round((_BASE - _TOP) * share / highest)), _BASE, _INK)
    _fill(rows, _EDGE, WIDTH - _EDGE, _BASE, _BASE + 6, _GOLD)
    return _png(rows)


def _fill(rows: list[bytearray], left: int, right: int, top: int, bottom: int, colour: int) -> None:
    for row in rows[top:bottom]:
        row[left:right] = bytes([colour]) * (right - left)


def _write(rows: list[bytearray], number: str) -> None:
    left = _EDGE
    for sign in number:
        for place, dot in enumerate(_SIGNS[sign]):
            down, along = divmod(place, 3)
            if dot == "1":
                x, y = left + along * _GRID, _EDGE + down * _GRID
                _fill(rows, x, x + _GRID, y, y + _GRID, _INK)
        left += 4 * _GRID


def _png(rows: list[bytearray]) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)  # eight bits for a colour of the palette
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    parts = [chunk(b"IHDR", head), chunk(b"PLTE", _COLOURS), chunk(b"IDAT", pixels), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)

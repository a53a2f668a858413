"""Lines on a terminal: paragraphs, aligned columns, bars, styles. No styles where the output is no terminal."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence

import click

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_MOST_COLUMNS = 110
_LONGEST_NAME = 40
_NARROWEST = 30
_SHORTEST_BAR = 6


def open_streams() -> None:
    """Give the program the streams that it was started without (`>&-`): what goes there is lost, and nothing comes."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            os.dup2(opened, number)
            if opened > 2:
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 (it stays open)


def width() -> int:
    """Return the number of columns to write on."""
    return min(shutil.get_terminal_size().columns, _MOST_COLUMNS)


def say(text: str = "") -> None:
    """Print a line of the answer, on standard output."""
    click.echo(text, color=_colour())


def say_err(text: str) -> None:
    """Print a line about the answer, on standard error."""
    click.echo(text, err=True, color=_colour())


def ask(text: str) -> None:
    """Print a question to the person at the keyboard, on standard error; the line stays open for the answer."""
    click.echo(text, err=True, nl=False, color=_colour())


def _colour() -> bool | None:
    """Return False where NO_COLOR is set or the terminal is dumb, True where FORCE_COLOR is; else None, so that click
    decides: colour on a terminal only.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


def warn(text: str) -> None:
    """Print a warning on standard error."""
    say_err(wrapped(f"{click.style('warning:', fg='yellow')} {text}"))


def strong(text: str) -> str:
    """Style text that the eye should find first."""
    return click.style(text, bold=True)


def faint(text: str) -> str:
    """Style text for those who look for it."""
    return click.style(text, dim=True)


def wrapped(text: str, indent: str = "", hanging: str = "  ") -> str:
    """Break a paragraph to the width. Styles take no room."""
    return "\n".join(_broken(text, width(), indent, indent + hanging))


def _broken(text: str, columns: int, first: str, further: str) -> list[str]:
    """Break a paragraph into lines that begin with `first` and then with `further`; a longer word has its own line."""
    lines: list[str] = []
    line, room = first, columns - len(first)
    for word in re.findall(r"\S+(?: %\S*)?", text):  # a number stays beside its %
        taken = len(click.unstyle(word))
        if line not in (first, further) and taken + 1 > room:
            lines.append(line)
            line, room = further, columns - len(further)
        elif line not in (first, further):
            line, room = line + " ", room - 1
        line, room = line + word, room - taken
    return [*lines, line]


def bar_room(taken: int, most: int = 24) -> int:
    """Return the columns left for a bar on its line; 0 where it would be too short to read."""
    left = min(width() - taken, most)
    return left if left >= _SHORTEST_BAR else 0


def bar(share: float, columns: int) -> str:
    """Draw a bar as long as the share of `columns`; at least a sliver for a share above 0.

    >>> bar(0.5, 4), bar(0.0001, 4)
    ('██  ', '▏   ')
    """
    if not columns:
        return ""
    eighths = round(share * columns * 8)
    if share > 0:
        eighths = max(eighths, 1)
    if not encodable(_EIGHTHS):
        return ("#" * ((eighths + 4) // 8)).ljust(columns)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(columns)


def encodable(text: str) -> bool:
    """Return True if the output can show these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def grid(rows: Iterable[Sequence[str]], align: str, *, indent: str = "  ", gap: str = "  ") -> list[str]:
    """Align rows in columns. align: `<` or `>` for each column. The last column may be of any length.

    >>> grid([("success", "5 %"), ("botch", "12 %")], "<>")
    ['  success   5 %', '  botch    12 %']
    """
    rows = [list(row) for row in rows]
    widths = [max(len(click.unstyle(cell)) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for cell, columns, sign in zip(row, widths, align, strict=True):
            padding = " " * (columns - len(click.unstyle(cell)))
            cells.append(cell + padding if sign == "<" else padding + cell)
        lines.append((indent + gap.join(cells)).rstrip())
    return lines


def definitions(rows: Iterable[tuple[str, str]], indent: str = "  ") -> list[str]:
    """List names on the left and their meanings on the right, broken to the width.

    >>> definitions([("pool", "dice rolled"), ("difficulty", "6 as a rule")])
    ['  pool        dice rolled', '  difficulty  6 as a rule']
    """
    rows = list(rows)
    longest = max((len(click.unstyle(name)) for name, _ in rows), default=0)
    left = min(longest, _LONGEST_NAME)
    lines = []
    for name, text in rows:
        hanging = indent + " " * (left + 2)
        room = max(width() - len(hanging), _NARROWEST)
        broken = _broken(text, room, "", "")
        if len(click.unstyle(name)) > left:
            lines += [indent + name, *(hanging + line for line in broken)]
        else:
            padding = " " * (left - len(click.unstyle(name)) + 2)
            lines += [f"{indent}{name}{padding}{broken[0]}", *(hanging + line for line in broken[1:])]
    return [line.rstrip() for line in lines]

"""Slips in the text of a rulebook that no answer shows: it comes to numbers all the same, and these are wrong."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath

from oddsmith.rules.language.code_slips.outliving import PURE
from oddsmith.systems.authoring.impurity import impurities
from oddsmith.systems.authoring.written_choices import written_choices


@lru_cache(maxsize=32)
def slips(file: str, source: bytes) -> tuple[str, ...]:
    """Return what is wrong in a rulebook, in the order of its lines; none where it cannot be read.

    Answers are shown to others, so only the name of the file is told.

    >>> slips("mine.py", b"async def a():\\n    return await choose('player', ('stop', 'go')) == 'goo'")
    ("mine.py, line 2: 'goo' is none of the options, 'stop', 'go'.",)
    """
    text = source.decode("utf-8", errors="replace")
    found = [(each.line, f"{each.what}. {PURE}") for each in impurities(text)]
    found += [slip for choice in written_choices(text) for slip in choice.mistaken]
    return tuple([f"{PurePath(file).name}, line {line}: {told}" for line, told in sorted(found)])

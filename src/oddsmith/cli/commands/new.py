"""`oddsmith new`: the beginning of a game of your own, with a test."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from pathlib import Path
from string import Template
from typing import Final

import click

from oddsmith.cli.parsing.command import Command
from oddsmith.cli.text.terminal import say
from oddsmith.errors import BadInput
from oddsmith.systems.gallery import gallery, known_answers
from oddsmith.systems.registry import comes_with_oddsmith

_LONGEST: Final = 100  # characters of a name
_GAME = Template('''"""$title: what it is about, in a sentence."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("$title", source="where its rules can be read")


@dataclass(frozen=True)
class Result:
    """What comes of it: a yes/no is an event, a whole number is counted, what is spent has a price."""

    success: bool
    hits: int
    luck: Annotated[int, Spent("luck spent")]


@game.action
async def search(
    dice: Annotated[int, Limits(1, 10, "dice rolled")],
    luck: Annotated[int, Limits(0, 5, "luck that may be spent", sheet="luck")] = 0,
    *,
    hits_on: Annotated[int, Limits(2, 6, "the least face that hits")] = 5,
) -> Result:
    """Every 5 and 6 is a hit, and one is enough. Who has none may spend a point of luck and roll once more."""
    hits, spent = await roll(d6.pool(dice).count(at_least=hits_on)), 0
    if hits == 0 and luck and await choose("player", ("leave it", "spend luck")) == "spend luck":
        hits, spent = await roll(d6.pool(dice).count(at_least=hits_on)), 1
    return Result(hits > 0, hits, spent)
''')

_TEST = Template('''"""Known chances of $title."""

from fractions import Fraction

from $module import search

from oddsmith import best, odds


def test_two_dice_fail_four_times_in_nine() -> None:
    failed = Fraction(4, 6) ** 2
    assert odds(search(2), of=lambda result: result.success).p(lambda success: success) == 1 - failed


def test_luck_rolls_once_more() -> None:
    failed = Fraction(4, 6) ** 2
    assert best(search(2, luck=1), goal=lambda result: result.success).value == 1 - failed**2
''')

_KNOWN = Template('''"""A known answer of $title. Where you change the rules, change it with them."""

from fractions import Fraction

import $module as rules

from oddsmith import $asks


def test_a_known_answer() -> None:
    # $since
    known = $known
    assert $asked == known
''')


@click.command(
    "new",
    cls=Command,
    short_help="Start a game of your own.",
    help="Write the beginning of a game of your own into this folder: a rulebook that works, and its test.",
    epilog='\b\nExample:\n  oddsmith new "Lanterns in the Fog"\n  oddsmith new "Our Craps" --like craps',
    params=[
        click.Argument(("title",), metavar="NAME"),
        click.Option(
            ("--like",),
            metavar="GAME",
            help="Begin with a copy of a game of the gallery instead: " + ", ".join(gallery()) + ".",
            shell_complete=lambda ctx, param, typed: [name for name in gallery() if name.startswith(typed)],
        ),
    ],
)
def command(title: str, like: str | None) -> None:
    """Write a rulebook and its test, the beginning of one or a copy of a game of the gallery."""
    module = "_".join(re.findall(r"[a-z0-9]+", title.lower()))
    if not module or module[0].isdigit():
        raise BadInput("name", title, "a name that begins with a letter from a to z")
    if not title.isprintable() or len(title) > _LONGEST:
        raise BadInput("name", title, f"a name of one line, of at most {_LONGEST} characters")
    if _means_something_else(module):
        raise BadInput("name", title, f"a name that does not mean something else to Python, as {module} does")
    if comes_with_oddsmith(module.replace("_", "-")):
        raise BadInput("name", title, "a name that no game which comes with Oddsmith has")
    title = title.replace("\\", "\\\\").replace('"', '\\"')
    files = {Path(f"{module}.py"): _GAME.substitute(title=title)}
    if like is None:
        files[Path(f"test_{module}.py")] = _TEST.substitute(title=title, module=module)
    else:
        files = {Path(f"{module}.py"): _copied(like, title), Path(f"test_{module}.py"): _tested(like, title, module)}
    for file in files:
        if file.exists():
            raise BadInput("name", title, f"a name whose file is not there yet; {file} is")
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    name = module.replace("_", "-")
    if like is not None:
        say(f"{module}.py is {like} under a name of its own, for you to change, test_{module}.py its test. Try:")
        asked = f"oddsmith --rulebook {module}.py systems {name}"
    else:
        say(f"{module}.py is a game that works, test_{module}.py its test. Try:")
        asked = f"oddsmith --rulebook {module}.py odds {name} search --dice 3"
    for line in (
        asked,
        f"oddsmith check {module}.py",
        f"oddsmith --rulebook {module}.py serve",
        f"python -m pytest test_{module}.py",
    ):
        say(f"  {line}")


def _means_something_else(module: str) -> bool:
    """Tell whether a module of that name would be in the way of Python, of pytest or of what is installed."""
    taken = keyword.iskeyword(module) or module in sys.stdlib_module_names or module in ("conftest", "oddsmith")
    return taken or (not Path(f"{module}.py").exists() and importlib.util.find_spec(module) is not None)


def _copied(like: str, title: str) -> str:
    """A game of the gallery under another title, and so another name."""
    games = gallery()
    if like not in games:
        raise BadInput("like", like, ", ".join(games))
    text = games[like].read_text(encoding="utf-8")
    return re.sub(r'Game\("[^"]*"(, name="[^"]*")?', lambda found: f'Game("{title}"', text, count=1)


def _tested(like: str, title: str, module: str) -> str:
    """The test of a copy: an answer that is known of the game."""
    answer = known_answers()[like]
    text = _KNOWN.substitute(answer._asdict(), title=title, module=module, asks=answer.asked.partition("(")[0])
    used = "Fraction(" in answer.asked + answer.known
    return text if used else text.replace("from fractions import Fraction\n\n", "")

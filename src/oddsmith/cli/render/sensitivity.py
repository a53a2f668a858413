"""What luck and prices are worth as text."""

from __future__ import annotations

from typing import Any, Final

from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import beside, capital, counted, pairs, percent
from oddsmith.systems.fields.names import written

#: How many draws are shown unless more are asked for.
MOST_SHOWN: Final = 10


def show_sensitivity(document: dict[str, Any], *, in_full: bool) -> None:
    """Print what the goal is worth, and what it gains by luck and loses by prices."""
    chance = document["chance"]
    value = document["value"]
    worth = percent(value["float"]) if chance else minus(f"{value['float']:.6g}")
    say()
    say(strong(f"{capital(document['title'])}: {worth}") + f"  {value['exact'] if in_full else ''}".rstrip())
    unit = "points of a percent" if chance else "more"
    if not document["draws"]:
        say("Luck does not matter: the result is always the same.")
    else:
        say(wrapped(f"What each percent of luck is worth ({unit}), when a draw goes well a percent more often:"))
        rows = [["worth", "goes well", "comes up", "draw"]]
        for draw in document["draws"]:
            where = pairs(draw["situation"]) if draw["situation"] else ""
            rows.append(
                [
                    _worth(draw["worth"], chance=chance, in_full=in_full),
                    percent(draw["good"]["float"]),
                    minus(f"{draw['reached']['float']:.4g}"),
                    draw["rule"] + (f" ({where})" if where else ""),
                ]
            )
        for line in grid(rows, ">>><"):
            say(line.rstrip())
        left = document["all_draws"] - len(document["draws"])
        if left:
            say(faint(f"  … and {counted(left, 'more draw')}; --draws {document['all_draws']} shows them all"))
        if len(document["rules"]) < document["all_draws"]:
            say("All draws of a rule together:")
            for line in grid(
                [[_worth(one["worth"], chance=chance, in_full=in_full), one["rule"]] for one in document["rules"]], "><"
            ):
                say(line.rstrip())
    for name, by in document["prices"].items():
        amount = minus(f"{by['float']:.6g}")
        told = by["exact"] if in_full else beside(by["exact"], by["float"])
        say(
            wrapped(
                f"By the price of {written(name)}: {amount if told == amount else f'{amount} ({minus(told)})'} each."
            )
        )


def _worth(worth: dict[str, Any], *, chance: bool, in_full: bool) -> str:
    if in_full:
        return minus(worth["exact"])
    return minus(f"{worth['float']:.4g}" if chance else f"{worth['float'] / 100:.4g}")

"""Best play as text: its worth, the plan, and the odds under it."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.render.chance import chance_sentence
from oddsmith.cli.render.objective import cost_text, objective_text, show_parts
from oddsmith.cli.render.odds import show_events, show_measures, show_unresolved
from oddsmith.cli.render.plan import MOST_SHOWN, show_plan
from oddsmith.cli.text.terminal import faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import amount, beside, capital, percent


def show_best(
    document: dict[str, Any], *, most: int = MOST_SHOWN, in_full: bool = False, spending: bool = True
) -> None:
    """Print best play: its worth, the plan, and the odds under it. spending: whether there is anything to spend."""
    say(wrapped(objective_text(document)))
    if document.get("others"):
        say(wrapped(faint(f"Others decide too; {document['others']}.")))
    say()
    _show_value(document, in_full=in_full, spending=spending)
    say()
    if "parts" in document:
        show_parts(document, most=most, in_full=in_full)
    else:
        show_plan(document, most=most, in_percent=document["chance"], in_full=in_full)
    say()
    say("With this plan:")
    if "ruling" in document:
        say(wrapped(f"{document['ruling']['says']}", indent="  "))
    show_events(document, in_full=in_full)
    show_measures(document, in_full=in_full)
    show_unresolved(document, in_full=in_full)


def _show_value(document: dict[str, Any], *, in_full: bool, spending: bool) -> None:
    value, unspent, chance = document["value"], document["unspent"], document["chance"]
    if in_full:
        say(strong(f"Best play is worth {value['exact']}"))
        if "cost" in document:
            say(f"It costs {document['cost']['exact']} on average")
        if spending:
            say(f"{capital(_unspent(document))} is worth {unspent['exact']}")
        return
    if chance:
        said = chance_sentence(document, document["goal"], value["float"], value["exact"], "with best play")
        say(strong(wrapped(said)))
    in_words = percent if chance else amount
    rows = [("best play", strong(in_words(value["float"])), beside(value["exact"], value["float"]))]
    if "cost" in document:
        cost = document["cost"]
        rows.append(("cost on average", cost_text(document["constraint"], cost), beside(cost["exact"], cost["float"])))
    if spending:
        rows.append((_unspent(document), in_words(unspent["float"]), beside(unspent["exact"], unspent["float"])))
    for line in grid(rows, "<><"):
        say(line)


def _unspent(document: dict[str, Any]) -> str:
    """Name play that spends nothing: everybody's, where others decide, too."""
    deciders = {told["who"] for told in (*document.get("rules", ()), *document["plan"])}
    return "nobody spending" if deciders - {"player"} else "spending nothing"

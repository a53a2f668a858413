"""Objectives as text: goal, prices and constraint, and the plans of which one is drawn to meet it."""

from __future__ import annotations

from typing import Any

from oddsmith.answers.format.json_values import exact, fraction
from oddsmith.cli.render.plan import chosen_opening, show_plan
from oddsmith.cli.text.terminal import faint, say, strong, wrapped
from oddsmith.cli.text.words import amount, percent

_LONGEST_PRICE = 8


def objective_text(document: dict[str, Any]) -> str:
    """Write the objective of a document: its goal, less its prices, under its constraint."""
    titles = document["titles"]
    prices = {name: fraction(price) for name, price in document["prices"].items()}
    paid = [f"{exact(price)} for each of {titles[name]}" for name, price in prices.items() if price >= 0]
    won = [f"{exact(-price)} for each of {titles[name]}" for name, price in prices.items() if price < 0]
    less = (f", less {' and '.join(paid)}" if paid else "") + (f", plus {' and '.join(won)}" if won else "")
    only = f" with only {', '.join(document['only'])}" if document.get("only") else ""
    return f"goal: {titles[document['goal']]}{only}{less}{_constraint_text(document)}"


def _constraint_text(document: dict[str, Any]) -> str:
    """Write the constraint of a document as the end of its objective, "" where it has none."""
    constraint = document.get("constraint")
    if constraint is None:
        return ""
    if "most" not in constraint:
        least = fraction(constraint["least"])
        reached = percent(float(least)) if document["chance"] else constraint["least"]
        return f", at least {reached}, for as little as can be on average ({constraint['title']})"
    most = percent(float(fraction(constraint["most"]))) if constraint["chance"] else constraint["most"]
    return f", for at most {most} on average ({constraint['title']})"


def cost_text(constraint: dict[str, Any], cost: dict[str, Any]) -> str:
    """Write a cost as people read it."""
    return percent(cost["float"]) if constraint["chance"] else amount(cost["float"])


def show_parts(document: dict[str, Any], *, most: int, in_full: bool) -> None:
    """Print the one plan, or the two of which one is drawn before play begins."""
    parts, constraint = document["parts"], document["constraint"]
    worth = percent if document["chance"] else amount
    if len(parts) > 1:
        price = constraint["price"]
        if len(price) > _LONGEST_PRICE:
            price = f"about {amount(float(fraction(price)))}"
        shares = " or ".join(_share(part["share"]) for part in parts)
        say(wrapped(f"This holds on average over many games: before each, draw one of two plans ({shares})."))
        say(wrapped(faint(f"Both are best, and equally good, if 1 of the cost is worth {price}.")))
        _show_single(document)
        say()
    for number, part in enumerate(parts):
        if number:
            say()
        if len(parts) > 1:
            outlook = f"{worth(part['gain']['float'])} at a cost of {cost_text(constraint, part['cost'])}"
            say(strong(f"Plan {'AB'[number]}, in {_share(part['share'])} of all games: {outlook}"))
        entries = [entry for entry in document["plan"] if entry["part"] == number]
        shown = document | part | {"plan": entries}
        show_plan(shown, most=most, in_percent=document["chance"], in_full=in_full, opening_is_enough=True)


def _show_single(document: dict[str, Any]) -> None:
    single, constraint = document["single"], document["constraint"]
    if single is None:
        return
    worth = percent if document["chance"] else amount
    chosen = ", ".join(chosen_opening(single)) or "nothing"
    outlook = f"{worth(single['gain']['float'])} at a cost of {cost_text(constraint, single['cost'])}"
    say(wrapped(f"If you would rather not draw, choose {strong(chosen)}: {outlook}."))


def _share(share: dict[str, Any]) -> str:
    return share["exact"] if len(share["exact"]) <= 7 else percent(share["float"])

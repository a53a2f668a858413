"""`oddsmith best`: what to do, when, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from oddsmith.answers import Question, best_document
from oddsmith.answers.format.plan import MOST_LISTED
from oddsmith.cli.build.common import WholeNumber, exact_option, json_option, limit_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.build.tree import ActionCommand, Systems, Verb
from oddsmith.cli.commands.odds import show_events, show_measures
from oddsmith.cli.render.constraint import level, said, show_parts
from oddsmith.cli.render.fast import run_fast
from oddsmith.cli.render.frontier import run_frontier
from oddsmith.cli.render.heading import head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.plan import MOST_SHOWN, show_plan
from oddsmith.cli.render.terminal import faint, say, strong, table, wrapped
from oddsmith.cli.render.words import amount, beside, capital, minus, percent, tries
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.entering import assigned
from oddsmith.systems.fields.names import written


def run(
    question: Question,
    *,
    goal: str | None,
    prices: tuple[str, ...],
    most: int | None,
    sides: str | None,
    out: str | None,
    fast: bool,
    as_json: bool,
    in_full: bool,
    limit: int,
) -> None:
    """Print the best play of a question, or the frontier of what can be had for what."""
    if sides is not None:
        for name, given in (("goal", goal), ("price", prices and prices[0]), ("fast", fast)):
            if given:
                raise BadInput(name, given, "not together with --frontier, which answers for every price")
        run_frontier(question, sides, out=out, as_json=as_json, in_full=in_full, limit=limit, most=most)
        return
    if out is not None:
        raise BadInput("out", out, "only together with --frontier")
    if goal is None:
        raise BadInput("goal", None, ", ".join(_goals(question.action)))
    if fast:
        run_fast(question, goal, given_prices(prices), as_json=as_json, limit=limit)
        return
    document = best_document(question, goal, given_prices(prices), limit=limit, most=most or MOST_LISTED)
    if as_json:
        say(pretty(document))
        return
    head(question, document)
    show(document, most=most or MOST_SHOWN, in_full=in_full)


def given_prices(texts: Iterable[str]) -> dict[str, str]:
    """Prices from `measure=number`; BadInput for a text of another form, and for a measure that has two."""
    return assigned("price", texts, "MEASURE=NUMBER, such as ec-spent=1/1000")


def show(document: dict[str, Any], *, most: int = MOST_SHOWN, in_full: bool = False) -> None:
    """Best play for people: its worth, the plan, and the odds of what then happens."""
    title = document["titles"][document["goal"]]
    prices = [f"{minus(price)} for each of {document['titles'][name]}" for name, price in document["prices"].items()]
    less = f", less {' and '.join(prices)}" if prices else ""
    say(wrapped(f"goal: {title}{less}{said(document)}"))
    if document.get("others"):
        say(wrapped(faint(f"Others decide too; {document['others']}.")))
    say()
    _show_value(document, title, in_full=in_full)
    say()
    if "parts" in document:
        show_parts(document, most=most, in_full=in_full)
    else:
        show_plan(document, most=most, in_percent=document["chance"], in_full=in_full)
    say()
    say("What then happens:")
    show_events(document, in_full=in_full)
    show_measures(document, in_full=in_full)
    if not document["exact"]:
        say()
        say(wrapped(f"Not resolved: {document['unresolved']}. Every probability may be higher by as much."))


def _show_value(document: dict[str, Any], title: str, *, in_full: bool) -> None:
    value, unspent, chance = document["value"], document["unspent"], document["chance"]
    if in_full:
        say(strong(f"Best play is worth {value['exact']}"))
        if "cost" in document:
            say(f"It costs {document['cost']['exact']} on average")
        say(f"Spending nothing is worth {unspent['exact']}")
        return
    if chance:
        say(strong(wrapped(f"{capital(title)} in {tries(value['float'], value['exact'])}, with best play.")))
    in_words = percent if chance else amount
    rows = [("best play", strong(in_words(value["float"])), beside(value["exact"], value["float"]))]
    if "cost" in document:
        cost = document["cost"]
        rows.append(("cost on average", level(document["constraint"], cost), beside(cost["exact"], cost["float"])))
    rows.append(("spending nothing", in_words(unspent["float"]), beside(unspent["exact"], unspent["float"])))
    for line in table(rows, "<><"):
        say(line)


def _options() -> Sequence[click.Parameter]:
    plan = Option(
        ("--plan", "most"),
        type=WholeNumber(1),
        metavar="NUMBER",
        help=f"How many decisions to list. [default: {MOST_SHOWN}; with --json {MOST_LISTED}]",
    )
    sides = Option(
        ("--frontier", "sides"),
        metavar="GAIN,COST",
        help="Instead of one goal, every trade-off of a gain against a cost that nothing beats.",
        shell_complete=_complete_goal,
    )
    out = Option(("--out",), metavar="FILE.svg", help="Draw the frontier into a file.")
    fast = Option(
        ("--fast",), is_flag=True, help="In floating point with a proven error, for games of up to millions of states."
    )
    return (*goal_options("--goal"), sides, out, fast, plan, json_option(), exact_option(), limit_option())


def goal_options(flag: str) -> tuple[Option, Option]:
    """The option that names what play is for, and `--price`; both complete to the names of the action."""
    goal = Option(
        (flag, "goal"),
        metavar="GOAL",
        help="What play is for: an event to make likely, a number to make large, or more in words: 'success but no "
        "check', 'success, coins worth 1/100 each', 'success for at most 5 coins'.",
        shell_complete=_complete_goal,
    )
    price = Option(
        ("--price", "prices"),
        multiple=True,
        metavar="MEASURE=NUMBER",
        help="What one unit of a measure costs, in units of the goal; may be given several times.",
        shell_complete=_complete_price,
    )
    return goal, price


def _complete_goal(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in _goals(_action(ctx)) if name.startswith(incomplete)]


def _complete_price(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = [f"{written(measure.name)}=" for measure in _action(ctx).measures]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _action(ctx: click.Context) -> Action[Any, Any, Any]:
    assert isinstance(ctx.command, ActionCommand)
    return ctx.command.action


def _ending(action: Action[Any, Any, Any]) -> str:
    return f"--goal {_goals(action)[0]}"


def _goals(action: Action[Any, Any, Any]) -> list[str]:
    return [written(event.name) for event in action.events] + [written(measure.name) for measure in action.measures]


VERB = Verb(
    name="best",
    summary="The best decisions for a goal, what they are worth, and the odds under them.",
    example="oddsmith best humanity-beast action --humanity 7 --beast 3 --willpower 5 --goal success",
    run=run,
    options=_options,
    ending=_ending,
)
command = Systems(VERB)

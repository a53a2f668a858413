"""`oddsmith best`: the best decisions for a goal, and their worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import click
from click.shell_completion import CompletionItem

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.fast import fast_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.format.plan import MOST_LISTED
from oddsmith.answers.goals.name_matching import declared_by, match_exactly
from oddsmith.answers.question import Question
from oddsmith.cli.parsing.action_commands import ActionCommand
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, exact_option, json_option, limit_option, quiet_option
from oddsmith.cli.parsing.verb import Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.cli.render.best import show_best
from oddsmith.cli.render.fast import show_fast
from oddsmith.cli.render.frontier import show_frontier
from oddsmith.cli.render.heading import show_answer
from oddsmith.cli.render.picture import picture_file, write_picture
from oddsmith.cli.render.plan import MOST_SHOWN
from oddsmith.cli.text.progress import telling
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.names import written
from oddsmith.systems.fields.validation import assigned
from oddsmith.wording import Price


def run(
    question: Question,
    *,
    goal: str | None,
    prices: tuple[str, ...],
    most: int | None,
    gain_and_cost: str | None,
    out: str | None,
    fast: bool,
    as_json: bool,
    in_full: bool,
    limit: int,
    quiet: bool,
) -> None:
    """Print the best play of a question, or the frontier of a gain against a cost."""
    if gain_and_cost is not None:
        for name, given in (("goal", goal), ("price", prices and prices[0]), ("fast", fast)):
            if given:
                raise BadInput(name, given, "not together with --frontier, which answers for every price")
        gain, cost, beside = split_gain_and_costs(gain_and_cost, question.action)
        picture = picture_file(out)
        with telling(quiet=quiet):
            document = frontier_document(question, gain, cost, beside, limit=limit, most=most or MOST_LISTED)
        show_answer(question, document, partial(show_frontier, in_full=in_full), as_json=as_json)
        if picture is not None:
            from oddsmith.answers.pictures import frontier_picture

            write_picture(frontier_picture(document, f"{question.system.title}: {question.action.title}"), picture)
        return
    if out is not None:
        raise BadInput("out", out, "only together with --frontier")
    if goal is None:
        raise BadInput("goal", None, ", ".join(_goals(question.action)))
    if fast:
        with telling(quiet=quiet):
            document = fast_document(question, goal, given_prices(prices), limit=limit)
        show_answer(question, document, show_fast, as_json=as_json)
        return
    with telling(quiet=quiet):
        document = best_document(question, goal, given_prices(prices), limit=limit, most=most or MOST_LISTED)
    spending = any(measure.spends for measure in question.action.measures)
    show = partial(show_best, most=most or MOST_SHOWN, in_full=in_full, spending=spending)
    show_answer(question, document, show, as_json=as_json)


def split_gain_and_costs(text: str, action: Action[Any, Any, Any]) -> tuple[str, str, tuple[str, ...]]:
    """Split `gain,cost` or `gain,cost,beside,…`; the gain may have commas of its own.

    The names of events and measures at the end are costs, and what comes before them the gain.
    """
    gain, *costs = [part.strip() for part in text.split(",")]
    possible = declared_by(action)
    while len(costs) > 1 and any(match_exactly(possible, cost) is None for cost in costs[:-1]):
        gain = f"{gain}, {costs.pop(0)}"
    if not costs or not gain or not costs[0]:
        raise BadInput("frontier", text, "GAIN,COST, such as success,ec-spent, and names of what else to tell after it")
    return gain, costs[0], tuple(costs[1:])


def given_prices(texts: Iterable[str]) -> dict[str, str]:
    """Read prices from `measure=number`; BadInput for any other form, and for a measure with two prices."""
    return assigned("price", texts, "MEASURE=NUMBER, such as ec-spent=1/1000", Price)


def _options() -> Sequence[click.Parameter]:
    plan = Option(
        ("--plan", "most"),
        type=WholeNumber(1),
        metavar="NUMBER",
        help=f"How many decisions to list. [default: {MOST_SHOWN}; with --json {MOST_LISTED}]",
    )
    frontier = Option(
        ("--frontier", "gain_and_cost"),
        metavar="GAIN,COST[,…]",
        help="Instead of one goal, every trade-off of a gain against a cost that nothing beats; of each, what is named "
        "after these is told, too.",
        shell_complete=_complete_goal,
    )
    out = Option(("--out",), metavar="FILE.svg", help="Draw the frontier into a file: .svg, .png or .pdf.")
    fast = Option(
        ("--fast",), is_flag=True, help="In floating point with a proven error, for games of up to millions of states."
    )
    return (
        *goal_options("--goal"),
        frontier,
        out,
        fast,
        plan,
        json_option(),
        exact_option(),
        limit_option(),
        quiet_option(),
    )


def goal_options(flag: str) -> tuple[Option, Option]:
    """Return the option that takes a goal, and `--price`; both complete to the names of the action."""
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


def ending(action: Action[Any, Any, Any]) -> str:
    """Return the goal that an example of an action has."""
    return f"--goal {_goals(action)[0]}"


def _goals(action: Action[Any, Any, Any]) -> list[str]:
    return [written(each.name) for each in declared_by(action)]


VERB = Verb(
    name="best",
    summary="Find the best decisions for a goal. What they are worth, and the odds under them.",
    example="oddsmith best humanity-beast action --humanity 7 --beast 3 --willpower 5 --goal success",
    run=run,
    options=_options,
    ending=ending,
)
command = VerbGroup(VERB)

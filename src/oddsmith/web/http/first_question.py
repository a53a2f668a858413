"""The question a page begins with: its document names it, so that the answer is on its way before any script is."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from oddsmith.answers.subjects import example_of
from oddsmith.dice import read
from oddsmith.errors import OddsmithError
from oddsmith.systems import system
from oddsmith.systems.fields.field import fields_of
from oddsmith.web.http.questions import checked

#: What a page of notation shows before anybody writes one.
_NOTATION = "4d6kh3"


def first_question(address: str, given: Iterable[tuple[str, str]]) -> str:
    """Return where a page asks for its first odds; "" where it asks for none, or for what cannot be read.

    The pages write the same address, letter by letter (`js/odds/question`); browsers would ask twice otherwise.
    address: of the page, without its first stroke. given: its parameters.

    >>> first_question("odds/mod-dot/test", [("difficulty", " 7"), ("pool", "3"), ("v", "0.1.0"), ("as", "at-least")])
    '/api/odds/mod-dot/test?pool=3&difficulty=7'
    >>> first_question("notation", [("d", "2d6+1 >= 8")])
    '/api/odds?notation=2d6%2B1+%3E%3D+8'
    >>> first_question("odds/mod-dot/test", [("pool", "many")]) == first_question("tables", []) == ""
    True
    """
    first = dict(reversed(list(given)))  # of what stands there twice, pages read the first
    try:
        match address.split("/"):
            case ["notation"]:
                text = first.get("d", "" if first else _NOTATION).strip()
                read(text)
                return f"/api/odds?{_written([('notation', text)])}"
            case ["odds", name, *rest] if len(rest) < 2:
                return _of_game(name, rest[0] if rest else system(name).actions[0].name, first)
    except OddsmithError:
        pass  # the page itself says what is wrong
    return ""


def _of_game(name: str, action: str, first: dict[str, str]) -> str:
    game = system(name)
    known = [*fields_of(game.action(action).inputs)]
    if first:
        inputs = {each: first[each].strip() for each in known if each in first}
        rules = {each: first[f"rule.{each}"] for each in fields_of(game.house_rules) if f"rule.{each}" in first}
        rules |= {each[7:]: value for each, value in first.items() if each.startswith("number.")}
    else:
        inputs, rules = (
            {key.replace("-", "_"): value for key, value in each.items()} for each in example_of(game.action(action))
        )
    inputs, rules = ({key: value for key, value in each.items() if value != ""} for each in (inputs, rules))
    checked(name, action, inputs, rules)
    options = [("option", f"{rule}={reading}") for rule, reading in rules.items()]
    return f"/api/odds/{name}/{action}?{_written([*inputs.items(), *options])}"


def _written(pairs: list[tuple[str, str]]) -> str:
    """A query as browsers write it."""
    return urlencode(pairs, safe="*").replace("~", "%7E")

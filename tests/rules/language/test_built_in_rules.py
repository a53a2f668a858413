"""Rules that come with Oddsmith are looked through here for slips, since nobody waits for that where they are used."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType

from oddsmith import gallery, rules, systems
from oddsmith.rules import Rule, rule
from oddsmith.rules.language.calls import multiplied
from oddsmith.rules.language.code_slips.every_slip import refuse_slips

MODULES = [
    module.name
    for package in (rules, systems, gallery)
    for module in walk_packages(package.__path__, f"{package.__name__}.")
    if not module.ispkg
]


def built_in() -> list[Rule[..., object]]:
    """All rules that come with Oddsmith, once each."""
    named = [each for name in MODULES for each in vars(import_module(name)).values() if isinstance(each, Rule)]
    return [*dict.fromkeys(named)]


def test_no_rule_that_comes_with_oddsmith_has_a_slip() -> None:
    found = built_in()
    assert len(found) > 80
    assert multiplied in found
    for each in found:
        assert each.is_built_in
        assert isinstance(each.function, FunctionType)
        refuse_slips(each.function, Rule)


@rule
async def of_these_tests() -> int:
    return 0


def test_a_rule_of_somebody_else_is_not_built_in() -> None:
    assert not of_these_tests.is_built_in

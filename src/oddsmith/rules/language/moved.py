"""Where things are today that sessions were saved with under another name.

A session names rules, dataclasses and enums by the place that they had when it was saved (`saved`). When such a place
changes, one line here keeps every saved session readable; nothing else has to know. Sessions are always saved with
today's places.
"""

from __future__ import annotations

from typing import Final

#: Old place to today's: a thing (`old.module:Name` to `new.module:Other`), or a module or package with all in it that
#: has no line of its own (`old.module` to `new.module`). What has moved twice has a line for each of its old places.
MOVED: Final[dict[str, str]] = {
    "oddsmith.dice.across": "oddsmith.dice.composed.cross_pool_keep",
    "oddsmith.dice.arithmetic": "oddsmith.dice.model.arithmetic",
    "oddsmith.dice.bulk": "oddsmith.dice.rolling.bulk",
    "oddsmith.dice.bundle": "oddsmith.dice.exact.pool_model",
    "oddsmith.dice.columns": "oddsmith.dice.rolling.columns",
    "oddsmith.dice.compound": "oddsmith.dice.exact.compounding_keep",
    "oddsmith.dice.computed": "oddsmith.dice.composed.computed",
    "oddsmith.dice.die": "oddsmith.dice.model.die",
    "oddsmith.dice.expression": "oddsmith.dice.model.expression",
    "oddsmith.dice.faces": "oddsmith.dice.model.faces",
    "oddsmith.dice.groups": "oddsmith.dice.composed.groups",
    "oddsmith.dice.handling": "oddsmith.dice.model.throw_rules",
    "oddsmith.dice.keep": "oddsmith.dice.exact.keep",
    "oddsmith.dice.law": "oddsmith.dice.exact.throw_pmf",
    "oddsmith.dice.modifiers": "oddsmith.dice.model.modifiers",
    "oddsmith.dice.named": "oddsmith.dice.composed.named",
    "oddsmith.dice.notation.reading": "oddsmith.dice.notation.parser",
    "oddsmith.dice.notation.terms": "oddsmith.dice.notation.die_terms",
    "oddsmith.dice.pool": "oddsmith.dice.model.pool",
    "oddsmith.dice.quick": "oddsmith.dice.rolling.quick",
    "oddsmith.dice.readings:Sum": "oddsmith.dice.readings.readings:Sum",
    "oddsmith.dice.readings:Target": "oddsmith.dice.readings.readings:Target",
    "oddsmith.dice.readings:Count": "oddsmith.dice.readings.readings:Count",
    "oddsmith.dice.readings:LargestSet": "oddsmith.dice.readings.readings:LargestSet",
    "oddsmith.dice.readings:LargestSetFace": "oddsmith.dice.readings.readings:LargestSetFace",
    "oddsmith.dice.readings:Straight": "oddsmith.dice.readings.readings:Straight",
    "oddsmith.dice.readings:Classes": "oddsmith.dice.readings.readings:Classes",
    "oddsmith.dice.readings:Reader": "oddsmith.dice.readings.readings:Reader",
    "oddsmith.dice.readings:Walked": "oddsmith.dice.readings.readings:Walked",
    "oddsmith.dice.remarks": "oddsmith.dice.model.annotations",
    "oddsmith.dice.repeated": "oddsmith.dice.composed.repeated",
    "oddsmith.dice.rolled": "oddsmith.dice.model.rolled",
    "oddsmith.dice.selection": "oddsmith.dice.model.selection",
    "oddsmith.dice.sources": "oddsmith.dice.rolling.sources",
    "oddsmith.dice.table": "oddsmith.dice.rolling.throwing",
    "oddsmith.dice.unique": "oddsmith.dice.model.unique",
    "oddsmith.dice.versus": "oddsmith.dice.composed.versus",
    "oddsmith.dice.walk": "oddsmith.dice.exact.multiset_dp",
    "oddsmith.systems.declare": "oddsmith.systems.declaration",
    "oddsmith.systems.dot.audit:Row": "oddsmith.systems.dot.audit:ConversionRow",
    "oddsmith.systems.dot.play": "oddsmith.systems.dot.rules.pool",
    "oddsmith.systems.dot.play:Attack": "oddsmith.systems.dot.rules.attack:AttackOutcome",
    "oddsmith.systems.dot.play:Contest": "oddsmith.systems.dot.rules.opposed:OpposedOutcome",
    "oddsmith.systems.dot.play:Converted": "oddsmith.systems.dot.rules.convert:ConvertedRoll",
    "oddsmith.systems.dot.play:Pool": "oddsmith.systems.dot.rules.pool:DotPool",
    "oddsmith.systems.dot.play:Result": "oddsmith.systems.dot.rules.check:CheckOutcome",
    "oddsmith.systems.dot.play:attack": "oddsmith.systems.dot.rules.attack:attack",
    "oddsmith.systems.dot.play:check": "oddsmith.systems.dot.rules.check:check",
    "oddsmith.systems.dot.play:contest": "oddsmith.systems.dot.rules.opposed:contest",
    "oddsmith.systems.dot.play:convert": "oddsmith.systems.dot.rules.convert:convert",
    "oddsmith.systems.dot.play:net_alone": "oddsmith.systems.dot.rules.opposed:net_alone",
    "oddsmith.systems.dot.profile": "oddsmith.systems.dot.house_rules",
    "oddsmith.systems.dot.sheet": "oddsmith.systems.dot.rules.hero_sheet",
    "oddsmith.systems.dot.sheet:Sheet": "oddsmith.systems.dot.rules.hero_sheet:HeroSheet",
    "oddsmith.systems.edged_coins.attack": "oddsmith.systems.edged_coins.rules.attack",
    "oddsmith.systems.edged_coins.damage": "oddsmith.systems.edged_coins.rules.damage",
    "oddsmith.systems.edged_coins.duel": "oddsmith.systems.edged_coins.rules.duel",
    "oddsmith.systems.edged_coins.fall": "oddsmith.systems.edged_coins.rules.fall",
    "oddsmith.systems.edged_coins.fire": "oddsmith.systems.edged_coins.rules.fire",
    "oddsmith.systems.edged_coins.ladder": "oddsmith.systems.edged_coins.rules.ladder",
    "oddsmith.systems.edged_coins.profile": "oddsmith.systems.edged_coins.house_rules",
    "oddsmith.systems.edged_coins.resist": "oddsmith.systems.edged_coins.rules.resist",
    "oddsmith.systems.edged_coins.toss": "oddsmith.systems.edged_coins.rules.toss",
    "oddsmith.systems.humanity_beast.battle": "oddsmith.systems.humanity_beast.rules.battle",
    "oddsmith.systems.humanity_beast.battle_action": "oddsmith.systems.humanity_beast.actions.battle",
    "oddsmith.systems.humanity_beast.checks": "oddsmith.systems.humanity_beast.rules.checks",
    "oddsmith.systems.humanity_beast.clash": "oddsmith.systems.humanity_beast.rules.clash",
    "oddsmith.systems.humanity_beast.compared": "oddsmith.systems.humanity_beast.rules.compared",
    "oddsmith.systems.humanity_beast.conflict": "oddsmith.systems.humanity_beast.rules.conflict",
    "oddsmith.systems.humanity_beast.mix": "oddsmith.systems.humanity_beast.rules.mix",
    "oddsmith.systems.humanity_beast.play": "oddsmith.systems.humanity_beast.rules.roll",
    "oddsmith.systems.humanity_beast.profile": "oddsmith.systems.humanity_beast.house_rules",
    "oddsmith.systems.humanity_beast.reading": "oddsmith.systems.humanity_beast.rules.reading",
    "oddsmith.systems.humanity_beast.sight": "oddsmith.systems.humanity_beast.rules.sight",
    "oddsmith.systems.humanity_beast.spiral": "oddsmith.systems.humanity_beast.rules.spiral",
    "oddsmith.systems.humanity_beast.spiral_action": "oddsmith.systems.humanity_beast.actions.spiral",
    "oddsmith.systems.humanity_beast.table": "oddsmith.systems.humanity_beast.rules.dice_on_table",
    "oddsmith.systems.humanity_beast.task": "oddsmith.systems.humanity_beast.rules.task",
    "oddsmith.systems.mod_dot.extended": "oddsmith.systems.mod_dot.rules.extended",
    "oddsmith.systems.mod_dot.extended_action": "oddsmith.systems.mod_dot.actions.extended",
    "oddsmith.systems.mod_dot.hands": "oddsmith.systems.mod_dot.rules.hands",
    "oddsmith.systems.mod_dot.hands_action": "oddsmith.systems.mod_dot.actions.hands",
    "oddsmith.systems.mod_dot.play": "oddsmith.systems.mod_dot.rules.test",
    "oddsmith.systems.mod_dot.play:Contest": "oddsmith.systems.mod_dot.rules.opposed:OpposedOutcome",
    "oddsmith.systems.mod_dot.play:contest": "oddsmith.systems.mod_dot.rules.opposed:contest",
    "oddsmith.systems.mod_dot.play:net_alone": "oddsmith.systems.mod_dot.rules.opposed:net_alone",
    "oddsmith.systems.mod_dot.profile": "oddsmith.systems.mod_dot.house_rules",
    "oddsmith.systems.sides": "oddsmith.systems.sheets",
    "oddsmith.systems.t13.buying": "oddsmith.systems.t13.rules.buying",
    "oddsmith.systems.t13.components": "oddsmith.systems.t13.rules.components",
    "oddsmith.systems.t13.contest": "oddsmith.systems.t13.rules.contest",
    "oddsmith.systems.t13.contest_action": "oddsmith.systems.t13.actions.contest",
    "oddsmith.systems.t13.currencies": "oddsmith.systems.t13.rules.currencies",
    "oddsmith.systems.t13.effects": "oddsmith.systems.t13.rules.effects",
    "oddsmith.systems.t13.exchange": "oddsmith.systems.t13.rules.exchange",
    "oddsmith.systems.t13.levels": "oddsmith.systems.t13.rules.levels",
    "oddsmith.systems.t13.notation": "oddsmith.systems.t13.rules.dice_codes",
    "oddsmith.systems.t13.play": "oddsmith.systems.t13.rules.tests",
    "oddsmith.systems.t13.proficiencies": "oddsmith.systems.t13.rules.proficiencies",
    "oddsmith.systems.t13.profile": "oddsmith.systems.t13.house_rules",
    "oddsmith.systems.t13.throw": "oddsmith.systems.t13.rules.throw",
}


def today(path: str) -> str:
    """The place of today for one that was saved: by the line that names most of it, itself where there is none.

    >>> MOVED["old.game"] = "new.game"
    >>> today("old.game.play:toss"), today("old.games:toss")
    ('new.game.play:toss', 'old.games:toss')
    >>> del MOVED["old.game"]
    """
    known = path
    while known not in MOVED:
        known = known[: max(known.rfind("."), known.rfind(":"), 0)]
        if not known:
            return path
    return MOVED[known] + path[len(known) :]

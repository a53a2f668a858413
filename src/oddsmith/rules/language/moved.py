"""Today's places of things that sessions were saved with under another name.

A session names rules, dataclasses and enums by the place that they had when it was saved (`saved`). When such a place
changes, one line here keeps every saved session readable; nothing else has to know. Sessions are always saved with
today's places.
"""

from __future__ import annotations

from typing import Final

#: Rooms, and the modules that stood beside them before under the name that they still have.
_ROOMS: Final = {
    "oddsmith.dice.composed": "computed groups modifiers named repeated versus",
    "oddsmith.dice.exact": "keep",
    "oddsmith.dice.expressions": "arithmetic expression",
    "oddsmith.dice.model": "faces selection",
    "oddsmith.systems.edged_coins.rules": "attack damage duel fall fire ladder resist toss",
    "oddsmith.systems.humanity_beast.rules": "battle checks conflict mix reading spiral",
    "oddsmith.systems.mod_dot.rules": "extended hands",
    "oddsmith.systems.t13.rules": "buying components contest currencies exchange levels proficiencies throw",
}

#: Modules, and the things of theirs that stand in modules beside them now.
_PARTED: Final = {
    "oddsmith.systems.humanity_beast.rules.conflict": {
        "sides": "Conflict SideSuccesses",
        "verdict": "ConflictOutcome JudgedConflict",
    },
}

#: Old place to today's: a thing (`old.module:Name` to `new.module:Other`), a field of one (`old.module:Name.field` to
#: `new.module:Other.other`, or to nothing where it is no more), or a module or package with all in it that has no line
#: of its own (`old.module` to `new.module`). What has moved twice has a line for each of its old places.
MOVED: Final[dict[str, str]] = {
    **{f"{room.rpartition('.')[0]}.{module}": f"{room}.{module}" for room in _ROOMS for module in _ROOMS[room].split()},
    **{
        f"{module}:{name}": f"{module.rpartition('.')[0]}.{beside}:{name}"
        for module, parts in _PARTED.items()
        for beside, names in parts.items()
        for name in names.split()
    },
    "oddsmith.dice.across": "oddsmith.dice.composed.cross_pool_keep",
    "oddsmith.dice.across:Across": "oddsmith.dice.composed.cross_pool_keep:CrossPoolKeep",
    "oddsmith.dice.bundle": "oddsmith.dice.exact.pool_model",
    "oddsmith.dice.bundle:Bundle": "oddsmith.dice.exact.pool_model:PoolModel",
    "oddsmith.dice.columns": "oddsmith.dice.simulation.dice_columns",
    "oddsmith.dice.compound": "oddsmith.dice.exact.compounding_keep",
    "oddsmith.dice.expression:Call": "oddsmith.dice.expressions.expression:FunctionCall",
    "oddsmith.dice.handling": "oddsmith.dice.model.throw_rules",
    "oddsmith.dice.handling:Handling": "oddsmith.dice.model.throw_rules:ThrowRules",
    "oddsmith.dice.law": "oddsmith.dice.exact.throw_pmf",
    "oddsmith.dice.law:Law": "oddsmith.dice.exact.throw_pmf:Pmf",
    "oddsmith.dice.notation.reading": "oddsmith.dice.notation.parser",
    "oddsmith.dice.notation.result": "oddsmith.dice.notation.rolled_notation",
    "oddsmith.dice.notation.result:Result": "oddsmith.dice.notation.rolled_notation:RolledNotation",
    "oddsmith.dice.notation.terms": "oddsmith.dice.notation.die_terms",
    "oddsmith.dice.readings:Classes": "oddsmith.dice.readings.classes:Classes",
    "oddsmith.dice.readings:Count": "oddsmith.dice.readings.counts:Count",
    "oddsmith.dice.readings:LargestSet": "oddsmith.dice.readings.sets:LargestSet",
    "oddsmith.dice.readings:LargestSetFace": "oddsmith.dice.readings.sets:LargestSetFace",
    "oddsmith.dice.readings:Reader": "oddsmith.dice.readings.face_by_face:Reader",
    "oddsmith.dice.readings:Straight": "oddsmith.dice.readings.straights:Straight",
    "oddsmith.dice.readings:Sum": "oddsmith.dice.readings.sums:Sum",
    "oddsmith.dice.readings:Target": "oddsmith.dice.readings.counts:Target",
    "oddsmith.dice.readings:Walked": "oddsmith.dice.readings.face_by_face:OwnReading",
    "oddsmith.dice.remarks": "oddsmith.dice.composed.annotations",
    "oddsmith.dice.rolled": "oddsmith.dice.model.rolled_faces",
    "oddsmith.dice.rolled:Rolled": "oddsmith.dice.expressions.expression:Rolled",
    "oddsmith.dice.selection:Selection.side": "oddsmith.dice.model.selection:Selection.end",
    "oddsmith.dice.selection:Side": "oddsmith.dice.model.selection:End",
    "oddsmith.dice.unique": "oddsmith.dice.exact.unique_dice",
    "oddsmith.dice.unique:Unique": "oddsmith.dice.model.pool_data:Unique",
    "oddsmith.dice.walk": "oddsmith.dice.exact.multiset_dp",
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
    "oddsmith.systems.dot.sheet": "oddsmith.systems.dot.rules.hero_sheet",
    "oddsmith.systems.dot.sheet:Sheet": "oddsmith.systems.dot.rules.hero_sheet:HeroSheet",
    "oddsmith.systems.edged_coins.damage:Source": "oddsmith.systems.edged_coins.rules.damage:Attacker",
    "oddsmith.systems.edged_coins.duel:Fighter": "oddsmith.systems.edged_coins.rules.duel:Duellist",
    "oddsmith.systems.edged_coins.duel:Fought": "oddsmith.systems.edged_coins.rules.duel:DuelOutcome",
    "oddsmith.systems.edged_coins.fire:Burnt": "oddsmith.systems.edged_coins.rules.fire:FireOutcome",
    "oddsmith.systems.edged_coins.ladder:Step": "oddsmith.systems.edged_coins.rules.ladder:LadderStep",
    "oddsmith.systems.edged_coins.resist:Effect": "oddsmith.systems.edged_coins.rules.resist:ResistedEffect",
    "oddsmith.systems.edged_coins.resist:Resisted": "oddsmith.systems.edged_coins.rules.resist:ResistanceOutcome",
    "oddsmith.systems.humanity_beast.battle:Fighter": "oddsmith.systems.humanity_beast.rules.battle:Combatant",
    "oddsmith.systems.humanity_beast.battle:Fought": "oddsmith.systems.humanity_beast.rules.battle:BattleOutcome",
    "oddsmith.systems.humanity_beast.battle:Standing": "oddsmith.systems.humanity_beast.rules.battle:WillpowerStanding",
    "oddsmith.systems.humanity_beast.battle:Battle.counts_rounds": "",
    "oddsmith.systems.humanity_beast.rules.battle:Battle.counts_rounds": "",
    "oddsmith.systems.humanity_beast.checks:Checked": "oddsmith.systems.humanity_beast.rules.checks:CheckOutcome",
    "oddsmith.systems.humanity_beast.checks:Checking": "oddsmith.systems.humanity_beast.rules.checks:CheckRules",
    "oddsmith.systems.humanity_beast.clash": "oddsmith.systems.humanity_beast.rules.battle_throw",
    "oddsmith.systems.humanity_beast.clash:Clash": "oddsmith.systems.humanity_beast.rules.battle_throw:BattleThrow",
    "oddsmith.systems.humanity_beast.clash:Hand": "oddsmith.systems.humanity_beast.rules.roll_task:DiceTaken",
    "oddsmith.systems.humanity_beast.compared": "oddsmith.systems.humanity_beast.rules.comparison",
    "oddsmith.systems.humanity_beast.compared:Compared": "oddsmith.systems.humanity_beast.rules.comparison:Comparison",
    "oddsmith.systems.humanity_beast.conflict:Conflict": "oddsmith.systems.humanity_beast.rules.sides:Conflict",
    "oddsmith.systems.humanity_beast.conflict:Ended": "oddsmith.systems.humanity_beast.rules.verdict:ConflictOutcome",
    "oddsmith.systems.humanity_beast.conflict:Seen": "oddsmith.systems.humanity_beast.rules.verdict:JudgedConflict",
    "oddsmith.systems.humanity_beast.conflict:Side": "oddsmith.systems.humanity_beast.rules.sides:SideSuccesses",
    "oddsmith.systems.humanity_beast.mix:Pool": "oddsmith.systems.humanity_beast.rules.mix:AvailableDice",
    "oddsmith.systems.humanity_beast.play": "oddsmith.systems.humanity_beast.rules.action",
    "oddsmith.systems.humanity_beast.sight": "oddsmith.systems.humanity_beast.rules.dice_throw",
    "oddsmith.systems.humanity_beast.sight:Pursued": "oddsmith.systems.humanity_beast.rules.dice_throw:UnfollowedTen",
    "oddsmith.systems.humanity_beast.sight:Sight": "oddsmith.systems.humanity_beast.rules.dice_throw:DiceThrow",
    "oddsmith.systems.humanity_beast.sight:_Law": "oddsmith.systems.humanity_beast.rules.dice_throw:_HandPmf",
    "oddsmith.systems.humanity_beast.table": "oddsmith.systems.humanity_beast.rules.dice_on_table",
    "oddsmith.systems.humanity_beast.table:Kind": "oddsmith.systems.humanity_beast.rules.dice_on_table:DieOnTable",
    "oddsmith.systems.humanity_beast.table:Table": "oddsmith.systems.humanity_beast.rules.dice_on_table:DiceOnTable",
    "oddsmith.systems.humanity_beast.task": "oddsmith.systems.humanity_beast.rules.roll_task",
    "oddsmith.systems.humanity_beast.task:Outcome": "oddsmith.systems.humanity_beast.rules.roll_task:RollOutcome",
    "oddsmith.systems.humanity_beast.task:Seen": "oddsmith.systems.humanity_beast.rules.roll_task:JudgedRoll",
    "oddsmith.systems.humanity_beast.task:Task": "oddsmith.systems.humanity_beast.rules.roll_task:RollTask",
    "oddsmith.systems.mod_dot.extended:Worked": "oddsmith.systems.mod_dot.rules.extended:ExtendedOutcome",
    "oddsmith.systems.mod_dot.extended:Job.counts_tries": "",
    "oddsmith.systems.mod_dot.rules.extended:Job.counts_tries": "",
    "oddsmith.systems.mod_dot.play": "oddsmith.systems.mod_dot.rules.test",
    "oddsmith.systems.mod_dot.play:Character.deepest": "",
    "oddsmith.systems.mod_dot.rules.test:Character.deepest": "",
    "oddsmith.systems.mod_dot.play:Contest": "oddsmith.systems.mod_dot.rules.opposed:OpposedOutcome",
    "oddsmith.systems.mod_dot.play:Hands": "oddsmith.systems.mod_dot.rules.showing:Hands",
    "oddsmith.systems.mod_dot.play:shown": "oddsmith.systems.mod_dot.rules.showing:shown",
    "oddsmith.systems.mod_dot.rules.test:Hands": "oddsmith.systems.mod_dot.rules.showing:Hands",
    "oddsmith.systems.mod_dot.rules.test:shown": "oddsmith.systems.mod_dot.rules.showing:shown",
    "oddsmith.systems.mod_dot.play:contest": "oddsmith.systems.mod_dot.rules.opposed:contest",
    "oddsmith.systems.t13.buying:Bought": "oddsmith.systems.t13.rules.buying:BuyOutcome",
    "oddsmith.systems.t13.components:Kind": "oddsmith.systems.t13.rules.components:ComponentKind",
    "oddsmith.systems.t13.contest:Clash": "oddsmith.systems.t13.rules.contest:ContestThrow",
    "oddsmith.systems.t13.contest:Met": "oddsmith.systems.t13.rules.contest:ContestOutcome",
    "oddsmith.systems.t13.contest:Bidding.asked": "",
    "oddsmith.systems.t13.contest:Bidding.told": "",
    "oddsmith.systems.t13.rules.contest:Bidding.asked": "",
    "oddsmith.systems.t13.rules.contest:Bidding.told": "",
    "oddsmith.systems.t13.effects": "oddsmith.systems.t13.rules.effect_menus",
    "oddsmith.systems.t13.effects:Entry": "oddsmith.systems.t13.rules.effect_menus:MenuEntry",
    "oddsmith.systems.t13.exchange:Worth": "oddsmith.systems.t13.rules.exchange:BoonWorth",
    "oddsmith.systems.t13.levels:Standing": "oddsmith.systems.t13.rules.levels:Rung",
    "oddsmith.systems.t13.levels:Taken": "oddsmith.systems.t13.rules.levels:LevelsTaken",
    "oddsmith.systems.t13.notation": "oddsmith.systems.t13.rules.dice_codes",
    "oddsmith.systems.t13.play": "oddsmith.systems.t13.rules.tests",
    "oddsmith.systems.t13.play:Contest": "oddsmith.systems.t13.rules.tests:OpposedOutcome",
    "oddsmith.systems.t13.play:Pool": "oddsmith.systems.t13.rules.tests:ScorePool",
    "oddsmith.systems.t13.play:Result": "oddsmith.systems.t13.rules.tests:TestOutcome",
    "oddsmith.systems.t13.play:Side": "oddsmith.systems.t13.rules.tests:Contestant",
    "oddsmith.systems.t13.play:Task": "oddsmith.systems.t13.rules.tests:TestTask",
}

#: Rules that are no more, each with the one that is called today, and where among the arguments of old its own stand;
#: None for one that was not there.
CALLED: Final[dict[str, tuple[str, tuple[int | None, ...]]]] = {
    "oddsmith.systems.edged_coins.rules.attack:strike_and_pay": (
        "oddsmith.systems.edged_coins.rules.attack:harm_of_an_attack",
        (0, None, 1, 2),
    ),
    "oddsmith.systems.edged_coins.rules.damage:hurt_and_pay": (
        "oddsmith.systems.edged_coins.rules.damage:harm_of_a_blow",
        (0, None, 1, 2),
    ),
}

#: Names of fields that are no more.
NO_MORE: Final = frozenset({old.rpartition(".")[2] for old, new in MOVED.items() if not new})


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

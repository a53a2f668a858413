"""A whole HERO sheet: every pool, with its odds before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Measure, percent
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import WholeSheetInputs
from oddsmith.systems.dot.rules.whole_sheet import Compared, Row, look_up, read_sheet, rows


def _rows(inputs: WholeSheetInputs, rules: DotRules) -> tuple[Row, ...]:
    return rows(read_sheet("sheet", inputs.sheet), inputs.target_dcv, rules)


def _look_up(inputs: WholeSheetInputs, rules: DotRules) -> Call[Compared]:
    return look_up(_rows(inputs, rules))


def _facts(inputs: WholeSheetInputs, rules: DotRules) -> Mapping[str, Any]:
    return {row.name: _told(row) for row in _rows(inputs, rules)}


def _told(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {"hero": f"{row.target}-", "pool": row.pool, "before": percent(row.before)}
    if row.after is not None:
        told |= {"after": percent(row.after), "exactly": f"{row.before} to {row.after}"}
    return told


def _warnings(inputs: WholeSheetInputs, rules: DotRules) -> Iterable[str]:
    for row in _rows(inputs, rules):
        if row.why:
            yield f"{row.name} makes {row.why}."


WHOLE_SHEET = Action[WholeSheetInputs, DotRules, Compared](
    name="sheet",
    title="Whole sheet",
    summary="Everything on a HERO sheet: its pool, and the chance of success on 3d6 and with the pool. No roll.",
    inputs=WholeSheetInputs,
    call=AllAtOnce(_look_up),
    events=(),
    measures=(
        Measure("pools", "pools", attrgetter("pools"), one="pool"),
        Measure("kinder", "pools with a better chance than on 3d6", attrgetter("kinder")),
        Measure("harsher", "pools with a worse chance than on 3d6", attrgetter("harsher")),
    ),
    facts=_facts,
    warnings=_warnings,
    example='sheet --sheet "DEX 15, INT 13, Stealth 14- DEX, Lockpicking 12- DEX, Acting 8-, OCV 7, DCV 5"',
    leading="pools",
    chance=False,
)

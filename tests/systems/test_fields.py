"""A field is described once: its kind, how a text is read, and the other side's fields made from the own ones."""

from __future__ import annotations

from typing import ClassVar, Literal

import pytest
from pydantic import Field, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.field import field_called, fields_of
from oddsmith.systems.fields.kinds import Choice, Items, WholeNumber, YesNo
from oddsmith.systems.fields.models import Form, Inputs, opponent
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.sheets import Place, on_sheet
from oddsmith.wording import HouseRule, Input, Text, worded


class Fencer(Inputs):
    form: ClassVar = Form(more={"The blade": ("edge",)})

    skill: int = Field(ge=1, le=6, title="Skill with the blade", description="skill of the fencer")
    edge: Literal["sharp", "blunt"] = Field("sharp", description="edge of the blade")
    marks: tuple[int, ...] = Field(
        (), description="marks", json_schema_extra=on_sheet("scars", given={"edge": ("blunt",)})
    )
    limp: bool = Field(False, description="whether the fencer limps")
    age: int | None = Field(None, description="age")

    @model_validator(mode="after")
    def _steady(self) -> Fencer:
        if self.limp and self.skill > 3:
            raise BadInput("limp", "yes", worded("no, with {skill} above 3"))
        return self


class Bout(Fencer):
    against: Fencer = opponent("the opponent's {}", limp="whether the opponent limps")
    touches: int = Field(3, ge=1, description="touches to win")


def test_fields_of_the_other_side_follow_the_own_ones_and_are_like_them() -> None:
    fields = fields_of(Bout)
    own = ["skill", "edge", "marks", "limp", "age"]
    assert list(fields) == [*own, *(f"against_{name}" for name in own), "touches"]
    theirs = fields["against_edge"]
    assert (theirs.title, theirs.whose, theirs.subject, theirs.help) == (
        "Edge",
        "other",
        "The blade",
        "the opponent's edge of the blade",
    )
    assert fields["against_limp"].help == "whether the opponent limps"
    assert fields["against_marks"].place == Place("other", "scars", given={"against_edge": ("blunt",)})
    assert [fields[name].kind for name in ("skill", "edge", "limp")] == [
        WholeNumber(1, 6),
        Choice(("sharp", "blunt")),
        YesNo(),
    ]


def test_texts_are_read_into_both_sides() -> None:
    bout = entered(Bout, {"skill": "4", "against-skill": "2", "against_marks": "1, −2", "against-age": "None"})
    assert (bout.skill, bout.against.skill, bout.against.marks, bout.against.age) == (4, 2, (1, -2), None)
    fields = fields_of(Bout)
    assert (fields["against_marks"].of(bout), fields["touches"].of(bout)) == ((1, -2), 3)
    found = field_called(Bout, "against-marks")
    assert found is not None
    assert isinstance(found.kind, Items)


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({}, "skill", "a whole number from 1 to 6"),
        ({"skill": 1}, "against_skill", "a whole number from 1 to 6"),
        ({"skill": 1, "against_skill": 7}, "against_skill", "a whole number from 1 to 6"),
        ({"skill": 1, "against_skill": 4, "against_limp": "yes"}, "against_limp", "no, with against_skill above 3"),
        ({"skill": 4, "limp": "yes", "against_skill": 4, "against_limp": "yes"}, "limp", "no, with skill above 3"),
        ({"skill": 1, "against_skil": 1}, "against_skil", "skill, edge, marks"),
    ],
)
def test_what_is_wrong_is_told_of_its_side_the_own_one_first(
    given: dict[str, object], field: str, allowed: str
) -> None:
    with pytest.raises(BadInput) as refused:
        entered(Bout, given)
    assert refused.value.field == field
    assert refused.value.allowed.startswith(allowed)


def test_an_error_keeps_what_is_allowed_as_data() -> None:
    with pytest.raises(BadInput) as refused:
        entered(Fencer, {"skill": 9})
    assert (refused.value.named, refused.value.kind) == ((Input("skill"),), WholeNumber(1, 6))


def test_a_text_is_spelled_anew_and_stays_what_it_is_for_programs() -> None:
    text = worded("0, unless {the house rule pool=per-scene} is in force or {min_beast} given")
    assert text == "0, unless the house rule pool=per-scene is in force or min_beast given"
    spelled = text.spelled(lambda named: "OPTION" if isinstance(named, HouseRule) else named.name.upper())
    assert spelled == "0, unless OPTION is in force or MIN_BEAST given"
    assert Text("Allowed: ", text, ".").renamed("against_").endswith("or against_min_beast given.")

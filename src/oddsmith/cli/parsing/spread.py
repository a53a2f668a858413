"""Several values where one is usual: inputs and house rules of an action, and names in braces of a notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oddsmith.systems.declaration import Action, System
    from oddsmith.systems.fields.field import Field
    from oddsmith.workbench.axes import Axis, Kind


@dataclass(frozen=True)
class Spread:
    """An action with what is typed for its inputs and house rules: one value, or several that become axes."""

    system: System
    action: Action[Any, Any, Any]
    inputs: Mapping[str, str]
    options: Mapping[str, str]
    axes: tuple[Axis, ...]


def spread_out(
    system: System, action: Action[Any, Any, Any], inputs: dict[str, str], options: dict[str, str]
) -> Spread:
    """Return an action with the values that are typed for it; raises as `axis_of`."""
    from oddsmith.answers.question import house_rules
    from oddsmith.systems.fields.field import field_called
    from oddsmith.workbench.axes import Axis, axis_of

    def single(model: Any, texts: dict[str, str], what: Kind) -> tuple[dict[str, str], list[Axis]]:
        fixed, axes = {}, []
        for name, text in texts.items():
            field: Field | None = field_called(model, name)
            found = text if field is None else axis_of(field, text, what)
            if isinstance(found, Axis):
                axes.append(found)
            else:
                fixed[name] = found
        return fixed, axes

    fixed_options, varied_options = single(system.house_rules, options, "option")
    under = action.under(house_rules(system, fixed_options))
    fixed_inputs, varied_inputs = single(under.inputs, inputs, "input")
    axes = (*varied_inputs, *varied_options)
    return Spread(system, action, fixed_inputs, fixed_options, axes)


def axes_of(field: str, spread: Spread, texts: Iterable[str]) -> tuple[Axis, ...]:
    """Return axes of an action from `name=values`; BadInput for another form, and for a name that it does not have.

    field: the option whose texts they are.
    """
    from oddsmith.systems.fields.validation import assigned
    from oddsmith.wording import Input
    from oddsmith.workbench.axes import Axis, axis_of
    from oddsmith.workbench.sweeps import place_of

    axes = []
    for name, values in assigned(field, texts, _FORM, Input).items():
        what, found = place_of(spread.system, spread.action, name)
        axis = axis_of(found, values, what)
        axes.append(axis if isinstance(axis, Axis) else Axis(found.name, (axis,), what))
    return tuple(axes)


def number_axes(field: str, texts: Iterable[str]) -> tuple[Axis, ...]:
    """Return axes of names in braces from `name=values`; BadInput for another form. field: the option."""
    from oddsmith.systems.fields.validation import assigned
    from oddsmith.wording import Input
    from oddsmith.workbench.axes import Axis, spread

    given = assigned(field, texts, _FORM, Input)
    return tuple([Axis(name, tuple(map(_number, spread(name, values))), "number") for name, values in given.items()])


_FORM = "NAME=VALUES, such as pool=1..10"


def _number(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() else text

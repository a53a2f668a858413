"""Values that do not fit a pydantic model, told in the words of all other errors.

>>> allowed([{"type": "greater_than_equal", "loc": ("pool",), "ctx": {"ge": 1}}])
'1 or more'
>>> allowed([{"type": "string_type", "loc": ("face", "str")}, {"type": "int_type", "loc": ("face", "int")}])
'a text or a whole number'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

#: Types among which a free value chooses; they stand at the end of its place.
SIMPLE: Final = ("str", "int", "bool", "none")

#: What is allowed, by the name that pydantic has for what is not.
_WORDS: Final = {
    "missing": "a value",
    "extra_forbidden": "fields that are known",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text",
    "string_unicode": "a text without halves of characters",
    "string_too_short": "a text of {min_length} or more characters",
    "string_too_long": "a text of at most {max_length} characters",
    "string_pattern_mismatch": "a text like {pattern}",
    "list_type": "a list",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "none_required": "null",
    "recursion_loop": "at most 100 levels",
    "value_error": "{error}",
}


def allowed(faults: Sequence[Mapping[str, Any]]) -> str:
    """Return what is allowed where a value does not fit, by the first of the errors of a ValidationError.

    Where a value may be of several types, each has an error of its own.
    """
    place = faults[0]["loc"]
    if not place or place[-1] not in SIMPLE:
        return _allowed(faults[0])
    return " or ".join(dict.fromkeys(_allowed(fault) for fault in faults if fault["loc"][:-1] == place[:-1]))


def _allowed(fault: Mapping[str, Any]) -> str:
    words = _WORDS.get(fault["type"])
    return fault["msg"].removeprefix("Input should be ") if words is None else words.format(**fault.get("ctx", {}))

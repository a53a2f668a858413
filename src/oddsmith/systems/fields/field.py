"""One input of an action or one house rule, with all that a way in needs to know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from oddsmith.changed import UNCHANGED, Changed
from oddsmith.systems.fields.kinds import Kind, is_optional, kind_of
from oddsmith.systems.fields.models import AGAINST, THEIRS, Form, Inputs
from oddsmith.systems.fields.names import public, spoken, written
from oddsmith.systems.sheets import SHEET, Place, across, sided

Whose = Literal["own", "other", "both"]
H = TypeVar("H", bound=BaseModel)


@dataclass(frozen=True)
class Field:
    """An input or a house rule. name: as programs know it. path: the attributes that lead to it in the model.

    default: None also where the field must be given (`required`). optional: whether it may be None. Inputs have a
    title, a side whose they are, a `subject` if few need them, and a place on a sheet, if any. House rules have a gap,
    the id on the rules page that they settle, and readings with what each means. book: it is a number that the book
    gives, so that its gap is the rule that has it. quiet: answers tell it only where it is not at its default.
    """

    name: str
    path: tuple[str, ...]
    help: str
    kind: Kind
    required: bool
    default: Any
    optional: bool
    title: str = ""
    whose: Whose = "own"
    subject: str = ""
    place: Place | None = None
    gap: str = ""
    readings: Mapping[str, str] | None = None
    book: bool = False
    quiet: bool = False

    @property
    def typed(self) -> str:
        """The name as people type it."""
        return written(self.name)

    def read(self, text: str) -> Any:
        """Return what somebody typed as a value, or something that the model makes one of; it is not checked yet.

        `none` is None where the field may be left out; a typographer's minus is one.
        """
        text = text.replace("−", "-")
        return None if self.optional and text.strip().lower() == "none" else self.kind.read(text)

    def of(self, model: BaseModel) -> Any:
        """Return the value that entered inputs or house rules have here."""
        return reduce(getattr, self.path, model)

    def told(self, model: BaseModel) -> bool:
        """Tell whether answers tell it of such inputs or house rules."""
        return not self.quiet or self.of(model) != self.default


#: Models are made anew under each set of house rules, and go again.
_read: WeakKeyDictionary[type[BaseModel], Mapping[str, Field]] = WeakKeyDictionary()


def fields_of(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return the fields of inputs or house rules, by name, in the order in which they are declared."""
    read = _read.get(model)
    if read is None:
        read = _read[model] = {field.name: field for field in _fields(model)}
    return read


def readings_of(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return the house rules that are readings of what a book leaves open: all but the numbers that it gives."""
    return {name: field for name, field in fields_of(model).items() if not field.book}


def book_numbers_of(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return the house rules that are numbers of the book."""
    return {name: field for name, field in fields_of(model).items() if field.book}


def changed(rules: BaseModel) -> Changed:
    """Return the numbers of the book that are not as it has them, by their attributes."""
    if rules == _with_changed(type(rules), UNCHANGED):
        return UNCHANGED  # without a look at each of them
    numbers = [(field.path[-1], field.of(rules), field.default) for field in book_numbers_of(type(rules)).values()]
    return Changed((name, number) for name, number, usual in numbers if number != usual)


def with_changed(model: type[H], numbers: Changed) -> H:
    """Return the house rules of a book of which some numbers are changed, and nothing else.

    They are not checked: they were with the house rules that they come from, whose readings they may go with alone.
    """
    rules = _with_changed(model, numbers)
    assert isinstance(rules, model)
    return rules


@lru_cache(maxsize=4096)
def _with_changed(model: type[BaseModel], numbers: Changed) -> BaseModel:
    return model().model_copy(update=dict(numbers))


def field_called(model: type[BaseModel], name: str) -> Field | None:
    """Return the field of a name, which may be typed with `-` or `_`; None when there is none."""
    return fields_of(model).get(public(name.replace("-", "_")))


def _fields(model: type[BaseModel]) -> Iterator[Field]:
    """Read the fields of a model, those of the other side after the own ones that they are like."""
    theirs = {field.name: field for field in _theirs(model)}
    seen: set[str] = set()
    met = False
    for attribute in model.model_fields:
        if met and THEIRS + public(attribute) not in theirs:
            yield from [theirs.pop(name) for name in [*theirs] if name in seen]
        if attribute == AGAINST:
            met = True
            continue
        field = _field(model, attribute)
        seen.add(THEIRS + field.name)
        yield field
    yield from theirs.values()


def _theirs(model: type[BaseModel]) -> Iterator[Field]:
    info = model.model_fields.get(AGAINST)
    if info is None:
        return
    assert isinstance(info.annotation, type)
    texts: Any = info.json_schema_extra
    for field in fields_of(info.annotation).values():
        yield replace(
            field,
            name=THEIRS + field.name,
            path=(AGAINST, *field.path),
            help=texts["texts"].get(field.name, texts["text"].format(field.help)),
            whose="other",
            place=field.place and across(field.place),
        )


def _field(model: type[BaseModel], attribute: str) -> Field:
    info = model.model_fields[attribute]
    extra: Mapping[str, Any] = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    field = Field(
        name=public(attribute),
        path=(attribute,),
        help=info.description or "",
        kind=kind_of(info),
        required=info.is_required(),
        default=None if info.is_required() else info.get_default(call_default_factory=True),
        optional=is_optional(info),
        gap=extra.get("gap", ""),
        readings=extra.get("readings"),
        book=extra.get("book", False),
        quiet=extra.get("quiet", False),
    )
    return _in_form(field, model, extra) if issubclass(model, Inputs) else field


def _in_form(field: Field, model: type[BaseModel], extra: Mapping[str, Any]) -> Field:
    """Add what a form shows of an input."""
    forms = [form for base in model.__mro__ if isinstance(form := vars(base).get("form"), Form)]
    subjects = {name: subject for form in reversed(forms) for subject, names in form.more.items() for name in names}
    place: Place | None = extra[SHEET] if SHEET in extra else Place(*sided(field.name))
    (attribute,) = field.path
    whose: Whose = place.side if place is not None else "own"
    if any(attribute in form.both for form in forms):
        whose = "both"
    elif any(attribute in form.other for form in forms):
        whose = "other"
    title = model.model_fields[attribute].title or spoken(sided(field.name)[1])
    return replace(field, title=title, whose=whose, subject=subjects.get(attribute, ""), place=place)

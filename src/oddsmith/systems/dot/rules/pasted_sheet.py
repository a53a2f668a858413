"""A HERO sheet as people paste it: scores and rolls, in the many ways in which sheets have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from oddsmith.errors import BadInput
from oddsmith.systems.dot.rules.hero_sheet import FAMILIARITIES, characteristic_roll
from oddsmith.wording import Input, Text

#: The most entries of a sheet.
MOST_ENTRIES: Final = 200

#: HERO: the characteristics that are rolled, with 9 + CHAR/5.
ROLLED: Final = ("STR", "DEX", "CON", "INT", "EGO", "PRE", "COM")
#: HERO: what attacks and defends.
COMBAT: Final = ("OCV", "DCV", "OMCV", "DMCV")
#: HERO: what is used without a roll of its own.
NOT_ROLLED: Final = ("SPD", "PD", "ED", "RPD", "RED", "MD", "ECV", "REC", "END", "STUN", "BODY")

_KNOWN: Final = frozenset((*ROLLED, *COMBAT, *NOT_ROLLED))
_IN_FULL: Final = {
    "STRENGTH": "STR",
    "DEXTERITY": "DEX",
    "CONSTITUTION": "CON",
    "INTELLIGENCE": "INT",
    "PRESENCE": "PRE",
    "COMELINESS": "COM",
    "SPEED": "SPD",
    "RECOVERY": "REC",
    "ENDURANCE": "END",
}
_FAMILIARITY: Final = ("FAMILIARITY", "FAMILIAR", "FAM")

_NAME: Final = r"(?P<name>[A-Za-z]{2,13})"
_VALUE: Final = r"(?P<value>-?\d{1,3})(?P<other>/-?\d{1,3})?(?:m|\"|”)?"  # movement is told in metres or inches
_COST: Final = r"(?:\s+\d{1,3}(?=\s+\(?\d{1,2}-))?"
_OWN_ROLL: Final = r"(?:\s+(?P<roll>\d{1,2})-|\s*\((?P<in_brackets>\d{1,2})-\))?"
_END: Final = r"(?!\S)\s*"
_SCORES: Final = (
    re.compile(rf"{_NAME}[ :=]+{_VALUE}{_OWN_ROLL}{_END}"),
    re.compile(rf"{_VALUE}\s+{_NAME}{_COST}{_OWN_ROLL}{_END}"),
)
_ROLL: Final = re.compile(r"(\D.{0,60}?)[ :=]+\(?(\d{1,2})-\)?((?:[ (]+[A-Za-z]{2,13}\)?)*)")
_BESIDE: Final = re.compile(r"(.+?)\s*\(([A-Za-z]{2,13})\)|(.+?)\s+([A-Z]{3})")  # Stealth (Dex), Stealth DEX


class Skill(NamedTuple):
    """A skill or familiarity of a sheet. characteristic: its name, None for none."""

    name: str
    roll: int
    characteristic: str | None
    familiarity: bool = False


@dataclass(frozen=True)
class WholeSheet:
    """Everything on a sheet that is rolled. scores: of characteristics and combat values, by name.

    rolls: of characteristics that have no score. remarks: sentences about what is passed over, what is taken of
    several values, and what is taken for a familiarity.
    """

    scores: dict[str, int] = field(default_factory=dict)
    skills: list[Skill] = field(default_factory=list)
    rolls: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def read_sheet(given: str, text: str) -> WholeSheet:
    """Read a sheet as people paste it, entries apart by commas, semicolons or lines.

    What cannot be read is passed over, with a remark. Raises BadInput for what contradicts itself.

    given: the input that has the text.

    >>> sheet = read_sheet("sheet", "Dex 15, Stealth 14- (DEX); 7 OCV, SPD 4")
    >>> sheet.scores, sheet.skills[0][:3], sheet.remarks
    ({'DEX': 15, 'OCV': 7}, ('Stealth', 14, 'DEX'), ['HERO has no roll for SPD: passed over.'])
    """
    entries = list(_entries(text))
    if not entries or len(entries) > MOST_ENTRIES:
        raise BadInput(given, f"{len(entries)} entries", f"1 to {MOST_ENTRIES}, such as DEX 15, Stealth 14- DEX, OCV 5")
    reader = _Reader(given)
    for entry in entries:
        reader.take(entry)
    return reader.whole()


def _entries(text: str) -> Iterator[str]:
    """Yield entries; names in one line with as many values in the next are scores."""
    lines = [" ".join(line.split()) for line in text.replace("–", "-").splitlines()]
    lines = [re.sub(r"(\d) or less\b", r"\1-", line) for line in lines if line]
    while lines:
        line = lines.pop(0)
        names, values = line.split(), lines[0].split() if lines else []
        if len(names) == len(values) > 1 and all(map(_is_known, names)) and all(map(_is_value, values)):
            lines.pop(0)
            yield from (f"{name} {value}" for name, value in zip(names, values, strict=True))
        else:
            yield from (entry for each in re.split(r"[,;]", line) if (entry := each.strip()))


def _short(name: str) -> str:
    """The name of a characteristic as sheets shorten it; another name as it is.

    >>> _short("Dexterity"), _short("dex roll"), _short("Stealth")
    ('DEX', 'DEX', 'Stealth')
    """
    short = re.sub(r"\s+roll$", "", name, flags=re.IGNORECASE).upper()
    short = _IN_FULL.get(short, short)
    return short if short in _KNOWN else name


def _is_known(name: str) -> bool:
    return _short(name) in _KNOWN


def _is_value(text: str) -> bool:
    return re.fullmatch(_VALUE, text) is not None


def _scores(entry: str) -> tuple[list[re.Match[str]], str]:
    """Read the scores that an entry begins with, and what is left of it: nothing, or a roll beside known scores.

    No scores are read where anything else is left.
    """
    for form in _SCORES:
        found, place = [], 0
        while place < len(entry) and (score := form.match(entry, place)):
            found.append(score)
            place = score.end()
        rest = entry[place:]
        if found and (not rest or (all(_is_known(score["name"]) for score in found) and _ROLL.fullmatch(rest))):
            return found, rest
    return [], entry


class _Reader:
    """Takes the entries of a sheet one by one.

    rolls: of characteristics, as they stand on the sheet. unsaid: skills that are familiarities without a word of it.
    """

    def __init__(self, given: str) -> None:
        self.given = given
        self.sheet = WholeSheet()
        self.rolls: dict[str, int] = {}
        self.unsaid: list[str] = []
        self.unknown: list[str] = []
        self.unread: list[str] = []
        self.headings: list[str] = []

    def take(self, entry: str) -> None:
        scores, rest = _scores(entry)
        heading, _, headed = entry.partition(": ")
        if not scores and headed and not _is_known(heading):  # CV: OCV 7 DCV 5
            scores, rest = _scores(headed)
        is_known = bool(scores) and all(_is_known(score["name"]) for score in scores)
        roll = _ROLL.fullmatch(rest if is_known else entry)
        if scores and (is_known or not roll):
            for score in scores:
                self._take_score(score)
        if roll:
            self._take_roll(entry, roll)
        elif not scores:
            self._pass_over(entry)

    def _pass_over(self, entry: str) -> None:
        (self.unread if re.search(r"\d", entry) or _is_known(entry) else self.headings).append(entry)

    def _take_score(self, score: re.Match[str]) -> None:
        name, value, other = _short(score["name"]), int(score["value"]), score["other"]
        if name not in _KNOWN:
            self.unknown.append(name)
            return
        if name in self.sheet.scores:
            raise self._twice(name, self.sheet.scores[name], value)
        self.sheet.scores[name] = value
        if roll := score["roll"] or score["in_brackets"]:
            self.rolls[name] = int(roll)
        if other:
            self.sheet.remarks.append(f"{name} {value}{other}: the first value, {value}, is taken.")

    def _take_roll(self, entry: str, found: re.Match[str]) -> None:
        name, roll, words = found[1], int(found[2]), re.findall(r"[A-Za-z]+", found[3])
        if (beside := _BESIDE.fullmatch(name)) and _says_more(word := beside[2] or beside[4]):
            name, words = beside[1] or beside[3], [word, *words]
        if any(not _says_more(word) for word in words):
            self._pass_over(entry)
            return
        if (short := _short(name)) in ROLLED:
            self.rolls[short] = roll
            return
        familiarity = any(word.upper() in _FAMILIARITY for word in words)
        if familiarity and roll not in FAMILIARITIES:
            allowed = " or ".join(f"{each}-" for each in FAMILIARITIES)
            wrong = BadInput(self.given, entry, allowed)
            raise wrong.reworded(
                Text(Input(self.given), f": {name} is no familiarity of {roll}-."), f"A familiarity is {allowed}."
            )
        characteristic = next((short for word in words if (short := _short(word)) in ROLLED), None)
        for other in self.sheet.skills:
            if other.name == name:
                raise self._twice(name, f"{other.roll}-", f"{roll}-")
        if characteristic is None and not familiarity and roll == min(FAMILIARITIES):
            familiarity = True
            self.unsaid.append(f"{name} {roll}-")
        self.sheet.skills.append(Skill(name, roll, None if familiarity else characteristic, familiarity))

    def whole(self) -> WholeSheet:
        """Return the sheet; BadInput where a skill has a characteristic of which there is no score."""
        scores, remarks = self.sheet.scores, self.sheet.remarks
        for name, roll in self.rolls.items():
            if name not in scores:
                self.sheet.rolls[name] = roll
            elif name in ROLLED and roll != (own := characteristic_roll(scores[name])):
                remarks.append(f"{name} {scores[name]} rolls {own}- in HERO; {roll}- is passed over.")
        for name, roll, characteristic, _ in self.sheet.skills:
            if characteristic is not None and characteristic not in scores:
                missing = BadInput(self.given, f"{name} {roll}- {characteristic}", f"{characteristic}, too")
                needs = f": {name} {roll}- {characteristic} needs the score of {characteristic}."
                raise missing.reworded(Text(Input(self.given), needs), f"Add it, such as {characteristic} 15.")
        if self.unsaid:
            remarks.append(f"An 8- without a characteristic is taken for a familiarity (R1.4): {_and(self.unsaid)}.")
        if not_rolled := [name for name in scores if name in NOT_ROLLED]:
            remarks.append(f"HERO has no roll for {_and(not_rolled)}: passed over.")
        if self.unknown:
            no = "is no characteristic" if len(self.unknown) == 1 else "are no characteristics"
            remarks.append(f"{_and(self.unknown)} {no} of HERO: passed over.")
        if self.unread:
            remarks.append(f"{_and(list(map(repr, self.unread)))} cannot be read: passed over.")
        if self.headings:
            remarks.append(f"There is no number with {_and(self.headings)}: passed over.")
        return replace(self.sheet, scores={name: score for name, score in scores.items() if name not in NOT_ROLLED})

    def _twice(self, name: str, first: object, second: object) -> BadInput:
        told = Text(Input(self.given), f": {name} stands on it twice, as {first} and {second}.")
        return BadInput(self.given, f"{name} {second}", "each once").reworded(told, "Leave one out.")


def _says_more(word: str) -> bool:
    """Tell whether a word beside a roll is its characteristic, or says that it is a familiarity."""
    return _short(word) in ROLLED or word.upper() in _FAMILIARITY


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

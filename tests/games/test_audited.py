"""`oddsmith audit FILE`: what is odd in the numbers of a game whose author declared nothing about them."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oddsmith
from oddsmith.answers.auditing import tried
from oddsmith.answers.auditing import worth as worth_of
from oddsmith.cli.app import program

HEAD = """from dataclasses import dataclass
from typing import Annotated, Literal
from oddsmith import Die, choose, d6, roll
from oddsmith.games import Game, Limits, Spent
game = Game("Mine")
@dataclass(frozen=True)
class R:
    won: bool
    luck: Annotated[int, Spent] = 0
"""

#: The rule after that head, and what is found: parts of its text, and its figures.
FOUND: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "an input that does not matter": (
        (
            "async def a(dice: Annotated[int, Limits(1, 3)], weather: Literal['fair', 'foul'] = 'fair') -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5)) > 0"
        ),
        ("Weather changes nothing",),
        {},
    ),
    "a number that does not matter as far as it is tried": (  # past 20 it does
        "async def a(fame: int) -> bool:\n    return await roll(d6) + (1 if fame > 20 else 0) > 3",
        ("Fame changes nothing from 0 to 11, whatever else is set",),
        {},
    ),
    "a house rule that does not matter": (
        (
            "async def a(dice: Annotated[int, Limits(1, 3)], *, sixes: Literal['stay', 'again'] = 'stay') -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5)) > 0"
        ),
        ("The house rule sixes changes nothing",),
        {},
    ),
    "a ladder that turns back": (  # 1 - (2/3)^2 = 5/9 with two dice; with three a six is needed
        (
            "async def a(dice: Annotated[int, Limits(1, 3)]) -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5 if dice < 3 else 6)) > 0"
        ),
        ("Success turns back along dice, at 2",),
        {"dice 1": "1/3", "dice 2": "5/9", "dice 3": "91/216"},
    ),
    "a ladder that turns back again and again": (  # of 36 faces 6, 16, 12, 20
        (
            "async def a(skill: Annotated[int, Limits(1, 4)]) -> bool:\n"
            "    return await roll(Die(range(1, 37))) <= (6, 16, 12, 20)[skill - 1]"
        ),
        ("Success turns back 2 times along skill, first at 2",),
        {"skill 1": "1/6", "skill 2": "4/9", "skill 3": "1/3"},
    ),
    "an outcome that hardly ever comes": (  # 6^-4
        (
            "async def a() -> Literal['plain', 'four sixes']:\n"
            "    return 'four sixes' if await roll(d6.pool(4).sum()) == 24 else 'plain'"
        ),
        ("“Four sixes” comes once in 1,296 tries",),
        {"four_sixes": "1/1296"},
    ),
    "a ladder that stands still": (
        (
            "async def a(dice: Annotated[int, Limits(1, 4)]) -> bool:\n"
            "    return await roll(d6.pool(2 if dice == 3 else dice).count(at_least=5)) > 0"
        ),
        ("Success stands still along dice, at 2",),
        {"dice 2": "5/9", "dice 3": "5/9"},
    ),
    "an option that is never better": (
        (
            "async def a(luck: Annotated[int, Limits(0, 2)] = 1) -> R:\n"
            "    won = await roll(d6) > 4\n"
            "    if won or not luck:\n"
            "        return R(won)\n"
            "    took = await choose('you', ('stop', 'roll again', 'roll a little'))\n"
            "    if took == 'stop':\n"
            "        return R(False)\n"
            "    return R(await roll(d6) > (3 if took == 'roll again' else 4), 1)"
        ),
        ("In a, no price gives you a reason to take 'roll a little' where there is 'roll again'.",),
        {"decisions with both": 3, "lost by it at most": "1/6"},
    ),
    "a step that is worth less than half of those beside it": (  # of 36 faces 6, 16, 18, 28
        (
            "async def a(skill: Annotated[int, Limits(1, 4)]) -> bool:\n"
            "    return await roll(Die(range(1, 37))) <= (6, 16, 18, 28)[skill - 1]"
        ),
        ("The step of skill from 2 to 3 changes Success by 5.6%, those beside it by 27.8% and 27.8%",),
        {"skill 1": "1/6", "skill 2": "4/9", "skill 3": "1/2", "skill 4": "7/9"},
    ),
    "an outcome that cannot happen": (
        (
            "async def a(dice: Annotated[int, Limits(1, 3)]) -> Literal['low', 'high', 'top']:\n"
            "    total = await roll(d6.pool(dice).sum())\n"
            "    return 'top' if total > 18 else 'high' if total > 3 else 'low'"
        ),
        ("“Top” cannot happen",),
        {},
    ),
    "an outcome that cannot happen on a part of the way": (  # a total of 12 takes two dice, and 4 dice have more
        ("async def a(dice: Annotated[int, Limits(1, 4)]) -> bool:\n    return await roll(d6.pool(dice).sum()) > 12"),
        ("“Success” cannot happen with dice 1 to 2",),
        {"dice 1": 0, "dice 2": 0, "dice 3": "7/27", "dice 4": "287/432"},
    ),
    "a choice that never comes up": (
        (
            "async def a(luck: Annotated[int, Limits(0, 2)] = 1) -> R:\n"
            "    won = await roll(d6) > 4\n"
            "    if luck > 5 and await choose('you', ('stop', 'again')) == 'again':\n"
            "        won = await roll(d6) > 4\n"
            "    return R(won)"
        ),
        ("line 13: the choice of 'stop', 'again' never comes up",),
        {},
    ),
}


def audited(tmp_path: Path, rule: str, kind: str = "findings") -> list[dict[str, Any]]:
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\n{rule}\n")
    done = CliRunner().invoke(program, ["audit", str(file), "--json"])
    assert done.exit_code == 0, done.output
    findings: list[dict[str, Any]] = json.loads(done.output)[kind]
    for finding in findings:
        assert CliRunner().invoke(program, shlex.split(finding["command"])[1:]).exit_code == 0, finding["command"]
    return findings


@pytest.mark.parametrize("case", FOUND)
def test_what_is_odd_is_found_and_nothing_else(case: str, tmp_path: Path) -> None:
    rule, parts, figures = FOUND[case]
    (found,) = audited(tmp_path, rule)
    assert all(part in found["text"] for part in parts), found
    assert {name: value["exact"] if isinstance(value, dict) else value for name, value in found["figures"].items()} == (
        figures
    )


def test_a_plain_game_has_nothing_odd(tmp_path: Path) -> None:
    rule = "async def a(dice: Annotated[int, Limits(1, 5)]) -> bool:\n    return await roll(d6.pool(dice).sum()) > 6"
    assert audited(tmp_path, rule) == []


def test_an_audit_takes_the_name_of_a_game_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\n{FOUND['an input that does not matter'][0]}\n")
    done = CliRunner().invoke(program, ["--rulebook", str(file), "audit", "mine"])
    assert "Mine: 1 odd thing in its numbers" in done.output
    assert "Weather changes nothing" in " ".join(done.output.split())


def worth(tmp_path: Path, rule: str) -> dict[str, dict[str, Any]]:
    """The figures of each thing that is worth something, by its text."""
    return {
        each["text"]: {
            name: value["exact"] if isinstance(value, dict) else value for name, value in each["figures"].items()
        }
        for each in audited(tmp_path, rule, "worth")
    }


def test_each_step_is_told_with_what_it_is_worth(tmp_path: Path) -> None:
    # 1 - (2/3)^n: 1/3, 5/9, 19/27
    rule = (
        "async def a(dice: Annotated[int, Limits(1, 3)]) -> bool:\n"
        "    return await roll(d6.pool(dice).count(at_least=5)) > 0"
    )
    text = "Success: a step of dice changes it most from 1 to 2 (+22.2%), least from 2 to 3 (+14.8%)."
    assert worth(tmp_path, rule) == {text: {"dice 1 to 2": "2/9", "dice 2 to 3": "4/27"}}


def test_what_is_spent_is_worth_what_it_is_to_best_play_and_naive_play_loses_it(tmp_path: Path) -> None:
    # a die that is thrown once, twice, three times: 1/3, 5/9, 19/27
    rule = (
        "async def a(luck: Annotated[int, Limits(0, 2)] = 1) -> R:\n"
        "    won, spent = await roll(d6) > 4, 0\n"
        "    while not won and spent < luck and await choose('player', ('stop', 'again')) == 'again':\n"
        "        won, spent = await roll(d6) > 4, spent + 1\n"
        "    return R(won, spent)"
    )
    assert worth(tmp_path, rule) == {
        "Won: 33.3% for whoever always takes the first option, 70.4% with best play.": {
            "first option": "1/3",
            "best play": "19/27",
            "lost": "10/27",
        },
        "Won: a step of luck, played best, changes it most from 0 to 1 (+22.2%), least from 1 to 2 (+14.8%).": {
            "luck 0 to 1": "2/9",
            "luck 1 to 2": "4/27",
        },
    }


def test_the_house_rule_that_changes_most_is_told(tmp_path: Path) -> None:
    rule = (
        "async def a(*, sixes: Literal['stay', 'again', 'win'] = 'stay') -> bool:\n"
        "    least = {'stay': 5, 'again': 4, 'win': 2}[sixes]\n"
        "    return await roll(d6) >= least"
    )
    text = "Success: 83.3% instead of 33.3% under the house rule sixes=win."
    assert worth(tmp_path, rule) == {text: {"as it is": "1/3", "sixes=win": "5/6"}}


def test_what_words_of_an_input_change_is_told(tmp_path: Path) -> None:
    rule = (
        "async def a(die: Literal['d4', 'd6', 'd12'], blessed: bool = False) -> bool:\n"
        "    return await roll(Die(range(1, int(die[1:]) + 1))) + blessed >= 4"
    )
    assert worth(tmp_path, rule) == {
        "Success: 25.0% with die d4, 75.0% with die d12.": {"die d4": "1/4", "die d6": "1/2", "die d12": "3/4"},
        "Success: 25.0% with blessed no, 50.0% with blessed yes.": {"blessed no": "1/4", "blessed yes": "1/2"},
    }


def test_an_input_of_which_nobody_sees_what_it_changes_is_told_as_hardly_mattering(tmp_path: Path) -> None:
    # six sixes are one in 6^6, five or six of them 31
    rule = (
        "async def a(blessed: bool = False) -> bool:\n"
        "    return await roll(d6.pool(6).count(at_least=6)) + blessed >= 6"
    )
    text = "Success: blessed hardly matters: 0.002% with no, 0.066% with yes."
    assert worth(tmp_path, rule) == {text: {"blessed no": "1/46656", "blessed yes": "31/46656"}}


def test_a_step_that_is_worth_nearly_nothing_is_not_told_as_zero(tmp_path: Path) -> None:
    # a coin in n lands heads: 1 - 2^-n, of which the eleventh adds 2^-11
    rule = (
        "async def a(coins: Annotated[int, Limits(1, 11)]) -> bool:\n"
        "    return await roll(Die(range(2)).pool(coins).count(at_least=1)) > 0"
    )
    (text,) = worth(tmp_path, rule)
    assert (
        text == "Success: a step of coins changes it most from 1 to 2 (+25.0%), least from 10 to 11 (less than 0.1%)."
    )


def test_an_example_that_is_too_large_is_halved_until_it_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (tried, worth_of):
        monkeypatch.setattr(module, "LIMIT", 150)
    rule = (
        "async def a(rolls: Annotated[int, Limits(1, 99)] = 30) -> bool:\n"
        "    total = 0\n"
        "    for _ in range(rolls):\n"
        "        total += await roll(Die(range(3)))\n"
        "        if await choose('player', ('on', 'stop')) == 'stop':\n"
        "            break\n"
        "    return total % 7 == 3"
    )
    on = best = [Fraction(rest == 3) for rest in range(7)]
    for _ in range(6):
        on, best = (
            [sum((after[(rest + face) % 7] for face in range(3)), Fraction(0)) / 3 for rest in range(7)]
            for after in (on, best)
        )
        best[3] = Fraction(1)
    first, most = (sum(after[:3], Fraction(0)) / 3 for after in (on, best))
    text = f"A with rolls 7. Success: {float(first):.1%} for whoever always takes the first option, {float(most):.1%}"
    (told,) = [figures for said, figures in worth(tmp_path, rule).items() if said.startswith(text)]
    assert told["best play"] == str(most)


def test_where_several_decide_all_play_best(tmp_path: Path) -> None:
    # the player is right with 4 or more, the opponent spoils that with 6: 1/2 and 2/6
    rule = (
        "async def a() -> bool:\n"
        "    face = await roll(d6)\n"
        "    if await choose('player', ('pass', 'strike')) == 'pass':\n"
        "        return False\n"
        "    spoilt = face == 6 and await choose('opponent', ('let', 'spoil')) == 'spoil'\n"
        "    return face >= 4 and not spoilt"
    )
    text = "Success: 0.0% where everybody always takes the first option, 33.3% where everybody plays best."
    assert worth(tmp_path, rule) == {text: {"first option": 0, "best play": "1/3"}}


def test_questions_that_are_too_large_are_counted(tmp_path: Path) -> None:
    rule = (
        "async def a(rolls: Annotated[int, Limits(1, 6)]) -> bool:\n"
        "    seen = []\n"
        "    for _ in range(2 * rolls):\n"
        "        seen.append(await roll(d6))\n"
        "    return seen == seen[::-1]"
    )
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\n{rule}\n")
    done = CliRunner().invoke(program, ["audit", str(file)])
    # 1 + 6 + ... + 6^(2 rolls - 1) ways: 259 for 2 rolls, 9,331 for 3, and more
    assert "Left out: 4 questions of more than 2,000 states." in done.output


def test_what_scatters_is_told(tmp_path: Path) -> None:
    # 20 one time in five, else nothing: 4 on average, and the square of the deviation is 64
    rule = "async def a() -> int:\n    return 20 if await roll(Die(range(1, 6))) == 5 else 0"
    (told,) = audited(tmp_path, rule, "worth")
    assert told["text"] == "Total: 4 on average, but give or take 8; 9 times in 10 it is from 0 to 20."


def test_an_option_may_be_worse_for_all_that_was_looked_at_where_more_was_too_large(tmp_path: Path) -> None:
    """With few points missing nobody stops; with many, of which a look has too many states, everybody does."""
    text = (Path(oddsmith.__file__).parent / "gallery" / "zombie_dice.py").read_text(encoding="utf-8")
    file = tmp_path / "brains.py"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(program, ["audit", str(file), "--json"])
    assert "no reason for 'stop'" not in done.output

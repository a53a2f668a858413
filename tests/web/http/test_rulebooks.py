"""A rulebook that somebody works at while the server runs: it is read again as it is saved, and errors are answers."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.test_broken import ASKED, BROKEN, HEAD
from tests.web.serving import PATIENCE, SERVE, Server

GAME = """from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Lantern")
@game.action
async def search() -> bool:
    return await roll(d6) >= {least}
"""


class Author:
    """Somebody with a rulebook, and a server that has it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "lantern.py"
        self.file.write_text(GAME.format(least=6))
        program = SERVE[0], SERVE[1], "--rulebook", str(self.file), *SERVE[2:]
        self.server = Server(folder / "tables.db", program)

    def save(self, text: str) -> None:
        self.file.write_text(text)

    def get(self, path: str) -> tuple[int, Any]:
        return self.server.send("GET", path)

    def book(self) -> dict[str, Any]:
        (book,) = self.get("/api/rulebooks")[1]["rulebooks"]
        found: dict[str, Any] = book
        return found

    def until(self, seen: Any) -> dict[str, Any]:
        """What is told of the rulebook, once it is so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            book = self.book()
            if seen(book):
                return book
            time.sleep(0.1)
        raise AssertionError(book)

    def chance(self) -> str:
        status, answer = self.get("/api/odds/lantern/search")
        assert status == 200, answer
        told: str = answer["events"]["success"]["p"]
        return told


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    author = Author(tmp_path_factory.mktemp("author"))
    yield author
    author.server.stop()


def mended(author: Author, least: int) -> None:
    """Save a game that works, and wait until it is answered."""
    text = GAME.format(least=least)
    author.save(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    author.until(lambda book: book["digest"] == digest and book["problem"] is None)


def test_what_is_saved_is_answered_without_a_restart(author: Author) -> None:
    mended(author, 6)
    assert author.chance() == "1/6"
    mended(author, 5)  # of the same length, and perhaps within the same second
    assert author.chance() == "1/3"
    mended(author, 4)
    assert author.chance() == "1/2"


def test_the_catalogue_follows(author: Author) -> None:
    mended(author, 6)
    author.save(GAME.format(least=6).replace("search()", "search(dice: int = 2)"))
    author.until(lambda book: book["digest"] == hashlib.sha256(author.file.read_bytes()).hexdigest())
    (system,) = [each for each in author.get("/api/systems")[1]["systems"] if each["name"] == "lantern"]
    assert [each["name"] for each in system["actions"][0]["inputs"]] == ["dice"]
    assert system["rulebook"] == author.book()["digest"]


def test_a_game_with_another_name_takes_the_place_of_the_first(author: Author) -> None:
    mended(author, 6)
    author.save(GAME.format(least=6).replace("Lantern", "Torch"))
    author.until(lambda book: book["system"] == "torch")
    assert author.get("/api/odds/torch/search")[0] == 200
    assert author.get("/api/odds/lantern/search")[0] == 422
    mended(author, 6)


def test_browsers_ask_again_for_answers_that_may_change(author: Author) -> None:
    mended(author, 6)
    connection = author.server.connect()
    connection.request("GET", "/api/odds/lantern/search")
    answer = connection.getresponse()
    assert answer.getheader("cache-control") == "no-cache"
    connection.close()


def test_a_file_that_is_gone_is_told_and_one_that_is_back_is_read(author: Author) -> None:
    mended(author, 6)
    author.file.unlink()
    book = author.until(lambda book: book["problem"] is not None)
    assert "cannot be read" in book["problem"]["detail"]
    assert author.chance() == "1/6"
    mended(author, 5)
    assert author.chance() == "1/3"


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_rulebook_is_told_and_what_was_there_is_answered(case: str, author: Author) -> None:
    body, line, said, remedy = BROKEN[case]
    mended(author, 6)
    author.save(HEAD + body)
    problem = author.until(lambda book: book["problem"] is not None)["problem"]
    told = json.dumps(problem).replace('\\"', '"')
    assert said in told
    assert remedy in told
    assert problem["file"] == "lantern.py"
    assert str(author.file.parent) not in told
    assert problem["line"] == line
    assert author.chance() == "1/6"


@pytest.mark.parametrize("case", ASKED)
def test_a_mistake_inside_a_rule_is_the_answer_with_its_place(case: str, author: Author) -> None:
    body, line, said, remedy = ASKED[case]
    author.save(HEAD + body)
    author.until(lambda book: book["system"] == "broken" and book["problem"] is None)
    status, problem = author.get("/api/odds/broken/a")
    assert status == 422
    assert said in problem["detail"]
    assert remedy in problem["remedy"]
    assert (problem["file"], problem["line"]) == ("lantern.py", line)
    assert problem["rule"] in ("a", "sub")
    mended(author, 6)
    assert author.chance() == "1/6"


def test_an_error_at_one_face_tells_the_call_and_the_face(author: Author) -> None:
    author.save(HEAD + ASKED["index error"][0])
    author.until(lambda book: book["system"] == "broken" and book["problem"] is None)
    _, problem = author.get("/api/odds/broken/a")
    assert (problem["call"], problem["awaited"], problem["answers"]) == ("a()", "roll(d6)", ["6"])
    mended(author, 6)


def test_a_rule_without_end_is_ended(author: Author) -> None:
    rule = "@game.action\nasync def a() -> int:\n    n = await roll(d6)\n    while n:\n        pass\n    return n"
    author.save(HEAD + rule)
    author.until(lambda book: book["system"] == "broken" and book["problem"] is None)
    status, problem = author.get("/api/odds/broken/a")
    assert status == 422
    assert "ran on for 5 seconds" in problem["detail"]
    assert problem["line"] in (10, 11)
    mended(author, 6)
    assert author.chance() == "1/6"


def test_a_rulebook_that_ends_the_process_is_told(author: Author) -> None:
    mended(author, 6)
    author.save("import os\nos._exit(3)\n")
    problem = author.until(lambda book: book["problem"] is not None)["problem"]
    assert "ends the process" in problem["detail"]
    assert author.chance() == "1/6"
    mended(author, 6)


def test_numbers_that_no_answer_can_hold_are_a_problem_and_no_failure(author: Author) -> None:
    text = GAME.format(least=6).replace("-> bool", "-> int").replace("return await", "return 10**400 * await")
    text = text.replace(" >= 6", "")
    author.save(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    author.until(lambda book: book["digest"] == digest and book["problem"] is None)
    status, problem = author.get("/api/odds/lantern/search")
    assert (status, problem["code"], problem["limit"]) == (422, "too-large", 308)


DECIDED = """from oddsmith import choose, d6, roll
from oddsmith.games import Game
game = Game("Lantern")
@game.action
async def search() -> int:
    found = await roll(d6)
    if await choose("player", ("stop", "on")) == "on":
        found += {more}
    return found
"""


def test_a_roll_that_is_open_goes_on_by_the_file_that_opened_it(author: Author) -> None:
    """A die shows 4; by the first file another follows it, by the second a hundred."""
    text, later = DECIDED.format(more="await roll(d6)"), DECIDED.format(more="100")
    digests = [hashlib.sha256(each.encode()).hexdigest() for each in (text, later)]
    author.save(text)
    author.until(lambda book: book["digest"] == digests[0] and book["problem"] is None)
    server = author.server
    table = server.send("POST", "/api/tables", {"title": "T", "name": "Ada"})[1]["table"]
    rolls = f"/api/tables/{table}/rolls"
    asked = {"system": "lantern", "action": "search", "source": "faces", "faces": ["4"]}
    name = server.send("POST", rolls, asked)[1]["roll"]
    author.save(later)
    author.until(lambda book: book["digest"] == digests[1] and book["problem"] is None)
    status, advice = author.get(f"{rolls}/{name}/advice?goal=total")
    assert status == 200, advice
    assert {option: worth["exact"] for option, worth in advice["values"].items()} == {"stop": "4", "on": "15/2"}
    assert server.send("POST", f"{rolls}/{name}/answers", {"step": 0, "option": "on"})[0] == 200
    status, done = server.send("POST", f"{rolls}/{name}/faces", {"faces": ["5"]})
    assert (status, done["events"][-1]["body"]["measures"]) == (200, {"total": 9})
    log = author.get(f"/api/tables/{table}/log.json")[1]
    assert [e["body"]["rulebook"] for e in log["events"] if e["kind"] == "roll.opened"] == [digests[0]]
    status, report = server.send("POST", "/api/verify", log)
    assert (status, report["matches"], report["other_rulebooks"]) == (200, True, [])
    mended(author, 6)

"""What others see of a question: cards in frames, words and pictures of links."""

from __future__ import annotations

import re
import zlib

import pytest
from tests.web.browser import BASE, Site, patient

ASKED = "odds/dot/check?dots=2"
#: A die succeeds on 5 and 6 (R1.5): 1 - (2/3)^2.
CHANCE = "55.6 %"
PROGRAMS = ("Slackbot-LinkExpanding 1.0", "WhatsApp/2.23", "Mozilla/5.0 (compatible; Discordbot/2.0)", "")
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"


def told(text: str) -> dict[str, str]:
    return dict(re.findall('<meta property="og:(.*?)" content="(.*?)">', text))


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_that_preview_a_link_are_told_its_odds(site: Site, program: str) -> None:
    client = site.browser()
    found = told(client.get(f"/{ASKED}", headers={"user-agent": program}).text)
    assert found["title"] == "Dot System: Check"
    assert CHANCE in found["description"]
    assert found["image"] == f"{BASE}/picture/{ASKED}"
    assert client.get(found["image"]).headers["content-type"] == "image/png"


def test_browsers_are_sent_the_same_page_whatever_is_asked(site: Site) -> None:
    headers = {"user-agent": BROWSER}
    assert told(site.browser().get(f"/{ASKED}", headers=headers).text) == {}


def test_pictures_have_the_pixels_that_they_name(site: Site) -> None:
    data = site.browser().get(f"/picture/{ASKED}").content
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)
    start = data.index(b"IDAT") + 4
    length = int.from_bytes(data[start - 8 : start - 4], "big")
    pixels = zlib.decompress(data[start : start + length])
    assert len(pixels) == 630 * 1201
    assert set(pixels) == {0, 1, 2}  # paper, ink and the line beneath


def test_a_card_stands_in_any_frame_and_runs_nothing(site: Site) -> None:
    answer = site.browser().get(f"/card/{ASKED}", headers={"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"})
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert CHANCE in answer.text
    assert "<script" not in answer.text
    assert "frame-ancestors 'none'" in site.browser().get(f"/{ASKED}").headers["content-security-policy"]


def test_notations_have_cards(site: Site) -> None:
    text = site.browser().get("/card/notation", params={"d": "2d6"}).text
    assert "<h1>2d6</h1>" in text
    assert "<dd>7</dd>" in text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("notation?d=%3Cscript%3Ealert(1)%3C/script%3E", 422),
        ("odds/dot/check?dots=many", 422),
        ("odds/dot/nothing?dots=2", 422),
        ("odds/chess/check?dots=2", 422),
        ("notation", 404),
        ("table/0123456789abcdef?a=1", 404),
        ("about", 404),
    ],
)
def test_what_has_no_answer_has_neither_card_nor_picture(site: Site, address: str, status: int) -> None:
    client = site.browser()
    for kind in ("card", "picture"):
        assert client.get(f"/{kind}/{address}").status_code == status
    assert told(client.get(f"/{address}", headers={"user-agent": PROGRAMS[0]}).text) == {}


@pytest.mark.parametrize(
    ("address", "status", "wrong"),
    [
        ("odds/dot/check?dots=many", 422, "dots: &#x27;many&#x27; is not allowed."),
        ("odds/dot/nothing?dots=2", 422, "Unknown action &#x27;nothing&#x27;."),
        ("notation?d=2d6%2B", 422, ""),
        ("about", 404, "There is no question at this address."),
    ],
)
def test_a_card_says_what_is_wrong_with_its_question_where_its_frame_shows_it(
    site: Site, address: str, status: int, wrong: str
) -> None:
    answer = site.browser().get(f"/card/{address}")
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert wrong in answer.text
    assert f'<a href="/{address}"' in answer.text
    assert "<script" not in answer.text


def test_a_card_obeys_changed_numbers_of_the_book_as_its_page_does(site: Site) -> None:
    client = site.browser()
    changed = "odds/dot/check?dots=3&number.target=4"  # a die succeeds on 4 to 6: 1 - (1/2)^3
    assert "<dd>87.5 %</dd>" in client.get(f"/card/{changed}").text
    assert "87.5 %" in told(client.get(f"/{changed}", headers={"user-agent": PROGRAMS[0]}).text)["description"]
    answer = client.get("/card/odds/dot/check?dots=3&number.nothing=4")
    assert answer.status_code == 422
    assert "nothing" in answer.text


def test_a_card_asked_for_too_often_says_when_to_try_again(no_time_passes: None) -> None:
    with Site(patient(asked_per_second=0.1, asked_at_once=1)) as site:
        client = site.browser()
        assert client.get(f"/card/{ASKED}").status_code == 200
        answer = client.get(f"/card/{ASKED}")
    assert answer.status_code == 429
    assert answer.headers["content-type"].startswith("text/html")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["retry-after"] == "10"
    assert "<p>Too many questions in a short time. Try again in 10 seconds.</p>" in answer.text
    assert f'<a href="/card/{ASKED}">Try again</a>' in answer.text


def test_a_link_without_inputs_shows_the_example_that_its_page_begins_with(site: Site) -> None:
    client = site.browser()
    found = told(client.get("/odds/mod-dot/test", headers={"user-agent": PROGRAMS[0]}).text)
    # The example of its help: pool 10, difficulty 6; the table of the rules page has 242/243.
    assert "99.6 %" in found["description"]
    assert found["image"] == f"{BASE}/picture/odds/mod-dot/test"
    assert found["url"] == f"{BASE}/odds/mod-dot/test"
    assert client.get(found["image"]).headers["content-type"] == "image/png"
    rules = told(client.get("/odds/dot/opposed?v=0.1.0", headers={"user-agent": PROGRAMS[0]}).text)
    assert rules["title"].startswith("Dot System: ")


def test_what_a_link_says_cannot_leave_its_place(site: Site) -> None:
    query = "dots=2&x=%22%3E%3Cscript%3E&y='"
    client = site.browser()
    for answer in (
        client.get(f"/card/{ASKED}&{query}"),
        client.get(f"/{ASKED}&{query}", headers={"user-agent": "bot"}),
    ):
        assert "<script>" not in answer.text


@pytest.mark.parametrize(
    ("notation", "number"),
    [("10d1000", "5005"), ("2d6-100", "-93"), ("10d10>=11", "0"), ("20d20>=20", "1"), ("d6 vs d6", "41.7 %")],
)
def test_numbers_are_written_as_people_do_whatever_their_size(site: Site, notation: str, number: str) -> None:
    client = site.browser()
    assert f"<dd>{number}</dd>" in client.get("/card/notation", params={"d": notation}).text
    assert client.get("/picture/notation", params={"d": notation}).status_code == 200


def test_a_page_is_there_for_previews_whatever_becomes_of_its_question(site: Site) -> None:
    answer = site.browser().get("/odds/mod-dot/test?pool=-1", headers={"User-Agent": "previewer"})
    assert answer.status_code == 200
    assert "og:title" not in answer.text


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("humanity-check?humanity=5&willpower=3", "If it fails: Humanity is lost, Humanity dice left 4"),
        ("feed?humanity=5&willpower=3&full_willpower=7&victim=killed", "If it fails: Humanity is lost"),
        ("frenzy-check?humanity=5&willpower=3", "If it fails: frenzy."),
    ],
)
def test_what_the_game_master_rules_has_no_number(site: Site, action: str, says: str) -> None:
    client = site.browser()
    card = client.get(f"/card/odds/humanity-beast/{action}").text
    assert "Up to the game master. If the check is withstood: no " in card
    assert says in card
    assert "%" not in card
    found = told(client.get(f"/odds/humanity-beast/{action}", headers={"user-agent": PROGRAMS[0]}).text)
    assert found["description"].startswith("Up to the game master. If the check is withstood: no ")
    assert "%" not in found["description"]
    assert ".." not in found["description"]
    assert "image" not in found
    assert "<img" not in card


def test_a_card_says_what_is_up_to_the_player_where_nothing_else_is(site: Site) -> None:
    card = site.browser().get("/card/odds/t13/effects?extra_levels=3").text
    assert "Up to the player: which effects to take" in card
    assert "0 %" not in card
    bought = site.browser().get("/card/odds/edged-coins/toss?rank=1&ec=10").text  # R4.1: one coin, and EC that wait
    assert "50.0 %" in bought
    assert "Up to the player" not in bought


def test_a_card_of_a_sheet_counts_what_stands_on_it(site: Site) -> None:
    """3 dice are one success of 3 less often than 12- on 3d6: 1 - (2/3)^3 = 70 %, and 160/216 = 74 %."""
    card = site.browser().get("/card/odds/dot/sheet?sheet=STR 15").text
    lines = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", card)
    assert lines == [("Pools", "1"), ("Better than on 3d6", "0"), ("Worse than on 3d6", "1")]

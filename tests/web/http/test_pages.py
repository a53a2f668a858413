"""How the files of the pages are sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.browser import Site

from oddsmith.web.http.bundles import bundled, loaded
from oddsmith.web.http.pages import STATIC


def test_modules_are_sent_without_indentation_and_comments_that_stand_alone(site: Site) -> None:
    for path in sorted((STATIC / "js").rglob("*.js")):
        source = path.read_text(encoding="utf-8").splitlines()
        answer = site.browser().get(f"/static/{path.relative_to(STATIC).as_posix()}")
        sent = answer.text.splitlines()
        assert len(sent) <= len(source)
        assert not any(line.lstrip().startswith("//") for line in sent), path
        # What is left stands where it stood, so that errors name lines of the source.
        assert all(line in ("", source[number].lstrip()) for number, line in enumerate(sent)), path


def test_what_others_wrote_is_sent_as_it_is(site: Site) -> None:
    answer = site.browser().get("/static/vendor/preact.js")
    assert answer.content == (STATIC / "vendor" / "preact.js").read_bytes()


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200),
        ("/gallery", 200),
        ("/odds", 200),
        ("/odds/mod-dot", 200),
        ("/odds/mod-dot/test?pool=3", 200),
        ("/table/0123456789abcdef", 200),
        ("/odds/mod-dot/tset", 404),
        ("/odds/chess", 404),
        ("/odds/mod-dot/test/more", 404),
        ("/wp-admin.php", 404),
        ("/about/us", 404),
        ("/static/nothing.js", 404),
    ],
)
def test_an_address_without_a_page_is_404(site: Site, address: str, status: int) -> None:
    answer = site.browser().get(address)
    assert answer.status_code == status
    if not address.startswith("/static"):
        assert "<!doctype html>" in answer.text  # which says that there is nothing here


@pytest.mark.parametrize("before", ["/", "%2F", "/./", "%2e%2e/", "css/../../", "0123456789abcdef//"])
def test_no_address_reads_a_file_outside_the_folder(site: Site, tmp_path: Path, before: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("for nobody")
    answer = site.browser().get(f"/static/{before}{secret.as_posix()[1:]}")
    assert answer.status_code == 404
    assert "for nobody" not in answer.text


def test_what_an_address_names_by_its_content_is_kept_and_anything_else_asked_for_again(site: Site) -> None:
    client = site.browser()
    files = re.findall('(?:href|src)="(/static/[^"]+)"', client.get("/odds/mod-dot/test").text)
    assert len(files) > 6
    for file in files:
        answer = client.get(file)
        assert (file, answer.status_code) == (file, 200)
        assert "immutable" in answer.headers["cache-control"]
        other = re.sub("/static/[0-9a-f]{16}/", "/static/0123456789abcdef/", file)
        assert client.get(other).headers["cache-control"] == "no-cache"  # of a page that was open before an update


def test_the_catalogue_has_an_address_that_names_its_content(site: Site) -> None:
    client = site.browser()
    (address,) = re.findall('href="(/static/[^"]+/catalogue/[^"]+)"', client.get("/").text)
    known = client.get("/api/systems")
    assert client.get(address).json() == known.json()
    tag = address.rpartition("/")[2].removesuffix(".json")
    assert known.headers["etag"].startswith(f'"{tag}')
    before = client.get(address.replace(tag, "0" * len(tag)))  # of a page that was open before a rulebook changed
    assert (before.json(), before.headers["cache-control"]) == (known.json(), "no-cache")


def test_bundles_hold_every_module_once_and_after_those_it_needs() -> None:
    texts = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    bundles = bundled(texts, "/static/x")
    made = "\n".join(bundles.values())
    names = re.findall(r"^const (m\d+) = \(\(\) => \{$", made, re.MULTILINE)
    assert len(names) == len(set(names)) > 100
    for path, text in bundles.items():
        known = set[str]()
        for line in text.splitlines():
            if line.startswith("import {"):
                known.update(re.findall(r"m\d+", line))
            used = re.fullmatch(r"const \{.*\} = (m\d+);", line)
            assert used is None or used[1] in known, (path, line)
            known.update(re.findall(r"^const (m\d+) =", line))
        assert loaded(bundles, path, "/static/x")[0] == path


def test_the_worker_belongs_to_one_edition_and_is_asked_for_again(site: Site) -> None:
    client = site.browser()
    answer = client.get("/worker.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    (root,) = set(re.findall("/static/[0-9a-f]{16}/", client.get("/").text))
    assert f"const EDITION = '{root.split('/')[2]}';" in answer.text
    assert "{" + "version}" not in answer.text


def test_icons_are_there_in_the_sizes_that_the_manifest_names(site: Site) -> None:
    client = site.browser()
    for icon in client.get("/static/oddsmith.webmanifest").json()["icons"]:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]

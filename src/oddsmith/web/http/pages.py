"""Routes of the pages: files of the folder `static`, and one document for every address that a person may see."""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
import re
import zlib
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePath

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import Response

from oddsmith import __version__
from oddsmith.errors import OddsmithError
from oddsmith.systems.registry import system, system_names
from oddsmith.web.answers import catalogue
from oddsmith.web.compute.worker_pool import JobFailed
from oddsmith.web.http.bundles import MAIN, bundled, loaded
from oddsmith.web.http.cards import Cards
from oddsmith.web.http.first_question import first_question
from oddsmith.web.http.questions import Questions
from oddsmith.web.limits.fair_queue import ClientGone
from oddsmith.web.problems import answered

STATIC = Path(__file__).resolve().parents[1] / "static"

#: Extensions whose type must not depend on what the machine has configured.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_GZIP = 31  # the format, and a window of 32 kB
_COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"})


#: Comments on lines of their own. They are for whoever reads the source, and would be a fifth of what a phone loads.
_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)


#: What lines begin with. Of the templates it is left out anyway.
_INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)

_STYLE = re.compile(r'<link rel="stylesheet" href="/static/(.*?)">\n')
_STYLES = "css/all.css"

#: Where the document of all systems is asked for, and the folder of an edition where it has an address that names it.
_ASKED = "/api/systems"
_CATALOGUE = "catalogue"

#: How browsers keep what has an address that names its content, and anything else: a new version is there at once.
_LASTING = "public, max-age=31536000, immutable"
_ASKED_AGAIN = "no-cache"

#: What keeps pages in browsers. Its address is above all that it keeps, and tells nothing of its edition.
_WORKER = "worker.js"

#: First parts of addresses and how many follow, and the modules that show them.
_PAGES = {
    ("", 0): "js/home.js",
    ("odds", 0): "js/odds/action_list.js",
    ("odds", 1): "js/odds/page.js",
    ("odds", 2): "js/odds/page.js",
    ("notation", 0): "js/notation/page.js",
    ("tables", 0): "js/table/people/lobby.js",
    ("table", 1): "js/table/page.js",
    ("verify", 0): "js/verify/page.js",
    ("about", 0): "js/about.js",
    ("gallery", 0): "js/gallery.js",
}


class _OutsideApi(PathConvertor):
    """Any address but those of the API, so that theirs are told apart: nothing there, or asked by a wrong method."""

    regex = "(?!api(?:/|$)).*"


register_url_convertor("outside_api", _OutsideApi())


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    changed: int
    body: bytes
    compressed: bytes | None
    media_type: str
    tag: str


class Assets:
    """The files of a folder, read once for as long as they do not change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[PurePath, Asset] = {}

    def find(self, name: str) -> Asset | None:
        """Return the file of that name below the folder; None for what is not there, is hidden, or lies outside."""
        below = PurePath(name)
        # What begins at a root or a drive would take the place of the folder.
        if below.anchor or not all(part.isprintable() and not part.startswith(".") for part in below.parts):
            return None
        path = self.folder / below
        try:
            changed = path.stat().st_mtime_ns
            known = self._known.get(below)
            if known is None or known.changed != changed:
                known = self._known[below] = _read(path, changed)
        except (OSError, ValueError):
            return None
        return known


def _read(path: Path, changed: int) -> Asset:
    body = path.read_bytes()
    return _asset(path.suffix, shortened(body) if _is_ours(path) else body, changed)


def _is_ours(path: PurePath) -> bool:
    return path.suffix == ".js" and "vendor" not in path.parts


def _asset(suffix: str, body: bytes, changed: int = 0) -> Asset:
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(f"file{suffix}")[0] or "application/octet-stream"
    compressed = _compressed(body) if suffix in _COMPRESSED else None
    return Asset(changed, body, compressed, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


class Edition:
    """The files of the pages as they stand together: their modules in bundles, and addresses that name their content.

    What has such an address never changes, so browsers keep it without asking.
    """

    def __init__(self, assets: Assets) -> None:
        self.stamp = stamp(assets.folder)
        files = sorted(path for path in assets.folder.rglob("*") if path.is_file())
        known = {path.relative_to(assets.folder).as_posix(): _read(path, 0) for path in files}
        content = "".join(f"{name} {asset.tag}\n" for name, asset in known.items())
        self.name = hashlib.sha256(content.encode()).hexdigest()[:16]
        self.root = f"/static/{self.name}"
        scripts = {name: asset.body.decode() for name, asset in known.items() if name.endswith(".js")}
        self._bundles = bundled(scripts, self.root)
        made = {name: _asset(".js", text.encode()) for name, text in self._bundles.items()}
        self.files = known | made
        self._document = known["index.html"].body.decode()
        # Styles are one file as well.
        styles = _STYLE.findall(self._document)
        self.files[_STYLES] = _asset(".css", b"".join(bare_styles(known[name].body) for name in styles))
        self._document = _STYLE.sub("", self._document).replace(
            "</head>", f'<link rel="stylesheet" href="/static/{_STYLES}">\n</head>'
        )
        self._documents: dict[tuple[str, str], Asset] = {}
        worker = known[_WORKER].body.decode()
        self.worker = _asset(".js", worker.replace("{edition}", self.name).replace("{version}", __version__).encode())

    def document(self, page: str, systems: str) -> Asset:
        """Return the one document for a page; it names all that this page needs, so that nothing is waited for twice.

        page: its module; "" for addresses without one. systems: the tag of the document of all systems.
        """
        if (page, systems) not in self._documents:
            needed = dict.fromkeys([*loaded(self._bundles, MAIN, self.root), *loaded(self._bundles, page, self.root)])
            links = "".join(f'<link rel="modulepreload" href="/static/{name}">\n' for name in needed if name)
            text = self._document.replace("<script ", f"{links}<script ", 1).replace('"/static/', f'"{self.root}/')
            text = text.replace(f'"{_ASKED}"', f'"{self.root}/{_CATALOGUE}/{systems}.json"')
            self._documents[page, systems] = _asset(".html", text.encode())
        return self._documents[page, systems]


def stamp(folder: Path) -> int:
    """Return what changes whenever a file of a folder does."""
    return hash(tuple((path, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))))


def _compressed(body: bytes) -> bytes:
    """The file in gzip's format, in blocks of the length that makes it smallest."""

    def deflated(level: int) -> bytes:
        deflate = zlib.compressobj(9, zlib.DEFLATED, _GZIP, memLevel=level)
        return deflate.compress(body) + deflate.flush()

    return min(map(deflated, range(5, 9)), key=len)


def bare_styles(styles: bytes) -> bytes:
    """Return a style sheet without its comments, indentation and empty lines.

    >>> bare_styles(b"/* Large. */\\nh1 {\\n  font-size: 2rem; /* twice */\\n}\\n\\n/* No more\\n   than that. */\\n")
    b'h1 {\\nfont-size: 2rem;\\n}\\n'
    """
    return re.sub(rb"\s*\n\s*", b"\n", re.sub(rb"/\*(?s:.*?)\*/", b"", styles)).lstrip()


def shortened(module: bytes) -> bytes:
    """Return one of our modules without its comments and indentation; what is left stands in the same lines.

    >>> shortened(b"/** @param {number} a */\\nconst f = (a) =>\\n  a; // twice\\n  // or once\\n")
    b'\\nconst f = (a) =>\\na; // twice\\n\\n'
    """
    bare = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), module)
    return _INDENTATION.sub(b"", bare)


def page_at(address: str) -> str | None:
    """Return the module of the page that has this address; whether a table is there is told by the page.

    >>> [page_at(address) for address in ("", "odds/t13/test", "odds/t13/tets", "admin", "about/us")]
    ['js/home.js', 'js/odds/page.js', None, None, None]
    """
    first, *rest = address.split("/")
    if first == "odds" and rest:
        known = rest[0] in system_names()
        if not known or (len(rest) > 1 and rest[1:] not in [[a.name] for a in system(rest[0]).actions]):
            return None
    return _PAGES.get((first, len(rest)))


def send(asset: Asset, request: Request, status: int = 200, *, lasting: bool = False) -> Response:
    """Send a file, compressed where the browser takes that, or the news that the browser has it already.

    lasting: whether its address names its content.
    """
    headers = {"cache-control": _LASTING if lasting else _ASKED_AGAIN, "etag": asset.tag, "vary": "accept-encoding"}
    if asset.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if asset.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, asset.media_type)


def router(cards: Cards, questions: Questions, folder: Path = STATIC) -> APIRouter:
    """Make the routes of the pages: `/static/...` and, for any other address outside `/api`, the one document.

    The document finds out from its address what to show, so that every state of the pages is a link. An address that
    no page has gets it with the status 404, and it says that there is nothing here.
    """
    assets = Assets(folder)
    editions: list[Edition] = []
    pages = APIRouter(include_in_schema=False)

    def edition() -> Edition:
        if not editions or editions[-1].stamp != stamp(folder):
            editions[:] = [Edition(assets)]
        return editions[-1]

    @pages.get(f"/static/{{root}}/{_CATALOGUE}/{{tag}}.json", responses=answered(catalogue.Systems))
    async def systems(root: str, tag: str, request: Request) -> Response:
        known = await questions.catalogue()
        now = await asyncio.to_thread(edition)
        return known.response(request, _LASTING if (root, tag) == (now.name, known.tag) else _ASKED_AGAIN)

    @pages.api_route("/static/{name:path}", methods=["GET", "HEAD"])
    async def file(name: str, request: Request) -> Response:
        first, _, rest = name.partition("/")
        if re.fullmatch("[0-9a-f]{16}", first):
            now = await asyncio.to_thread(edition)
            # A page of an older edition gets what there is now.
            if rest in now.files:
                return send(now.files[rest], request, lasting=first == now.name)
        asset = assets.find(name)
        if asset is None:
            raise HTTPException(404, f"There is no file {name!r}.")
        return send(asset, request)

    @pages.api_route(f"/{_WORKER}", methods=["GET", "HEAD"])
    async def worker(request: Request) -> Response:
        return send((await asyncio.to_thread(edition)).worker, request)

    @pages.api_route("/{address:outside_api}", methods=["GET", "HEAD"])
    async def page(address: str, request: Request) -> Response:
        found = page_at(address)
        known = await questions.catalogue()
        document = (await asyncio.to_thread(edition)).document(found or "", known.tag)
        if found is None:
            return send(document, request, 404)
        try:
            head = await cards.head(request, address)
        except (OddsmithError, JobFailed, ClientGone):
            head = ""  # the page itself says what is wrong
        asked = first_question(address, request.query_params.multi_items())
        if asked != "":
            head += f'<link rel="preload" href="{escape(asked)}" as="fetch" crossorigin>\n'
        if head != "":
            document = _asset(".html", document.body.replace(b"</head>", head.encode() + b"</head>"))
        return send(document, request)

    return pages

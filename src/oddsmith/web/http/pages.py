"""Routes of the pages: files of the folder `static`, and one document for every address that a person may see."""

from __future__ import annotations

import hashlib
import mimetypes
import re
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import Response

from oddsmith.systems.registry import system, system_names

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

#: First parts of addresses, and how many follow.
_PAGES = {
    ("", 0),
    ("odds", 0),
    ("notation", 0),
    ("tables", 0),
    ("table", 1),
    ("verify", 0),
    ("about", 0),
    ("gallery", 0),
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
        self._known: dict[str, Asset] = {}

    def find(self, name: str) -> Asset | None:
        """Return the file of that name below the folder; None for what is not there, is hidden, or lies outside."""
        if not all(part.isprintable() and not part.startswith(".") for part in PurePosixPath(name).parts):
            return None
        path = self.folder / name
        try:
            changed = path.stat().st_mtime_ns
            known = self._known.get(name)
            if known is None or known.changed != changed:
                known = self._known[name] = _read(path, changed)
        except (OSError, ValueError):
            return None
        return known


def _read(path: Path, changed: int) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".js" and "vendor" not in path.parts:
        body = shortened(body)
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compressed = _compressed(body) if path.suffix in _COMPRESSED else None
    return Asset(changed, body, compressed, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def _compressed(body: bytes) -> bytes:
    """The file in gzip's format, in blocks of the length that makes our largest one smallest."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, _GZIP, memLevel=7)
    return deflate.compress(body) + deflate.flush()


def shortened(module: bytes) -> bytes:
    """Return one of our modules without its comments and indentation; what is left stands in the same lines.

    >>> shortened(b"/** @param {number} a */\\nconst f = (a) =>\\n  a; // twice\\n  // or once\\n")
    b'\\nconst f = (a) =>\\na; // twice\\n\\n'
    """
    bare = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), module)
    return _INDENTATION.sub(b"", bare)


def is_page(address: str) -> bool:
    """Return whether a page has this address; whether a table is there is told by the page.

    >>> [is_page(address) for address in ("", "odds/t13/test", "table/38877f4b", "odds/t13/tets", "admin", "about/us")]
    [True, True, True, False, False, False]
    """
    first, *rest = address.split("/")
    if first == "odds" and rest:
        return rest[0] in system_names() and (len(rest) == 1 or rest[1:] in [[a.name] for a in system(rest[0]).actions])
    return (first, len(rest)) in _PAGES


def send(asset: Asset, request: Request, status: int = 200) -> Response:
    """Send a file, compressed where the browser takes that, or the news that the browser has it already."""
    # What a browser keeps is asked for again each time: a new version of the app is there at once.
    headers = {"cache-control": "no-cache", "etag": asset.tag, "vary": "accept-encoding"}
    if asset.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if asset.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, asset.media_type)


def router(folder: Path = STATIC) -> APIRouter:
    """Make the routes of the pages: `/static/...` and, for any other address outside `/api`, the one document.

    The document finds out from its address what to show, so that every state of the pages is a link. An address that
    no page has gets it with the status 404, and it says that there is nothing here.
    """
    assets = Assets(folder)
    pages = APIRouter(include_in_schema=False)

    @pages.api_route("/static/{name:path}", methods=["GET", "HEAD"])
    async def file(name: str, request: Request) -> Response:
        asset = assets.find(name)
        if asset is None:
            raise HTTPException(404, f"There is no file {name!r}.")
        return send(asset, request)

    @pages.api_route("/{address:outside_api}", methods=["GET", "HEAD"])
    async def page(address: str, request: Request) -> Response:
        document = assets.find("index.html")
        if document is None:
            raise HTTPException(404)
        return send(document, request) if is_page(address) else send(document, request, status=404)

    return pages

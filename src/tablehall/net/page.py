"""The page in the browser: its built files, read once and served from memory."""

import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

FOLDER = Path(__file__).resolve().parent.parent / "web"
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their contents."""
ASK_AGAIN = "no-cache"

NO_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablehall</title>
<h1>Tablehall</h1><p>The hall is open. Its games: <a href="/api/games">/api/games</a>,
its tables: <a href="/api/tables">/api/tables</a>, its protocol:
<a href="/asyncapi.json">/asyncapi.json</a>.</p></html>"""


ACCEPTED = re.compile(r"\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?")
"""One of the codings that somebody accepts, and how much they like it."""


class Form(NamedTuple):
    """A file as it is sent: packed, or (by no coding) as it is."""

    coding: str
    body: bytes
    tag: str


class PageFile(NamedTuple):
    """A file of the page in all its forms, the smallest first; the last one is the file as it is."""

    kind: str
    forms: Sequence[Form]


class Page:
    """The files of the page; none if it was not built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): read(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS and path.is_file()
        }

    def add_to(self, app: web.Application) -> None:
        """Serve the page at the root."""
        app.router.add_get("/", self.front)
        app.router.add_get("/assets/{name}", self.asset)

    async def front(self, request: web.Request) -> web.Response:
        """The page itself, or a few words where it was not built."""
        found = self.files.get("index.html")
        if found is None:
            return web.Response(text=NO_PAGE, content_type="text/html")
        return answer(request, found, ASK_AGAIN)

    async def asset(self, request: web.Request) -> web.Response:
        """What the page is made of."""
        found = self.files.get(f"assets/{request.match_info['name']}")
        if found is None:
            raise web.HTTPNotFound(text="The page has no such file.\n")
        return answer(request, found, FOREVER)


def read(path: Path) -> PageFile:
    """A file, packed once for all who will fetch it: by Brotli when the page was built, by gzip now."""
    body = path.read_bytes()
    name = hashlib.sha256(body).hexdigest()[:20]
    packed = {"gzip": gzip.compress(body, 9, mtime=0)}
    brotli = path.with_name(f"{path.name}.br")
    if brotli.is_file():
        packed["br"] = brotli.read_bytes()
    forms = [
        Form(coding, each, f"{name}-{coding}") for coding, each in packed.items() if len(each) < len(body)
    ]
    forms.sort(key=lambda form: len(form.body))
    return PageFile(KINDS[path.suffix], [*forms, Form("", body, name)])


def accepted(header: str) -> dict[str, float]:
    """How much somebody likes each coding that they name, from 0 (not at all) to 1."""
    found = filter(None, map(ACCEPTED.fullmatch, header.split(",")))
    return {each[1].lower().removeprefix("x-"): float(each[2] or 1) for each in found}


def liked(form: Form, codings: Mapping[str, float]) -> float:
    """How much somebody likes a form. Who does not speak of the file as it is would rather have it packed."""
    if form.coding:
        return codings.get(form.coding, codings.get("*", 0))
    return codings.get("identity", 0.0001)


def answer(request: web.Request, file: PageFile, caching: str) -> web.Response:
    codings = accepted(",".join(request.headers.getall("Accept-Encoding", ())))
    # Of those that are liked the same the first, thus the smallest; if none is liked, the file as it is.
    form = max(file.forms, key=lambda form: liked(form, codings))
    if not liked(form, codings):
        form = file.forms[-1]
    headers = {"Cache-Control": caching, "ETag": f'"{form.tag}"', "Vary": "Accept-Encoding"}
    if any(known.value in (form.tag, "*") for known in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    if form.coding:
        headers["Content-Encoding"] = form.coding
    text = file.kind.startswith(("text/", "application/"))
    return web.Response(
        body=form.body, headers=headers, content_type=file.kind, charset="utf-8" if text else None
    )

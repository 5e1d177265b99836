"""The page in the browser: its built files, read once and served from memory."""

import gzip
import hashlib
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


class PageFile(NamedTuple):
    """A file of the page, as it is and packed."""

    kind: str
    body: bytes
    packed: bytes
    tag: str


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
    """A file, packed once for all who will fetch it."""
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0)
    return PageFile(KINDS[path.suffix], body, packed, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def answer(request: web.Request, file: PageFile, caching: str) -> web.Response:
    headers = {"Cache-Control": caching, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    body = file.body
    if "gzip" in request.headers.get("Accept-Encoding", "") and len(file.packed) < len(body):
        headers["Content-Encoding"] = "gzip"
        body = file.packed
    text = file.kind.startswith(("text/", "application/"))
    return web.Response(body=body, headers=headers, content_type=file.kind, charset="utf-8" if text else None)

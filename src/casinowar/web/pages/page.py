"""The page: one shell for every screen, and the files it is made of.

The files are read once, when the house starts. Their address contains a hash of all of them, so a
browser may keep them for ever and still never mixes two versions.
"""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC = Path(__file__).parents[2] / "static"
SHELL = "page/index.html"
PLACE = b"{{static}}"
"""What the shell has in place of the folder of its files."""

SCREENS = (
    "/",
    "/tables/{table}",
    "/rounds",
    "/rounds/{table}",
    "/rounds/{table}/{number}",
    "/rules",
    "/rules/{name}",
    "/verify",
    "/account",
    "/pit",
    "/pit/{table}",
    "/people",
    "/deal/{table}",
)
"""The addresses of the shell; its script knows what to show at each."""

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
KEPT = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    data: bytes
    zipped: bytes
    media_type: str


def read_files(folder: Path = STATIC) -> dict[str, File]:
    """Every file of the page by its path, without the shell."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
    return {
        path.relative_to(folder).as_posix(): _file(path.read_bytes(), TYPES[path.suffix])
        for path in paths
    }


def _file(data: bytes, media_type: str) -> File:
    return File(data, gzip.compress(data, mtime=0), media_type)


@cache
def _files() -> dict[str, File]:
    return read_files()


@cache
def version() -> str:
    """The version in the address of every file."""
    return version_of(_files())


def address(path: str) -> str:
    """Where a file of the page is served."""
    return f"/static/{version()}/{path}"


def version_of(files: dict[str, File]) -> str:
    """The hash of all files and their names."""
    whole = hashlib.sha256()
    for path, file in files.items():
        whole.update(f"{path}\n{len(file.data)}\n".encode() + file.data)
    return whole.hexdigest()[:16]


def routes() -> list[Route]:
    """The shell at the address of every screen, and its files."""
    files, current = _files(), version()
    html = (STATIC / SHELL).read_bytes().replace(PLACE, address("page").encode())
    shell = _file(html, "text/html")

    async def screen(request: Request) -> Response:
        return _sent(request, shell, {"Cache-Control": "no-cache"})

    async def static(request: Request) -> Response:
        file = files.get(request.path_params["path"])
        if file is None or request.path_params["version"] != current:
            return Response("no such file of the page\n", 404, media_type="text/plain")
        return _sent(request, file, {"Cache-Control": KEPT})

    async def icon(request: Request) -> Response:
        """The icon that browsers ask for at addresses without a page, such as /healthz."""
        return _sent(request, files["page/icon.svg"], {"Cache-Control": A_DAY})

    return [
        *(Route(path, screen) for path in SCREENS),
        Route("/favicon.ico", icon),
        Route("/static/{version}/{path:path}", static),
    ]


def _sent(request: Request, file: File, headers: dict[str, str]) -> Response:
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.data, headers=headers, media_type=file.media_type)
    headers["Content-Encoding"] = "gzip"
    return Response(file.zipped, headers=headers, media_type=file.media_type)

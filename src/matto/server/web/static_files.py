"""Files that are the same for all: scripts, card faces, the service worker, robots.txt."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from matto.engine.rulebook import rulebook_in
from matto.engine.words import LANGUAGES
from matto.games import catalogue
from matto.server.http.middleware import UNLIMITED
from matto.server.http.requests import HttpRequest
from matto.server.live.streams import WORTH_IT, accepts_gzip, gzip_file
from matto.server.web.page_context import requested_faces
from matto.server.web.rendering import (
    STATIC,
    asset,
    page_at,
    rendered,
    version,
)

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@cache
def assets() -> Mapping[str, bytes]:
    """All files, read once: none but these can be asked for."""
    files = (path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in files}


@get("/static/{name:path}", opt={UNLIMITED: True})
async def static(request: HttpRequest, name: FromPath[str]) -> Response[Any]:
    """Send a file; under the address that names its version it may be kept for ever."""
    name = name.lstrip("/")
    if name not in assets():
        raise NotFoundException
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return versioned(request, assets()[name], kind, version(assets()[name]))


def versioned(
    request: HttpRequest, content: bytes, media_type: str, version: str
) -> Response[Any]:
    """Send something with a version, compressed once for all; nothing to those who have it."""
    tag = f'"{version}"'
    own = request.query_params.get("v") == version
    headers = {
        "ETag": tag,
        "Cache-Control": FOR_EVER if own else ASK_AGAIN,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    if len(content) > WORTH_IT and accepts_gzip(request.scope):
        content, headers["Content-Encoding"] = gzip_file(content), "gzip"
    return Response(content, media_type=media_type, headers=headers)


SVG = "image/svg+xml"


@get("/faces/{style:str}/{name:str}", opt={UNLIMITED: True})
async def faces(
    request: HttpRequest, style: FromPath[str], name: FromPath[str]
) -> Response[Any]:
    """Send the faces of a game's pack, compressed to a tenth wherever that is understood."""
    content = requested_faces(style, name.removesuffix(".svg"), request.query_params)
    return versioned(request, content, SVG, version(content))


SHELL = (
    "base.css",
    "dark.css",
    "rules.css",
    "table.css",
    "matches.css",
    "page.js",
    "install.js",
    "icon.svg",
    "icon.png",
    "site.json",
)
"""The files that kept pages need."""


@get("/sw.js", opt={UNLIMITED: True})
async def service_worker(request: HttpRequest) -> Response[str]:
    """The service worker for readers of a language; it is another whenever anything changes."""
    asked = request.query_params.get("lang", "")
    script = worker_for(asked if asked in LANGUAGES else LANGUAGES[0])
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


@cache
def worker_for(language: str) -> str:
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    books = [rulebook_in(game_id, language) for game_id in catalogue()]
    shell = [asset(name) for name in SHELL]
    everything = repr((language, script, shell, books)).encode()
    kept = {
        "version": f"{language} {version(everything)}",
        "shell": shell,
        "books": ["/rules", *(f"/rules/{game_id}" for game_id in catalogue())],
    }
    return f"const KEPT = {json.dumps(kept)};\n{script}"


ROBOTS = """User-agent: *
Disallow: /t/
Disallow: /join
Disallow: /matches
Disallow: /api/tables
Disallow: /operator
Disallow: /metrics
Disallow: /healthz
Disallow: /livez
Disallow: /readyz
"""
"""Tables are for those who have their links, and what follows is of no use to a search."""


@get("/robots.txt", opt={UNLIMITED: True}, media_type=MediaType.TEXT)
async def robots() -> str:
    return ROBOTS


CONTACT_HOLDS = timedelta(days=180)
"""For how long after it was read the contact holds: a server that runs keeps it new."""


@get("/.well-known/security.txt", opt={UNLIMITED: True}, media_type=MediaType.TEXT)
async def security_txt(request: HttpRequest) -> str:
    """Name whom to tell of a weakness (RFC 9116), where the operator has said it."""
    contact = request.services.settings.security_contact
    if not contact:
        raise NotFoundException
    expires = datetime.now(UTC) + CONTACT_HOLDS
    return f"Contact: {contact}\nExpires: {expires:%Y-%m-%dT%H:%M:%SZ}\n"


@page_at("/offline")
async def offline(request: HttpRequest) -> str:
    return rendered("offline.html", request.visit)

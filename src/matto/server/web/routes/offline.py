"""What can be read without a network: the service worker that keeps it, and a page."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from litestar import Response, get

from matto.engine.translations import rulebook_in
from matto.engine.words import LANGUAGES
from matto.games import catalogue
from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest, visit_of
from matto.server.http.responses import as_page
from matto.server.web.pages.environment import HASH_LENGTH, STATIC, asset, rendered
from matto.server.web.routes.assets import ASK_AGAIN

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


@get("/sw.js", opt={FREE: True})
async def service_worker(request: HttpRequest) -> Response[str]:
    """The service worker for readers of a language; it is another whenever anything changes."""
    asked = request.query_params.get("lang", "")
    script = worker_for(asked if asked in LANGUAGES else LANGUAGES[0])
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


@cache
def worker_for(language: str) -> str:
    """The service worker's script, what it keeps put before it."""
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    books = [rulebook_in(game_id, language) for game_id in catalogue()]
    shell = [asset(name) for name in SHELL]
    everything = repr((language, script, shell, books)).encode()
    kept = {
        "version": f"{language} {hashlib.sha256(everything).hexdigest()[:HASH_LENGTH]}",
        "shell": shell,
        "books": ["/rules", *(f"/rules/{game_id}" for game_id in catalogue())],
    }
    return f"const KEPT = {json.dumps(kept)};\n{script}"


@get("/offline")
async def offline(request: HttpRequest) -> Response[str]:
    """What somebody without a network sees in place of a page that was not kept."""
    return as_page(rendered("offline.html", visit_of(request)))


ROUTES = (service_worker, offline)

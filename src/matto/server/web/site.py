"""Beside the tables: errors, keys, how pages look, files that are the same for all, health."""

from __future__ import annotations

import asyncio
import hmac
import json
import mimetypes
import os
from collections.abc import Mapping
from functools import cache, partial
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from prometheus_client import CONTENT_TYPE_LATEST

from matto.engine.errors import MattoError
from matto.engine.rulebook import rulebook_in
from matto.engine.words import LANGUAGES, N_, Text
from matto.games import catalogue
from matto.server.http import requests
from matto.server.http.error_answers import ErrorAnswer, NoOperatorPage, answered
from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest, Services, Visit
from matto.server.http.security import bearer, is_loopback
from matto.server.live.streams import WORTH_IT, accepts_gzip, gzip_file
from matto.server.settings import LOOPBACK, host_name
from matto.server.tables.views import Phase
from matto.server.telemetry import memory_of, open_handles
from matto.server.web.page_context import asked_for
from matto.server.web.rendering import (
    STATIC,
    asset,
    known_to_templates,
    page_at,
    rendered,
    version,
)


def answer_error(request: HttpRequest, error: Exception) -> Response[Any]:
    return answered(request, error, None if request.wants_json else partial(_page, request))


def _page(request: HttpRequest, problem: ErrorAnswer) -> str:
    table = request.path_params.get("table", "")
    lost = problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
    back = f"/t/{quote(table)}" if table and not lost else "/"
    visit = request.visit
    return error_page(visit, problem.sentence, clause=problem.clause, back=back)


COOKIES: Mapping[str, str] = {
    "matto": N_("A random key. It is how a table knows that your seat is yours."),
    "name": N_("The name under which you played last."),
    "language": N_("The language that you have chosen."),
    "faces": N_("The card faces that you have chosen."),
    "theme": N_("Light or dark colours, if you have chosen."),
    "put_away": N_("The tables that you have put away from the first page."),
    "only": N_("Whether a question with one answer answers itself, if you have chosen."),
    "greetings": N_("Whether you see what the others at a table say, if you have chosen."),
    "sounds": N_("Whether you hear sounds at the table, if you have chosen."),
    "keys": N_("Whether letters and digits are keys at the table, if you have chosen."),
}
"""Every cookie that is ever set, and what it is for."""

TABLE_KEYS: Mapping[str, str] = {
    "← → ↑ ↓": N_("from card to card, and from word to word"),
    N_("Enter"): N_("plays the card, says the word"),
    "1 … 9": N_("says the word with that number"),
    "0": N_("says nothing and lets the others speak"),
    "D": N_("to your hand"),
    "H": N_("a hint: what the strongest player would do, and what each choice is worth"),
    "C": N_("to the question and what you may choose"),
    "W": N_("tells whose turn it is and what lies on the table"),
    "L": N_("the last trick"),
    "S": N_("the score so far, and what each has won"),
    "V": N_("the cards, their order and what they count"),
    "R": N_("the rule that matters now"),
    "T": N_("table talk, where the game allows it"),
    "U": N_("takes back your last choice; what others have seen, if they agree"),
    "N": N_("ready for the next deal"),
    "?": N_("these keys"),
    "Esc": N_("closes what is open"),
}
REPLAY_KEYS: Mapping[str, str] = {
    "← →": N_("a step back, a step on"),
    "↓": N_("to the end of the trick"),
    N_("Home"): N_("to the start"),
    N_("End"): N_("to the end"),
}


known_to_templates(cookies=COOKIES, table_keys=TABLE_KEYS, replay_keys=REPLAY_KEYS)


def error_page(visit: Visit, sentence: Text, *, clause: str = "", back: str = "/") -> str:
    """Fill in the page; `clause` is a citation such as `game 4.2`, `back` where to go."""
    game, _, number = clause.rpartition(" ")
    return rendered(
        "error.html",
        visit,
        sentence=sentence,
        clause={"game": game, "number": number} if game else None,
        back=back,
    )


@page_at("/about")
async def about(request: HttpRequest) -> str:
    return rendered("about.html", request.visit, games=len(catalogue()))


@page_at("/keys")
async def keys(request: HttpRequest) -> str:
    return rendered("keys.html", request.visit)


LONGEST_QUERY = 500
KEPT_IN_A_QUERY = "=&%+,;:@!$'()*/?"
"""What has a meaning in the query of an address, or is written in it as it is."""


@post("/look", status_code=303)
async def display(request: HttpRequest) -> Response[Any]:
    form = await request.fields()
    answer = requests.see(_own_path(form.get("back", "/")))
    for name, value in requests.chosen(form).items():
        requests.remember(answer, name, value, httponly=False)
    return answer


def _own_path(address: str) -> str:
    """A path of this site; never another site, however it is written."""
    try:
        split = urlsplit(address)
    except ValueError:
        return "/"
    path = unquote(split.path)  # it may come as addresses are written, or as they are read
    inside = path.startswith("/") and not path.startswith(("//", "/\\"))
    if not inside or split.netloc:
        return "/"
    # pages name their path as people read it: what a header cannot hold is written otherwise
    query = quote(split.query[:LONGEST_QUERY], safe=KEPT_IN_A_QUERY)
    return quote(path) + (f"?{query}" if query else "")


FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@cache
def assets() -> Mapping[str, bytes]:
    """All files, read once: none but these can be asked for."""
    files = (path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in files}


@get("/static/{name:path}", opt={FREE: True})
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


@get("/faces/{style:str}/{name:str}", opt={FREE: True})
async def faces(
    request: HttpRequest, style: FromPath[str], name: FromPath[str]
) -> Response[Any]:
    """Send the faces of a game's pack, compressed to a tenth wherever that is understood."""
    content = asked_for(style, name.removesuffix(".svg"), request.query_params)
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


@get("/sw.js", opt={FREE: True})
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


@page_at("/offline")
async def offline(request: HttpRequest) -> str:
    return rendered("offline.html", request.visit)


async def look_up_own(services: Services) -> None:
    """Note how this worker stands; others add it to their own."""
    metrics, bots = services.metrics, services.bot_pool
    metrics.streams.set(services.hub.streams)
    metrics.tables_in_memory.set(len(services.tables.cache))
    metrics.bot_queue.set(bots.queue)
    metrics.bot_processes.set(len(bots.pids))
    metrics.memory.labels("server").set(memory_of(os.getpid()))
    metrics.memory.labels("bots").set(sum(map(memory_of, bots.pids)))
    metrics.handles.set(open_handles())


PATIENCE = 3.0
"""Seconds within which the store must answer."""

PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")
"""What a proxy tells: such a request does not come from this machine."""


@get("/livez", opt={FREE: True})
async def livez() -> Response[Any]:
    return requests.as_json({"ok": True, "process": os.getpid()})


@get("/readyz", opt={FREE: True})
async def readyz(request: HttpRequest) -> Response[Any]:
    services = request.services
    ready = not services.hub.closed
    try:
        async with asyncio.timeout(PATIENCE):
            await services.store.lines([])
    except (MattoError, TimeoutError, RuntimeError):
        ready = False
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    return requests.as_json({"ok": ready, "process": os.getpid()}, status)


@get("/healthz", opt={FREE: True})
async def healthz(request: HttpRequest) -> Response[Any]:
    services = request.services
    await services.store.lines([])
    return requests.as_json(
        {"ok": True, "streams": services.hub.streams, "process": os.getpid()}
    )


@get("/metrics", opt={FREE: True})
async def metrics(request: HttpRequest) -> Response[bytes]:
    """All figures, to whoever may read them; to all others there is no such address."""
    if not _may_read_metrics(request):
        raise NotFoundException
    services = request.services
    await look_up_own(services)
    phases = dict.fromkeys(Phase, 0)
    for (_game, phase), number in (await services.store.census()).items():
        phases[phase] += number
    for phase, number in phases.items():
        services.metrics.tables.labels(phase.value).set(number)
    services.metrics.store_bytes.set(await services.store.size())
    return Response(services.metrics.page(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _may_read_metrics(request: HttpRequest) -> bool:
    """Return whether a request has the key; without one, whether it comes from this machine.

    Behind a proxy every request does. One that is known by an address for people has a proxy,
    and whatever a proxy tells of counts as one, too.
    """
    settings = request.services.settings
    if key := settings.operator_key:
        return hmac.compare_digest(bearer(request.headers).encode(), key.encode())
    if settings.base_url or any(name in request.headers for name in PASSED_ON):
        return False
    host = host_name(request.headers.get("host", ""))
    return host in LOOPBACK and is_loopback(request.address)


@get("/operator")
async def operator() -> None:
    raise NoOperatorPage

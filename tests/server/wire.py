"""The server asked without a network: a request goes in, the bytes of the answer come out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from matto.server.app import create_app
from matto.server.http.requests import Services
from matto.server.http.security import RequestLimits, Viewer
from matto.server.settings import Settings
from matto.server.tables.events import TableEvent
from matto.server.tables.store_interface import Append
from matto.server.tables.views import Phase
from server.alike import OPENED

HOST = "127.0.0.1:8765"
FAST = 1e6
"""Requests a second: the tests are quicker than anybody may be."""

SECONDS = 120
"""After so long a test at a server has failed."""

_ENDED: list[Litestar] = []
"""Servers that have ended and may be started again: to put up all routes takes its time."""


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        """What the body says."""
        return json.loads(self.body)


class Wire:
    """A running server, and the way to it."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    @property
    def services(self) -> Services:
        """The parts of the server."""
        services: Services = self._app.state.services
        return services

    def limit(self, rate: float) -> None:
        """Let so many requests a second be taken, by a clock that stands still."""
        limits = RequestLimits(rate, clock=lambda: 0.0)
        self._app.state.services = msgspec.structs.replace(self.services, limits=limits)

    async def keep(self, table_id: str, events: Sequence[TableEvent], phase: Phase) -> None:
        """Let a table have been played before the server hears of it."""
        append = Append(table_id, 0, tuple(events), OPENED, phase.value)
        await self.services.tables.store.append(append)

    def browser(self, key: str) -> dict[str, str]:
        """The headers of a browser whose cookie holds a key, as our own page sends them."""
        guard, viewer = self.services.guard, Viewer(key)
        return {
            "cookie": guard.cookie(viewer, https=False).partition(";")[0],
            "x-csrf-token": guard.token(viewer),
            "content-type": "application/x-www-form-urlencoded",
        }

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        until: bytes = b"",
    ) -> Answer:
        """Send a request; `until` ends a stream when it has sent that."""
        sent = body if isinstance(body, bytes) else b"" if body is None else _framed(body)
        head = {"host": HOST, "content-length": str(len(sent)), **(headers or {})}
        if key:
            head["authorization"] = f"Bearer {key}"
        talk = Talk(sent, until, head_only=method == "HEAD")
        await self._app(_scope(method, path, head), talk.receive, talk.send)  # type: ignore[arg-type]
        return talk.answer


class Talk:
    """One request and its answer, as ASGI has them."""

    def __init__(self, body: bytes, until: bytes, *, head_only: bool = False) -> None:
        self._head_only = head_only
        self._body: bytes | None = body
        self._until = until
        self._start: Mapping[str, Any] = {}
        self._answer = b""
        self._enough = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        """Give the request, then nothing until the answer is enough."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._enough.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if not self._head_only:  # as every ASGI server has it
            self._answer += message.get("body", b"")
        if not message.get("more_body") or (self._until and self._until in self._answer):
            self._enough.set()

    @property
    def answer(self) -> Answer:
        """The whole answer."""
        headers = ((n.decode(), v.decode()) for n, v in self._start["headers"])
        return Answer(self._start["status"], tuple(sorted(headers)), self._answer)


def _framed(body: object) -> bytes:
    return msgspec.json.encode(body)


def _scope(method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    bare, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": bare,
        "raw_path": bare.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8765),
        "extensions": {},
    }


@asynccontextmanager
async def wired(folder: Path, **settings: Any) -> AsyncIterator[Wire]:
    """Run a server in this process; nobody's bots move in it unless somebody looks."""
    chosen = Settings(data=folder, **{"rate": FAST, **settings})
    app = _ENDED.pop() if _ENDED else create_app(chosen)
    app.state.settings = chosen
    failure: Exception | None = None
    async with asyncio.timeout(SECONDS), app.lifespan():
        try:
            yield Wire(app)
        except Exception as error:  # the lifespan would bury it in a group
            failure = error
    _ENDED.append(app)
    if failure is not None:
        raise failure


def events_in(body: bytes, kind: str = "state") -> Iterator[str]:
    """The data of the events of a kind in what a stream has sent."""
    for block in body.decode().split("\n\n"):
        lines = block.split("\n")
        if f"event: {kind}" in lines:
            yield "\n".join(line[6:] for line in lines if line.startswith("data: "))

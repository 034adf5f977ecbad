"""Serving a port: its connections counted and limited, its address, and an orderly end.

How long a request may take to come, how large its head may be, and how many connections one
address may have is for the proxy before the server (`deploy/`), or nobody.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import multiprocessing
import os
import select
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.app import create_app
from matto.server.live.streams import ABORT, READS, WATCH
from matto.server.settings import (
    EVERYWHERE,
    HIGHEST_PORT,
    MOST_BYTES,
    Settings,
    as_environment,
    read_settings,
)
from matto.server.store.database_errors import StoreUnavailable
from matto.server.telemetry import FOLDER, set_up_logs

if sys.platform != "win32":
    import resource

UNREAD_SECONDS = 30
"""Seconds for which a reader may leave unconfirmed, or unread, what was sent to him."""

UNCONFIRMED_SECONDS = 5
"""Seconds without a sign from whoever keeps a stream open, after which his connection ends."""

PROBE_AFTER, PROBE_EVERY = 3, 1
"""Seconds after which the system asks such a reader for a sign, and asks again."""

OTHER_HANDLES = 100
"""Handles of a process that no connection gets: the store, the bots, files that are read."""

MOST_OF_A_REQUEST = 8 * MOST_BYTES
"""Bytes of a request in all: a body may come in pieces that are mostly frame."""


class NotForUs(Exception):
    """A request for something that is not on this server, as one asks a proxy."""


class Connection(HttpToolsProtocol):
    """A connection that a stream can watch and cut, and that ends with the server."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._taken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        notice_silence(transport)

    def data_received(self, data: bytes) -> None:
        """Take what has come, but nothing that never ends."""
        self._taken += len(data)
        super().data_received(data)
        if self._taken > MOST_OF_A_REQUEST:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._taken = 0
        extensions: dict[str, Any] = {
            ABORT: self.transport.abort,
            READS: lambda: not self.flow.write_paused,
            WATCH: lambda: notice_silence(self.transport, UNCONFIRMED_SECONDS, probe=True),
        }
        self.scope["extensions"] = extensions

    def on_headers_complete(self) -> None:
        """Begin to answer; what a body has behind it is no header of the request."""
        if not self.url.startswith(b"/") and self.url != b"*":
            raise NotForUs
        super().on_headers_complete()
        self.headers = []

    def shutdown(self) -> None:
        """End with the server: its streams first, as they would never end by themselves."""
        scope: Any = self.scope  # there is none before the first request
        if scope and "litestar_app" in scope:
            scope["litestar_app"].state.services.hub.close()
        super().shutdown()


def notice_silence(
    transport: asyncio.Transport, seconds: int = UNREAD_SECONDS, *, probe: bool = False
) -> None:
    """A phone out of reach does not say goodbye: what it leaves unconfirmed is the end.

    With `probe`, the system asks for a confirmation even when nothing is sent.
    """
    connection = transport.get_extra_info("socket")
    if connection is None or connection.family == socket.AF_UNIX:
        return
    wanted = {"TCP_USER_TIMEOUT": seconds * 1000}
    if probe:
        wanted |= {"TCP_KEEPIDLE": PROBE_AFTER, "TCP_KEEPINTVL": PROBE_EVERY}
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in wanted.items():
        if (option := getattr(socket, name, None)) is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)


def most_connections(wanted: int) -> int:
    """Ask the system for handles for so many connections; return for how many it gives them."""
    if sys.platform == "win32":
        return wanted
    handles, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = wanted + OTHER_HANDLES
    if most != resource.RLIM_INFINITY:
        enough = min(enough, most)
    if handles < enough:
        with suppress(OSError):  # some services may not ask
            resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
            handles = enough
    return min(wanted, max(OTHER_HANDLES, handles - OTHER_HANDLES))


PORTS_TRIED = 50
BACKLOG = 2048
LAST_SECONDS = 5
HUNG_SECONDS = 30
"""Seconds without an answer after which a worker counts as dead."""
SOMEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody."""

GC_LOTS = (20_000, 20, 50)
"""New objects before the young are looked at, and how often that before the older ones are.

With 500 tables and 100 actions a second (`lab/load.py tables`) 99 % of the states arrived
within 67 ms, not 342 ms, for the same memory.
"""

Ready = Callable[[], None]


class CannotListen(MattoError):
    """A port or an address at which this program cannot be reached."""


def listen(settings: Settings, *, exactly: bool) -> socket.socket:
    """Take the port that is asked for, or unless `exactly` the next free one.

    Raises `CannotListen`.
    """
    last = settings.port if exactly else settings.port + PORTS_TRIED
    for port in range(settings.port, min(last, HIGHEST_PORT) + 1):
        try:
            family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
            return socket.create_server((settings.host, port), family=family, backlog=BACKLOG)
        except OSError as error:
            if exactly or error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise _cannot_listen(settings.host, port, error) from error
    raise CannotListen(
        text("The ports from {first} to {last} are taken.", first=settings.port, last=last)
    )


def _cannot_listen(host: str, port: int, error: OSError) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return CannotListen(
            text(
                "Port {port} is taken by another program. Choose another one, such as "
                "matto serve --port {other}.",
                port=port,
                other=port + 1 if port < HIGHEST_PORT else port - 1,
            )
        )
    if error.errno == errno.EACCES:
        return CannotListen(
            text("Port {port} may not be used. Choose one above 1023.", port=port)
        )
    return CannotListen(
        text("This machine cannot be reached as “{host}”. Try --host 127.0.0.1.", host=host)
    )


def address_of(settings: Settings, port: int) -> str:
    if settings.base_url:
        return settings.base_url
    host = settings.host
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def address_for_others(settings: Settings, port: int) -> str:
    """The address by which others in the same network reach the server; empty if none do."""
    if settings.base_url or settings.host not in EVERYWHERE:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE)  # nothing is sent: it only chooses the way
        except OSError:
            return ""
        own = str(asking.getsockname()[0])
    return f"http://{own}:{port}"


STARTING = """HTTP/1.1 {status.value} {status.phrase}\r
Content-Type: application/json\r
Retry-After: 5\r
Cache-Control: no-store\r
Connection: close\r
Content-Length: {length}\r
\r
{body}"""
GRACE = 2.0
"""Seconds for which whoever asks is kept waiting: mostly the server has started by then."""

CHECK_INTERVAL = 0.1
PATIENCE = 5.0


@contextmanager
def answering_while_starting(listening: socket.socket) -> Iterator[None]:
    """Answer whoever asks while the block lasts too long, such as while the store opens.

    Whoever watches over a server that brings its tables to a newer form would else take it for
    dead, and kill it in the middle of that.
    """
    ended = threading.Event()

    def tell() -> None:
        ended.wait(GRACE)
        while not ended.is_set():
            if select.select([listening], [], [], CHECK_INTERVAL)[0]:
                with suppress(OSError):  # a worker may be quicker
                    connection, _ = listening.accept()
                    threading.Thread(target=_answer_starting, args=[connection]).start()

    listening.setblocking(False)
    telling = threading.Thread(target=tell)
    telling.start()
    try:
        yield
    finally:
        ended.set()
        telling.join()


def _answer_starting(connection: socket.socket) -> None:
    with connection, suppress(OSError):  # who goes away meanwhile has his reasons
        connection.settimeout(PATIENCE)
        asked = connection.recv(MOST_BYTES)
        lives = asked.split(b" ", 2)[1:2] == [b"/livez"]
        body = f'{{"ok":{str(lives).lower()},"starting":true}}'
        status = HTTPStatus.OK if lives else HTTPStatus.SERVICE_UNAVAILABLE
        answer = STARTING.format(status=status, length=len(body), body=body)
        connection.sendall(answer.encode())


class Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Ready) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    @property
    def failure(self) -> Exception | None:
        found: Exception | None = self._app.state.get("failure")
        return found

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets
        with answering_while_starting(sockets[0]):
            await super().startup(sockets)
        # warnings are of what others have sent, as much of it as they like
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def server_of(settings: Settings, ready: Ready) -> Server:
    app = create_app(settings)
    return Server(config_of(settings, app), app, ready)


def config_of(settings: Settings, app: Litestar | str) -> uvicorn.Config:
    """Return what uvicorn is told; `app` may name a function that makes the application."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        timeout_worker_healthcheck=HUNG_SECONDS,
        http=Connection,
        ws="none",
        forwarded_allow_ips=list(settings.proxies),
        limit_concurrency=most_connections(settings.connections),
        timeout_keep_alive=settings.idle_seconds,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=LAST_SECONDS,
    )


def tune_gc() -> None:
    """Look for cycles of unused objects in larger lots, and leave out what stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_LOTS)


def serve(settings: Settings, listening: socket.socket, ready: Ready) -> None:
    """Serve until Ctrl-C or SIGTERM."""

    def begun() -> None:
        tune_gc()
        ready()

    server = server_of(settings, begun)
    # what goes wrong before it listens is told by whoever has called, in a sentence
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    try:
        server.run([listening])
    except SystemExit:
        if server.failure is not None:
            raise server.failure from None
        raise


# -- several processes that serve one port, watched over by uvicorn's supervisor -----------

SHUTDOWN_SECONDS = 10.0
"""Seconds that a worker has to end before it is killed."""

log = logging.getLogger("matto.workers")


class NoWorkers(MattoError):
    """Workers that cannot begin, or a system that cannot share a port among them."""


class Supervisor(Multiprocess):
    """Starts the workers, replaces those that die, and says when the first one answers."""

    def __init__(
        self, settings: Settings, listening: socket.socket, ready: Callable[[], None]
    ) -> None:
        super().__init__(config_of(settings, "matto.server.serving:worker"), [listening])
        self._ready = ready

    def init_processes(self) -> None:
        """Start all of them; until one serves, whoever asks is told that it starts."""
        super().init_processes()
        patience = self.config.timeout_worker_healthcheck
        with answering_while_starting(self.sockets[0]):
            while not self.should_exit.wait(CHECK_INTERVAL):
                if any(process.is_ready(patience) for process in self.processes):
                    break
                self.handle_signals()
                self.keep_subprocess_alive()
        if not self.should_exit.is_set():
            self._ready()

    def keep_subprocess_alive(self) -> None:
        """Replace those that have died; their gauges count no more."""
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        dead = before - {process.pid for process in self.processes}
        for pid in dead:
            mark_process_dead(pid, os.environ[FOLDER])  # type: ignore[no-untyped-call]
        if dead:
            log.warning("%s of the workers have died and are started again", len(dead))

    def join_all(self) -> None:
        for process in self.processes:
            process.process.join(SHUTDOWN_SECONDS)
            process.kill()
            process.join()


def serve_in_workers(
    settings: Settings, listening: socket.socket, ready: Callable[[], None]
) -> None:
    if sys.platform == "win32":
        raise NoWorkers(text("On this system only one worker can serve. Leave out --workers."))
    with tempfile.TemporaryDirectory(prefix="matto-figures-") as figures:
        os.environ |= {**as_environment(settings), FOLDER: figures}
        supervisor = Supervisor(settings, listening, ready)
        supervisor.run()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise NoWorkers(text("The workers could not begin: see above."))


def worker() -> Litestar:
    """The application of one worker of several, as the environment says."""
    settings = read_settings(os.environ)
    set_up_logs(settings.log, settings.log_format)
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    app = create_app(settings, _log_why_not)
    app.on_startup += [
        tune_gc,
        partial(logging.getLogger("uvicorn.error").setLevel, logging.ERROR),
    ]
    return app


def _end_with_parent() -> None:
    """End this worker at once when its parent is gone, however that came: the port is free."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@asynccontextmanager
async def _log_why_not(_app: Litestar) -> AsyncIterator[None]:
    """Say why a worker cannot begin; one whose database is out of reach is started again."""
    try:
        yield
    except MattoError as error:
        log.critical("%s", error)
        if isinstance(error, StoreUnavailable):
            os._exit(1)
        raise

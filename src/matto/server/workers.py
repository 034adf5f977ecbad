"""Several processes that serve one port, watched over by uvicorn's supervisor."""

from __future__ import annotations

import logging
import multiprocessing
import os
import socket
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.app import create_app
from matto.server.serving import config_of, telling_that_it_starts, tune_gc
from matto.server.settings import Settings, as_environment, read_settings
from matto.server.store.database_errors import StoreUnavailable
from matto.server.telemetry import FOLDER, set_up_logs

LOOK = 0.1
PATIENCE = 10.0
"""Seconds that a worker has to end before it is killed."""

log = logging.getLogger("matto.workers")


class NoWorkers(MattoError):
    """Workers that cannot begin, or a system that cannot share a port among them."""


class Supervisor(Multiprocess):
    """Starts the workers, replaces those that die, and says when the first one answers."""

    def __init__(
        self, settings: Settings, listening: socket.socket, ready: Callable[[], None]
    ) -> None:
        super().__init__(config_of(settings, "matto.server.workers:worker"), [listening])
        self._ready = ready

    def init_processes(self) -> None:
        """Start all of them; until one serves, whoever asks is told that it starts."""
        super().init_processes()
        with telling_that_it_starts(self.sockets[0]):
            while not self.should_exit.wait(LOOK) and not self._one_serves():
                self.handle_signals()
                self.keep_subprocess_alive()
        if not self.should_exit.is_set():
            self._ready()

    def _one_serves(self) -> bool:
        patience = self.config.timeout_worker_healthcheck
        return any(process.is_ready(patience) for process in self.processes)

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
            process.process.join(PATIENCE)
            process.kill()
            process.join()

    @property
    def has_failed(self) -> bool:
        return any(process.exitcode == STARTUP_FAILURE for process in self.processes)


def serve_together(
    settings: Settings, listening: socket.socket, ready: Callable[[], None]
) -> None:
    if sys.platform == "win32":
        raise NoWorkers(text("On this system only one worker can serve. Leave out --workers."))
    with tempfile.TemporaryDirectory(prefix="matto-figures-") as figures:
        os.environ |= {**as_environment(settings), FOLDER: figures}
        supervisor = Supervisor(settings, listening, ready)
        supervisor.run()
    if supervisor.has_failed:
        raise NoWorkers(text("The workers could not begin: see above."))


def worker() -> Litestar:
    """The application of one worker of several, as the environment says."""
    settings = read_settings(os.environ)
    set_up_logs(settings.log, settings.log_format)
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    app = create_app(settings, _saying_why)
    app.on_startup += [tune_gc, _hear_of_failures]
    return app


def _hear_of_failures() -> None:
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def _end_with_parent() -> None:
    """End this worker at once when its parent is gone, however that came: the port is free."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@asynccontextmanager
async def _saying_why(_app: Litestar) -> AsyncIterator[None]:
    """Say why a worker cannot begin; one whose database is out of reach is started again."""
    try:
        yield
    except MattoError as error:
        log.critical("%s", error)
        if isinstance(error, StoreUnavailable):
            os._exit(1)
        raise

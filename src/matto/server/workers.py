"""Several processes that serve one port: started together, replaced when one dies."""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.logs import set_up_logs
from matto.server.metrics import FOLDER
from matto.server.settings import Settings, as_environment, read_settings
from matto.server.starting import telling_beside

CALL = "from matto.server.workers import work; work()"
LISTENING = "MATTO_LISTENING"
READY = "MATTO_READY"
PARENT = "MATTO_PARENT"
"""The variables that hold a worker's handles: the port, a pipe to say that it is ready, and one
that ends when its parent has."""

LOOK = 0.1
REST = 1.0
"""Seconds until a worker that has died is started again, so that failing costs nothing."""

PATIENCE = 5.0

log = logging.getLogger("matto.workers")


class NoWorkers(MattoError):
    """Several workers on a system that cannot share a port among them."""


class Workers:
    """The workers of a server, watched over by the process that has started them."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: int) -> None:
        self._settings = settings
        self._listening = listening
        self._ready = ready
        self._parent, self._alive = os.pipe()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._figures = tempfile.TemporaryDirectory(prefix="matto-figures-")
        self.ending = False

    def start(self) -> None:
        """Start all of them."""
        self._processes = [self._started() for _ in range(self._settings.workers)]

    def _started(self) -> subprocess.Popen[bytes]:
        passed = (self._listening.fileno(), self._ready, self._parent)
        own = dict(zip((LISTENING, READY, PARENT), map(str, passed), strict=True))
        return subprocess.Popen(
            [sys.executable, "-P", "-c", CALL],
            pass_fds=passed,
            env={
                **os.environ,
                **as_environment(self._settings),
                **own,
                FOLDER: self._figures.name,
            },
            start_new_session=True,  # Ctrl-C reaches them through us, in order
        )

    def wait_for_first(self, reading: int) -> None:
        """Wait until one of them listens, and not a moment longer: what asks now is its own."""
        while not self.ending and not select.select([reading], [], [], LOOK)[0]:
            self._replace_dead()

    def look_after(self) -> None:
        """Replace those that have died, until the end is asked for."""
        while not self.ending:
            time.sleep(LOOK)
            self._replace_dead()

    def _replace_dead(self) -> None:
        dead = [process for process in self._processes if process.poll() is not None]
        if not dead:
            return
        for process in dead:
            mark_process_dead(process.pid, self._figures.name)  # type: ignore[no-untyped-call]
        log.warning("%s of the workers have died and are started again", len(dead))
        time.sleep(REST)
        if not self.ending:
            alive = [process for process in self._processes if process not in dead]
            self._processes = alive + [self._started() for _ in dead]

    def end(self) -> None:
        """End all of them politely, and whoever does not listen otherwise."""
        for process in self._processes:
            process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in self._processes:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._figures.cleanup()

    def request_end(self, _signal: int, _frame: FrameType | None) -> None:
        """A signal asks for the end."""
        self.ending = True


def serve_together(
    settings: Settings, listening: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve with several workers until Ctrl-C or SIGTERM."""
    if sys.platform == "win32":
        raise NoWorkers(text("On this system only one worker can serve. Leave out --workers."))
    reading, writing = os.pipe()
    workers = Workers(settings, listening, writing)
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, workers.request_end)
    workers.start()
    try:
        with telling_beside(listening):
            workers.wait_for_first(reading)
        if not workers.ending:
            ready()
        workers.look_after()
    finally:
        workers.end()


def work() -> None:
    """Serve as one worker of several, as the environment says."""
    from matto.server.serving import serve

    settings = read_settings(os.environ)
    set_up_logs(settings.log, settings.log_format)
    handles = [int(os.environ[name]) for name in (LISTENING, READY, PARENT)]
    for handle in handles:
        os.set_inheritable(handle, False)  # bots would keep the port when this worker has ended
    port, ready, parent = handles
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with socket.socket(fileno=port) as listening:
        serve(settings, listening, lambda: _tell(ready))


def _end_with(parent: int) -> None:
    """End this worker at once when its parent is gone, however that came: the port is free."""
    os.read(parent, 1)
    os._exit(1)


def _tell(ready: int) -> None:
    os.write(ready, b".")

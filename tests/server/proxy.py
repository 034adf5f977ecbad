"""A wire to a service that can be cut, or pass nothing on, for all or for one process."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from services import LOOPBACK

SOME = 65536
LOOK_AGAIN = 0.01


class Proxy:
    """Passes on what comes to its port; `url` is the service by way of it."""

    def __init__(self, url: str) -> None:
        found = re.search(rf"{LOOPBACK}:(\d+)", url)
        assert found is not None
        self._target = int(found[1])
        self._listening = socket.create_server((LOOPBACK, 0))
        self.url = url.replace(found[0], f"{LOOPBACK}:{self._listening.getsockname()[1]}")
        self._connections: list[tuple[socket.socket, socket.socket]] = []
        self._cut: int | None = None
        self._silent: int | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    @classmethod
    @contextmanager
    def to(cls, url: str) -> Iterator[Proxy]:
        """A wire to the service at an address, until the block ends."""
        proxy = cls(url)
        try:
            yield proxy
        finally:
            proxy._listening.close()
            proxy._end(0)

    @contextmanager
    def cut(self, process: int = 0) -> Iterator[None]:
        """End the connections of a process, or of all, and take no new ones."""
        self._cut = process
        self._end(process)
        try:
            yield
        finally:
            self._cut = None

    @contextmanager
    def silent(self, process: int = 0) -> Iterator[None]:
        """Pass nothing on for a process, or for all; nobody is told."""
        self._silent = process
        try:
            yield
        finally:
            self._silent = None

    def _end(self, process: int) -> None:
        for connection in tuple(self._connections):
            if _belongs(connection[0], process):
                self._connections.remove(connection)
                for end in connection:
                    with suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):  # it is closed at the end
            while True:
                near, _ = self._listening.accept()
                if self._cut is not None and _belongs(near, self._cut):
                    near.close()
                    continue
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection((LOOPBACK, self._target)) as far:
            self._connections.append((near, far))
            back = threading.Thread(target=self._pass, args=(far, near, near), daemon=True)
            back.start()
            self._pass(near, far, near)
            back.join()

    def _pass(self, source: socket.socket, target: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(SOME):
                while self._silent is not None and _belongs(near, self._silent):
                    time.sleep(LOOK_AGAIN)
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def _belongs(connection: socket.socket, process: int) -> bool:
    """Tell whether the other end is held by a process; by any, if none is named."""
    if not process:
        return True
    with suppress(OSError):
        port = connection.getpeername()[1]
        inodes = _handles(process)
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            if int(words[1].rpartition(":")[2], 16) == port and words[9] in inodes:
                return True
    return False


def _handles(process: int) -> set[str]:
    """The sockets that a process has open, by their numbers."""
    found = set()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            found.add(handle.readlink().name.removeprefix("socket:[").removesuffix("]"))
    return found

"""While a server starts: it opens its store, which may take long, and says so to whoever asks.

Whoever watches over it would else take a server that brings its tables to a newer form for
dead, and kill it in the middle of that.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GRACE = 2.0
"""Seconds for which whoever asks is kept waiting: mostly the server has started by then."""

LOOK = 0.1
PATIENCE = 5.0


class Starting(BaseHTTPRequestHandler):
    """Answers `/livez` as well, and everything else with 503."""

    timeout = PATIENCE

    def handle(self) -> None:
        """Read and answer; whoever goes away meanwhile has his reasons."""
        with suppress(OSError):
            super().handle()

    def do_GET(self) -> None:
        """Say that the server starts."""
        lives = self.path == "/livez"
        body = b'{"ok":%b,"starting":true}' % (b"true" if lives else b"false")
        self.send_response_only(HTTPStatus.OK if lives else HTTPStatus.SERVICE_UNAVAILABLE)
        self.send_header("Content-Type", "application/json")
        self.send_header("Retry-After", "5")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_POST = do_DELETE = do_GET  # noqa: N815

    def log_message(self, *_told: object) -> None:
        """Write nothing: this is no request to the server itself."""


@contextmanager
def telling_that_it_starts(listening: socket.socket) -> Iterator[None]:
    """Tell whoever asks that the server starts, while the block lasts too long."""
    ended = threading.Event()
    server = ThreadingHTTPServer(("", 0), Starting, bind_and_activate=False)
    server.socket.close()
    server.socket = listening.dup()
    server.socket.setblocking(False)  # a worker may be quicker
    server.timeout = LOOK

    def tell() -> None:
        if not ended.wait(GRACE):
            while not ended.is_set():
                server.handle_request()

    telling = threading.Thread(target=tell)
    telling.start()
    try:
        yield
    finally:
        ended.set()
        telling.join()
        server.server_close()

"""A real `matto serve` on the loopback address, with a data folder of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from services import LOOPBACK, SECONDS_TO_START, free_port, running

FAST_ENOUGH = "1000"
"""Requests a second that a test may send: it clicks faster than a person."""


def figures(page: bytes) -> dict[tuple[str, ...], float]:
    """The figures of a page by name and the values of their labels."""
    families = text_string_to_metric_families(page.decode())
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


class Served:
    """A server that can be stopped, killed and started again on the same port and data."""

    def __init__(self, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.settings = settings
        self._folder = tempfile.TemporaryDirectory(prefix="matto-served-")
        self._life = ExitStack()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """The folder that holds everything the server keeps."""
        return Path(self._folder.name) / "data"

    @property
    def log(self) -> Path:
        """What the server has said."""
        return Path(self._folder.name) / "log"

    def start(self) -> Served:
        """Start, and return when it answers."""
        command: list[str | Path] = [sys.executable, "-m", "matto", "serve"]
        settings = {
            "MATTO_DATA": str(self.data),
            "MATTO_RATE": FAST_ENOUGH,
            "MATTO_THINKERS": "1",
            **self.settings,
        }
        command += ["--port", str(self.port)]
        self.process = self._life.enter_context(running(command, self.port, self.log, settings))
        self._wait_until_well()
        return self

    def _wait_until_well(self) -> None:
        """Return when pages are served: a port may answer a moment before."""
        until = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                httpx.get(f"{self.url}/healthz").raise_for_status()
            except httpx.HTTPError:  # nobody listens yet, or it says that it starts
                ended = self.process is None or self.process.poll() is not None
                if ended or time.monotonic() > until:
                    pytest.fail(f"matto serve did not start:\n{self.log.read_text()}")
                time.sleep(0.02)
            else:
                return

    def answering(self) -> list[int]:
        """The processes that answer some requests at once; one alone is the idle one's."""

        def ask(_number: int) -> int:
            try:
                answer = httpx.get(f"{self.url}/livez", timeout=60)
            except httpx.TransportError:  # whoever had it was killed
                return 0
            return int(answer.json().get("process", 0))

        with ThreadPoolExecutor(8) as asking:
            return [process for process in asking.map(ask, range(8)) if process]

    def stop(self) -> None:
        """End politely."""
        self._life.close()
        self.process = None

    def kill(self) -> None:
        """End at once, as when the power fails."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.stop()

    def __enter__(self) -> Served:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()

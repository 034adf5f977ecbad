"""Telemetry: the log and the metrics of a server.

What is told of a request is its id, the pattern of its address, the status and the time:
neither the address itself, nor keys, cookies or what was sent.

No label holds anything of a table but its phase: no id, no card, no name, no key. Several
workers keep their figures in files of one folder, and whichever is asked adds them up.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FIELDS = ("method", "route", "status", "ms")
"""What `log.info(…, extra=…)` may tell beside its sentence."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is being answered; empty beside all requests."""


class TextLines(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        line, request = super().formatMessage(record), request_id.get()
        return f"{line} [{request}]" if request else line


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := request_id.get():
            told["request"] = request
        told |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_logs(level: str, form: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level.upper(), handlers=[handler])


FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which workers are told where they keep their figures together."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

OWN, LATE, UNREADY = "own", "late", "unready"
FALLBACK, SILENT = "fallback", "silent"
"""Who has answered for a bot: it; a simpler one, as it was late, not compiled yet, or has
failed; or nobody, where silence will do."""


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of = partial(Counter, registry=self.registry)
        self.requests = of(
            "matto_requests", "Requests that were answered.", ("route", "method", "status")
        )
        self.errors = of(
            "matto_errors", "Answers that refuse something, limits too.", ("error", "status")
        )
        self.commands = of(
            "matto_commands", "Commands of people and programs.", ("command", "outcome")
        )
        self.tables_deleted = of("matto_tables_deleted", "Tables kept long enough.")
        self.bot_answers = of(
            "matto_bot_answers", "Answers for bots, by who has given them.", ("bot", "outcome")
        )
        self._measure_times()
        self._measure_levels()

    def _measure_times(self) -> None:
        quick = partial(Histogram, registry=self.registry, buckets=QUICK)
        slow = partial(Histogram, registry=self.registry, buckets=SLOW)
        self.request_seconds = quick(
            "matto_request_seconds", "Until an answer began.", ("route",)
        )
        self.store_seconds = quick(
            "matto_store_seconds", "How long the store took.", ("operation",)
        )
        self.bot_seconds = slow("matto_bot_seconds", "How long a bot thought.", ("bot",))
        self.bot_wait_seconds = slow(
            "matto_bot_wait_seconds", "How long a bot waited until it could think."
        )

    def _measure_levels(self) -> None:
        own = partial(Gauge, registry=self.registry, multiprocess_mode="livesum")
        of_all = partial(Gauge, registry=self.registry, multiprocess_mode="livemostrecent")
        self.memory = own("matto_memory_bytes", "Memory that is held.", ("process",))
        self.handles = own("matto_open_handles", "Open files and connections.")
        self.streams = own("matto_streams", "Streams that are open.")
        self.tables = of_all("matto_tables", "Tables in the store.", ("phase",))
        self.tables_in_memory = own("matto_tables_in_memory", "Tables set up.")
        self.store_bytes = of_all("matto_store_bytes", "The size of the store.")
        self.bot_queue = own("matto_bot_queue", "Bots that wait until they can think.")
        self.bot_processes = own("matto_bot_processes", "Processes that think.")

    def page(self) -> bytes:
        folder = os.environ.get(FOLDER, "")
        if not folder:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def memory_of(process: int) -> int:
    if sys.platform != "linux":
        return 0
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_handles() -> int:
    if sys.platform != "linux":
        return 0
    return len(os.listdir("/proc/self/fd")) - 1

"""Logs: one line for each thing that is told, for people to read or as JSON for programs.

What is told of a request is its id, the pattern of its address, the status and the time:
neither the address itself, nor keys, cookies or what was sent.
"""

from __future__ import annotations

import json
import logging
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime

FIELDS = ("method", "route", "status", "ms")
"""What `log.info(…, extra=…)` may tell beside its sentence."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is being answered; empty beside all requests."""


def new_request_id() -> str:
    """A name for a request, by which its lines in the log are found."""
    return secrets.token_hex(8)


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line, and which request it belongs to."""
        line, request = super().formatMessage(record), request_id.get()
        return f"{line} [{request}]" if request else line


class JsonLines(logging.Formatter):
    """Lines for programs: each is an object in JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
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
    """Let this process write its log to the standard error output."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level.upper(), handlers=[handler])

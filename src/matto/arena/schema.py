"""The published JSON schema of reports, made from the structs that they are made of.

`python -m matto.arena.schema` prints it; `report.schema.json` beside this file keeps it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matto.arena.report import Report
from matto.records.schema import published

SCHEMA_FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """Give the JSON schema of a report as it is published."""
    return published("What the arena of matto has measured", Report)


if __name__ == "__main__":
    sys.stdout.write(schema_text())

"""The published JSON schema of reports, made from the structs that they are made of.

`python -m matto.arena.schema` prints it; `report.schema.json` beside this file keeps it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from matto.arena.report import Report

SCHEMA_FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """Give the JSON schema of a report as it is published."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the arena of matto has measured",
        **msgspec.json.schema(Report),
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())

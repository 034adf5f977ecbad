"""The published JSON schema of records, made from the structs that read them.

`python -m matto.records.schema` prints it; `record.schema.json` beside this file keeps it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from matto.records.shape import DealRecord, MatchRecord

SCHEMA_FILE = Path(__file__).with_name("record.schema.json")


def schema_text() -> str:
    """Give the JSON schema of a record (a deal or a match) as it is published."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A deal or a match of a game of matto",
        **msgspec.json.schema(DealRecord | MatchRecord),
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())

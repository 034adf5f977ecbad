"""The published JSON schemas of records and transcripts, made from the structs that read them.

`python -m matto.records.schema` prints that of records, with `transcript` behind it that of a
line of a transcript; `record.schema.json` and `transcript.schema.json` beside this file keep
them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from matto.records.json_form import DealRecord, MatchRecord
from matto.records.transcript import Transcript

SCHEMA_FILE = Path(__file__).with_name("record.schema.json")
TRANSCRIPT_FILE = Path(__file__).with_name("transcript.schema.json")


def schema_text() -> str:
    """Return the JSON schema of a record (a deal or a match) as it is published."""
    return published("A deal or a match of a game of matto", DealRecord | MatchRecord)


def transcript_schema_text() -> str:
    """Return the JSON schema of a line of a transcript as it is published."""
    return published(
        "A line of a transcript of matto: one deal, everything visible", Transcript
    )


def published(title: str, of: object) -> str:
    """Return the JSON schema of a struct as it is published."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **msgspec.json.schema(of),
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    of_transcripts = sys.argv[1:] == ["transcript"]
    sys.stdout.write(transcript_schema_text() if of_transcripts else schema_text())

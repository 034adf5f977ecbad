"""Records as JSON: written one action a line, read with the line of whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from matto.engine.errors import BadRecord
from matto.engine.words import text
from matto.records.places import KeyTwice, LineNumbers, json_places, path_of
from matto.records.shape import VERSION, DealRecord, MatchRecord, Record

WIDTH = 96
FORMATS = ("matto-deal", "matto-match")


def dump_json(record: Record) -> str:
    """Write a record as JSON, laid out so that people can read and compare it."""
    return _lay_out(msgspec.to_builtins(record), "") + "\n"


def _lay_out(value: object, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | tuple | dict) or not value:
        return flat
    if isinstance(value, dict):
        if len(indent + flat) <= WIDTH:
            return flat
    elif not any(isinstance(item, list | tuple | dict) for item in value):
        return flat
    deeper = indent + " "
    if isinstance(value, dict):
        lines = [
            f"{deeper}{json.dumps(key)}: {_lay_out(item, deeper)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    lines = [deeper + _lay_out(item, deeper) for item in value]
    return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def parse_json(content: str) -> tuple[Record, LineNumbers]:
    """Read a record and where its parts stand; raises `BadRecord`. Nothing is replayed yet."""
    raw, places = read_json(content)
    _check_header(raw, places)
    return convert(raw, DealRecord | MatchRecord, places), places


def read_json(content: str) -> tuple[object, LineNumbers]:
    """Read any JSON text and where its parts stand; raises `BadRecord`."""
    try:
        raw = msgspec.json.decode(content)
        return raw, json_places(content)
    except RecursionError as error:
        raise BadRecord(text("This is nested too deeply to be a record."), line=1) from error
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise _malformed(content, error) from error
    except KeyTwice as error:
        sentence = text("“{key}” is given twice.", key=error.key)
        raise BadRecord(sentence, line=error.line) from error


def _malformed(content: str, error: Exception) -> BadRecord:
    """Find the line where JSON breaks off; msgspec knows only that it does."""
    try:
        json.loads(content)
    except json.JSONDecodeError as known:
        problem, line = known.msg.removesuffix(" at").removesuffix(" starting"), known.lineno
    except (ValueError, RecursionError):
        problem, line = str(error), 1
    else:
        problem, line = str(error), 1
    sentence = text("This is not whole JSON: {problem}.", problem=problem)
    return BadRecord(sentence, line=line)


def _check_header(raw: object, places: LineNumbers) -> None:
    form = raw.get("format") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or form not in FORMATS:
        sentence = text(
            "This is not a record of matto: its “format” must be one of {formats}.",
            formats=", ".join(FORMATS),
        )
        raise BadRecord(sentence, line=places.line(("format",)))
    check_version(raw.get("version"), places.line(("version",)))


def check_version(version: object, line: int) -> None:
    """Raise `BadRecord` unless this program reads this version of the record's form."""
    if version != VERSION or isinstance(version, bool):
        sentence = text(
            "This record has version {found} of the form; this program reads version {known}.",
            found=version,
            known=VERSION,
        )
        raise BadRecord(sentence, line=line)


def convert(raw: object, form: Any, places: LineNumbers) -> Any:
    """Make a struct (of type `form`) of plain values; raises `BadRecord` at a wrong one."""
    try:
        return msgspec.convert(raw, type=form)
    except msgspec.ValidationError as error:
        message = str(error)
        sentence = text(
            "The record is not in form: {problem}.", problem=message.partition(" - at ")[0]
        )
        raise BadRecord(sentence, line=places.line(path_of(message))) from error

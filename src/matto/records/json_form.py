"""Records as JSON: written one action a line, read with the path of whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from matto.engine.errors import BadRecord
from matto.engine.words import text
from matto.records.places import Place, RecordPlaces, path_of
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


def parse_json(content: str) -> tuple[Record, RecordPlaces]:
    """Read a record and where its parts stand; raises `BadRecord`. Nothing is replayed yet."""
    raw, places = read_json(content), RecordPlaces()
    _check_header(raw)
    return convert(raw, DealRecord | MatchRecord, places), places


def read_json(content: str) -> object:
    """Read any JSON text; raises `BadRecord`, also where a key is given twice."""
    try:
        raw = msgspec.json.decode(content)
        json.loads(content, object_pairs_hook=_each_key_once)
        return raw
    except RecursionError as error:
        raise BadRecord(text("This is nested too deeply to be a record.")) from error
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise _malformed(content, error) from error


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Raise `BadRecord` for a key given twice: JSON readers silently keep one of the two."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        key = next(key for key in keys if keys.count(key) > 1)
        raise BadRecord(text("“{key}” is given twice.", key=key))
    return found


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
    return BadRecord(sentence, at=line)


def _check_header(raw: object) -> None:
    form = raw.get("format") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or form not in FORMATS:
        sentence = text(
            "This is not a record of matto: its “format” must be one of {formats}.",
            formats=", ".join(FORMATS),
        )
        raise BadRecord(sentence)
    check_version(raw.get("version"), "version")


def check_version(version: object, at: Place) -> None:
    """Raise `BadRecord` unless this program reads this version of the record's form."""
    if version != VERSION or isinstance(version, bool):
        sentence = text(
            "This record has version {found} of the form; this program reads version {known}.",
            found=version,
            known=VERSION,
        )
        raise BadRecord(sentence, at=at)


def convert(raw: object, form: Any, places: RecordPlaces) -> Any:
    """Make a struct (of type `form`) of plain values; raises `BadRecord` at a wrong one."""
    try:
        return msgspec.convert(raw, type=form)
    except msgspec.ValidationError as error:
        message = str(error)
        sentence = text(
            "The record is not in form: {problem}.", problem=message.partition(" - at ")[0]
        )
        raise BadRecord(sentence, at=places.of(path_of(message))) from error

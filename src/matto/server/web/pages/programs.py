"""The page that explains the open interface: drawn from its OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from markupsafe import Markup

from matto.server.http.requests import Visit
from matto.server.web.pages.rulebook import blocks, inline
from matto.server.web.pages.templates import rendered

Json = Mapping[str, Any]

VARIABLES: Mapping[str, str] = {
    "table": "$TABLE",
    "seat": "0",
    "deal": "1",
    "seq": "$SEQ",
    "choice": "$CHOICE",
}
"""What stands in the lines to be tried for what only a table can tell."""

STREAM = "text/event-stream"
SECONDS_TO_STREAM = 3
KEYLESS = ("/api/games", "/api/bots")


class FieldDoc(msgspec.Struct, frozen=True):
    """A field of a shape, or a parameter of an operation."""

    name: str
    kind: Markup
    about: Markup
    needed: bool


class ShapeDoc(msgspec.Struct, frozen=True):
    """A piece of JSON."""

    name: str
    about: Markup
    fields: tuple[FieldDoc, ...]
    values: str = ""


class Reply(msgspec.Struct, frozen=True):
    """What an operation may answer."""

    status: str
    about: Markup
    kind: Markup


class Operation(msgspec.Struct, frozen=True):
    """Something that a program may ask."""

    id: str
    method: str
    path: str
    title: str
    about: Markup
    parameters: tuple[FieldDoc, ...]
    body: Markup
    curl: str
    replies: tuple[Reply, ...]


def programs_page(visit: Visit, document: Json, server: str) -> str:
    """Fill in the page; `server` is the address at which whoever reads it reaches us."""
    schemas = document["components"]["schemas"]
    return rendered(
        "programs.html",
        visit,
        about=blocks(document["info"]["description"]),
        server=server,
        operations=tuple(operations(document)),
        shapes=tuple(_shape(name, schemas[name]) for name in sorted(schemas)),
    )


def operations(document: Json) -> Iterator[Operation]:
    """All operations, in the order of the document."""
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            body = _json_of(described.get("requestBody", {}))
            yield Operation(
                id=described["operationId"],
                method=method.upper(),
                path=path,
                title=described["summary"],
                about=blocks(described["description"]),
                parameters=tuple(map(_parameter, described.get("parameters", ()))),
                body=_kind(body) if body else Markup(),
                curl=curl(method.upper(), path, _example(body), described["responses"]),
                replies=tuple(_reply(*reply) for reply in described["responses"].items()),
            )


def curl(method: str, path: str, body: Json | None, replies: Json) -> str:
    """A line to try an operation with; `SERVER`, `KEY` and so on are variables of the shell."""
    words = ["curl -sS"]
    if any(STREAM in reply.get("content", {}) for reply in replies.values()):
        words.append(f"-N --max-time {SECONDS_TO_STREAM}")
    if method != "GET":
        words.append(f"-X {method}")
    for name, value in VARIABLES.items():
        path = path.replace("{" + name + "}", value)
    words.append(f'"$SERVER{path}"')
    if path not in KEYLESS:
        words.append('-H "Authorization: Bearer $KEY"')
    if body is not None:
        words.append(f"--json {_quoted(body)}")
    return " ".join(words)


def _quoted(body: Json) -> str:
    """A body in single quotes, variables outside of them, as shells want it."""
    described = {name: VARIABLES.get(name, value) for name, value in body.items()}
    written = json.dumps(described, ensure_ascii=False)
    written = written.replace(f'"{VARIABLES["seq"]}"', "'$SEQ'")
    return "'" + written.replace(VARIABLES["choice"], "'\"$CHOICE\"'") + "'"


def _example(body: Json) -> Json | None:
    found: Json | None = next(iter(body.get("examples", ())), None)
    return found


def _json_of(described: Json) -> Json:
    content: Json = described.get("content", {})
    found: Json = next((kind["schema"] for kind in content.values()), {})
    return found


def _parameter(described: Json) -> FieldDoc:
    about, kind = inline(described.get("description", "")), _kind(described["schema"])
    return FieldDoc(described["name"], kind, about, bool(described.get("required")))


def _reply(status: str, described: Json) -> Reply:
    schema = _json_of(described)
    reason = (
        described["description"]
        if _name(schema) == "Problem"
        else HTTPStatus(int(status)).phrase
    )
    return Reply(status, inline(reason), _kind(schema))


def _shape(name: str, schema: Json) -> ShapeDoc:
    needed = schema.get("required", ())
    fields = (
        FieldDoc(
            field, _kind(described), inline(described.get("description", "")), field in needed
        )
        for field, described in schema.get("properties", {}).items()
    )
    values = ", ".join(map(str, schema.get("enum", ())))
    return ShapeDoc(name, blocks(schema.get("description", "")), tuple(fields), values)


def _name(schema: Json) -> str:
    """The shape that a piece of JSON has, if it has one of its own."""
    named = next(iter(schema.get("allOf", ())), schema)
    return str(named.get("$ref", "")).rpartition("/")[2]


def _kind(schema: Json) -> Markup:
    """What a piece of JSON is, in a few words, with a link to a shape of its own."""
    if name := _name(schema):
        return Markup('<a href="#shape-{0}">{0}</a>').format(name)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(", ").join(
            Markup("<code>{}</code>").format(json.dumps(v)) for v in values
        )
    if "contentSchema" in schema:
        return Markup("text, the JSON of {}").format(_kind(schema["contentSchema"]))
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return Markup(" {} ").format("or").join(map(_kind, schema[several]))
    return _plain(schema)


def _plain(schema: Json) -> Markup:
    kind = schema.get("type", "")
    if kind == "array":
        items = schema.get("items") or {"type": "any"}
        return Markup("list of {}").format(_kind(items))
    if kind == "object" and "additionalProperties" in schema:
        return Markup("map to {}").format(_kind(schema["additionalProperties"]))
    return Markup("{}").format(" or ".join(kind) if isinstance(kind, list) else kind)

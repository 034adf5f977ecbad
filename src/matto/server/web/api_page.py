"""The page that explains the API to people, from its OpenAPI document, and the document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import Response, get
from markupsafe import Markup

from matto.server.api.openapi import document
from matto.server.http import requests
from matto.server.http.requests import HttpRequest, Visit
from matto.server.web.rendering import for_templates, page_at, rendered

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


def programs_page(visit: Visit, document: Json, server: str) -> str:
    """Fill in the page; `server` is the address at which whoever reads it reaches us."""
    asked = [
        (method.upper(), path, described)
        for path, methods in document["paths"].items()
        for method, described in methods.items()
    ]
    return rendered(
        "programs.html",
        visit,
        about=document["info"]["description"],
        server=server,
        asked=asked,
        schemas=dict(sorted(document["components"]["schemas"].items())),
    )


@for_templates
def tried(method: str, path: str, described: Json) -> str:
    """A line to try an operation with; `SERVER`, `KEY` and so on are variables of the shell."""
    examples = json_of(described.get("requestBody", {})).get("examples", ())
    words = ["curl -sS"]
    if any(STREAM in reply.get("content", {}) for reply in described["responses"].values()):
        words.append(f"-N --max-time {SECONDS_TO_STREAM}")
    if method != "GET":
        words.append(f"-X {method}")
    for name, value in VARIABLES.items():
        path = path.replace("{" + name + "}", value)
    words.append(f'"$SERVER{path}"')
    if path not in KEYLESS:
        words.append('-H "Authorization: Bearer $KEY"')
    if examples:
        words.append(f"--json {_quoted(examples[0])}")
    return " ".join(words)


def _quoted(body: Json) -> str:
    """A body in single quotes, variables outside of them, as shells want it."""
    described = {name: VARIABLES.get(name, value) for name, value in body.items()}
    written = json.dumps(described, ensure_ascii=False)
    written = written.replace(f'"{VARIABLES["seq"]}"', "'$SEQ'")
    return "'" + written.replace(VARIABLES["choice"], "'\"$CHOICE\"'") + "'"


@for_templates
def json_of(described: Json) -> Json:
    """The form of what is sent or answered; empty where it is no JSON."""
    content: Json = described.get("content", {})
    found: Json = next((kind["schema"] for kind in content.values()), {})
    return found


@for_templates
def reason_of(status: str, described: Json) -> str:
    """Why something is answered: what went wrong, or what the status says."""
    if name_of_shape(json_of(described)) == "Problem":
        return str(described["description"])
    return HTTPStatus(int(status)).phrase


def name_of_shape(schema: Json) -> str:
    """The shape that a piece of JSON has, if it has one of its own."""
    named = next(iter(schema.get("allOf", ())), schema)
    return str(named.get("$ref", "")).rpartition("/")[2]


@for_templates
def kind_of(schema: Json) -> Markup:
    """Return what a piece of JSON is, in a few words, with a link to a shape of its own."""
    if name := name_of_shape(schema):
        return Markup('<a href="#shape-{0}">{0}</a>').format(name)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(", ").join(
            Markup("<code>{}</code>").format(json.dumps(v)) for v in values
        )
    if "contentSchema" in schema:
        return Markup("text, the JSON of {}").format(kind_of(schema["contentSchema"]))
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return Markup(" {} ").format("or").join(map(kind_of, schema[several]))
    return _plain(schema)


def _plain(schema: Json) -> Markup:
    kind = schema.get("type", "")
    if kind == "array":
        items = schema.get("items") or {"type": "any"}
        return Markup("list of {}").format(kind_of(items))
    if kind == "object" and "additionalProperties" in schema:
        return Markup("map to {}").format(kind_of(schema["additionalProperties"]))
    return Markup("{}").format(" or ".join(kind) if isinstance(kind, list) else kind)


@page_at("/api")
async def explained(request: HttpRequest) -> str:
    server = request.services.settings.base_url or str(request.base_url).rstrip("/")
    return programs_page(request.visit, document(), server)


@get("/api/openapi.json")
async def described(request: HttpRequest) -> Response[bytes]:
    return requests.as_json(document())

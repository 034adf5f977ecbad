"""What the document of the interface says beyond the types of its routes.

Which values there are, what is refused, how the events of a stream look, and where an answer
leads on to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matto.games import catalogue
from matto.players import all_bots
from matto.server.api.bodies import Body
from matto.server.api.commands import COMMANDS
from matto.server.api.problems import REASONS
from matto.server.api.routes import STREAM
from matto.server.tables.ids import TABLE_ID

Json = dict[str, Any]

KEY = "key"
"""The name of the security scheme: the key of a player."""

RETRY_AFTER = {
    "description": "So many seconds to wait.",
    "schema": {"type": "integer", "minimum": 1},
}
ALLOW = {
    "description": "The methods of this address.",
    "required": True,
    "schema": {"type": "string"},
}
WRONG_METHOD = {
    "description": REASONS[405],
    "headers": {"Allow": ALLOW},
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

STATE_EVENT: Json = {
    "type": "object",
    "title": "StateEvent",
    "description": "A server-sent event: the table as it is now. There are no others.",
    "required": ["event", "id", "data"],
    "properties": {
        "event": {"const": "state", "description": "What has come."},
        "id": {
            "type": "string",
            "pattern": "^[0-9]+$",
            "description": "The `seq` of the state; send the last one as `Last-Event-ID`.",
        },
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/State"},
            "description": "The state, as JSON in one line.",
        },
    },
}

TABLE, SEAT = "$response.body#/table", "$response.body#/seat"
AT_IT = ("state", "events", "sit", "act")
LINKS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "open_table": {name: {"table": TABLE} for name in AT_IT},
    "sit": {
        **{name: {"table": TABLE} for name in AT_IT},
        "leave": {"table": TABLE, "seat": SEAT},
    },
}
"""To which operations the answer of one leads on, and with which parameters."""


def complete(document: Json) -> None:
    """Add all of it to a document."""
    _complete_schemas(document["components"]["schemas"])
    document["components"]["responses"] = {"MethodNotAllowed": WRONG_METHOD}
    for path in document["paths"].values():
        for operation in path.values():
            _complete_operation(operation)


def _complete_schemas(schemas: Json) -> None:
    for body in Body.__subclasses__():
        schemas[body.__name__]["additionalProperties"] = False
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            _without_one_of_one(field)
    schemas["Deed"]["oneOf"] = [{"required": [name]} for name in COMMANDS]
    order = schemas["NewTable"]["properties"]
    order["game"]["enum"] = list(catalogue())
    schemas["NewStrength"]["properties"]["bot"]["enum"] = list(all_bots())
    order["bots"]["items"] = {"type": "string", "enum": ["", *all_bots()]}
    order["bots"]["maxItems"] = _most_seats()
    schemas["StateEvent"] = STATE_EVENT


def _without_one_of_one(field: Json) -> None:
    """A field that may be left out is no union."""
    if len(field.get("oneOf", ())) == 1:
        field |= field.pop("oneOf")[0]


def _most_seats() -> int:
    return max(game.seats for game in catalogue().values())


def _complete_operation(operation: Json) -> None:
    limits: Mapping[str, Json] = {
        "table": {"pattern": f"^{TABLE_ID.pattern}$"},
        "seat": {"minimum": 0, "maximum": _most_seats() - 1},
        "deal": {"minimum": 1},
    }
    for parameter in operation.get("parameters", ()):
        parameter["schema"] |= limits.get(parameter["name"], {})
    replies = operation["responses"]
    replies.pop("400", None)  # such a body is answered with 422
    for status in replies.keys() & {"429", "503"}:
        replies[status]["headers"] = {"Retry-After": RETRY_AFTER}
    if STREAM in replies.get("200", {}).get("content", {}):
        replies["200"]["content"][STREAM]["schema"] = {
            "$ref": "#/components/schemas/StateEvent"
        }
    for name, parameters in LINKS.get(operation["operationId"], {}).items():
        link = {"operationId": name, "parameters": parameters}
        replies["201"].setdefault("links", {})[name] = link

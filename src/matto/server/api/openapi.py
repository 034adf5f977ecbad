"""The OpenAPI document of the API: made from the routes themselves, with every description.

Which values there are, what is refused, how the events of a stream look, and where an answer
leads on to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Server

from matto import __version__
from matto.games import catalogue
from matto.players import all_bots
from matto.players.hints import Hint
from matto.records import DealRecord, MatchRecord
from matto.server.api import bodies
from matto.server.api.bodies import ACTIONS
from matto.server.api.routes import PROGRAMS, STREAM
from matto.server.api.states import State
from matto.server.tables.commands import Ack
from matto.server.tables.shuffle import ShuffleProof
from matto.server.tables.store_interface import TABLE_ID

Json = dict[str, Any]

KEY = "key"
"""The name of the security scheme: the key of a player."""

SHAPES = (
    *(bodies.NewTable, bodies.NewSeat, bodies.SentCommand, bodies.Handover),
    *(bodies.GameInfo, bodies.BotInfo, bodies.TableOpened, bodies.SeatTakenShape),
    *(bodies.HandoverOffered, bodies.Problem, State, Hint, Ack),
    *(DealRecord, MatchRecord, ShuffleProof),
)
"""What is sent and answered, with all that it consists of."""

RETRY_AFTER = {
    "description": "So many seconds to wait.",
    "schema": {"type": "integer", "minimum": 1},
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
AT_TABLE = ("state", "events", "sit", "act")
LINKS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "open_table": {name: {"table": TABLE} for name in AT_TABLE},
    "sit": {
        **{name: {"table": TABLE} for name in AT_TABLE},
        "leave": {"table": TABLE, "seat": SEAT},
    },
}
"""To which operations the answer of one leads on, and with which parameters."""


def _schemas() -> Json:
    """The form of every shape, told by its type and in full."""
    _, schemas = msgspec.json.schema_components(
        SHAPES, ref_template="#/components/schemas/{name}"
    )
    for name, schema in schemas.items():
        fields = schema.get("properties", {})
        if fields and "additionalProperties" not in schema:  # it is answered
            schema["required"] = ["error"] if name == "Problem" else list(fields)
            for field in fields.values():
                field.pop("default", None)
    schemas["Deed"]["oneOf"] = [{"required": [name]} for name in ACTIONS]
    schemas["SetStrength"]["properties"]["bot"]["enum"] = list(all_bots())
    order = schemas["NewTable"]["properties"]
    order["game"]["enum"] = list(catalogue())
    order["bots"] |= {"items": {"type": "string", "enum": ["", *all_bots()]}}
    order["bots"]["maxItems"] = _most_seats()
    for name in ("DealRecord", "MatchRecord"):
        meaning = "What tells such a record from others."
        schemas[name]["properties"]["format"]["description"] = meaning
    dealt = schemas["DealRecord"]["properties"]
    for cards in (dealt["talon"], dealt["dealt"]["items"]):
        del cards["items"]["enum"]  # every code of every pack
    schemas["StateEvent"] = STATE_EVENT
    return schemas


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


ABOUT = """\
Everything that a person can see and do at a table, a program can see and do here. A state is
what its seat sees, never more: programs are no better informed than people.

You are known by a key. Send it as `Authorization: Bearer KEY`. Send none when you open a table
or sit down, and a key is made for you. One of your own is taken if there are at least 2¹²⁸ of
its length and its alphabet: 22 letters and digits, drawn by chance. Without a key you look on.

Bodies are JSON in UTF-8, of at most 64 KiB, whatever `Content-Type` says of them. A field that
is not known is refused, so that no misspelt one is lost.

When something is wrong, the answer is a `Problem`: a sentence that says what to do, with the
clause of the rulebook if a rule is in the way. Nothing has changed then. Sentences come in the
language that `Accept-Language` asks for. An address that is asked with another method answers
405, and `Allow` names those that it has. A request that is not complete in time (408), or whose
head is too large (431), ends its connection with a line of plain text, and so does a connection
too many (429).
"""

SHAPE_NAME = re.compile(r'\b(\w+)Shape"')
"""The end of the names that tell our shapes from what they show; the document leaves it out."""

NAMES_IN_DOCUMENT: Mapping[str, str] = {
    "Ack": "Done",
    "EarnedBy": "Evidence",
    "ProposalView": "Proposal",
    "SeatedPlayer": "Player",
    "SetStrength": "NewStrength",
    "ShuffleProof": "Shuffle",
}
"""What the document calls otherwise than the program does."""


@cache
def document() -> Json:
    """The whole document; every shape in it is described, and every problem has its form."""
    # an application of its own, so that the pages for people are not in it
    described = Litestar([PROGRAMS], openapi_config=_config(), logging_config=None)
    found: Json = described.openapi_schema.to_schema()
    found["components"]["schemas"] = _schemas()
    for path in found["paths"].values():
        for operation in path.values():
            _complete_operation(operation)
    written = SHAPE_NAME.sub(r'\1"', msgspec.json.encode(found).decode())
    for ours, theirs in NAMES_IN_DOCUMENT.items():
        written = re.sub(rf'\b{ours}"', f'{theirs}"', written)
    plain: Json = msgspec.json.decode(written)
    return plain


def _config() -> OpenAPIConfig:
    scheme = SecurityScheme(
        type="http", scheme="bearer", description="A key of your own, or one made for you."
    )
    return OpenAPIConfig(
        title="matto",
        version=__version__,
        description=ABOUT,
        servers=[Server(url="/", description="This server.")],
        components=[Components(security_schemes={KEY: scheme})],
        security=[{KEY: []}, {}],
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        render_plugins=[],
    )

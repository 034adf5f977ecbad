"""The document of the interface, and the page drawn from it, say what is so."""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from matto.engine.words import LANGUAGES
from matto.games import catalogue
from matto.server.api.openapi import document
from matto.server.http.requests import Display, Visit
from matto.server.http.security import new_key
from matto.server.web import ROUTES
from matto.server.web.api_page import programs_page
from served import Served
from server.wire import Answer, Wire, wired

OPERATIONS = [
    (method, path, told)
    for path, methods in document()["paths"].items()
    for method, told in methods.items()
]
SCHEMAS: Mapping[str, Any] = document()["components"]["schemas"]
SMALLEST = min(catalogue().values(), key=lambda known: known.seats)
KEYS = (new_key(), new_key())
A_TIMEOUT = 28
"""How curl ends when a stream has been cut off after some seconds."""

# -- the document --------------------------------------------------------------------------


def test_every_operation_is_described() -> None:
    for method, path, told in OPERATIONS:
        assert told["summary"] and told["description"] and told["operationId"], path
        assert all(parameter["description"] for parameter in told.get("parameters", ())), path
        assert all(reply["description"] for reply in told["responses"].values()), path
        if method in {"post", "put", "patch"}:
            schema = told["requestBody"]["content"]["application/json"]["schema"]
            assert is_in_form(schema["examples"][0], schema)


def test_every_refusal_has_the_form_of_a_problem() -> None:
    for _, path, told in OPERATIONS:
        refusals = [reply for status, reply in told["responses"].items() if status >= "400"]
        forms = [reply["content"]["application/json"]["schema"]["$ref"] for reply in refusals]
        assert set(forms) <= {"#/components/schemas/Problem"}, path
        assert refusals or "{" not in path


def test_shapes_are_called_as_they_always_were() -> None:
    names = "State View Player Event Trick Question Waiting FinishedDeal Outcome SeatTaken Deed"
    assert SCHEMAS.keys() >= set(names.split())
    assert "Shape" not in "".join(SCHEMAS)


def test_every_shape_and_each_of_its_fields_is_described() -> None:
    for name, shape in SCHEMAS.items():
        assert shape["description"], name
        for field, told in shape.get("properties", {}).items():
            assert told.get("description"), f"{name}.{field}"


def test_every_address_for_programs_is_in_the_document() -> None:
    served = {
        re.sub(r"\{(\w+):\w+\}", r"{\1}", path)
        for handler in ROUTES
        for path in paths_of(handler)
        if path.startswith("/api/")
    }
    assert served == {path for _, path, _ in OPERATIONS} | {"/api/openapi.json"}


def paths_of(handler: Any) -> Iterator[str]:
    """The addresses of a handler, or of all handlers of a router."""
    if hasattr(handler, "routes"):
        yield from (route.path for route in handler.routes)
    else:
        yield from handler.paths


def is_in_form(answer: object, schema: Mapping[str, Any]) -> bool:
    """Tell whether JSON is what a schema says."""
    whole = {**schema, "components": {"schemas": SCHEMAS}}
    jsonschema.Draft202012Validator(whole).validate(answer)
    return True


def test_the_document_names_what_is_refused() -> None:
    for name in ("NewTable", "NewSeat", "Deed"):
        assert SCHEMAS[name]["additionalProperties"] is False
    for _, path, told in OPERATIONS:
        assert told["responses"].keys() >= {"421", "429"}
        if "{table}" in path:
            assert told["responses"].keys() >= {"404", "410", "503"}
            assert "damaged" in told["responses"]["410"]["description"]
        if "requestBody" in told:
            assert told["responses"].keys() >= {"413", "422"}


BEYOND: list[tuple[str, dict[str, Any]]] = [
    ("NewTable", {"limit": 0}),
    ("NewTable", {"limit": 1001}),
    ("NewTable", {"turn_seconds": -1}),
    ("NewTable", {"turn_seconds": 86401}),
    ("NewTable", {"turn_seconds": "60"}),
    ("NewTable", {"pace": 10.5}),
    ("NewTable", {"onlookers": 0}),
    ("NewTable", {"game": "chess"}),
    ("NewTable", {"bots": ["nobody", ""]}),
    ("NewTable", {"key": "with space"}),
    ("NewTable", {"limits": 1}),
    ("NewSeat", {"name": ""}),
    ("NewSeat", {"name": "a" * 25}),
    ("NewSeat", {"name": None}),
    ("NewSeat", {"seed": "with space"}),
    ("NewSeat", {"seat": 1}),
    ("Deed", {"choice": "a" * 257}),
    ("Deed", {}),
    ("Deed", {"nonsense": True}),
    ("Deed", {"choice": 1}),
    ("Deed", {"choice": "SK", "say": "x"}),
    ("Deed", {"begin": False}),
    ("Deed", {"begin": True, "close": True}),
    ("Deed", {"stand_in": -1}),
    ("Deed", {"ready": "x" * 65}),
    ("Deed", {"begin": True, "seq": "1"}),
]


@pytest.mark.slow
async def test_what_the_document_rules_out_is_refused(wire: Wire) -> None:
    right: dict[str, dict[str, Any]] = {
        "NewTable": {"game": SMALLEST.id},
        "NewSeat": {"name": "Anna"},
        "Deed": {},
    }
    order = {"game": SMALLEST.id}
    at = (await wire.ask("POST", "/api/tables", order, key=KEYS[0])).json["table"]
    await wire.ask("POST", f"/api/tables/{at}/seats/0", {"name": "Anna"}, key=KEYS[0])
    places = {"NewTable": "", "NewSeat": f"/{at}/seats/1", "Deed": f"/{at}/actions"}
    for shape, wrong in BEYOND:
        body = {**right[shape], **wrong}
        with pytest.raises(jsonschema.ValidationError):
            is_in_form(body, SCHEMAS[shape])
        key = KEYS[1] if shape == "NewSeat" else KEYS[0]
        answer = await wire.ask("POST", f"/api/tables{places[shape]}", body, key=key)
        assert answer.status in {404, 409, 422}, (shape, wrong, answer.body)
        assert is_in_form(answer.json, SCHEMAS["Problem"])


async def test_a_body_that_is_missing_is_asked_for(tmp_path: Path) -> None:
    async with wired(tmp_path) as wire:
        answer = await wire.ask("POST", "/api/tables")
        assert (answer.status, answer.json["error"]) == (422, "Send a body in JSON.")


async def test_an_event_of_a_stream_looks_as_the_document_says(tmp_path: Path) -> None:
    told = document()["paths"]["/api/tables/{table}/events"]["get"]["responses"]["200"]
    assert told["content"]["text/event-stream"]["schema"]["$ref"].endswith("/StateEvent")
    async with wired(tmp_path) as wire:
        table = (await wire.ask("POST", "/api/tables", {"game": SMALLEST.id})).json["table"]
        path = f"/api/tables/{table}/events"
        answer = await wire.ask("GET", path, until=b"event: state")
    assert dict(answer.headers)["content-type"].startswith("text/event-stream")
    block = next(b for b in answer.body.decode().split("\n\n") if "data:" in b)
    event = dict(line.split(": ", 1) for line in block.split("\n"))
    assert is_in_form(event, SCHEMAS["StateEvent"])
    state = SCHEMAS["StateEvent"]["properties"]["data"]["contentSchema"]
    assert is_in_form(json.loads(event["data"]), state)


# -- answers -------------------------------------------------------------------------------


@pytest.mark.slow
async def test_every_answer_is_in_the_form_that_the_document_says(tmp_path: Path) -> None:
    seen = set()

    def check(method: str, path: str, answer: Answer) -> Any:
        told = document()["paths"][path][method.lower()]["responses"][str(answer.status)]
        assert is_in_form(answer.json, told["content"]["application/json"]["schema"])
        seen.add((method.lower(), path))
        return answer.json

    async with asyncio.timeout(60), wired(tmp_path) as wire:
        for path in ("/api/games", "/api/bots"):
            check("GET", path, await wire.ask("GET", path))
        await play_and_check(wire, check)
    unseen = {(method, path) for method, path, _ in OPERATIONS} - seen
    assert unseen == {("get", "/api/tables/{table}/events")}


async def play_and_check(wire: Any, check: Any) -> None:
    """A deal at a table with one seat for a program, from opening to its record."""
    opening = "/api/tables"
    order = {"game": SMALLEST.id, "limit": 2}
    opened = check("POST", opening, await wire.ask("POST", opening, order, key=KEYS[0]))
    at = f"/api/tables/{opened['table']}"
    for seat, key in enumerate(KEYS):
        sat = await wire.ask("POST", f"{at}/seats/{seat}", {"name": f"No. {seat}"}, key=key)
        check("POST", "/api/tables/{table}/seats/{seat}", sat)
    advice = await wire.ask("GET", f"{at}/hint", key=KEYS[0])  # two persons: none is given
    check("GET", "/api/tables/{table}/hint", advice)
    phase = "playing"
    while phase == "playing":
        for key in KEYS:
            state = check("GET", "/api/tables/{table}", await wire.ask("GET", at, key=key))
            question, phase = state["view"]["question"], state["phase"]
            if question:
                deed = {"seq": state["seq"], "choice": question["choices"][-1]}
                done = await wire.ask("POST", f"{at}/actions", deed, key=key)
                check("POST", "/api/tables/{table}/actions", done)
    for path in ("deals/{deal}", "deals/{deal}/shuffle", "deals/{deal}"):
        for deal in (1, 7):
            answer = await wire.ask("GET", f"{at}/{path.format(deal=deal)}")
            check("GET", f"/api/tables/{{table}}/{path}", answer)
    check("GET", "/api/tables/{table}/record", await wire.ask("GET", f"{at}/record"))
    handover = "/api/tables/{table}/seats/{seat}/handover"
    word = check("GET", handover, await wire.ask("GET", f"{at}/seats/1/handover", key=KEYS[1]))
    for _ in range(2):  # the second time it is refused
        taken = await wire.ask("POST", f"{at}/seats/1/handover", {"word": word["word"]})
        check("POST", handover, taken)
    left = await wire.ask("DELETE", f"{at}/seats/0", key=KEYS[0])
    check("DELETE", "/api/tables/{table}/seats/{seat}", left)


# -- the page ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_links_to_nothing_that_is_not_there(language: str) -> None:
    page = programs_page(Visit(Display(language), "/api"), document(), "http://server")
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(re.findall(r'id="([^"]+)"', page))
    assert "style=" not in page
    assert not re.findall(r"<script(?![^>]*src)", page)


def of_finished(line: str) -> bool:
    """Tell whether a line asks for deals that must be over."""
    return "/deals/" in line or "/record" in line


def curls_in(page: str) -> list[str]:
    """The lines to be tried, in an order in which they can be: one leaves at last."""

    def late(line: str) -> tuple[bool, ...]:
        return "DELETE" in line, of_finished(line), "/actions" in line, "events" in line

    found = re.findall(r'<pre class="curl"[^>]*><code>(.*?)</code>', page, flags=re.DOTALL)
    lines = [html.unescape(line) for line in found]
    return sorted(lines, key=late)


@pytest.mark.slow
def test_every_line_to_be_tried_does_what_it_says(served: Served) -> None:
    page = httpx.get(f"{served.url}/api").text
    lines = curls_in(page)
    assert len(lines) == len(OPERATIONS)
    shell = {"SERVER": served.url, "KEY": "a word that nobody ever guesses"}
    for line in lines:
        if of_finished(line):
            play_to_the_end(shell)
        told = run(line, shell)
        assert "error" not in told, f"{line}: {told}"
        learn(line, told, shell)


def run(line: str, shell: Mapping[str, str]) -> str:
    """Try a line in a shell; a stream ends by its own limit of seconds."""
    done = subprocess.run(
        ["bash", "-euc", line],
        env={**os.environ, **shell},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in ({0, A_TIMEOUT} if "--max-time" in line else {0}), done.stderr
    return done.stdout


def learn(line: str, told: str, shell: dict[str, str]) -> None:
    """Take from the answers what a reader would."""
    if '/api/tables"' in line:
        shell["TABLE"] = json.loads(told)["table"]
    elif "/seats/0" in line and "DELETE" not in line:
        look_again(shell)


def look_again(shell: dict[str, str]) -> Any:
    """See what is asked; bots may have to move first."""
    address = f"{shell['SERVER']}/api/tables/{shell['TABLE']}"
    headers = {"Authorization": f"Bearer {shell['KEY']}"}
    for _ in range(3000):
        state = httpx.get(address, headers=headers).json()
        question = state["view"] and state["view"]["question"]
        if question or state["phase"] == "between":
            break
        time.sleep(0.02)
    else:
        raise AssertionError("nobody moves")
    shell |= {"SEQ": str(state["seq"]), "CHOICE": question["choices"][0] if question else ""}
    return state


def play_to_the_end(shell: dict[str, str]) -> None:
    """Play the deal, so that it can be looked at."""
    address = f"{shell['SERVER']}/api/tables/{shell['TABLE']}/actions"
    headers = {"Authorization": f"Bearer {shell['KEY']}"}
    while look_again(shell)["phase"] == "playing":
        deed = {"seq": int(shell["SEQ"]), "choice": shell["CHOICE"]}
        httpx.post(address, json=deed, headers=headers).raise_for_status()

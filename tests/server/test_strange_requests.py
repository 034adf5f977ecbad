"""Requests that once made the server fail, or do far more than they are worth."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

import httpx
import pytest

from server.test_connections import POST, Running, running
from server.visitors import GAME, Visitor, one_of
from server.wire import Wire

FORM = POST.replace(b"/api/tables", b"/look").replace(b"json", b"x-www-form-urlencoded")
BROKEN = b'{"name":"\xff"}'


@pytest.mark.parametrize(
    "path", ["/api/tables", "/api/tables/TABLE/seats/0", "/api/tables/TABLE/actions"]
)
async def test_a_body_that_is_not_utf_8_is_refused_with_a_sentence(
    wire: Wire, path: str
) -> None:
    order = {"game": GAME.id}
    table = (await wire.ask("POST", "/api/tables", order)).json["table"]
    answer = await wire.ask("POST", path.replace("TABLE", table), BROKEN)
    assert (answer.status, answer.json["error"]) == (
        422,
        "The body is not written in UTF-8.",
    )


@pytest.mark.slow
@pytest.mark.parametrize("field", ["turn", "pace", "limit"])
@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "9" * 400])
async def test_a_number_that_is_none_is_marked_in_the_form(
    wire: Wire, field: str, value: str
) -> None:
    visitor = Visitor(wire)
    await visitor.get("/")
    answer = await visitor.post("/tables", {"game": GAME.id, field: value})
    assert answer.status == 422
    assert re.search(rb'class="[^"]*fault', answer.body) or b"error" in answer.body


@pytest.mark.slow
@pytest.mark.parametrize(
    ("back", "location"),
    [
        ("/rules/%5cevil", "/rules/%5Cevil"),
        ("/rules/mineo-3?q=%5c", "/rules/mineo-3?q=%5c"),
        ("/é", "/%C3%A9"),
        ("/t/x/deals/1?at=3&eyes=open", "/t/x/deals/1?at=3&eyes=open"),
        ("/rules?q=due \r\nX: 1“", "/rules?q=due%20X:%201%E2%80%9C"),
        ("/a\x00b\x7f", "/a%00b%7F"),
        ("/\t/evil.example", "/"),
        ("//[", "/"),
        ("/%C3%A9", "/%C3%A9"),
        ("/%5cevil.example", "/"),
        ("/%2fevil.example", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/%0d%0aSet-Cookie:%20a=b", "/%0D%0ASet-Cookie%3A%20a%3Db"),
    ],
)
async def test_a_path_to_come_back_to_is_written_once_and_is_always_our_own(
    wire: Wire, back: str, location: str
) -> None:
    visitor = Visitor(wire)
    await visitor.get("/")
    answer = await visitor.post("/look", {"back": back, "theme": "dark"})
    assert one_of(answer, "location") == location


@pytest.mark.parametrize(
    "begun",
    [POST + b'Content-Length: 100\r\n\r\n{"a', FORM + b"Content-Length: 100\r\n\r\nba"],
    ids=["json", "form"],
)
def test_who_goes_away_amidst_a_request_is_no_failure(
    begun: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "matto.server")
    with running(tmp_path) as server:
        gone(server, begun)
        until = time.monotonic() + 60
        while "was not sent to its end" not in caplog.text:
            assert time.monotonic() < until
            time.sleep(0.02)
        figures = httpx.get(f"{server.url}/metrics").text
    assert 'status="400"' in figures
    assert 'status="500"' not in figures
    assert 'error="ClientGone"' in figures
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def gone(server: Running, begun: bytes) -> None:
    """Send a part of a request, and go away when the server has it."""
    with server.line(begun):
        time.sleep(0.2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/about", {"accept-language": "de;q=0.1," * 1700}),
        ("/about", {"cookie": "a=b; " * 3000}),
        ("/rules?q=" + "a+" * 7000, {}),
        ("/rules?q=" + "+".join(f"x{number}" for number in range(3000)), {}),
    ],
    ids=["languages", "cookies", "repeated", "many"],
)
async def test_what_fills_the_head_of_a_request_takes_no_longer_than_a_page(
    wire: Wire, path: str, headers: dict[str, str]
) -> None:
    await wire.ask("GET", path, headers=headers)
    took = []
    for _ in range(3):  # other threads of this process may have been at work
        begun = time.process_time()
        assert (await wire.ask("GET", path, headers=headers)).status == 200
        took.append(time.process_time() - begun)
    assert min(took) < 0.25

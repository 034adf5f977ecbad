"""How answers are sent: packed where that is understood, and only their heads to a HEAD."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from matto.server.http.middleware import HIDING, gzip_page
from matto.server.live.streams import WORTH_IT
from server.visitors import Visitor, one_of, play
from server.wire import Wire

PAGES = ("/", "/rules", "/rules/mineo-3", "/new/mineo-3", "/keys", "/api/games")
FILES = ("/static/base.css", "/healthz")
TAKES = {"accept-encoding": "gzip, br"}


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_packed_for_whoever_takes_it_packed(path: str, tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        await visitor.get(path)
        plain, sent = await visitor.get(path), await visitor.get(path, **TAKES)
        assert one_of(sent, "content-encoding") == "gzip"
        assert one_of(sent, "vary") == "Accept-Encoding"
        assert int(one_of(sent, "content-length")) == len(sent.body)
        assert gzip.decompress(sent.body) == plain.body
        assert len(sent.body) < len(plain.body) / 2
        assert "content-encoding" not in dict(plain.headers)

    play(scene, tmp_path)


def test_what_is_short_is_not_packed(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        sent = await Visitor(wire).get("/api/tables/nix", **TAKES)
        assert sent.status == 404
        assert len(sent.body) < WORTH_IT
        assert "content-encoding" not in dict(sent.headers)

    play(scene, tmp_path)


def test_what_is_packed_already_is_not_packed_again(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        plain = await visitor.get("/static/base.css")
        sent = await visitor.get("/static/base.css", **TAKES)
        assert gzip.decompress(sent.body) == plain.body

    play(scene, tmp_path)


def test_how_long_a_packed_page_is_tells_little_of_what_is_in_it() -> None:
    page = b"the same page " * 500
    assert {gzip.decompress(gzip_page(page)) for _ in range(30)} == {page}
    lengths = {len(gzip_page(page)) for _ in range(200)}
    assert len(lengths) > HIDING / 2


@pytest.mark.parametrize("path", [*PAGES, *FILES, "/nowhere"])
def test_a_head_is_answered_like_a_get_without_the_body(path: str, tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        await visitor.get(path)
        got = await visitor.get(path)
        head = await wire.ask("HEAD", path, headers=cookies_of(visitor))
        assert (head.status, head.body) == (got.status, b"")
        own = {"x-request-id"}
        alike = [{n: v for n, v in one.headers if n not in own} for one in (head, got)]
        assert alike[0] == alike[1]

    play(scene, tmp_path)


def test_a_head_of_a_stream_comes_to_an_end(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        table = await visitor.open()
        async with asyncio.timeout(60):
            head = await wire.ask("HEAD", f"{table}/stream", headers=cookies_of(visitor))
        assert (head.status, head.body) == (200, b"")
        assert dict(head.headers)["content-type"].startswith("text/event-stream")
        assert wire.services.hub.streams == 0

    play(scene, tmp_path)


def test_a_head_changes_nothing(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        await visitor.get("/")
        head = await wire.ask("HEAD", "/tables", headers=cookies_of(visitor))
        assert head.status == 405

    play(scene, tmp_path)


def cookies_of(visitor: Visitor) -> dict[str, str]:
    kept = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    return {**visitor.headers, "cookie": kept}

"""How answers are made and sent: drawn once, packed, and only their heads to a HEAD."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from unittest.mock import patch

import pytest
from jinja2.environment import Template
from markupsafe import Markup
from msgspec.structs import replace

from matto.engine.run import Run
from matto.games import game
from matto.server.http.middleware import MOST_PADDING, gzip_page
from matto.server.http.requests import Display
from matto.server.live.streams import WORTH_IT, GzipStream, gzip_piece
from matto.server.tables.service import table_view_of
from matto.server.tables.views import ProposalView, TableView
from matto.server.web import rendering as filled
from matto.server.web.rendering import shown
from matto.server.web.table import table_fragment
from server.table_views import asked, mid_trick, players, reached, seen_of
from server.tables import Recorded, order
from server.visitors import Visitor, all_of, one_of
from server.wire import Wire
from sixteen import THREE

PAGES = ("/", "/rules", "/rules/mineo-3", "/new/mineo-3", "/keys", "/api/games")
FILES = ("/static/base.css", "/healthz")
TAKES = {"accept-encoding": "gzip, br"}


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
async def test_a_page_is_packed_for_whoever_takes_it_packed(wire: Wire, path: str) -> None:
    visitor = Visitor(wire)
    await visitor.get(path)
    plain, sent = await visitor.get(path), await visitor.get(path, **TAKES)
    assert one_of(sent, "content-encoding") == "gzip"
    assert one_of(sent, "vary") == "Accept-Encoding"
    assert int(one_of(sent, "content-length")) == len(sent.body)
    assert gzip.decompress(sent.body) == plain.body
    assert len(sent.body) < len(plain.body) / 2
    assert "content-encoding" not in dict(plain.headers)


async def test_what_is_short_is_not_packed(wire: Wire) -> None:
    sent = await Visitor(wire).get("/api/tables/nix", **TAKES)
    assert sent.status == 404
    assert len(sent.body) < WORTH_IT
    assert "content-encoding" not in dict(sent.headers)


async def test_what_is_packed_already_is_not_packed_again(wire: Wire) -> None:
    visitor = Visitor(wire)
    plain = await visitor.get("/static/base.css")
    sent = await visitor.get("/static/base.css", **TAKES)
    assert gzip.decompress(sent.body) == plain.body


def test_how_long_a_packed_page_is_tells_little_of_what_is_in_it() -> None:
    page = b"the same page " * 500
    assert {gzip.decompress(gzip_page(page)) for _ in range(30)} == {page}
    lengths = {len(gzip_page(page)) for _ in range(200)}
    assert len(lengths) > MOST_PADDING / 2


@pytest.mark.slow
@pytest.mark.parametrize("path", [*PAGES, *FILES, "/nowhere"])
async def test_a_head_is_answered_like_a_get_without_the_body(wire: Wire, path: str) -> None:
    visitor = Visitor(wire)
    await visitor.get(path)
    got = await visitor.get(path)
    head = await wire.ask("HEAD", path, headers=cookies_of(visitor))
    assert (head.status, head.body) == (got.status, b"")
    own = {"x-request-id"}
    alike = [{n: v for n, v in one.headers if n not in own} for one in (head, got)]
    assert alike[0] == alike[1]


async def test_a_head_of_a_stream_comes_to_an_end(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    async with asyncio.timeout(60):
        head = await wire.ask("HEAD", f"{table}/stream", headers=cookies_of(visitor))
    assert (head.status, head.body) == (200, b"")
    assert dict(head.headers)["content-type"].startswith("text/event-stream")
    assert wire.services.hub.streams == 0


async def test_a_head_changes_nothing(wire: Wire) -> None:
    visitor = Visitor(wire)
    await visitor.get("/")
    head = await wire.ask("HEAD", "/tables", headers=cookies_of(visitor))
    assert head.status == 405


def cookies_of(visitor: Visitor) -> dict[str, str]:
    kept = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    return {**visitor.headers, "cookie": kept}


# -- packed piece by piece ----------------------------------------------------------------


LONG = b"event: state\n" * 500
PIECES = [b"retry: 1000\n\n", LONG, b":\n\n", "data: Kelch-König\n\n".encode()]


def test_each_piece_can_be_read_as_soon_as_it_has_come() -> None:
    packing, reader = GzipStream(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(packing.begin()) == b""
    for one in PIECES:
        assert reader.decompress(packing.add(one)) == one
    assert reader.decompress(packing.end()) == b""
    assert reader.eof


def test_the_whole_stream_is_a_good_file() -> None:
    packing = GzipStream()
    sent = [packing.begin(), *map(packing.add, PIECES), packing.end()]
    assert gzip.decompress(b"".join(sent)) == b"".join(PIECES)


def test_readers_share_the_same_piece() -> None:
    assert gzip_piece(LONG) is gzip_piece(bytes(bytearray(LONG)))
    assert len(gzip_piece(LONG)) * 10 < len(LONG)


@pytest.mark.slow
async def test_streams_and_files_are_packed_for_those_who_understand_it(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    plain = await visitor.get_stream(f"{table}/stream")
    assert all_of(plain, "content-encoding") == []
    visitor.headers["accept-encoding"] = "gzip"
    packed = await visitor.get_stream(f"{table}/stream", until=piece_end(plain.body))
    assert all_of(packed, "content-encoding") == ["gzip"]
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert b"event: state" in reader.decompress(packed.body)
    style = await visitor.get("/static/base.css")
    visitor.headers["accept-encoding"] = "identity"
    assert gzip.decompress(style.body) == (await visitor.get("/static/base.css")).body


def piece_end(body: bytes) -> bytes:
    """The end of the packed piece in which a state is sent."""
    return gzip_piece(body.partition(b"\n\n")[2])[-40:]


# -- pieces are made once, what is always the same when it is read ------------------------


def test_a_word_is_escaped_also_where_the_same_was_said_as_markup() -> None:
    say = filled.sentence_function("en")
    assert say("{name} is gone.", name=Markup("<b>")) == "<b> is gone."
    assert say("{name} is gone.", name="<b>") == "&lt;b&gt; is gone."
    assert say("{name} is gone.", name=Markup("<b>")) == "<b> is gone."


@pytest.mark.parametrize(("language", "said"), [("en", "Close"), ("de", "Schließen")])
def test_a_sentence_without_fillings_is_said_when_a_template_is_read(
    language: str, said: str
) -> None:
    made = filled.environment(language)
    assert made.from_string('<b>{{ say("Close") }}</b>').render(say=None) == f"<b>{said}</b>"


def drawn(run: Run, *, ready: bool) -> list[str]:
    """The pieces that are made for a state of a table."""
    sitting = players(3, 0, ready=(0,) if ready else ())
    names: list[str] = []
    render = Template.render

    def noted(template: Template, *rest: object, **content: object) -> str:
        names.append(str(template.name))
        return render(template, *rest, **content)

    with patch.object(Template, "render", noted):
        table_fragment(seen_of(run, 0, sitting=sitting), Display("en"))
    return names


@pytest.mark.slow
def test_what_has_not_changed_is_not_made_again() -> None:
    filled._piece.cache_clear()
    run = reached(game("mineo-3"), mid_trick(4, 0))
    first = drawn(run, ready=False)
    assert {"table/people.html", "table/last.html"} <= set(first)
    assert drawn(run, ready=False) == ["table/table.html"]
    assert drawn(run, ready=True) == ["table/table.html", "table/people.html"]
    filled._piece.cache_clear()
    assert {"table/people.html", "table/last.html"} <= set(drawn(run, ready=True))


# -- what all have in common is never of another moment -----------------------------------


EVERY = 5
"""At so many moves a page is looked at; no trick is as long in all games."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_each_sees_what_he_would_see_if_he_looked_alone(game_id: str) -> None:
    table, steps = Recorded(order(game_id, persons=0, seat=None)), 0
    while table.act():
        steps += 1
        run = table.state.run
        if steps % EVERY or run is None:
            continue
        for seat in (None, *range(table.state.game.seats)):
            seen = table_view_of(table.state, seat)
            alone = replace(seen, view=run.view(seat))
            assert table_fragment(seen, Display("en")) == table_fragment(alone, Display("en"))


@pytest.mark.slow
def test_a_hand_is_drawn_anew_when_other_cards_may_be_played_or_it_is_shown_otherwise() -> None:
    run = reached(game("mineo-3"), asked("play", at_least=1))
    seen = seen_of(run, None if run.decision is None else run.decision.seat)
    claim = ProposalView(0, (), 0.0, "", (), drawn=False, claims=True)
    waits = replace(seen, proposal=claim)
    hands = [hand(seen), hand(waits), hand(seen, "de"), hand(seen, faces="french")]
    asked_for = [" asked" in one.partition(">")[0] for one in hands]
    assert asked_for == [True, False, True, True]
    assert len({*hands}) == len(hands)


def hand(seen: TableView, language: str = "en", **display: str) -> str:
    """The hand as it is drawn."""
    html = table_fragment(seen, Display(language, **display))
    return html.partition('<div id="hand"')[2].partition('<div id="side"')[0]


def test_a_text_that_reads_like_markup_is_escaped_though_the_markup_was_shown_before() -> None:
    assert shown(Markup("<b>")) == "<b>"
    assert shown("<b>") == "&lt;b&gt;"
    assert shown(Markup("<b>")) == "<b>"

"""What every request passes, and what every answer carries."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest

from matto.server.http import security
from matto.server.http.security import COOKIE, HEADERS, require_strong_key
from matto.server.tables.errors import TooMany
from server.visitors import GAME, Visitor, all_of, one_of
from server.wire import Wire

PAGES = ("/", "/nowhere", "/t/nobody", "/rules", "/healthz", "/static/base.css", "/join?link=x")


async def test_every_answer_carries_the_headers_that_protect_it(wire: Wire) -> None:
    visitor = Visitor(wire)
    answers = [await visitor.get(path) for path in PAGES]
    answers.append(await visitor.post("/tables", {"game": "nonsense"}))
    answers.append(await visitor.post("/tables", {"csrf": "forged"}))
    answers.append(await wire.ask("GET", "/", headers={"host": "evil.example"}))
    answers.append(await wire.ask("PUT", "/"))
    for answer in answers:
        for name, value in HEADERS.items():
            assert all_of(answer, name.lower()) == [value]
        assert len(all_of(answer, "cache-control")) == 1


def test_a_policy_forbids_everything_that_is_not_our_own() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


async def test_pages_are_not_kept_and_files_with_a_version_are_for_ever(wire: Wire) -> None:
    visitor = Visitor(wire)
    home = await visitor.get("/")
    assert one_of(home, "cache-control") == "no-store"
    address = home.body.decode().split('href="/static/base.css', 1)[1].split('"', 1)[0]
    style = await visitor.get(f"/static/base.css{address}")
    assert "immutable" in one_of(style, "cache-control")
    assert "immutable" not in one_of(await visitor.get("/static/base.css"), "cache-control")
    tag = one_of(style, "etag")
    again = await visitor.get(f"/static/base.css{address}", if_none_match=tag)
    assert (again.status, again.body) == (304, b"")


async def test_only_our_own_files_are_sent(wire: Wire) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/hostname"):
        assert (await wire.ask("GET", path)).status == 404


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("PUT", "/api/tables", 405, "OPTIONS, POST"),
        ("PUT", "/api/games", 405, "GET, HEAD, OPTIONS"),
        ("PUT", "/new/mineo-3", 405, "GET, HEAD, OPTIONS, POST"),
        ("GET", "/api/tables/k7qm2xtfaz4c9w/seats/0", 405, "DELETE, OPTIONS, POST"),
        ("OPTIONS", "/api/tables/k7qm2xtfaz4c9w/seats/0", 204, "DELETE, OPTIONS, POST"),
        ("OPTIONS", "/new/mineo-3", 204, "GET, HEAD, OPTIONS, POST"),
    ],
)
async def test_who_asks_with_the_wrong_method_is_told_the_right_ones(
    wire: Wire, method: str, path: str, status: int, allowed: str
) -> None:
    answer = await wire.ask(method, path)
    assert (answer.status, one_of(answer, "allow")) == (status, allowed)


# -- https -------------------------------------------------------------------------------

HSTS = "strict-transport-security"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, []),
        ({"base_url": "http://127.0.0.1:8765"}, []),
        ({"base_url": "https://127.0.0.1:8765"}, ["max-age=31536000"]),
        ({"base_url": "https://127.0.0.1:8765", "hsts_seconds": 300}, ["max-age=300"]),
        ({"base_url": "https://127.0.0.1:8765", "hsts_seconds": 0}, []),
    ],
)
async def test_browsers_are_bound_to_https_only_where_people_come_by_it(
    wire: Wire, settings: dict[str, Any], told: list[str]
) -> None:
    for path in ("/", "/api/games", "/static/base.css", "/nowhere"):
        assert all_of(await wire.ask("GET", path), HSTS) == told


# -- who sends it ------------------------------------------------------------------------


async def test_a_visitor_gets_a_key_once_that_scripts_and_other_sites_do_not_get(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    (cookie,) = all_of(await visitor.get("/"), "set-cookie")
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert all_of(await visitor.get("/"), "set-cookie") == []
    other = Visitor(wire)
    await other.get("/")
    assert other.cookies[COOKIE] != visitor.cookies[COOKIE]


@pytest.mark.parametrize(
    "path", ["/nowhere", "/favicon.ico", "/t/nix", "/rules/nix", "/static/nix"]
)
async def test_an_address_that_is_none_gives_nobody_a_key_nor_a_form_that_needs_one(
    wire: Wire, path: str
) -> None:
    stranger = Visitor(wire)
    answer = await stranger.get(path)
    assert answer.status == 404
    assert all_of(answer, "set-cookie") == []
    assert b'name="csrf"' not in answer.body
    await stranger.get("/")
    assert b'name="csrf"' in (await stranger.get("/nowhere")).body


async def test_robots_are_kept_from_tables_and_find_the_rules(wire: Wire) -> None:
    robots = RobotFileParser()
    robots.parse((await wire.ask("GET", "/robots.txt")).body.decode().splitlines())
    kept = ("/t/nix", "/api/tables/nix", "/matches", "/metrics", "/readyz")
    assert not any(robots.can_fetch("any", path) for path in kept)
    assert all(robots.can_fetch("any", path) for path in ("/", "/rules/mineo-3", "/about"))


@pytest.mark.settings(security_contact="mailto:security@club.example")
async def test_whom_to_tell_of_a_weakness_is_told_with_a_day_that_is_always_ahead(
    wire: Wire,
) -> None:
    answer = await wire.ask("GET", "/.well-known/security.txt")
    assert one_of(answer, "content-type") == "text/plain; charset=utf-8"
    contact, expires = answer.body.decode().splitlines()
    assert contact == "Contact: mailto:security@club.example"
    until = datetime.fromisoformat(expires.removeprefix("Expires: "))
    assert timedelta(days=90) < until - datetime.now(UTC) < timedelta(days=365)


async def test_nobody_is_named_where_the_operator_names_nobody(wire: Wire) -> None:
    assert (await wire.ask("GET", "/.well-known/security.txt")).status == 404


@pytest.mark.settings(base_url="https://club.example")
async def test_behind_https_the_key_is_sent_over_https_only(wire: Wire) -> None:
    answer = await wire.ask("GET", "/", headers={"host": "club.example"})
    (cookie,) = all_of(answer, "set-cookie")
    assert cookie.startswith(f"{security.SAFE_COOKIE}=")
    assert "; Secure" in cookie


@pytest.mark.slow
async def test_a_key_that_the_server_has_not_signed_is_nobodys(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    assert (await visitor.seen(table)).seat == "0"
    key, dot, signature = visitor.cookies[COOKIE].rpartition(".")
    visitor.cookies[COOKIE] = key + dot + ("A" if signature[0] != "A" else "B") + signature[1:]
    assert (await visitor.seen(table)).seat != "0"


# -- is it meant -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "headers"),
    [
        ({"csrf": ""}, {}),
        ({"csrf": "0" * 64}, {}),
        ({}, {"origin": "https://evil.example"}),
        ({}, {"origin": "null"}),
        ({}, {"sec_fetch_site": "cross-site"}),
        ({}, {"sec_fetch_site": "same-site"}),
        ({}, {"sec_fetch_site": "cross-site", "origin": "http://127.0.0.1:8765"}),
    ],
)
async def test_what_another_site_makes_a_browser_send_does_nothing(
    wire: Wire, form: dict[str, str], headers: dict[str, str]
) -> None:
    visitor = Visitor(wire)
    answer = await visitor.post("/tables", {"game": GAME.id, **form}, **headers)
    assert answer.status == 403
    assert await wire.services.tables.store.unfinished() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://127.0.0.1:8765"},
        {"sec_fetch_site": "same-origin", "origin": "null"},
        {"sec_fetch_site": "none"},
    ],
)
async def test_what_our_own_page_sends_is_done(wire: Wire, headers: dict[str, str]) -> None:
    answer = await Visitor(wire).post("/tables", {"game": GAME.id}, **headers)
    assert answer.status == 303


async def test_the_token_of_one_visitor_is_none_of_anothers(wire: Wire) -> None:
    one, other = Visitor(wire), Visitor(wire)
    await one.get("/")
    answer = await other.post("/tables", {"game": GAME.id, "csrf": one.token})
    assert answer.status == 403


@pytest.mark.parametrize(
    ("host", "settings", "status"),
    [
        ("127.0.0.1:8765", {}, 200),
        ("localhost:1", {}, 200),
        ("[::1]:8765", {}, 200),
        ("evil.example", {}, 421),
        ("192.168.0.7:8765", {}, 421),
        ("192.168.0.7:8765", {"host": "0.0.0.0"}, 200),
        ("evil.example:8765", {"host": "0.0.0.0"}, 421),
        ("club.example", {"hosts": ("club.example",)}, 200),
        ("club.example", {"base_url": "http://club.example"}, 200),
    ],
)
async def test_the_server_answers_to_its_own_names_only(
    wire: Wire, host: str, settings: dict[str, Any], status: int
) -> None:
    assert (await wire.ask("GET", "/", headers={"host": host})).status == status


# -- how much ----------------------------------------------------------------------------


@pytest.mark.settings(rate=0.5)
async def test_who_asks_too_fast_is_told_how_long_to_wait(wire: Wire) -> None:
    visitor = Visitor(wire, "de")
    assert (await visitor.get("/healthz")).status == 200
    assert (await visitor.get("/keys")).status == 200
    while (answer := await visitor.get("/keys")).status == 200:
        pass
    assert answer.status == 429
    assert int(one_of(answer, "retry-after")) >= 1
    assert (await Visitor(wire).get("/keys")).status == 200


async def test_opening_tables_is_counted_more_strictly(wire: Wire) -> None:
    wire.limit(5.0)
    visitor = Visitor(wire)
    answers = [await visitor.post("/tables", {"game": GAME.id}) for _ in range(7)]
    assert [answer.status for answer in answers] == [303] * 5 + [429] * 2


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (["192.0.2.1", "::ffff:192.0.2.1"], "192.0.2.2"),
        ([f"2001:db8::{number:x}" for number in range(61)], "2001:db8:0:1::1"),
        (["somewhere"], "elsewhere"),
    ],
)
def test_one_household_cannot_pose_as_many_visitors(own: list[str], other: str) -> None:
    limits, stranger = (
        security.RequestLimits(1.0, clock=lambda: 0.0),
        security.Viewer("", fresh=True),
    )
    for address in islice(cycle(own), 60):
        limits.take(stranger, address, opens=False)
    with pytest.raises(TooMany, match="too much at once"):
        limits.take(stranger, own[-1], opens=False)
    limits.take(stranger, other, opens=False)


async def test_more_than_a_form_is_not_taken(wire: Wire) -> None:
    visitor = Visitor(wire)
    answer = await visitor.post("/tables", {"game": "x" * 70_000})
    assert answer.status == 413
    assert b"<h1" in answer.body


# -- when something is wrong --------------------------------------------------------------


async def test_an_unknown_address_is_told_in_the_visitors_language(wire: Wire) -> None:
    answer = await Visitor(wire, "de").get("/nowhere")
    assert answer.status == 404
    assert b'<html lang="de"' in answer.body
    assert b'href="/"' in answer.body


async def test_our_own_fault_is_told_without_what_was_behind_it(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_table: str) -> None:
        raise RuntimeError("the hidden card is SK")

    monkeypatch.setattr(wire.services.tables, "state", broken)
    answer = await Visitor(wire).get("/t/secret-table-id")
    assert answer.status == 500
    assert b"hidden card" not in answer.body
    assert b"Traceback" not in answer.body
    json = await Visitor(wire).get("/t/secret-table-id", accept="application/json")
    assert list(json.json) == ["error"]
    assert b"hidden card" not in json.body
    assert "RuntimeError" in caplog.text
    assert "secret-table-id" not in caplog.text


async def test_a_choice_of_looks_leads_back_to_what_one_was_reading(wire: Wire) -> None:
    visitor = Visitor(wire)
    page = (await visitor.get("/rules/mineo-3?q=fool+trick&x=%22")).body.decode()
    back = re.search(r'name="back" value="([^"]*)"', page)
    assert back is not None
    answer = await visitor.post("/look", {"language": "de", "back": html.unescape(back[1])})
    assert one_of(answer, "location") == "/rules/mineo-3?q=fool+trick&x=%22"
    assert visitor.cookies["language"] == "de"
    assert b'<html lang="de"' in (await visitor.get("/")).body


# -- a key is made by the server, or one that nobody can guess ----------------------------


ORDER = {"game": "calatafimi-2", "bots": ["", ""]}
WEAK = ("H", "K5", "password", "aaaaaaaaaaaaaaaaaaaaaaaaaaa", "0" * 38, "Aa1" * 7, "!?" * 12)
STRONG = ("0" * 39, "a" * 28, "Abc0" * 6, "0123456789abcdef" * 2, "Xq3vC1m8-bT0yKfA6rZsWn2e")


@pytest.mark.parametrize("key", WEAK)
def test_a_key_of_fewer_than_128_bits_is_refused(key: str) -> None:
    with pytest.raises(security.WeakKey):
        require_strong_key(key)


@pytest.mark.parametrize("key", [*STRONG, pytest.param(security.new_key(), id="one of ours")])
def test_a_key_of_128_bits_by_alphabet_and_length_is_taken(key: str) -> None:
    require_strong_key(key)


async def test_nothing_is_opened_or_taken_with_a_weak_key(wire: Wire) -> None:
    opened = await wire.ask("POST", "/api/tables", ORDER, key="K5")
    assert opened.status == 422
    assert "22 letters" in opened.json["error"]
    made = (await wire.ask("POST", "/api/tables", ORDER)).json
    at = f"/api/tables/{made['table']}"
    for path, body in ((f"{at}/seats/0", {"name": "Anna"}), ("/api/tables", ORDER)):
        assert (await wire.ask("POST", path, body, key="H")).status == 422
        assert (await wire.ask("POST", path, body, key=STRONG[-1])).status == 201
    assert (await wire.ask("GET", at, key="H")).status == 200


async def test_whoever_has_sat_down_with_a_weak_key_before_plays_on(wire: Wire) -> None:
    from matto.server.http.security import holder_of
    from matto.server.tables.commands import Sit

    table = (await wire.ask("POST", "/api/tables", ORDER)).json["table"]
    await wire.services.tables.submit(table, Sit(0, "Anna"), holder_of("K5"))
    left = await wire.ask("DELETE", f"/api/tables/{table}/seats/0", key="K5")
    assert left.status == 200

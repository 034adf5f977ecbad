"""Whatever is sent to the open interface, the answer is no failure of the server.

Half JSON, wrong types, unknown ids, bodies far too large or nested far too deeply, methods and
addresses that are not: each answer has a status that blames the request, and says in a
sentence what is wrong. What else one may think of is tried by `test_schemathesis.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from matto.games import catalogue
from server.wire import Wire

GAME = next(iter(catalogue().values()))
TABLES, TABLE, ACTIONS = "/api/tables", "/api/tables/TABLE", "/api/tables/TABLE/actions"
ONE_MORE = ["", "", *["rule"] * (GAME.seats - 2)]
"""Who plays: whoever opens the table, one more who need not come, and bots."""

KEY = "a long word of anna's, and longer"
ANNA = {"authorization": f"Bearer {KEY}"}
BERTA = {"authorization": "Bearer another long word, which is berta's"}
ORDER = {"game": GAME.id, "bots": ONE_MORE}

LONG = "x" * 60_000
LONGEST_ANSWER = 2000
"""No answer repeats what was sent to its end."""

BLAMED = 400
"""Any status that blames the request."""

REQUESTS: list[tuple[int, str, str, object, Mapping[str, str]]] = [
    (200, "GET", TABLE, None, ANNA),
    (200, "GET", TABLE, None, BERTA),
    (200, "POST", ACTIONS, {"begin": True}, ANNA),
    (404, "GET", "/api/tables/nix", None, ANNA),
    (405, "PUT", "/api/games", {}, ANNA),
    (405, "BREW", TABLES, {}, ANNA),
    (413, "POST", TABLES, b" " * 70_000, ANNA),
    (201, "POST", TABLES, ORDER, ANNA),
    (404, "POST", TABLES, {"game": "nix"}, ANNA),
    (422, "POST", TABLES, {"game": GAME.id, "options": {"nix": "on"}}, ANNA),
    (404, "POST", TABLES, {"game": LONG}, ANNA),
    (422, "POST", TABLES, {"game": GAME.id, "options": {LONG: "on"}}, ANNA),
    (422, "POST", TABLES, {"game": GAME.id, "options": {GAME.options[0].name: LONG}}, ANNA),
    (422, "POST", TABLES, {**ORDER, "bots": [LONG, *[""] * (GAME.seats - 1)]}, ANNA),
    (422, "POST", TABLES, {**ORDER, LONG: 1}, ANNA),
    (422, "POST", ACTIONS, {"choice": LONG}, ANNA),
    (404, "GET", f"/api/tables/{LONG}", None, ANNA),
    (404, "GET", f"/api/games/{LONG}", None, ANNA),
    (421, "GET", TABLE, None, {**ANNA, "host": LONG}),
    (409, "POST", f"{TABLE}/seats/0", {"name": "Berta"}, BERTA),
    (422, "POST", f"{TABLE}/seats/99", {"name": "Berta"}, BERTA),
    (422, "POST", f"{TABLE}/seats/1", {"name": "\x00"}, BERTA),
    (422, "POST", f"{TABLE}/seats/1", {"name": "🂡" * 40}, BERTA),
    (403, "POST", ACTIONS, {"choice": "nix"}, {}),
    (403, "POST", ACTIONS, {"choice": "nix"}, BERTA),
    (422, "POST", ACTIONS, {"choice": "nix"}, ANNA),
    (422, "POST", ACTIONS, {"choice": "nix", "wait": True}, ANNA),
    (409, "POST", ACTIONS, {"choice": "nix", "seq": 0}, ANNA),
    (409, "POST", ACTIONS, {"choice": "nix", "seq": 10**18}, ANNA),
    (404, "GET", f"{TABLE}/deals/1", None, ANNA),
    (404, "GET", f"{TABLE}/deals/0/shuffle", None, ANNA),
    (403, "DELETE", f"{TABLE}/seats/0", None, BERTA),
    *(
        (BLAMED, "GET", f"{at}/{piece}", None, ANNA)
        for at in (TABLES, f"{TABLE}/seats", f"{TABLE}/deals")
        for piece in ("nix", "-1", "9" * 40, "%00", "%ff", "..", " ", "%2f", "x" * 3000)
    ),
    *(
        (BLAMED, "POST", path, body, ANNA)
        for path in (TABLES, f"{TABLE}/seats/1", ACTIONS)
        for body in (
            *(b"", b"{", b"[]", b"null", b"'x'", b"{}{}", b"\xff{}", b'{"name":"\xff"}'),
            *(b"[" * 30_000, b'{"options":' * 5_000, b'{"seq":' + b"9" * 5_000 + b"}"),
            *(b'{"name":"' + b"x" * 60_000 + b'"}', b'{"pace":NaN}', b'{"limit":1e400}'),
            *({"nonsense": 1}, {"game": 1}, {"name": None}, {"seq": "1"}, {"key": "a b"}),
        )
    ),
    *(
        (201, "POST", TABLES, ORDER, {**ANNA, **headers})
        for headers in (
            {"content-type": "text/plain"},
            {"content-type": "a/b; charset=x", "accept": "nonsense"},
            {"accept-language": ",;,"},
            {"accept-language": "xx;q=x, en;q=9999999"},
        )
    ),
]


async def test_bad_requests_are_answered_with_a_sentence(wire: Wire) -> None:
    opened = await wire.ask("POST", TABLES, ORDER, key=KEY)
    table = str(opened.json["table"])
    sat = await wire.ask("POST", f"{TABLES}/{table}/seats/0", {"name": "Anna"}, key=KEY)
    assert sat.status == 201
    for status, method, path, body, headers in REQUESTS:
        answer = await wire.ask(method, path.replace("TABLE", table), body, headers=headers)
        found = BLAMED if status == BLAMED and 400 < answer.status < 500 else answer.status
        assert found == status, (method, path, body, answer)
        if status >= BLAMED:
            assert set(answer.json) <= {"error", "clause", "seq"}
            assert answer.json["error"].strip()
            assert len(answer.body) < LONGEST_ANSWER, (method, path[:99])
            assert "Traceback" not in answer.json["error"]

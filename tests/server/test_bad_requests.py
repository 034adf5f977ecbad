"""Whatever is sent to the open interface, the answer is no failure of the server.

Half JSON, wrong types, unknown ids, bodies far too large or nested far too deeply, methods and
addresses that are not: each answer has a status that blames the request, and says in a
sentence what is wrong. A few whole requests are always sent first, so that every kind of answer
comes up whatever Hypothesis thinks of.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from matto.games import catalogue
from samples import many
from server.wire import Answer, Wire, wired

EXAMPLES, MANY_EXAMPLES = 150, many(800)
GAME = next(iter(catalogue().values()))
KEY = "a long word of anna's, and longer"
BLAMED = range(400, 500)

# -- bodies --------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "",
        "SK",
        "T21",
        "F",
        "pass",
        "silence",
        "rule",
        "random",
        GAME.id,
        "\x00",
        "🂡" * 40,
        "x" * 90,
    ]
) | st.text(max_size=20)
NUMBERS = (
    st.integers(-3, 9) | st.integers() | st.floats() | st.sampled_from([10**30, -(10**400)])
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
FIELDS = (
    *("game", "options", "preset", "bots", "limit", "turn_seconds", "pace", "onlookers"),
    *("name", "seed", "seq", "key", "choice", "say", "wait", "take_back", "ready", "begin"),
    *("stand_in", "come_back", "close", "nonsense"),
)
LIKELY: Mapping[str, st.SearchStrategy[Any]] = {
    "game": st.just(GAME.id),
    "bots": st.lists(st.sampled_from(["", "rule", "random"]), min_size=3, max_size=3),
    "limit": st.integers(-1, 3) | st.none(),
    "name": WORDS,
}
BODIES = st.fixed_dictionaries(
    {}, optional={name: ANYTHING for name in FIELDS}
) | st.fixed_dictionaries({}, optional=dict(LIKELY))


def written(body: object) -> bytes:
    """A body as JSON, with numbers that JSON does not have."""
    return json.dumps(body).encode("utf-8", "surrogatepass")


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """JSON cut off, with bytes changed, repeated, too large or nested too deeply."""
    whole = written(draw(ANYTHING | BODIES))
    return draw(
        st.sampled_from(
            [
                whole[: draw(st.integers(0, len(whole)))],
                whole.replace(b'"', b"'"),
                whole + whole,
                b"\xff" + whole,
                b"[" * 30_000,
                b'{"options":' * 5_000,
                b'{"seq":' + b"9" * 5_000 + b"}",
                b'{"name":"' + b"x" * 60_000 + b'"}',
                b" " * 70_000,
            ]
        )
    )


# -- addresses -----------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["TABLE", "nix", "0", "1", "-1", "99", "9" * 40, "%00", "%ff", "..", " ", "%2f", "x" * 3000]
)
PATHS = st.one_of(
    st.sampled_from(
        ["/api/games", "/api/bots", "/api/tables", "/api/openapi.json", "/api/nix"]
    ),
    st.builds("/api/tables/{}".format, PIECES),
    st.builds("/api/tables/{}/actions".format, PIECES),
    st.builds("/api/tables/{}/seats/{}".format, PIECES, PIECES),
    st.builds("/api/tables/{}/deals/{}".format, PIECES, PIECES),
    st.builds("/api/tables/{}/deals/{}/shuffle".format, PIECES, PIECES),
    st.builds("/api/tables/nix/events{}".format, PIECES),
)
METHODS = st.sampled_from(["GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "BREW"])
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "authorization": st.sampled_from(
            [f"Bearer {KEY}", "Bearer", "Basic x", "bearer é", ""]
        ),
        "content-type": st.sampled_from(
            ["application/json", "text/plain", "multipart/form-data", "x", "a/b; charset=x"]
        ),
        "accept": st.sampled_from(["text/html", "nonsense"]),
        "accept-language": st.sampled_from(["de", "xx;q=x", ",;,", "en;q=9999999"]),
        "last-event-id": WORDS.filter(str.isascii).map(lambda word: word.replace("\n", "")),
    },
)


# -- whole requests, and what each must be answered with -------------------------------------

TABLE, ACTIONS = "/api/tables/TABLE", "/api/tables/TABLE/actions"
ONE_MORE = ["", "", *["rule"] * (GAME.seats - 2)]
"""Who plays: whoever opens the table, one more who need not come, and bots."""

ANNA = {"authorization": f"Bearer {KEY}"}
BERTA = {"authorization": "Bearer another long word, which is berta's"}
WHOLE: Sequence[tuple[int, str, str, object, dict[str, str]]] = (
    (200, "GET", TABLE, None, ANNA),
    (200, "GET", TABLE, None, BERTA),
    (200, "POST", ACTIONS, {"begin": True}, ANNA),
    (404, "GET", "/api/tables/nix", None, ANNA),
    (405, "PUT", "/api/games", {}, ANNA),
    (413, "POST", "/api/tables", b" " * 70_000, ANNA),
    (201, "POST", "/api/tables", {"game": GAME.id, "bots": ONE_MORE}, ANNA),
    (404, "POST", "/api/tables", {"game": "nix"}, ANNA),
    (422, "POST", "/api/tables", {"game": GAME.id, "options": {"nix": "on"}}, ANNA),
    (409, "POST", f"{TABLE}/seats/0", {"name": "Berta"}, BERTA),
    (403, "POST", ACTIONS, {"choice": "nix"}, {}),
    (403, "POST", ACTIONS, {"choice": "nix"}, BERTA),
    (422, "POST", ACTIONS, {"choice": "nix"}, ANNA),
    (422, "POST", ACTIONS, {"choice": "nix", "wait": True}, ANNA),
    (409, "POST", ACTIONS, {"choice": "nix", "seq": 0}, ANNA),
    (404, "GET", f"{TABLE}/deals/1", None, ANNA),
    (403, "DELETE", f"{TABLE}/seats/0", None, BERTA),
)


@pytest.mark.slow
def test_bad_requests_are_answered_with_a_sentence(tmp_path: Path) -> None:
    many_requests(tmp_path, EXAMPLES)


@pytest.mark.slow
def test_very_many_bad_requests_are_answered_with_a_sentence(tmp_path: Path) -> None:
    many_requests(tmp_path, MANY_EXAMPLES)


def test_a_failure_of_the_server_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matto.server.api.routes.command_of", lambda deed: deed.nonsense)
    with pytest.raises(AssertionError, match="500"):
        many_requests(tmp_path, 1)


def many_requests(folder: Path, examples: int) -> None:
    """Send the whole requests and many others to one server, at which a table stands."""

    async def serving() -> None:
        async with wired(folder) as wire:
            table, loop = await a_table(wire), asyncio.get_running_loop()

            def ask(method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
                request = wire.ask(method, path.replace("TABLE", table), body, headers=headers)
                return asyncio.run_coroutine_threadsafe(request, loop).result(timeout=60)

            await asyncio.to_thread(send_whole, ask)
            await asyncio.to_thread(attack, ask, examples)

    asyncio.run(serving())


Ask = Callable[[str, str, bytes, dict[str, str]], Answer]


def send_whole(ask: Ask) -> None:
    """Send the requests whose answers are known, before anything else has changed the table."""
    for status, method, path, body, headers in WHOLE:
        answer = ask(method, path, body if isinstance(body, bytes) else written(body), headers)
        is_in_order(answer)
        assert answer.status == status, (method, path, body, answer)


def attack(ask: Ask, examples: int) -> None:
    """Send whatever Hypothesis thinks of."""

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(METHODS, PATHS, BODIES.map(written) | broken(), HEADERS)
    def sent(method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        is_in_order(ask(method, path, body, headers))

    sent()


async def a_table(wire: Wire) -> str:
    """A table at which somebody sits, and the match can begin."""
    opened = await wire.ask("POST", "/api/tables", {"game": GAME.id, "bots": ONE_MORE}, key=KEY)
    table = str(opened.json["table"])
    sat = await wire.ask("POST", f"/api/tables/{table}/seats/0", {"name": "Anna"}, key=KEY)
    assert sat.status == 201
    return table


def is_in_order(answer: Answer) -> None:
    """Done or refused; refusals have their form."""
    if answer.status < BLAMED.start:
        return
    assert answer.status in BLAMED, (answer.status, answer.body)
    problem = answer.json
    assert set(problem) <= {"error", "clause", "seq"}
    assert problem["error"].strip()
    assert "Traceback" not in problem["error"]

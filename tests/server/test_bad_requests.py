"""Whatever is sent to the open interface, the answer is no failure of the server.

Half JSON, wrong types, unknown ids, bodies far too large or nested far too deeply, methods and
addresses that are not: each answer has a status that blames the request, and says in a
sentence what is wrong.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from matto.games import catalogue
from server.wire import Answer, Wire, wired

EXAMPLES, MANY_EXAMPLES = 400, 4000
GAME = next(iter(catalogue().values()))
KEY = "a long word of anna's"
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


def test_bad_requests_are_answered_with_a_sentence(tmp_path: Path) -> None:
    assert many_requests(tmp_path, EXAMPLES) >= {200, 404, 405, 422}


@pytest.mark.slow
def test_very_many_bad_requests_are_answered_with_a_sentence(tmp_path: Path) -> None:
    assert many_requests(tmp_path, MANY_EXAMPLES) >= {200, 201, 403, 404, 405, 413, 422}


def test_a_failure_of_the_server_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matto.server.routes.api.wish_of", lambda deed: deed.nonsense)
    with pytest.raises(AssertionError, match="500"):
        many_requests(tmp_path, EXAMPLES)


def many_requests(folder: Path, examples: int) -> Set[int]:
    """Send requests to one running server, at which a table stands; gives what it answered."""
    statuses: Counter[int] = Counter()

    async def serving() -> None:
        async with wired(folder) as wire:
            table, loop = await a_table(wire), asyncio.get_running_loop()

            def ask(method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
                request = wire.ask(method, path.replace("TABLE", table), body, headers=headers)
                return asyncio.run_coroutine_threadsafe(request, loop).result(timeout=20)

            await asyncio.to_thread(attack, ask, examples, statuses)

    asyncio.run(serving())
    return statuses.keys()


Ask = Callable[[str, str, bytes, dict[str, str]], Answer]


def attack(ask: Ask, examples: int, statuses: Counter[int]) -> None:
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
        answer = ask(method, path, body, headers)
        statuses[answer.status] += 1
        is_in_order(answer)

    sent()


async def a_table(wire: Wire) -> str:
    """A table at which the match has begun."""
    bots = ["", *["rule"] * (GAME.seats - 1)]
    opened = await wire.ask("POST", "/api/tables", {"game": GAME.id, "bots": bots}, key=KEY)
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

"""Nobody sees what his seat does not see: the same pairs of tables, at a running server.

Both tables of a pair stand at one server, under two ids. Whatever the viewer asks there, by
browser or by program, right or wrong: the answers must be the same but for the id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import quote

import pytest

from matto.engine.cards import CODES
from matto.engine.game import Game
from matto.games import catalogue
from matto.server.tables.storage import LENGTH, LETTERS
from matto.server.tables.views import Phase
from samples import many
from server.alike import Pair, events_of, holder_of, pairs_of
from server.wire import Answer, Wire

PAIRS, MANY_PAIRS, SEEDS = 3, many(6), range(many(12))
STATUSES = {"GET": {200, 404, 409}, "POST": {403, 409, 422}}
"""What the viewer may be answered: nothing of what he tries is done."""

Request = tuple[str, str, dict[str, str], object]
"""Method, path, headers and body, with `TABLE` for the table's id."""

LOOKS = (
    "",
    "/story",
    "/score",
    "/presence",
    "/deals/1",
    "/deals/1/record.json",
    "/deals/1/shuffle",
)
LOOKS_OF_PROGRAMS = ("", "/deals/1", "/deals/1/shuffle")


def looks(browser: dict[str, str], program: dict[str, str]) -> Iterator[Request]:
    """All that a viewer may look at."""
    for path in LOOKS:
        yield "GET", f"/t/TABLE{path}", browser, None
    for path in LOOKS_OF_PROGRAMS:
        yield "GET", f"/api/tables/TABLE{path}", program, None
    yield "GET", "/t/TABLE/stream", browser, None
    yield "GET", "/api/tables/TABLE/events", program, None


def attempts(
    browser: dict[str, str], program: dict[str, str], words: Sequence[str]
) -> Iterator[Request]:
    """Things that a viewer tries and may not do."""
    act = "/api/tables/TABLE/actions"
    for word in words:
        yield "GET", f"/t/TABLE/why?choice={quote(word)}", browser, None
        for command in ("act", "say"):
            form = f"choice={quote(word)}".encode()
            yield "POST", f"/t/TABLE/{command}", browser, form
            yield "POST", f"/t/TABLE/{command}", {**browser, "accept": "application/json"}, form
        yield "POST", act, program, {"choice": word}
        yield "POST", act, program, {"say": word, "key": "same"}
    yield "POST", act, program, {"begin": True}
    yield "POST", act, program, {"seq": 1, "choice": words[0]}


def words_for(pair: Pair) -> list[str]:
    """Cards and words that are not to be had now: nothing may change between the questions."""
    asked = pair.real.decision
    may = set(asked.options) if asked is not None else set()
    cards = [card for card in CODES if card not in may]
    return [*cards[:: len(cards) // 3], "nonsense"]


async def answers(wire: Wire, pair: Pair, table: str) -> dict[str, Answer]:
    """What the viewer is answered at one of the tables."""
    key = "onlooker" if pair.viewer is None else holder_of(pair.viewer, pair.viewer, 0)
    browser, program = wire.browser(key), {"authorization": f"Bearer {key}"}
    wanted = (*looks(browser, program), *attempts(browser, program, words_for(pair)))
    found = {}
    for method, path, headers, body in wanted:
        answer = await wire.ask(
            method,
            path.replace("TABLE", table),
            body,
            headers=headers,
            until=b"event: state",
        )
        found[f"{method} {path} {body!r} {sorted(headers)}"] = answer
    return found


def without(answer: Answer, table: str) -> tuple[object, ...]:
    """An answer without the table's id, and without the number that each request is given."""
    headers = [
        (name, value.replace(table, "TABLE"))
        for name, value in answer.headers
        if name != "x-request-id"
    ]
    return answer.status, headers, answer.body.replace(table.encode(), b"TABLE")


async def told_apart(wire: Wire, pair: Pair, number: int) -> Iterator[str]:
    """Put up both tables of a pair, and say which answers differ."""
    tables = [letter * (LENGTH - 1) + LETTERS[number] for letter in "xy"]
    for world, table in enumerate(tables):
        run = (pair.real, pair.other)[world]
        phase = Phase.PLAYING if run.result is None else Phase.BETWEEN
        await wire.keep(table, events_of(run, pair.viewer, world), phase)
    first, other = [await answers(wire, pair, table) for table in tables]
    assert all(a.status in STATUSES[asked.split()[0]] for asked, a in first.items())
    assert sum(answer.status == 200 for answer in first.values()) >= 6
    return (
        f"{pair}: {asked}"
        for asked, answer in first.items()
        if without(answer, tables[0]) != without(other[asked], tables[1])
        # a deal that is over lies open to all, with its shuffle
        and not ("/deals/1" in asked and pair.real.result is not None)
    )


async def differences(wire: Wire, game: Game, count: int) -> list[str]:
    """How some pairs of a game can be told apart at a running server."""
    pairs = (pair for seed in SEEDS for pair in pairs_of(game, seed))
    alike = (pair for pair in pairs if "a moment later" not in pair.labels)
    numbered = enumerate(islice(alike, count))
    return [one for n, pair in numbered for one in await told_apart(wire, pair, n)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
async def test_a_viewer_is_answered_alike_at_tables_that_look_alike(
    game_id: str, wire: Wire
) -> None:
    assert await differences(wire, catalogue()[game_id], MANY_PAIRS) == []

"""Nobody sees what his seat does not see: not in a page, a stream, JSON, or an error.

Each test has pairs of tables that a viewer cannot tell apart (see `alike.py`): hidden cards lie
elsewhere, secrets and the keys of others are different. Every byte that the viewer is sent must
be the same. Planted leaks show that each of these things would be noticed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from matto.engine.cards import CODES
from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import catalogue
from matto.server.http.requests import Display
from matto.server.http.security import holder_of as hash_of
from matto.server.tables.service import table_view_of as honestly_seen
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import LENGTH, LETTERS
from matto.server.tables.views import Phase, TableView
from samples import many
from server import surfaces as sent
from server.alike import Pair, events_of, holder_of, pairs_of, table_of
from server.markup import without_time
from server.surfaces import LOOKS, Surfaces, surfaces
from server.wire import Answer, Wire
from sixteen import THREE

SEEDS = range(12)
ENOUGH = {"pairs": many(10), "onlookers": 1, "two hands": 1}
"""What must have been compared at the least, in a deal by chance and in one of rule bots."""
WORDS = 2


def differing(pair: Pair, words: Sequence[str], looks: Sequence[Display] = LOOKS) -> list[str]:
    """The surfaces on which a viewer can tell the two tables of a pair apart."""
    seat = pair.viewer
    key = "" if seat is None else hash_of(holder_of(seat, seat, 0))
    first, second = (
        surfaces(table_of(pair, world), seat, key, words, looks) for world in (0, 1)
    )
    return told_apart(first, second)


def told_apart(first: Surfaces, second: Surfaces) -> list[str]:
    names = sorted(first.keys() | second.keys())
    return [name for name in names if first.get(name) != second.get(name)]


def words_for(run: Run, rng: random.Random) -> list[str]:
    """Some cards and words that somebody tries, right or wrong."""
    own = sorted(run.game.vocabulary.glossary)
    return [*rng.sample(CODES, WORDS), *rng.sample(own, min(1, len(own)))]


def leaks(game: Game, seeds: Sequence[int], tally: Counter[str]) -> Iterator[str]:
    """Say for each pair that can be told apart how; the viewers have all looks in turn."""
    looks = cycle(LOOKS)
    for seed in seeds:
        rng = random.Random(seed)
        for pair in pairs_of(game, seed):
            tally["pairs"] += 1
            tally["onlookers"] += pair.viewer is None
            tally.update(pair.labels)
            for name in differing(pair, words_for(pair.real, rng), [next(looks)]):
                yield f"{pair}: {name}"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_what_a_viewer_is_sent_does_not_depend_on_what_he_cannot_see(game_id: str) -> None:
    tally: Counter[str] = Counter()
    for seed in SEEDS:
        assert not list(leaks(catalogue()[game_id], [seed], tally))
        if seed and all(tally[what] >= number for what, number in ENOUGH.items()):
            return
    raise AssertionError(f"{len(SEEDS)} deals were not enough for {ENOUGH}: {tally}")


# -- the same pairs of tables, at a running server -----------------------------------------

MANY_PAIRS, SERVED_SEEDS = many(4), range(many(12))
STATUSES = {"GET": {200, 404, 409}, "POST": {403, 409, 422}}
"""What the viewer may be answered: nothing of what he tries is done."""

Request = tuple[str, str, dict[str, str], object]
"""Method, path, headers and body, with `TABLE` for the table's id."""

PLACES = (
    "",
    "/story",
    "/score",
    "/presence",
    "/deals/1",
    "/deals/1/record.json",
    "/deals/1/shuffle",
)
PLACES_FOR_PROGRAMS = ("", "/deals/1", "/deals/1/shuffle")


def looks(browser: dict[str, str], program: dict[str, str]) -> Iterator[Request]:
    """All that a viewer may look at."""
    for path in PLACES:
        yield "GET", f"/t/TABLE{path}", browser, None
    for path in PLACES_FOR_PROGRAMS:
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


def refused_words(pair: Pair) -> list[str]:
    """Cards and words that are not to be had now: nothing may change between the questions."""
    asked = pair.real.decision
    may = set(asked.options) if asked is not None else set()
    cards = [card for card in CODES if card not in may]
    return [*cards[:: len(cards) // 3], "nonsense"]


async def answers(wire: Wire, pair: Pair, table: str) -> dict[str, Answer]:
    """What the viewer is answered at one of the tables."""
    key = "onlooker" if pair.viewer is None else holder_of(pair.viewer, pair.viewer, 0)
    browser, program = wire.browser(key), {"authorization": f"Bearer {key}"}
    wanted = (*looks(browser, program), *attempts(browser, program, refused_words(pair)))
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
    """An answer without the table's id, the time, and the number that each request is given."""
    headers = [
        (name, value.replace(table, "TABLE"))
        for name, value in answer.headers
        if name != "x-request-id"
    ]
    body = without_time(answer.body).replace(table.encode(), b"TABLE")
    return answer.status, headers, body


async def answered_apart(wire: Wire, pair: Pair, number: int) -> Iterator[str]:
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
    pairs = (pair for seed in SERVED_SEEDS for pair in pairs_of(game, seed))
    alike = (pair for pair in pairs if "a moment later" not in pair.labels)
    numbered = enumerate(islice(alike, count))
    return [one for n, pair in numbered for one in await answered_apart(wire, pair, n)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
async def test_a_viewer_is_answered_alike_at_tables_that_look_alike(
    game_id: str, wire: Wire
) -> None:
    assert await differences(wire, catalogue()[game_id], MANY_PAIRS) == []


# -- what a leak would look like: each is noticed ------------------------------------------

SEEDS_TRIED = 60
"""Seeds that are tried until each leak has had something to tell."""

Plant = Callable[[TableState, int | None], object]


def _unseen(state: TableState, seat: int | None) -> list[str]:
    """The cards that a seat has not seen, in the order in which they were dealt."""
    run = _run(state)
    shown = {card for event in run.view(seat).events for card in event.what}
    cards = [card for pile in (*run.setup.deal.hands, run.setup.deal.talon) for card in pile]
    return [card for card in cards if card not in shown]


def _run(state: TableState) -> Run:
    assert state.run is not None
    return state.run


def _hand_sizes(state: TableState, _seat: int | None) -> object:
    run = _run(state)
    return [len(run.table.hand(seat)) for seat in range(run.game.seats)]


def _other_keys(state: TableState, seat: int | None) -> object:
    return [chair.holder for chair in state.chairs if chair.seat != seat]


def _other_seeds(state: TableState, seat: int | None) -> object:
    return {other: seed for other, seed in state.seeds.items() if other != seat}


PLANTS: dict[str, Plant] = {
    "what others did, with the card that they showed their partner": lambda state, _seat: [
        action.choice for action in _run(state).actions
    ],
    "how many events there have been": lambda state, _seat: len(_run(state).events),
    "how many actions there have been": lambda state, _seat: len(_run(state).actions),
    "how many cards each holds after laying away": _hand_sizes,
    "unseen cards in the order of their places": _unseen,
    "the deal that was given": lambda state, _seat: state.opened.given,
    "the secret of the next deal": lambda state, _seat: (
        state.promised and state.promised.secret
    ),
    "the keys of the others": _other_keys,
    "who has opened the table": lambda state, _seat: state.opened.host,
    "cards laid away": lambda state, _seat: _run(state).table.laid_away,
}


def planted(leak: Plant) -> Callable[..., TableView]:
    """What a viewer sees, and a leak in a field that reaches all that is sent."""

    def table_view_of(state: TableState, seat: int | None, *more: Any) -> TableView:
        honest = honestly_seen(state, seat, *more)
        return msgspec.structs.replace(honest, table=str(leak(state, seat)))

    return table_view_of


def all_pairs() -> Iterator[Pair]:
    """Pairs of deals of all games."""
    for seed in range(SEEDS_TRIED):
        for game in catalogue().values():
            yield from pairs_of(game, seed)


def tells(leak: Plant, pair: Pair) -> bool:
    """Whether a viewer could tell the two tables of a pair apart by a leak."""
    first, other = (leak(table_of(pair, world), pair.viewer) for world in (0, 1))
    return first != other


def names_of(pair: Pair, words: Sequence[str] = ()) -> set[str]:
    """The surfaces on which a pair is told apart, without their looks."""
    return {name.partition(",")[0] for name in differing(pair, words, LOOKS[:1])}


@pytest.mark.slow
def test_each_leak_is_noticed_in_pages_and_json(monkeypatch: pytest.MonkeyPatch) -> None:
    left = dict(PLANTS)
    for pair in all_pairs():
        for leak in [name for name, plant in left.items() if tells(plant, pair)]:
            monkeypatch.setattr(sent, "table_view_of", planted(left.pop(leak)))
            assert names_of(pair) >= {"json", "json event", "page"}, leak
        if not left:
            return
    raise AssertionError(f"there was nothing to tell for {[*left]}")


@pytest.mark.slow
def test_a_refusal_that_tells_where_a_card_is_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hands(run: Run) -> list[tuple[str, ...]]:
        return [run.table.hand(seat) for seat in range(run.game.seats)]

    def telling(self: Run, choice: str, decision: Decision) -> Refusal:
        return Refusal(decision.clause, text("Not {hands}.", hands=str(hands(self))))

    monkeypatch.setattr(Run, "_refusal", telling)
    for pair in all_pairs():
        asked = pair.real.decision
        if asked and asked.seat == pair.viewer and hands(pair.real) != hands(pair.other):
            names = names_of(pair, ("nonsense",))
            assert "why not nonsense" in names
            assert any(name.startswith("Act(") for name in names)
            return

"""The proofs that nobody sees too much find what they are there for: one leak planted each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import catalogue
from matto.server.tables.service import table_view_of as honestly_seen
from matto.server.tables.state import TableState
from matto.server.tables.views import TableView
from server import surfaces as sent
from server.alike import Pair, pairs_of
from server.test_nobody_sees import differing

ENOUGH = 60
"""Seeds that are tried until a leak is found."""

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
    for seed in range(ENOUGH):
        for game in catalogue().values():
            yield from pairs_of(game, seed)


def found(words: tuple[str, ...] = ()) -> set[str]:
    """The surfaces on which the first leak that is found shows, without their looks."""
    names = next((names for pair in all_pairs() if (names := differing(pair, words))), [])
    return {name.partition(",")[0] for name in names}


@pytest.mark.slow
@pytest.mark.parametrize("leak", PLANTS)
def test_a_leak_is_noticed_in_pages_and_json(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent, "table_view_of", planted(PLANTS[leak]))
    assert found() >= {"json", "json event", "page"}


@pytest.mark.slow
def test_a_refusal_that_tells_where_a_card_is_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def telling(self: Run, choice: str, decision: Decision) -> Refusal:
        hands = [self.table.hand(seat) for seat in range(self.game.seats)]
        return Refusal(decision.clause, text("Not {hands}.", hands=str(hands)))

    monkeypatch.setattr(Run, "_refusal", telling)
    names = found(words=("nonsense",))
    assert "why not nonsense" in names
    assert any(name.startswith("Act(") for name in names)

"""Bots know what their seat has seen, and nothing else: hidden cards may lie anywhere."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import catalogue
from matto.games import game as find_game
from matto.players import NAMES, Bot, make_bot
from matto.players.bot_readiness import THINKING
from matto.players.bots import PROBES
from matto.players.inference import Worlds
from players.moments import hasty, moments
from samples import many
from sixteen import THREE

REDEALT, SOME = many(4), 8
THOUGHT_ABOUT = many(2)
"""In so many ways where each answer takes long: there are many questions to find a leak by."""
PROBED = many(2)
"""In so many ways for bots that people do not meet."""


def redealt(run: Run, number: int = REDEALT) -> Iterator[View]:
    """What the seat asked sees when all that it has not seen is dealt anew."""
    assert run.decision is not None
    seat = run.decision.seat
    worlds = Worlds(run.game, run.view(seat))
    drawn = worlds.draw(number, 7)
    for world in range(number):
        yield worlds.run(drawn, world).view(seat)


def moves(bot: Bot, run: Run, ways: int = REDEALT) -> set[str]:
    """What a bot does at a question, as it is and with the hidden cards dealt anew."""
    assert run.decision is not None
    views = (run.view(run.decision.seat), *redealt(run, ways))
    return {bot.choose(view) for view in views}


class Peeper:
    """A cheat: looks for a table behind its view."""

    name = "peeper"

    def choose(self, view: View) -> str:
        """Choose by what a neighbour holds."""
        assert view.decision is not None
        table: Any = getattr(view, "table", None)
        if table is None:
            return view.decision.options[0]
        neighbour = (view.decision.seat + 1) % view.seats
        return view.decision.options[hash(table.hand(neighbour)) % len(view.decision.options)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "name"),
    [(game, "quick") for game in catalogue()]
    + [(game, name) for game in THREE for name in sorted(THINKING)],
)
def test_hidden_cards_dealt_anew_change_no_move_of_any_phase(game_id: str, name: str) -> None:
    thinks = name in THINKING
    ways = THOUGHT_ABOUT if thinks else REDEALT
    if name in {probe.bot for probe in PROBES}:
        ways = PROBED
    for run in moments(game_id):
        assert run.decision is not None
        bot = hasty(name, run.game, "blind") if thinks else make_bot(name, run.game, 1)
        assert len(moves(bot, run, ways)) == 1, (run.decision.kind, run.actions)


@pytest.mark.slow
def test_a_bot_that_peeps_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Run.view

    def leaking(run: Run, seat: int | None) -> View:
        view = honest(run, seat)
        vars(view)["table"] = run.table
        return view

    monkeypatch.setattr(Run, "view", leaking)
    caught = [len(moves(Peeper(), run)) > 1 for run in moments("barcellona-4")]
    assert any(caught)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_handed_a_view_and_nothing_else(name: str) -> None:
    bot = make_bot(name, find_game("mineo-3"), 1)
    for method in ("choose", "answer"):
        asked = getattr(bot, method, None)
        if asked is not None:
            takes = typing.get_type_hints(asked)
            assert list(inspect.signature(asked).parameters) == ["view"]
            assert takes["view"] is View


CALLING = ("priestertarock", "mineo-4")
"""Two of the games in which one calls a card and only its holder knows where it lies."""


def with_a_called_card(game: Game) -> Iterator[tuple[Run, str]]:
    """Questions of the play, and a card that lies where the seat asked does not know."""
    for run in moments(game.id, SOME):
        seat = None if run.decision is None else run.decision.seat
        contract = run.table.contract
        if contract is None or not contract.called or seat is None:
            continue
        yield run, contract.called


@pytest.mark.slow
@pytest.mark.parametrize("game_id", CALLING)
def test_where_the_called_card_lies_changes_no_move_of_another(game_id: str) -> None:
    told_apart = 0
    for run, called in with_a_called_card(find_game(game_id)):
        assert run.decision is not None
        seat = run.decision.seat
        worlds = Worlds(run.game, run.view(seat))
        drawn = worlds.draw(60, 3)
        holders = drawn.holder(called).tolist()
        first = {holder: holders.index(holder) for holder in holders}
        bot = hasty("strong", run.game, "called")
        made = {bot.choose(worlds.run(drawn, number).view(seat)) for number in first.values()}
        assert len(made) == 1
        told_apart += len(first) > 1
    assert told_apart

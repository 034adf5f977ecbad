"""What stands on the plates of a table, for whoever looks at it."""

from __future__ import annotations

import pytest

from matto.bots.rule import RuleBot
from matto.games import game
from matto.run import Run
from matto.server.pages.look import Look
from matto.server.pages.room import Room
from matto.server.pages.seats import seats_of
from matto.server.pages.table import table_fragment
from server.seens import asked, reached, seen_of


def alone_for(run: Run, viewer: int | None) -> list[int]:
    seats = seats_of(Room(seen_of(run, viewer), Look("en")))
    return [seat.player.seat for seat in seats if seat.alone]


def test_who_plays_alone_is_marked_for_all_and_for_himself_too() -> None:
    run = reached(game("mineo-3"), asked("play"))
    soloist = next(seat for seat, _ in run.view(None).heard("takes talon"))
    for viewer in (None, 0, 1, 2):
        assert alone_for(run, viewer) == [soloist]


def test_whoever_may_have_a_hidden_partner_is_not_marked_for_an_onlooker() -> None:
    for seed in range(40):
        run = Run.shuffled(game("priestertarock"), seed=seed)
        bot = RuleBot(run.game, seed)
        while run.decision is not None and run.decision.kind != "play":
            run.do(bot.choose(run.view(run.decision.seat)))
        if run.view(None).heard("call"):
            assert alone_for(run, None) == []
            return
    pytest.fail("no deal in which a card is called")


def test_nobody_is_marked_where_each_plays_for_himself_or_two_play() -> None:
    for name in ("marolles", "calatafimi-2"):
        run = reached(game(name), asked("play"))
        for viewer in (None, *range(run.game.seats)):
            assert alone_for(run, viewer) == []


def test_where_all_begin_with_chips_the_standing_says_so() -> None:
    for name, said in (("mitigatti-4", True), ("mineo-3", False)):
        page = table_fragment(seen_of(reached(game(name), asked("play")), 0), Look("en"))
        assert ("Everybody began with 10." in page) == said

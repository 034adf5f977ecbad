"""What stands on the plates of a table, for whoever looks at it."""

from __future__ import annotations

from matto.games import game
from matto.run import Run
from matto.server.pages.look import Look
from matto.server.pages.room import Room
from matto.server.pages.seats import seats_of
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
    assert alone_for(reached(game("priestertarock"), asked("play")), None) == []


def test_nobody_is_marked_where_each_plays_for_himself_or_two_play() -> None:
    for name in ("marolles", "calatafimi-2"):
        run = reached(game(name), asked("play"))
        for viewer in (None, *range(run.game.seats)):
            assert alone_for(run, viewer) == []

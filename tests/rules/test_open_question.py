"""A question that may be answered by others than the seat asked: engine, views, records."""

from __future__ import annotations

import random

import pytest

from calatafimi_tables import FOUR, asked, may_say, refused, speak
from helpers import do, start
from matto.cli.simulate import play_out
from matto.engine.errors import GameOver, IllegalChoice
from matto.engine.run import Action, Run
from matto.games import game
from matto.players import make_bot
from matto.records import dump, dump_line, loads, record_of, transcript_of
from matto.records.transcript import replay_line


def test_each_seat_sees_the_question_with_its_own_choices_only() -> None:
    run = speak(start(FOUR), "2 offro:3")
    for seat in range(4):
        own = run.view(seat).decision
        assert own is not None
        assert (own.seat, own.kind, own.options) == (seat, "negotiate", may_say(run, seat))
        assert own.others == ()
    assert "prendo" in may_say(run, 0)
    assert "prendo" not in may_say(run, 2)
    assert run.view(None).decision is None


def test_all_see_who_is_looked_at_and_who_else_may_speak() -> None:
    run = start(FOUR, dealer=2)
    for viewer in (0, 1, 2, 3, None):
        waiting = run.view(viewer).waiting
        assert waiting is not None
        assert (waiting.seat, waiting.others) == (3, (0, 1, 2))


def test_whoever_is_not_looked_at_may_answer_first() -> None:
    run = start(FOUR)
    run.act(Action(3, "negotiate", "offro:2"))
    run.do_as(0, "mescolate")
    run.do("offro:1")
    assert [(a.seat, a.choice) for a in run.actions] == [
        (3, "offro:2"),
        (0, "mescolate"),
        (1, "offro:1"),
    ]


def test_what_an_action_had_to_choose_from_is_that_of_its_seat() -> None:
    run = speak(start(FOUR), "2 offro:3")
    offered = may_say(run, 0)
    run.do_as(0, "prendo")
    assert run.offered[-1] == offered


def test_a_closed_question_is_answered_by_the_seat_asked_alone() -> None:
    run = do(start(FOUR), "tengo")
    assert asked(run).to(2) is None
    with pytest.raises(IllegalChoice, match="Seat 1 is asked"):
        run.do_as(2, "solo")
    with pytest.raises(IllegalChoice, match="Seat 1 is asked"):
        run.act(Action(2, "bid", "solo"))
    with pytest.raises(IllegalChoice):
        run.why_not("solo", 2)


def test_an_illegal_answer_out_of_turn_changes_nothing() -> None:
    run = start(FOUR)
    assert refused(run, "prendo", seat=3) == f"{FOUR} 2.8"
    assert refused(run, "nonsense", seat=3) == f"{FOUR} 2.5"


def test_nothing_is_answered_after_the_end() -> None:
    run = speak(start(FOUR), "0 mescolate, 1 mescolate, 2 mescolate, 3 mescolate")
    with pytest.raises(GameOver):
        run.do_as(0, "tengo")


def test_forks_and_what_others_heard_cannot_be_undone() -> None:
    run = speak(start(FOUR), "2 offro:3, 0 offro:1, 2 offro:4")
    again = run.fork()
    assert again.actions == run.actions
    assert again.events == run.events
    assert not any(run.can_undo(seat) for seat in range(4))
    assert run.fork(1).actions == run.actions[:1]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["calatafimi-4", "calatafimi-3"])
@pytest.mark.parametrize("bot", ["random", "rule"])
def test_deals_of_bots_end_and_replay_to_the_same(game_id: str, bot: str) -> None:
    found = game(game_id)
    spoke_first = 0
    for seed in range(15):
        run = Run.shuffled(found, seed=seed, dealer=seed % found.seats)
        bots = [make_bot(bot, found, f"{seed} {seat}") for seat in range(found.seats)]
        looked_at = asked(run).seat
        play_out(run, bots, random.Random(seed))
        spoke_first += run.actions[0].seat != looked_at
        line = dump_line(transcript_of(run))
        assert dump_line(transcript_of(replay_line(line, 1))) == line
        notation = dump(record_of(run), "notation")
        assert "negotiate: " in notation
        assert loads(notation)[0].events == run.events
    assert bool(spoke_first) is (bot == "random")

"""What may be said when bargaining and aside, open questions, and the strict call."""

from __future__ import annotations

import random
from typing import Any

import pytest

from calatafimi_tables import FOUR, asked, may_say, refused, speak
from helpers import do, start
from matto.blocks.call import ShortestSuitCall
from matto.cli.simulate import play_out
from matto.engine.cards import COURTS
from matto.engine.errors import GameOver, IllegalChoice
from matto.engine.run import Action, Run
from matto.games import game
from matto.games.sicily import SICILIAN
from matto.games.sicily.bargain import HOLD, OFFER, SHUFFLE, TAKE, WAIT, Bargain, Negotiation
from matto.players import make_bot
from matto.players.advice.bargaining import NO_CLAUSES
from matto.records import dump, dump_line, loads, record_of, transcript_of
from matto.records.transcript import replay_line

SEATS, HIGHEST, TIMES = 3, 4, 3
PARTS = range(-1, SEATS * HIGHEST + 2)
BARGAINS = (
    *(f"{word}:{number}" for word in (OFFER, TAKE) for number in PARTS),
    *(OFFER, SHUFFLE, TAKE, HOLD, WAIT, f"{SHUFFLE}:1", "nonsense"),
)


def test_a_word_is_offered_exactly_when_nothing_bars_it() -> None:
    rng = random.Random(1)
    offered = taken = spent = 0
    for _ in range(60):
        bargain = Bargain(Negotiation(NO_CLAUSES, HIGHEST, TIMES), SEATS)
        while not (bargain.held or bargain.agreed):
            for seat in range(SEATS):
                allowed = [word for word in BARGAINS if bargain.barred(seat, word) is None]
                assert sorted(bargain.words_for(seat)) == sorted(allowed)
                offered += len(allowed)
                taken += any(word.startswith(f"{TAKE}:") for word in allowed)
                spent += allowed == [HOLD]
            seat = rng.randrange(SEATS)
            words = [word for word in bargain.words_for(seat) if word != HOLD]
            bargain = bargain.and_then(seat, rng.choice(words or [HOLD]))
    assert min(offered, taken, spent) > 50


# -- where nothing may be said aside, a clause says so -----------------------------------

clause = pytest.mark.clause
ALONE = {"parties": "each_for_self"}
WORDS = ("batto", "ho_il_19", "faglio", "si", "nonsense")

SILENT: list[tuple[str, dict[str, Any], str]] = [
    ("barcellona-3", {"signs": "off"}, "7.1"),
    ("barcellona-4", {}, "4.1"),
    ("barcellona-4", {"format": "each_for_self"}, "4.1"),
    ("ragusa-3", {"table_talk": "off"}, "7.1"),
    ("ragusa-3", ALONE, "7.1"),
    ("ragusa-3", {**ALONE, "table_talk": "further"}, "7.1"),
    ("mineo-3", {"table_talk": "off"}, "7.1"),
    ("tortorici-3", {}, "7.1"),
    ("tortorici-4", {}, "7.1"),
    ("tortorici-1930", {}, "7.1"),
    ("calatafimi-2", {}, "7.1"),
    ("calatafimi-3", {}, "7.1"),
    ("priestertarock", {}, "7.1"),
]


def refused_by(run: Run, seat: int, word: str) -> str:
    """The clause by which something said aside is refused."""
    with pytest.raises(IllegalChoice) as error:
        run.say(seat, word)
    assert str(error.value.refusal.sentence)
    return error.value.refusal.clause


def all_refused_by(run: Run) -> set[str]:
    """The clauses by which each seat is refused each word now."""
    return {refused_by(run, seat, word) for seat in range(run.game.seats) for word in WORDS}


@pytest.mark.slow
@clause(
    *("barcellona-3 7.1", "barcellona-4 4.1", "ragusa-3 7.1", "mineo-3 7.1"),
    *("tortorici-3 7.1", "tortorici-4 7.1", "tortorici-1930 7.1"),
    *("calatafimi-2 7.1", "calatafimi-3 7.1", "priestertarock 7.1"),
)
@pytest.mark.parametrize(("game_id", "given", "number"), SILENT)
def test_who_speaks_where_there_is_no_talk_is_told_the_clause_from_first_to_last(
    game_id: str, given: dict[str, Any], number: str
) -> None:
    found, rng, played = game(game_id), random.Random(game_id), 0
    options = found.resolve(given)
    for seed in range(6):
        run = Run.shuffled(found, seed=seed, options=options)
        while run.decision is not None:
            assert all_refused_by(run) == {f"{game_id} {number}"}
            played += run.decision.kind == "play"
            run.do(rng.choice(run.decision.options))
        assert all_refused_by(run) == {f"{game_id} {number}"}  # nor when it is over
    assert played


@clause("barcellona-3 7.1")
def test_before_the_play_and_in_each_for_self_nobody_gives_a_sign() -> None:
    run = start("barcellona-3")
    for word in ("passo", "passo", "each_for_self"):
        assert all_refused_by(run) == {"barcellona-3 7.1"}
        do(run, word)
    while run.decision is not None:
        assert all_refused_by(run) == {"barcellona-3 7.1"}
        do(run, run.decision.options[:1])


@clause("ragusa-3 7.1", "mineo-3 7.1")
@pytest.mark.parametrize("game_id", ["ragusa-3", "mineo-3"])
def test_partners_do_not_talk_before_the_play(game_id: str) -> None:
    run = start(game_id)
    for said in ("altre_cinque passo passo", "altre_cinque", "altre_cinque", "vado_solo"):
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        do(run, said)
    while run.decision is not None and run.decision.kind != "play":
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        do(run, run.decision.options[-1:])
    assert run.decision is not None
    assert refused_by(run, 2, "nonsense") == f"{game_id} 7.2"  # now there are phrases


@clause("mineo-4 7.1", "calatafimi-4 7.1")
@pytest.mark.parametrize("game_id", ["mineo-4", "calatafimi-4"])
def test_nobody_speaks_aside_before_the_first_lead(game_id: str) -> None:
    run = Run.shuffled(game(game_id), seed=2)
    rng = random.Random(3)
    while run.decision is not None and run.decision.kind != "play":
        assert all_refused_by(run) == {f"{game_id} 7.1"}
        run.do(rng.choice(run.decision.options))
    assert run.decision is not None


# -- a question that may be answered by others than the seat asked: engine, views, records --


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


# -- worked hands for each restriction and its ties --------------------------------------


def may_call(hand: str) -> str:
    """What a hand may call, in the order of the suits' letters."""
    return " ".join(sorted(ShortestSuitCall(hand.split()).cards))


@clause(f"{FOUR} 3.16")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 CJ C8 C5 BK", "SK"),  # two swords, three cups; the King of batons is held
        ("S7 CQ CC CJ", "SK"),  # one pip is shorter than three courts
        ("S9 S8 S7 B9 B8 C9", "CK"),  # three, two, one
        ("BK SQ SC SJ S10 S9", "SK"),  # a suit with its King is not called, however short
        ("BK B5 D9 D8 D7 S9 S8", "SK"),  # nor is it counted as the shortest
        ("T20 T19 T18 F C5 S6 S7", "CK"),  # trumps and the Fuggitivo are no suits
    ],
)
def test_the_shortest_suit_held_without_its_king_is_called(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.17")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 CC C8", "SK"),  # Queen over Cavalier
        ("SC S7 CJ C8", "SK"),  # Cavalier over Jack
        ("SJ S5 C10 C9", "SK"),  # Jack over pips
        ("SQ SC CQ CJ", "SK"),  # the text's example
        ("SQ S5 CQ CJ", "CK"),  # any second court over none
        ("SQ S5 CC CJ", "SK"),  # the highest court first, then the second
        ("SQ SC SJ CQ CC C5", "SK"),  # the third decides
        ("SQ S5 CJ", "CK"),  # courts decide only between equally short suits
        ("S10 S5 C9 C8 BQ B5 BK", "CK SK"),  # the best courts of suits that may be called
        ("SQ SJ DQ D5", "SK"),  # courts come before coins
    ],
)
def test_of_equally_short_suits_the_one_with_better_courts(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.18")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 DQ D4", "DK"),
        ("S10 S9 C8 C7 D5 D4", "DK"),  # pips are all alike
        ("SQ S7 CQ C9", "CK SK"),  # coins are not among them: free
        ("S7 C9 B5 DQ D4", "BK CK SK"),
        ("S7 C9 BQ B5 D4", "DK"),
    ],
)
def test_then_coins_are_called_and_without_coins_any(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.19")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SK S5 CK C7 BK B5", "DK"),  # void in coins
        ("SK S5", "DK"),  # void in three suits: coins first
        ("SK S5 DK D4", "BK CK"),  # coins are held with their King: another void suit, free
        ("SK CK DK", "BK"),
        ("T20 T19 F", "DK"),  # no suit at all
        ("SK S5 CQ CC CJ C10", "CK"),  # a held suit lacks its King: no void suit
    ],
)
def test_a_void_suit_only_if_every_held_suit_has_its_king(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.20")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SK SQ CK C7 BK B5 B6 DK D5 D6", "CQ"),  # the shortest suit without its Queen
        ("SK SJ CK CC BK B9 DK D9", "CQ"),  # King and Cavalier over King and Jack
        ("SK S9 CK C9 BK B9 DK D9", "DQ"),  # then coins
        ("SK S9 CK C9 BK BQ DK DQ", "CQ SQ"),  # then any
        ("SK CK BK DK T20", "DQ"),
        ("SK SQ SC CK CQ BK BQ B5 DK DQ", "DC"),  # all Queens too: a Cavalier
        ("SK SQ SC CK CQ BK BQ BJ DK DQ D9", "CC"),
        ("SK SQ SC SJ CK CQ CC C5 BK BQ BC DK DQ DC T20", "DJ"),  # all Cavaliers too: a Jack
        ("SK SQ CK CQ BK BQ DK", "DQ"),  # three Queens: the fourth
    ],
)
def test_with_all_kings_a_queen_is_called_and_so_on(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.15")
def test_only_the_hand_decides_what_may_be_called() -> None:
    hand = "SQ S7 CQ C9 T4 T5"
    assert may_call(hand) == may_call(" ".join(reversed(hand.split())))


@clause(f"{FOUR} 3.22")
def test_who_has_all_courts_calls_one_that_he_has_laid_away() -> None:
    hand = [card for card in SICILIAN.codes if card in COURTS - {"SJ"}]
    assert ShortestSuitCall(hand, ("SJ", "S5")).cards == ("SJ",)
    assert ShortestSuitCall(hand[1:], ("SJ", "S5")).cards == (hand[0],)

"""What a game says of itself before a card is dealt; seats it has not; the first deal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest

from matto.engine.errors import UnknownSeat
from matto.engine.game import step_of
from matto.engine.rulebook import rulebook
from matto.engine.run import Match, Run
from matto.engine.words import translator
from matto.games import catalogue, game
from matto.players import make_here
from samples import many


@pytest.mark.parametrize("game_id", catalogue())
def test_every_kind_has_words_each_once_and_the_cards_are_played(game_id: str) -> None:
    play = game(game_id)
    words = play.words()
    assert tuple(words) == play.kinds()
    assert words["play"] == play.pack(play.resolve()).codes
    assert all(listed and len(set(listed)) == len(listed) for listed in words.values())


WORDS: Mapping[str, tuple[str, Mapping[str, object], str, set[str]]] = {
    # what is listed, worked out from the rulebook: game, options, kind, words
    "mineo-4 2.13": (
        "mineo-4",
        {"call": "any"},
        "bid",
        {"vado_solo", "passo", *(f"chiamo:T{trump}" for trump in range(16, 21))},
    ),
    "ragusa-3 2.13: no more cards after the last packet": (
        "ragusa-3",
        {"pauses": False},
        "talk",
        {"vado_solo", "pago", "prendo", "passo"},
    ),
    "ragusa-3 2.24: no solo where each plays for himself": (
        "ragusa-3",
        {"parties": "each_for_self"},
        "talk",
        {"altre_cinque", "pago", "prendo", "passo"},
    ),
    "calatafimi-3 2.6 to 2.9: two may offer 2 each": (
        "calatafimi-3",
        {"highest_offer": 2},
        "negotiate",
        {"offro:1", "offro:2", "mescolate", "prendo", "tengo", "aspetto"}
        | {"prendo:1", "prendo:2", "prendo:3"},
    ),
    "mitigatti-4 3.15: with four Kings and the fifteen highest trumps": (
        "mitigatti-4",
        {"call_laid_away": "called"},
        "call",
        {"SK", "BK", "CK", "DK", *(f"T{trump}" for trump in range(6, 22))},
    ),
    "barcellona-3 7.3": (
        "barcellona-3",
        {},
        "say",
        {"batto", "ho_il_20", "non_batto"},
    ),
    "tortorici-4 2.7": (
        "tortorici-4",
        {"turn_up": "others"},
        "call",
        {"turn_up_right", "turn_up_partner", "turn_up_left", "turn_up_none"},
    ),
}


@pytest.mark.parametrize("clause", WORDS)
def test_words_are_those_of_the_rules(clause: str) -> None:
    game_id, given, kind, words = WORDS[clause]
    play = game(game_id)
    assert set(play.words(play.resolve(given))[kind]) == words


def test_what_an_option_takes_away_is_no_kind_of_decision() -> None:
    silent = game("mineo-3").resolve({"table_talk": "off"})
    assert game("mineo-3").kinds(silent) == ("talk", "discard", "announce", "play")
    assert "say" in game("mineo-3").kinds()


@pytest.mark.parametrize(
    ("game_id", "bounds"),
    [
        ("calatafimi-2", (-109, 109)),  # all 109 card points, 5.4
        ("barcellona-4", (0, 55)),  # a side writes what it has above 54, 5.1
        ("ragusa-3", (-2, 2)),  # the last trick by Rivanto from one, 5.2 and 5.3; or bought out
        ("calatafimi-4", (-165, 162)),  # 55 below one half to each of three, or 54 above it
    ],
)
def test_bounds_are_those_worked_out_by_hand(game_id: str, bounds: tuple[int, int]) -> None:
    assert game(game_id).bounds() == bounds


def test_a_pot_that_is_carried_on_widens_the_bounds() -> None:
    vanto = game("tortorici-1930")
    low, high = vanto.bounds(carried={"pot": 30})
    more = vanto.bounds(carried={"pot": 90})
    assert more == (low - 60, high + 60)


def test_net_is_what_a_seat_has_above_the_mean_exactly() -> None:
    run = Run.shuffled(game("barcellona-4"), seed=3)
    while run.decision is not None:
        run.do(run.decision.options[0])
    result = run.result
    assert result is not None
    assert sum(result.scores) > 0
    mean = Fraction(sum(result.scores), 4)
    assert result.net() == tuple(score - mean for score in result.scores)
    assert sum(result.net(unit=2)) == 0
    assert result.net(unit=2)[0] == result.net()[0] / 2


# -- a seat that a game does not have is refused, whoever asks for it --------------------

MINEO = game("mineo-3")
SENTENCE = "Seats are 0 to 2, not "


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_the_game_does_not_have_neither_deals_nor_sees(seat: int) -> None:
    run = Run.shuffled(MINEO, seed=1)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        run.view(seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Run.shuffled(MINEO, seed=1, dealer=seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Run(MINEO, run.setup.deal, dealer=seat)
    with pytest.raises(UnknownSeat, match=f"{SENTENCE}{seat}"):
        Match(MINEO, dealer=seat).next_run(seed=1)


def test_every_seat_deals_and_sees() -> None:
    for seat in range(MINEO.seats):
        run = Run.shuffled(MINEO, seed=1, dealer=seat)
        assert [run.view(other).seat for other in range(MINEO.seats)] == [0, 1, 2]


# -- the first deal of newcomers tells each of its steps, whatever the learner plays -----

LESSONS = [game for game in catalogue().values() if game.lesson is not None]


def test_there_is_a_first_deal() -> None:
    assert LESSONS


@pytest.mark.parametrize("game", LESSONS, ids=lambda game: game.id)
def test_every_step_is_told_once_in_a_deal_against_a_beginner(game) -> None:  # type: ignore[no-untyped-def]
    lesson = game.lesson
    for seed in range(many(4)):
        run, chance = Run(game, lesson.deal, dealer=lesson.dealer), random.Random(seed)
        told: list[int] = []
        while run.decision is not None:
            found = step_of(lesson, run.view(lesson.learner))
            if found is not None and run.decision.seat == lesson.learner:
                told.append(found[0])
            if run.decision.seat == lesson.learner:
                run.do(chance.choice(run.decision.options))
            else:
                bot = make_here("rule", game, seed)
                run.do(bot.choose(run.view(run.decision.seat)))
        assert told == sorted(told)
        assert set(told) == set(range(1, lesson.length))
        assert step_of(lesson, run.view(lesson.learner)) == (lesson.length, lesson.last)


@pytest.mark.parametrize("game", LESSONS, ids=lambda game: game.id)
def test_a_step_is_true_of_what_is_asked_and_cites_a_clause(game) -> None:  # type: ignore[no-untyped-def]
    lesson, german = game.lesson, translator("de")
    clauses = rulebook(game.id).clauses
    for step in (*lesson.steps, lesson.last):
        assert step.clause in clauses
        assert german(step.says) != step.says
    run = Run(game, lesson.deal, dealer=lesson.dealer)
    bot = make_here("rule", game, 1)
    while run.decision is not None and len(run.table.tricks) < 12:
        seat = run.decision.seat
        found = step_of(lesson, run.view(lesson.learner))
        if seat == lesson.learner and found is not None and found[1].title == "Follow suit":
            led = run.view(seat).lying[0][1]
            suit_of = run.view(seat).pack.suit_of
            if any(suit_of(card) == suit_of(led) for card in run.view(seat).hand):
                plain = [card for card in run.decision.options if card != "F"]
                assert all(suit_of(card) == suit_of(led) for card in plain)
        run.do(bot.choose(run.view(seat)))


def test_other_deals_and_other_seats_are_told_nothing() -> None:
    game = LESSONS[0]
    assert game.lesson is not None
    run = Run(game, game.lesson.deal, dealer=game.lesson.dealer)
    assert step_of(game.lesson, run.view(1 - game.lesson.learner)) is None
    other = Run.shuffled(game, seed=1)
    assert step_of(game.lesson, other.view(game.lesson.learner)) is None

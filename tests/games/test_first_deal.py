"""The first deal of newcomers tells each of its steps, whatever the learner plays."""

from __future__ import annotations

import random

import pytest

from matto.engine.game import step_of
from matto.engine.rulebook import rulebook
from matto.engine.run import Run
from matto.engine.words import translator
from matto.games import catalogue
from matto.players import make_here
from samples import many

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

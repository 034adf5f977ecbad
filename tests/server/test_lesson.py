"""The first deal of newcomers is a table like any other, with chosen cards and told steps."""

from __future__ import annotations

from matto.engine.run import Run
from matto.server.http.requests import Display
from matto.server.tables.commands import Order
from matto.server.web.pages.lobby import first_deal_of, lesson_games
from matto.server.web.pages.table import table_fragment
from server.table_views import seen_of


def test_the_order_has_the_chosen_cards_and_a_beginner() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    order = first_deal_of(Order(game.id, "host", ("strong", "strong")), game.lesson)
    assert order.given is not None
    assert (order.given.hands, order.given.talon) == (
        game.lesson.deal.hands,
        game.lesson.deal.talon,
    )
    assert order.seat == game.lesson.learner
    assert sorted(order.bots) == ["", "rule"]


def test_the_learner_reads_the_step_and_nobody_else_does() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    run = Run(game, game.lesson.deal, dealer=game.lesson.dealer)
    assert run.decision is not None
    run.do(run.decision.options[0])
    page = table_fragment(seen_of(run, game.lesson.learner), Display("en"))
    assert "First deal, step 1 of 10" in page
    assert f'href="/rules/{game.id}#c1.1"' in page
    german = table_fragment(seen_of(run, game.lesson.learner), Display("de"))
    assert "Erste Gabe, Schritt 1 von 10" in german
    for other in (1 - game.lesson.learner, None):
        assert 'id="lesson"' not in table_fragment(seen_of(run, other), Display("en"))


def test_what_one_must_play_is_told_with_the_fool_that_may_be_played_instead() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    told = [step.says for step in game.lesson.steps if "so you must play" in step.says]
    assert len(told) == 2
    assert all("Fool" in says for says in told)

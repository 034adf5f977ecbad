"""Where people play, a bot that fails does not end the match."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from matto.engine.errors import UnknownBot
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot
from matto.players.hosting import FallbackBot, fallback_bot
from matto.players.simple_bots import RandomBot

MINEO = game("mineo-3")


class Faulty:
    """Does at every question what it is told to do."""

    name = "faulty"

    def __init__(self, does: Callable[[View], str]) -> None:
        self.choose = self.answer = does


def breaks(_view: View) -> str:
    raise ZeroDivisionError("no seat is hidden")


def lies(_view: View) -> str:
    return "T99"


@pytest.mark.parametrize("does", [breaks, lies])
def test_the_rule_of_thumb_answers_for_a_bot_that_fails(
    does: Callable[[View], str], caplog: pytest.LogCaptureFixture
) -> None:
    rule = make_bot("rule", MINEO, 1)
    bot = FallbackBot(Faulty(does), lambda: rule, lambda: RandomBot(1))
    run = Run.shuffled(MINEO, seed=1)
    with caplog.at_level(logging.WARNING):
        while run.decision is not None:
            view = run.view(run.decision.seat)
            assert bot.choose(view) == rule.choose(view)
            run.do(bot.choose(view))
    assert "faulty" in caplog.text


def test_if_all_fail_anything_legal_is_played() -> None:
    bot = FallbackBot(Faulty(breaks), lambda: Faulty(lies), lambda: RandomBot(1))
    run = Run.shuffled(MINEO, seed=2)
    while run.decision is not None:
        run.do(bot.choose(run.view(run.decision.seat)))
    assert run.result is not None


@pytest.mark.parametrize("does", [breaks, lies])
def test_one_that_fails_when_its_partner_asks_keeps_silent(does: Callable[[View], str]) -> None:
    view = Run.shuffled(MINEO, seed=2).view(0)
    assert FallbackBot(Faulty(does), lambda: RandomBot(1)).answer(view) == "silence"


def test_a_bot_in_order_answers_for_itself_and_keeps_its_name() -> None:
    bot, same = fallback_bot("rule", MINEO, 5), make_bot("rule", MINEO, 5)
    run = Run.shuffled(MINEO, seed=3)
    assert bot.name == same.name == "rule"
    while run.decision is not None:
        view = run.view(run.decision.seat)
        choice = bot.choose(view)
        assert choice == same.choose(view)
        run.do(choice)


def test_a_bot_that_there_is_not_is_told_as_ever() -> None:
    with pytest.raises(UnknownBot):
        fallback_bot("nobody", MINEO, 1)

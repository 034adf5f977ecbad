"""Where people play, a bot that fails does not end the match."""

from __future__ import annotations

import logging

import pytest

from matto.engine.errors import UnknownBot
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot, register
from matto.players.blocking_bot_host import FallbackBot
from matto.players.simple_bots import RuleBot
from players.own_bots import Failing

MINEO = game("mineo-3")

pytestmark = pytest.mark.usefixtures("own_registry")


class Lying(Failing):
    def choose(self, view: View) -> str:
        return "T99"


class BreakingOff(Lying):
    def choose(self, view: View) -> str:
        raise ZeroDivisionError("no seat is hidden")

    answer = choose


class Babbling(Lying):
    answer = Lying.choose


@pytest.mark.slow
@pytest.mark.parametrize("make", [BreakingOff, Lying])
def test_a_simpler_bot_answers_for_a_bot_that_fails(
    make: type[Lying], caplog: pytest.LogCaptureFixture
) -> None:
    register("faulty", make)
    run = Run.shuffled(MINEO, seed=1)
    bot = FallbackBot("faulty", 1)
    simpler = make_bot("quick", MINEO, 1)
    with caplog.at_level(logging.WARNING):
        while run.decision is not None:
            view = run.view(run.decision.seat)
            choice = bot.choose(view)
            assert choice == simpler.choose(view)
            run.do(choice)
    assert "faulty failed, and quick answers for it" in caplog.text


def test_if_all_fail_anything_legal_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_bot: RuleBot, _view: View) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(RuleBot, "choose", breaks)
    register("faulty", Lying)
    bot, run = FallbackBot("faulty", 1), Run.shuffled(MINEO, seed=2)
    while run.decision is not None:
        run.do(bot.choose(run.view(run.decision.seat)))
    assert run.result is not None


@pytest.mark.parametrize("make", [BreakingOff, Babbling])
def test_one_that_fails_when_its_partner_asks_keeps_silent(make: type[Lying]) -> None:
    register("faulty", make)
    view = Run.shuffled(MINEO, seed=2).view(0)
    assert FallbackBot("faulty", 1).answer(view) == "silence"


def test_a_bot_in_order_answers_for_itself_and_keeps_its_name() -> None:
    bot, same = FallbackBot("rule", 5), make_bot("rule", MINEO, 5)
    run = Run.shuffled(MINEO, seed=3)
    assert bot.name == same.name == "rule"
    while run.decision is not None:
        view = run.view(run.decision.seat)
        choice = bot.choose(view)
        assert choice == same.choose(view)
        run.do(choice)


def test_a_bot_that_there_is_not_is_told_as_ever() -> None:
    with pytest.raises(UnknownBot):
        FallbackBot("nobody", 1)

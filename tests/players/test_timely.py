"""At the terminal nobody waits for a bot that is slow, or for a compiler."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot
from matto.players.bot_process import BotAnswer, BotQuestion
from matto.players.bots import SILENT, UNREADY, BotFault
from matto.players.hosting import HostProcess, ThinkingProcess, timely_bot

CALATAFIMI = game("calatafimi-2")
VIEW = Run.shuffled(CALATAFIMI, seed=1).view(1)


class Host(HostProcess):
    """Gets ready, and thinks, when it is told; gives the last choice in the list."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.compiles, self.thinks = threading.Event(), threading.Event()

    def ask(self, question: BotQuestion, patience: float) -> BotAnswer:
        self.asked.append(question.bot)
        (self.thinks if question.view else self.compiles).wait(patience)
        return BotAnswer("silence" if question.view is None else last(question.view))


def last(view: View) -> str:
    return view.asked.options[-1]


@pytest.fixture
def process() -> Iterator[ThinkingProcess]:
    made = ThinkingProcess(seconds=0.02)
    made._main, made._second = Host(), Host()
    yield made
    for host in (made._main, made._second):
        host.compiles.set()
        host.thinks.set()


def answered(process: ThinkingProcess) -> tuple[str, list[tuple[str, str, str]]]:
    """What the strong bot chooses, and who failed, why, and answered for it."""
    told: list[tuple[str, str, str]] = []

    def tell(bot: str, fault: BotFault, other: str) -> None:
        told.append((bot, fault.kind, other))

    return timely_bot("strong", CALATAFIMI, 1, process, tell).choose(VIEW), told


def test_until_it_is_ready_the_one_that_has_learned_answers(process: ThinkingProcess) -> None:
    quick = make_bot("quick", CALATAFIMI, 1).choose(VIEW)
    choice, told = answered(process)
    assert choice == quick
    assert told == [("strong", UNREADY, "club"), ("club", UNREADY, "quick")]


def test_the_one_that_is_ready_first_answers_in_another_process(
    process: ThinkingProcess,
) -> None:
    process.prepare()
    process._soonest_is_ready = True
    process._second.thinks.set()  # type: ignore[attr-defined]
    assert answered(process) == (last(VIEW), [("strong", UNREADY, "club")])


def test_one_that_thinks_too_long_is_answered_for_and_answers_the_next_question(
    process: ThinkingProcess,
) -> None:
    host = process._main
    assert isinstance(host, Host)
    host.compiles.set()
    process.prepare()
    assert process._getting_ready
    process._getting_ready.result(10)
    quick = make_bot("quick", CALATAFIMI, 1).choose(VIEW)
    for _ in range(2):  # the second question is not even put to it
        assert answered(process) == (quick, [("strong", SILENT, "quick")])
    assert host.asked == ["club", "", "strong"]
    host.thinks.set()
    assert process._thinking
    process._thinking.result(10)
    assert answered(process) == (last(VIEW), [])

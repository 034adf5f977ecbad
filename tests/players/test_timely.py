"""At the terminal nobody waits for a bot that is slow, or for a compiler."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot
from matto.players.blocking_bot_host import (
    BlockingHost,
    FallbackBot,
    close_shared_host,
    shared_host,
)
from matto.players.bot_processes import BotProcess, BotProcesses
from matto.players.bot_worker import BotAnswer, BotQuestion
from matto.players.bots import SILENT, UNREADY, BotFault

CALATAFIMI = game("calatafimi-2")
VIEW = Run.shuffled(CALATAFIMI, seed=1).view(1)


class Process(BotProcess):
    """Gets ready, and thinks, when it is told; gives the last choice in the list."""

    asked: list[str]
    compiles: threading.Event
    thinks: threading.Event
    pid, alive = 0, True

    async def _answer(self, question: BotQuestion) -> BotAnswer:
        self.asked.append(question.bot)
        event = self.thinks if question.view else self.compiles
        while not event.is_set():
            await asyncio.sleep(0.001)
        return BotAnswer("silence" if question.view is None else last(question.view))

    async def end(self) -> None: ...


def last(view: View) -> str:
    return view.asked.options[-1]


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockingHost]:
    """The host of this process, with processes that are none."""
    monkeypatch.setattr(Process, "asked", [], raising=False)
    for name in ("compiles", "thinks"):
        monkeypatch.setattr(Process, name, threading.Event(), raising=False)

    async def start(processes: BotProcesses) -> BotProcess:
        processes._all.add(process := Process.__new__(Process))
        return process

    monkeypatch.setattr(BotProcesses, "start", start)
    close_shared_host()
    made = shared_host()
    made.host._in_time = 0.02
    yield made
    close_shared_host()


def answered() -> tuple[str, list[tuple[str, str, str]]]:
    """What the strong bot chooses, and who failed, why, and answered for it."""
    told: list[tuple[str, str, str]] = []

    def tell(bot: str, fault: BotFault, other: str) -> None:
        told.append((bot, fault.kind, other))

    return FallbackBot("strong", 1, tell).choose(VIEW), told


def made_ready(host: BlockingHost) -> None:
    """Wait until compiled play is there."""

    async def ready() -> None:
        host.host.prepare()
        assert host.host._getting_ready
        await host.host._getting_ready

    Process.compiles.set()
    host.run(ready())


def quick() -> str:
    return make_bot("quick", CALATAFIMI, 1).choose(VIEW)


@pytest.mark.usefixtures("host")
def test_until_it_is_ready_the_one_that_has_learned_answers() -> None:
    assert answered() == (quick(), [("strong", UNREADY, "quick")])


def test_one_that_thinks_too_long_is_answered_for_and_answers_the_next_question(
    host: BlockingHost,
) -> None:
    made_ready(host)
    for _ in range(2):  # the second question is not even put to it
        assert answered() == (quick(), [("strong", SILENT, "quick")])
    assert Process.asked == ["", "strong"]
    host.host._in_time = 600
    Process.thinks.set()
    assert answered() == (last(VIEW), [])


def test_whoever_breaks_a_question_off_does_not_get_its_answer_to_the_next(
    host: BlockingHost,
) -> None:
    made_ready(host)
    host.host._in_time = 600
    (first,) = host.host._thinking._all

    async def interrupted() -> None:
        asking = asyncio.create_task(host.host.ask("strong", 1, VIEW))
        while Process.asked[-1] != "strong":
            await asyncio.sleep(0.001)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    host.run(interrupted())
    Process.thinks.set()
    assert answered() == (last(VIEW), [])
    assert first not in host.host._thinking._all

"""Bots think in processes of their own: slow, hanging or killed, an answer comes."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import signal
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import bot_processes, make_bot
from matto.players.bot_host import BotChoice
from matto.players.bot_processes import BotProcess, BotProcesses, NoBotAnswers, Watcher
from matto.players.bot_worker import BotAnswer, BotQuestion, answer_to, think
from matto.players.learned import model
from matto.server.live.bot_pool import BotPool
from matto.server.web.new_table import PACES
from server.visitors import Visitor
from server.wire import Wire, events_in
from sixteen import THREE

GAMES = tuple(game(game_id) for game_id in THREE)


@asynccontextmanager
async def thinking(
    size: int = 1, patience: float = 60, in_time: float = 600
) -> AsyncIterator[BotPool]:
    """A bot pool, which leaves no process behind."""
    bot_pool = BotPool(size, patience, in_time)
    try:
        async with asyncio.timeout(600):
            yield bot_pool
    finally:
        await bot_pool.close()
    assert bot_pool.pids == ()


@pytest.fixture
async def bot_pool() -> AsyncIterator[BotPool]:
    async with thinking() as found:
        yield found


def some_views(game_number: int, every: int = 7) -> list[View]:
    """Views of the seats asked in a deal, each some moves after the last one."""
    found = GAMES[game_number]
    deal, views = Run.shuffled(found, seed=game_number), []
    while deal.decision is not None:
        view = deal.view(deal.decision.seat)
        views.append(view)
        deal.do(make_bot("rule", found, 1).choose(view))
    return views[::every]


def question() -> View:
    return some_views(0)[0]


@pytest.mark.slow
async def test_the_same_view_and_seed_give_the_same_answer_in_another_process(
    bot_pool: BotPool,
) -> None:
    for number, found in enumerate(GAMES):
        for view in some_views(number, every=19):
            for bot in ("rule", "random"):
                own = make_bot(bot, found, "seed").choose(view)
                assert (await bot_pool.ask(bot, "seed", view)).choice == own


@pytest.mark.slow
def test_what_leaves_the_process_is_the_view_and_nothing_behind_it() -> None:
    for number in range(len(GAMES)):
        for view in some_views(number):
            sent = pickle.loads(pickle.dumps(view))
            assert sent.facts() == view.facts()
            assert sent.decision.others == ()
            assert not any(isinstance(part, Run) for part in vars(sent).values())


@pytest.mark.slow
async def test_a_process_that_is_killed_while_it_thinks_is_replaced(bot_pool: BotPool) -> None:
    await bot_pool.ask("rule", "seed", question())
    (first,) = bot_pool.pids
    os.kill(first, signal.SIGSTOP)
    thinking = asyncio.create_task(bot_pool.ask("rule", "seed", question()))
    await asyncio.sleep(0.05)
    os.kill(first, signal.SIGKILL)
    assert await thinking
    assert first not in bot_pool.pids


@pytest.mark.slow
async def test_a_bot_that_hangs_is_replaced_by_the_rule_of_thumb_in_another_process(
    bot_pool: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    await bot_pool.ask("rule", "seed", question())
    (first,) = bot_pool.pids
    os.kill(first, signal.SIGSTOP)
    assert bot_pool._at_once
    bot_pool._at_once._patience = 0.5
    view = question()
    rule = make_bot("rule", GAMES[0], "seed").choose(view)
    assert (await bot_pool.ask("random", "seed", view)).choice == rule
    assert first not in bot_pool.pids
    assert "random gave no answer" in caplog.text


class Here(BotProcess):
    """A bot process that is none: it answers in this one, and somebody else meanwhile."""

    pid, alive = 1, True

    def __init__(self) -> None:
        self._loaded = set()

    async def _answer(self, question: BotQuestion) -> BotAnswer:
        await asyncio.sleep(0)
        return answer_to(question)

    async def end(self) -> None:
        """Nothing has to end."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots answer in this process."""

    async def started() -> BotProcess:
        return Here()

    monkeypatch.setattr(BotProcess, "started", started)


@pytest.mark.usefixtures("here")
async def test_a_bot_that_fails_or_does_not_exist_is_replaced_and_the_failure_is_logged(
    bot_pool: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    view = question()
    simpler = make_bot("quick", GAMES[0], "seed").choose(view)
    assert (await bot_pool.ask("nobody", "seed", view)).choice == simpler
    assert "bot nobody gave no legal choice. It broke off: UnknownBot" in caplog.text


@pytest.mark.usefixtures("here")
async def test_more_questions_than_processes_wait_their_turn() -> None:
    async with thinking(size=2) as bot_pool:
        view = question()
        answers = await asyncio.gather(*(bot_pool.ask("rule", "s", view) for _ in range(50)))
        assert len(set(answers)) == 1
        assert len(bot_pool.pids) <= 2


@pytest.mark.usefixtures("here")
async def test_too_many_questions_at_once_are_refused(
    bot_pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_processes, "MOST_WAITING", 3)
    view = question()
    asked = [bot_pool.ask("rule", "s", view) for _ in range(5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, NoBotAnswers) for answer in answers) == 2


@pytest.mark.slow
async def test_whoever_must_get_ready_keeps_no_other_waiting(bot_pool: BotPool) -> None:
    told: list[bool] = []

    bot_pool.on_change = lambda: told.append(bot_pool.is_preparing)
    assert not bot_pool.is_preparing
    bot_pool.prepare()
    bot_pool.prepare()
    assert bot_pool.is_preparing
    assert await bot_pool.ask("rule", "s", question())
    await made_ready(bot_pool)
    view = question()
    own = make_bot("strong", GAMES[0], "s").choose(view)
    assert await bot_pool.ask("strong", "s", view) == BotChoice(own, "strong")
    assert len(bot_pool.pids) == 2
    assert told == [True, False]


async def made_ready(bot_pool: BotPool) -> None:
    """Wait until compiled play is there."""
    bot_pool.prepare()
    assert bot_pool._getting_ready
    await bot_pool._getting_ready
    await asyncio.sleep(0)


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("simpler", ["quick", "rule"])
async def test_who_has_learned_the_game_plays_until_the_others_are_ready(
    bot_pool: BotPool, simpler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if simpler == "rule":
        monkeypatch.setattr(model, "WEIGHTS", tmp_path)
    ready = asyncio.Event()
    monkeypatch.setattr(bot_pool, "_get_ready", ready.wait)
    asked = heard_by(monkeypatch)
    view = question()
    own = make_bot(simpler, GAMES[0], "s").choose(view)
    assert (await bot_pool.ask("strong", "s", view))[:2] == (own, simpler)
    ready.set()
    await asyncio.sleep(0)
    await bot_pool.ask("strong", "s", view)
    assert asked == [simpler, "strong"]
    assert outcomes(bot_pool) == {("strong", "unready"): 1, ("strong", "own"): 1}


def outcomes(bot_pool: BotPool) -> dict[tuple[str, ...], int]:
    """What has been counted, by bot and by who has answered."""
    (counted,) = bot_pool.metrics.bot_answers.collect()
    return {
        (one.labels["bot"], one.labels["outcome"]): int(one.value)
        for one in counted.samples
        if one.name.endswith("_total")
    }


def heard_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which bots the processes are asked to be, from now on."""
    asked: list[str] = []
    ask_one = BotProcesses._ask_one

    def listening(
        processes: BotProcesses, question: BotQuestion, patience: float
    ) -> Awaitable[str]:
        asked.append(question.bot)
        return ask_one(processes, question, patience)

    monkeypatch.setattr(BotProcesses, "_ask_one", listening)
    return asked


@pytest.mark.slow
async def test_a_bot_is_replaced_where_nothing_can_be_compiled(
    bot_pool: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    bot_pool.prepare()
    while not bot_pool._thinking.pids:
        await asyncio.sleep(0.01)
    (pid,) = bot_pool._thinking.pids
    os.kill(pid, signal.SIGKILL)
    assert await bot_pool.ask("rule", "s", question())
    assert await bot_pool.ask("strong", "s", question())
    assert "could not get ready" in caplog.text


# -- in time -------------------------------------------------------------------------------


def loops(processes: BotProcesses) -> Awaitable[BotProcess]:
    """A process that thinks for ever."""
    return stuck(asyncio.Event())


async def stuck(never: asyncio.Event) -> BotProcess:
    await never.wait()
    raise AssertionError


async def test_bots_that_are_stuck_keep_nobody_waiting_for_longer_than_agreed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(BotProcesses, "start", loops)
    view = question()
    rule = make_bot("rule", GAMES[0], "s").choose(view)

    async with thinking(in_time=0.02) as bot_pool:
        bot_pool._getting_ready = asyncio.create_task(asyncio.sleep(0))
        await bot_pool._getting_ready
        asked = [bot_pool.ask(bot, "s", view) for bot in ("strong", "strong", "rule")]
        assert [found[:2] for found in await asyncio.gather(*asked)] == [(rule, "rule")] * 3
        assert outcomes(bot_pool) == {("strong", "late"): 2, ("rule", "late"): 1}
    assert "strong gives no answer: none within 0.015 s" in caplog.text


@pytest.mark.slow
async def test_with_nothing_compiled_strong_opponents_answer_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATTO_KERNEL_CACHE", str(tmp_path))

    async with thinking(in_time=2) as bot_pool:
        for view in some_views(0)[:3]:
            assert (await bot_pool.ask("strong", "s", view)).bot in {"quick", "rule"}
        assert bot_pool.is_preparing


def test_what_a_bot_without_answers_is_asked_aside_is_met_with_silence() -> None:
    assert think(BotQuestion("random", "s", question(), aside=True)) == "silence"


async def test_who_is_called_off_while_an_answer_arrives_is_called_off() -> None:
    arrives = asyncio.Event()

    class Answering(BotProcess):
        async def _answer(self, asked: BotQuestion) -> BotAnswer:
            await arrives.wait()
            return BotAnswer(choice=asked.bot)

    async def asks_for_ever(process: BotProcess) -> None:
        while True:
            await process.ask(BotQuestion("rule", "", None), 10)
            arrives.clear()

    task = asyncio.create_task(asks_for_ever(Answering.__new__(Answering)))
    await asyncio.sleep(0.01)
    arrives.set()
    await asyncio.sleep(0)  # the answer is there, whoever asked does not have it yet
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=10)
    assert done


async def test_no_process_is_left_behind_where_a_question_is_broken_off_twice() -> None:
    asked = BotQuestion("rule", "s", question())
    processes = BotProcesses(1, 10.0, Watcher())
    asking = asyncio.create_task(processes.ask(asked, 10.0))
    while not processes.pids:
        await asyncio.sleep(0.001)
    (process,) = processes._all
    asking.cancel()
    for _ in range(3):  # it is being ended when all are closed
        await asyncio.sleep(0)
    await processes.close()
    assert not process.alive
    assert processes.pids == ()


# -- what players are told when bots are behind -------------------------------------------


@pytest.mark.settings(operator_key="operator0key0drawn0by0chance")
async def test_the_page_that_there_was_says_where_its_figures_are(wire: Wire) -> None:
    answer = await Visitor(wire).get("/operator")
    assert answer.status == 410
    assert b"/metrics" in answer.body


# -- when bots are behind ------------------------------------------------------------------


async def test_a_queue_makes_every_question_wait_its_share() -> None:
    pool, told = BotPool(2), []
    assert pool._at_once
    pool._at_once.waiting, pool._at_once.seconds = 10, 0.35
    assert pool.delay == 0  # nobody would notice
    pool._at_once.waiting, pool._at_once.seconds = 50, 0.35
    assert pool.queue == 48
    assert pool.delay == 8
    pool.on_change = lambda: told.append("behind")
    for _ in range(10):
        pool.queue_changed()
    assert told == ["behind"]


@pytest.mark.slow
async def test_players_are_told_when_the_bot_that_they_wait_for_is_behind(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(wire, "de")
    table = await visitor.open(pace=max(PACES))
    found = await visitor.own_turn(table)
    monkeypatch.setattr(BotPool, "delay", 8)
    assert "etwa 8 s" not in (await visitor.seen(table)).page
    while found.turn == "own":  # until a bot is asked
        await visitor.post(f"{table}/act", {"choice": found.choices[0], "seq": found.seq})
        found = await visitor.seen(table)
    page = found.page
    assert re.search(r'<p id="delay"[^>]*role="status"[^>]*>[^<]*etwa 8 s</p>', page)
    stream = await visitor.get_stream(f"{table}/stream")
    assert json.loads(next(events_in(stream.body, "presence")))["delay"] == 8

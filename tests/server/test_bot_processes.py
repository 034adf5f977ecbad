"""Groups of bot processes: whatever is broken off, none is left behind."""

from __future__ import annotations

import asyncio

from matto.engine.run import Run
from matto.games import game
from matto.players.bot_host import BotProcesses, Watcher
from matto.players.bot_process import BotQuestion


def test_no_process_is_left_behind_where_a_question_is_broken_off_twice() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=1)
    assert run.decision is not None
    question = BotQuestion("rule", "s", run.view(run.decision.seat))

    async def scene() -> None:
        processes = BotProcesses(1, 10.0, Watcher())
        asking = asyncio.create_task(processes.ask(question, 10.0))
        while not processes.pids:
            await asyncio.sleep(0.001)
        (process,) = processes._all
        asking.cancel()
        for _ in range(3):  # it is being ended when all are closed
            await asyncio.sleep(0)
        await processes.close()
        assert not process.alive
        assert processes.pids == ()

    asyncio.run(scene())

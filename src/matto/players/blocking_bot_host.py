"""The bot host for callers that cannot await: a terminal and the arena.

Whoever measures or tests bots wants the fault itself: `HostedBot` raises it.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
from collections.abc import Callable, Coroutine, Iterable, Mapping
from itertools import count
from math import inf
from threading import Thread
from typing import Any

import msgspec

from matto.engine.view import View
from matto.players import check_bot
from matto.players.bot_host import BotChoice, BotHost
from matto.players.bot_processes import T
from matto.players.bot_readiness import THINKING
from matto.players.bot_worker import BotQuestion
from matto.players.bots import BotFault, Registration, own_bots

FaultCallback = Callable[[str, BotFault, str], None]
"""Is called with the bot that failed, its fault, and the bot that answered instead."""

_lives = count(1)


class BlockingHost:
    """A bot host whose event loop has a thread of its own, for callers that stand still."""

    def __init__(self) -> None:
        self.host = BotHost()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what comes of some work of the host; what is broken off here ends there."""
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def prepare(self) -> None:
        self._loop.call_soon_threadsafe(self.host.prepare)

    def close(self) -> None:
        self.run(self.host.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


_hosts: dict[int, BlockingHost] = {}


def shared_host() -> BlockingHost:
    """Return the host of this process; a fork does not share that of its parent."""
    own = os.getpid()
    if own not in _hosts:
        _hosts[own] = BlockingHost()
    return _hosts[own]


@atexit.register
def close_shared_host() -> None:
    """End the processes of this one's host; the next question starts others."""
    host = _hosts.pop(os.getpid(), None)
    if host is not None:
        host.close()


def check_loads(names: Iterable[str]) -> None:
    """Load those of some bots that are of other people; raises `BadBot` if one cannot be."""
    own: Mapping[str, Registration] = own_bots()
    for name in names:
        if name in own and isinstance(own[name].make, str):
            shared_host().run(shared_host().host.load(own[name]))


def log_fault(bot: str, fault: BotFault, other: str) -> None:
    logging.getLogger("matto.players").warning(
        "%s failed, and %s answers for it: %s", bot, other, fault
    )


class HostedBot:
    """A bot of other people; raises `BotFault` where it gives no legal choice in time."""

    def __init__(self, name: str, seed: int | str, patience: float) -> None:
        self.name = name
        self._asked = BotQuestion(name, seed, None, life=next(_lives))
        self._patience = patience

    def choose(self, view: View) -> str:
        return self._answer(view, aside=False)

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._answer(view, aside=True)

    speak = answer

    def _answer(self, view: View, *, aside: bool) -> str:
        question, shared = (
            msgspec.structs.replace(self._asked, view=view, aside=aside),
            shared_host(),
        )
        return shared.run(shared.host.ask_alone(question, self._patience))


class FallbackBot:
    """A bot by name that answers whatever happens: where it fails, a simpler one does.

    `tell` hears of every fault.
    """

    def __init__(self, name: str, seed: int | str, tell: FaultCallback = log_fault) -> None:
        self.name = check_bot(name)
        self._seed = seed
        self._tell = tell
        self._life = next(_lives)
        self._within = None if name in THINKING else inf  # its process has `PATIENCE`

    def choose(self, view: View) -> str:
        found = self._ask(view, aside=False)
        if found.fault is not None:
            self._tell(self.name, found.fault, found.bot)
        return found.choice

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._ask(view, aside=True).choice

    speak = answer

    def _ask(self, view: View, *, aside: bool) -> BotChoice:
        shared = shared_host()
        return shared.run(
            shared.host.ask(
                self.name, self._seed, view, aside=aside, life=self._life, within=self._within
            )
        )

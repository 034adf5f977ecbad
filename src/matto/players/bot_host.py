"""The bot host: bots think in processes of their own, and an answer comes in time.

In its process a bot has a view and nothing else, and can do no harm: one that breaks off, hangs
or dies costs its answer, and a process that is started again. Where a bot fails, is late or not
compiled yet, the next simpler one answers.

The server awaits a `BotHost`; a terminal and the arena ask one through a `BlockingHost`
(`matto.players.blocking_bot_host`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from typing import NamedTuple

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.view import View
from matto.engine.words import text
from matto.players import PATIENCE
from matto.players.bot_processes import UNTIL_READY, BotProcesses, NoBotAnswers, Watcher
from matto.players.bot_readiness import AT_ONCE, THINKING
from matto.players.bot_worker import BotQuestion, answer_to, to_get_ready
from matto.players.bots import (
    ANYTHING,
    FAILED,
    QUICK,
    REGULAR,
    SILENT,
    UNREADY,
    BadBot,
    BotFault,
    Registration,
    own_bots,
)
from matto.players.hints import Hint

IN_TIME = 2.0
"""Seconds after which a choice is there, whoever has made it."""

TO_THINK, AT_ONCE_SHARE = 0.75, 0.2
"""The shares of that for a bot that thinks, and for one that answers at once."""

log = logging.getLogger("matto.bots")


class BotChoice(NamedTuple):
    """A choice, which bot made it, and why the bot that was asked did not, if it is another."""

    choice: str
    bot: str
    fault: BotFault | None = None


def fallback_chain(name: str, game_id: str) -> tuple[str, ...]:
    """Return a bot, and those that answer in its place: each simpler, and all at once.

    First the one that has learned, where it knows the game; then the beginner.
    """
    if name in AT_ONCE:
        return tuple(dict.fromkeys((name, REGULAR.bot)))
    from matto.players.learned.model import path_of  # it needs NumPy, the beginner does not

    return (name, QUICK.bot, REGULAR.bot) if path_of(game_id) else (name, REGULAR.bot)


class BotHost(Watcher):
    """Bots think in processes, at most so many; a choice comes in time, whoever makes it.

    A bot that fails or thinks for too long is answered for by the next simpler one: `in_time`
    is how long anybody waits at most, `patience` when a process is given up. Where compiled
    play is missing, simpler ones answer until it is there; whoever may soon need it says so by
    `prepare`. Bots that answer at once have so many processes of their own (`at_once`), or none
    and think here. What everything comes down to is the rule of thumb in this process, which
    needs no other.
    """

    def __init__(
        self,
        size: int = 1,
        patience: float = PATIENCE,
        in_time: float = IN_TIME,
        *,
        at_once: int = 0,
    ) -> None:
        self._in_time = in_time
        self._thinking = BotProcesses(size, patience, self)
        self._at_once = BotProcesses(at_once, patience, self) if at_once else None
        self._here = ThreadPoolExecutor(1, "rule")
        self._getting_ready: asyncio.Task[None] | None = None

    @property
    def _groups(self) -> tuple[BotProcesses, ...]:
        return (self._thinking, *([self._at_once] if self._at_once else []))

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(pid for group in self._groups for pid in group.pids)

    @property
    def queue(self) -> int:
        return sum(group.queue for group in self._groups)

    # -- getting ready -------------------------------------------------------------------

    def prepare(self) -> None:
        """Begin to get ready for bots that need compiled play, unless it is done or under way.

        A process of its own does it, so that other bots are answered for in the meantime.
        """
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._get_ready())
            self.readiness_changed()

    @property
    def is_preparing(self) -> bool:
        return self._getting_ready is not None and not self._getting_ready.done()

    def readiness_changed(self) -> None:
        """Hear that getting ready has begun or ended."""

    async def _get_ready(self) -> None:
        if self._at_once is not None:
            await self._at_once.warm_up()
        process = await self._thinking.start()
        try:
            await process.ask(to_get_ready(), UNTIL_READY)
        except BotFault as fault:
            log.error("the bots could not get ready: %s", fault)
        await self._thinking.add_process(process)
        asyncio.get_running_loop().call_soon(self.readiness_changed)

    async def load(self, bot: Registration) -> None:
        """Load a bot of other people; raises `BadBot`, or `BotFault` if it hangs."""
        await self._thinking.load(bot)

    # -- thinking ------------------------------------------------------------------------

    async def ask(
        self,
        bot: str,
        seed: int | str,
        view: View,
        *,
        aside: bool = False,
        life: int = 0,
        within: float | None = None,
    ) -> BotChoice:
        """Return a bot's choice; where it fails, is late, lost or not ready, another bot's.

        One that gives none when its partner asks it keeps silent. It may think for so many
        seconds `within`, or as long as others have to wait at most. Raises `NoBotAnswers`.
        """
        question = BotQuestion(bot, seed, view, aside, life=life)
        found = await self._first_answer(question, self._candidates(bot, view.game), within)
        self.answered(question, found)
        return found

    def answered(self, question: BotQuestion, found: BotChoice) -> None:
        """Hear of an answer."""

    async def ask_alone(self, question: BotQuestion, patience: float) -> str:
        """Return a bot's own choice; raises `BotFault` if there is none in so many seconds."""
        return await self._thinking.ask(question, inf, patience=patience)

    async def hint(
        self, bot: str, seed: int | str, view: View, within: float | None = None
    ) -> Hint:
        """Return what a bot would do, and what choices are worth; a simpler bot's if late."""
        question = BotQuestion(bot, seed, view, hint=True)
        best = self._candidates(bot, view.game)[0]
        if best in THINKING:
            with suppress(BotFault):
                seconds = within or self._in_time * TO_THINK
                answer = await self._answer(question, best, self._thinking, seconds)
                return msgspec.json.decode(answer, type=Hint)
        return await self._simpler_hint(question, view.game)

    async def _simpler_hint(self, question: BotQuestion, game_id: str) -> Hint:
        """Return what the best bot would do that needs no time to think."""
        candidates = fallback_chain(question.bot, game_id)
        simpler = [way for way in candidates if way not in THINKING]
        choice = await self._first_answer(question, simpler, None)
        return msgspec.json.decode(choice.choice, type=Hint)

    def _candidates(self, bot: str, game_id: str) -> tuple[str, ...]:
        """Return who is asked one after the other.

        As long as compiled play is missing, simpler bots answer.
        """
        candidates = fallback_chain(bot, game_id)
        if bot not in THINKING:
            return candidates
        self.prepare()
        return candidates[1:] if self.is_preparing else candidates

    async def _first_answer(
        self, question: BotQuestion, candidates: Iterable[str], within: float | None
    ) -> BotChoice:
        """Return the first answer that there is, of processes or else of this one."""
        steps = [(way, self._group_for(way)) for way in candidates]
        is_ready = steps[0][0] == question.bot or question.hint
        fault = None if is_ready else BotFault(UNREADY, question.bot)
        crowded = False
        for way, group in dict.fromkeys((*steps, (REGULAR.bot, None), (ANYTHING.bot, None))):
            if crowded and group is not None:
                continue
            try:
                choice = await self._answer(question, way, group, within)
            except BotFault as one:
                fault = fault or one
                crowded = way in AT_ONCE and one.kind == SILENT
            else:
                return BotChoice(choice, way, fault)
            if question.aside:
                return BotChoice(SILENCE, question.bot, fault)
        raise NoBotAnswers(text("Too many bots think at once. They are asked again soon."))

    def _group_for(self, bot: str) -> BotProcesses | None:
        """Return the processes in which a bot thinks, None for one that thinks here."""
        if bot in AT_ONCE or self._at_once is not None:
            return self._at_once if bot in AT_ONCE else self._thinking
        own = own_bots().get(bot)
        return self._thinking if own is None or isinstance(own.make, str) else None

    async def _answer(
        self, question: BotQuestion, way: str, group: BotProcesses | None, within: float | None
    ) -> str:
        """Ask one bot; raises `BotFault`."""
        asked = msgspec.structs.replace(question, bot=way)
        thinks = self._in_time * TO_THINK
        try:
            if group is None:
                return await self._answer_here(asked)
            if way in AT_ONCE:
                before = 0.0 if way != question.bot or question.hint else thinks
                return await group.ask(asked, self._in_time * AT_ONCE_SHARE, before)
            return await group.ask(asked, thinks if within is None else within)
        except BadBot as error:
            raise BotFault(FAILED, error.sentence) from error
        except BotFault as fault:
            what = f"none within {fault.what} s" if fault.kind == SILENT else fault
            log.warning(
                "bot %s gives no %s: %s", way, "hint" if question.hint else "answer", what
            )
            raise

    async def _answer_here(self, question: BotQuestion) -> str:
        """Ask a bot in a thread of this process."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._here, answer_to, question)
        if answer.fault:
            raise BotFault(answer.fault, answer.what)
        return answer.choice

    async def close(self) -> None:
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        self._here.shutdown(cancel_futures=True)
        for group in self._groups:
            await group.close()

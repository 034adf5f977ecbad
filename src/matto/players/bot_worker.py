"""The loop of a bot process: it reads a view, and writes the choice of a bot, again and again.

It ends when nobody is left to ask it, even amidst a thought. The pickles that it reads come
from the process that started it, never from outside; what it writes is JSON, which can do that
process no harm.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.view import View
from matto.games import catalogue, game
from matto.players import Bot, aside_of, make_here
from matto.players.bot_readiness import get_ready
from matto.players.bots import (
    FAILED,
    BotFault,
    Registration,
    choice_of,
    load_maker,
    register_all,
)

CALL = ("-P", "-c", "from matto.players.bot_worker import main; main()")
"""How Python is called; -P keeps it from importing whatever lies in the current folder."""

LENGTH = struct.Struct(">I")
MOST_KEPT = 64
"""So many bots keep what they remember between two questions."""

_kept: dict[tuple[int, str], Bot] = {}


class BotQuestion(msgspec.Struct, frozen=True):
    """A question to a bot: the answer to the view's decision, or (`aside`) to its asides.

    For a `hint` it answers with what it thinks of each choice, as JSON (`Hint`).

    Without a view a process is asked to load the bot of a registration, or else to get ready
    for the bot, or (empty) for all that need compiled play. Questions of one `life` go to the
    same bot; without a life, 0, it is made anew.
    """

    bot: str
    seed: int | str
    view: View | None
    aside: bool = False
    hint: bool = False
    life: int = 0
    registration: Registration | None = None


class BotAnswer(msgspec.Struct, frozen=True):
    """The answer of a bot, or the kind of its `fault` with details."""

    choice: str
    fault: str = ""
    what: str = ""


def to_get_ready() -> BotQuestion:
    """Return what asks a process to compile or load what thinking bots need."""
    return BotQuestion("", "", None)


def to_load(bot: Registration) -> BotQuestion:
    return BotQuestion(bot.name, "", None, registration=bot)


def think(question: BotQuestion) -> str:
    """Ask a bot; raises `BotFault` when its choice is none."""
    view = question.view
    if view is None:
        _prepare(question)
        return SILENCE
    if question.hint:
        from matto.players.search import hint_of  # it needs compiled play

        found = hint_of(question.bot, game(view.game), view, question.seed)
        return msgspec.json.encode(found).decode()
    bot = _bot(question, view)
    if not question.aside:
        return choice_of(bot, view)
    return aside_of(bot, view)


def _prepare(question: BotQuestion) -> None:
    bot = question.registration
    if bot is None:
        get_ready()
        return
    register_all([bot])
    load_maker(bot)
    catalogue()  # so that the first question does not wait for it


def _bot(question: BotQuestion, view: View) -> Bot:
    key = question.life, question.bot
    bot = _kept.get(key)
    if bot is None:
        bot = make_here(question.bot, game(view.game), question.seed)
        if question.life:
            _kept[key] = bot
            while len(_kept) > MOST_KEPT:
                del _kept[next(iter(_kept))]
    return bot


def encode_question(question: BotQuestion) -> bytes:
    return _framed(pickle.dumps(question, protocol=pickle.HIGHEST_PROTOCOL))


def _framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answer until whoever asks closes the pipe, or is gone."""
    # Ctrl-C reaches every process of a terminal; whoever asks decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # whatever a bot prints must not end up among the answers
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: SimpleQueue[BotQuestion] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        question = questions.get()
        answers.write(_framed(msgspec.json.encode(answer_to(question))))
        answers.flush()


def answer_to(question: BotQuestion) -> BotAnswer:
    """Return a choice, or the fault of the bot that was asked."""
    try:
        return BotAnswer(think(question))
    except BotFault as fault:
        return BotAnswer("", fault.kind, fault.what)
    except Exception as error:
        return BotAnswer("", FAILED, repr(error))


def _listen(questions: SimpleQueue[BotQuestion]) -> None:
    """Read the questions; at their end the whole process ends, whatever it is doing.

    Whoever was killed cannot end its bots. One that compiles would outlive it by minutes.
    """
    try:
        while (question := _read(sys.stdin.buffer)) is not None:
            questions.put(question)
    finally:
        os._exit(0)


def _read(pipe: BinaryIO) -> BotQuestion | None:
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = pipe.read(size)
    if len(body) < size:
        return None
    question: BotQuestion = pickle.loads(body)
    return question

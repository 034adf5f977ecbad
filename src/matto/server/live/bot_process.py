"""A bot process: it reads a view, and writes the choice of a bot, again and again.

It ends when nobody is left to ask it, even amidst a thought. The pickles that it reads come
from the server that started it, never from outside; what it writes is JSON, which can do the
server no harm.
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

from matto.blocks.announce import SILENCE
from matto.engine.table import View
from matto.games import game
from matto.players.fallback import fallback_bot
from matto.players.readiness import get_ready

LENGTH = struct.Struct(">I")


class BotQuestion(msgspec.Struct, frozen=True):
    """What a bot is asked: the answer to the view's decision, or (`aside`) to its asides.

    Without a view it is asked to get ready for such questions.
    """

    bot: str
    seed: str
    view: View | None
    aside: bool = False


TO_GET_READY = BotQuestion("", "", None)


class BotAnswer(msgspec.Struct, frozen=True):
    """What a bot says; `error` tells what went wrong instead."""

    choice: str
    error: str = ""


def think(question: BotQuestion) -> str:
    """Ask a bot, made anew for every question: the same view and seed, the same answer."""
    if question.view is None:
        get_ready()
        return SILENCE
    bot = fallback_bot(question.bot, game(question.view.game), question.seed)
    return bot.answer(question.view) if question.aside else bot.choose(question.view)


def encode_question(question: BotQuestion) -> bytes:
    """A question as it goes through a pipe."""
    return _framed(pickle.dumps(question, protocol=pickle.HIGHEST_PROTOCOL))


def _framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answer until the server closes the pipe, or is gone."""
    # Ctrl-C reaches every process of a terminal; the server alone decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # whatever a bot prints must not end up among the answers
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: SimpleQueue[BotQuestion] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        question = questions.get()
        try:
            answer = BotAnswer(think(question))
        except Exception as error:
            answer = BotAnswer("", f"{type(error).__name__}: {error}")
        answers.write(_framed(msgspec.json.encode(answer)))
        answers.flush()


def _listen(questions: SimpleQueue[BotQuestion]) -> None:
    """Read the questions; at their end the whole process ends, whatever it is doing.

    A server that was killed cannot end its bots. One that compiles would outlive it by minutes.
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

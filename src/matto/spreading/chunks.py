"""What a worker does with a chunk, wherever it is, and what can go wrong."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from matto.engine.errors import MattoError
from matto.engine.words import Text, text
from matto.players.registry import Registration, own_bots, register_all


class TooFewWorkers(MattoError):
    """Nobody is there to do the work."""


class WorkFailed(MattoError):
    """The work on a chunk ended with an error of matto, whose sentence this is."""


class WorkerLost(MattoError):
    """A chunk whose worker died."""


class NoCluster(MattoError):
    """A cluster that cannot be reached, or that has another matto; or Ray is not installed."""


class Payload(NamedTuple):
    """What all workers are given: the work, and the bots of other people that it may name."""

    work: Callable[[Any], Any]
    bots: tuple[Registration, ...]


class Failed(NamedTuple):
    """What comes instead of a result: a sentence, or what Python printed."""

    sentence: Text | None
    trace: str


def payload_of(work: Callable[[Any], Any]) -> Payload:
    """The work with all that a worker in another process needs to know for it.

    A bot that a program has made of what cannot be sent is known in that program only.
    """
    return Payload(work, tuple(bot for bot in own_bots().values() if _can_be_sent(bot)))


def _can_be_sent(bot: Registration) -> bool:
    try:
        pickle.dumps(bot)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def done(payload: Payload, chunk: Any) -> Any:
    """Do the work on a chunk."""
    register_all(payload.bots)
    try:
        return payload.work(chunk)
    except MattoError as error:
        return Failed(error.sentence, "")
    except Exception:
        return Failed(None, traceback.format_exc())


def taken(result: Any) -> Any:
    """Give a result on; raises `WorkFailed`, and `RuntimeError` for what is a mistake."""
    if not isinstance(result, Failed):
        return result
    if result.sentence is None:
        raise RuntimeError(result.trace)
    raise WorkFailed(result.sentence)


def lost() -> WorkerLost:
    """Return what is raised for a chunk whose worker died."""
    return WorkerLost(text("A worker ended before its work did. Is memory short?"))

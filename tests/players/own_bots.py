"""Bots of other people as the tests have them: good ones, and each way to misbehave."""

from __future__ import annotations

import os
import random
import time

from matto.engine.game import Game
from matto.engine.view import View

HERE = "players.own_bots"


class Steady:
    """By chance, from its seed alone; without a name of its own."""

    def __init__(self, game: Game, seed: int | str) -> None:
        self.chance = random.Random(str(seed))

    def choose(self, view: View) -> str:
        assert view.decision is not None
        return self.chance.choice(view.decision.options)


class Failing:
    def __init__(self, game: Game, seed: int | str) -> None: ...

    def choose(self, view: View) -> str:
        raise ZeroDivisionError("fell asleep")


class Illegal(Failing):
    def choose(self, view: View) -> str:
        return "T99"


class OtherType(Failing):
    def choose(self, view: View) -> str:
        return 7  # type: ignore[return-value]


class Silent(Failing):
    def choose(self, view: View) -> str:
        while True:
            time.sleep(1)


class Dying(Failing):
    def choose(self, view: View) -> str:
        os._exit(3)


class DiesAtLast(Failing):
    """Plays by order until its last card."""

    def choose(self, view: View) -> str:
        if len(view.hand) == 1:
            os._exit(3)
        assert view.decision is not None
        return view.decision.options[0]


class SilentAtLast(Failing):
    """Plays by order until its last card."""

    def choose(self, view: View) -> str:
        if len(view.hand) == 1:
            time.sleep(60)
        assert view.decision is not None
        return view.decision.options[0]


class Snooping(Failing):
    """Looks for anything that is not its own; chooses what it may if there is none."""

    def choose(self, view: View) -> str:
        assert view.decision is not None
        assert not hasattr(view.decision, "explain")
        assert not view.decision.others
        return view.decision.options[0]


def no_bot(game: Game, seed: int | str) -> object:
    return object()


NUMBER = 5

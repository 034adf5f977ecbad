"""Players that are strong or weak in a known way, by names that only these tests have."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from matto.engine.game import Game
from matto.engine.view import View
from matto.players import Bot, check_bot, make_bot
from matto.research.arena import contest, tables
from matto.research.arena import contest as contest_module


class Spender:
    """The rule of thumb, but of the cards that it may play always the most valuable one."""

    name = "spender"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self.rule = make_bot("rule", game, seed)

    def choose(self, view: View) -> str:
        decision = view.decision
        assert decision is not None
        if decision.kind != "play":
            return self.rule.choose(view)
        values = self.game.pack(view.options).values
        return max(decision.options, key=lambda card: values.get(card, 0))


class Careless:
    """The rule of thumb, but one card in seven is played at random."""

    name = "careless"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.rule = make_bot("rule", game, seed)
        self.chance = random.Random(seed)

    def choose(self, view: View) -> str:
        decision = view.decision
        assert decision is not None
        if decision.kind == "play" and not self.chance.randrange(7):
            return self.chance.choice(decision.options)
        return self.rule.choose(view)


class Cheat:
    """Chooses what was never offered."""

    name = "cheat"

    def choose(self, view: View) -> str:
        return "T99"


class Sleeper:
    """Breaks off."""

    name = "sleeper"

    def choose(self, view: View) -> str:
        raise RuntimeError("fell asleep")


class Impatient:
    """Presses Ctrl-C when it is asked for the so-many-hundredth time."""

    name = "impatient"
    asked = 0
    patience = 100

    def __init__(self, game: Game, seed: int | str) -> None:
        self.rule = make_bot("rule", game, seed)

    def choose(self, view: View) -> str:
        Impatient.asked += 1
        if Impatient.asked > Impatient.patience:
            raise KeyboardInterrupt
        return self.rule.choose(view)


PLAYERS: dict[str, Callable[[Game, int | str], Bot]] = {
    "spender": Spender,
    "careless": Careless,
    "cheat": lambda _game, _seed: Cheat(),
    "sleeper": lambda _game, _seed: Sleeper(),
    "impatient": Impatient,
}


def make(name: str, game: Game, seed: int | str, *, patience: float = 0) -> Bot:
    maker = PLAYERS.get(name)
    return make_bot(name, game, seed) if maker is None else maker(game, seed)


def known(name: str) -> str:
    return name if name in PLAYERS else check_bot(name)


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the arena know these players, in this process."""
    Impatient.asked = 0
    monkeypatch.setattr(contest_module, "check_bot", known)
    for module in (contest, tables):
        monkeypatch.setattr(module, "make_bot", make)

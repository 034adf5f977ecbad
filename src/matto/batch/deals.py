"""The deals of a batch by number: each follows from the batch's seed and its number alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from matto.batch.errors import BadBatch
from matto.blocks.declare import QUIET
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.table import View
from matto.engine.words import text
from matto.players import check_bot, make_bot
from matto.players.seeds import derived

Talk = str | Callable[[View], str]
"""Who says the words before the first card: a bot by name, or what chooses for a view."""

PLAY = "play"
MOST_ATTEMPTS = 1000


class Deals(Protocol):
    """Deals of a game by number."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def options(self) -> Options:
        """With which options."""

    def begun(self, number: int) -> Run:
        """Give a deal where it is to begin."""


class NumberedDeals:
    """Deals of a game by number, dealt by each seat in turn.

    With `first_card` a deal begins at its first card: all words before it are said by `talk`,
    and a deal that comes to no card is dealt anew. `attempts` counts all that were dealt.
    """

    attempts = 0

    def __init__(
        self, game: Game, options: Options, seed: int, talk: Talk, *, first_card: bool
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.talk = check_bot(talk) if isinstance(talk, str) else talk
        self.first_card = first_card

    def begun(self, number: int) -> Run:
        """Deal; raises `BadBatch` if no attempt comes to a card."""
        for attempt in range(MOST_ATTEMPTS):
            self.attempts += 1
            run = Run.shuffled(
                self.game,
                seed=random.Random(derived(self.seed, "cards", number, attempt)),
                dealer=number % self.game.seats,
                options=self.options,
            )
            if self.first_card:
                self._speak(run, number, attempt)
            if run.decision is not None:
                return run
        raise BadBatch(
            text(
                "In {attempts} attempts no deal came to a card: let another bot talk.",
                attempts=MOST_ATTEMPTS,
            )
        )

    def _speak(self, run: Run, number: int, attempt: int) -> None:
        talkers = self._talkers(number, attempt)
        while (asked := run.decision) is not None and asked.kind != PLAY:
            quiet = quiet_word(asked) if run.table.contract is not None else None
            run.do(quiet or talkers[asked.seat](run.view(asked.seat)))

    def _talkers(self, number: int, attempt: int) -> Sequence[Callable[[View], str]]:
        talk, seats = self.talk, range(self.game.seats)
        if not isinstance(talk, str):
            return [talk for _ in seats]
        seeds = [derived(self.seed, "words", number, attempt, seat) for seat in seats]
        return [make_bot(talk, self.game, seed).choose for seed in seeds]


def quiet_word(asked: Decision) -> str | None:
    """Give the answer that says nothing, if a question has one."""
    return next((word for word in asked.options if word in QUIET), None)


def be_quiet(run: Run) -> None:
    """Answer what is asked besides cards while they are played: nobody says a word."""
    while (asked := run.decision) is not None and asked.kind != PLAY:
        word = quiet_word(asked)
        if word is None:
            raise BadBatch(
                text(
                    "{game} asks seat {seat} to {kind} while cards are played, and it cannot "
                    'be silent: take phase="full".',
                    game=run.game.id,
                    seat=asked.seat,
                    kind=asked.kind,
                )
            )
        run.do(word)

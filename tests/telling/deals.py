"""Deals of every game, looked at through every seat's eyes while they are played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from matto.engine.cards import NUMBER
from matto.engine.events import Event
from matto.engine.game import Game
from matto.engine.run import Action, Run
from matto.engine.view import View
from matto.engine.words import translator
from matto.research.testing.position import Player, questions
from matto.research.testing.tracing import settings_of
from matto.telling.naming import Naming
from matto.telling.story import StoryEntry, names_of, story

NOBODY = -1


def played(game: Game, seed: int) -> Iterator[Run]:
    """The same run after each action, played by one who tries everything, asides and all."""
    rng = random.Random(f"{game.id} {seed}")
    _, options = rng.choice(list(settings_of(game)))
    run = Run.shuffled(game, seed=rng, dealer=rng.randrange(game.seats), options=options)
    player = Player(rng)
    yield run
    while run.decision is not None:
        aside = player.aside(run)
        if aside is None:
            asked = rng.choice(questions(run))
            aside = Action(asked.seat, asked.kind, player.choose(asked.options))
        run.act(aside)
        yield run


def naming_of(run: Run, language: str) -> Naming:
    """How the cards of a deal are called."""
    return Naming(run.game, run.options, translator(language))


def told(run: Run, view: View, language: str) -> tuple[StoryEntry, ...]:
    """The story of a view, told to whoever sits in its seat."""
    own = NOBODY if view.seat is None else view.seat
    names = names_of(view.seats, own, translator(language)("You"))
    return story(view, naming_of(run, language), names, view.seat)


def cards_seen(events: Iterable[Event]) -> frozenset[str]:
    """All cards that some events name, also within a word such as `chiamo:T19`."""
    words = {part for event in events for word in event.what for part in word.split(":")}
    return frozenset(words & NUMBER.keys())

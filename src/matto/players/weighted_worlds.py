"""Worlds of a view, drawn by how likely talk makes them.

The talk is played again in some hundred deals that may be, and each word compared with what
the rule of thumb would have said; whoever lays cards away does so by the rule of thumb. From
these deals it is learnt which cards make each word likely, and which are laid away. With that,
thousands of deals are weighed at once, at this question and at every card of the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np

from matto.engine.cards import CODES, NUMBER
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import Reals
from matto.players.inference import Drawn, Following, OtherView, Worlds
from matto.players.inference.discard_odds import cards_had, discard_odds
from matto.players.inference.resampling import resample_discards, resample_rows
from matto.players.inference.talk_model import LogisticModel, fit_logistic
from matto.players.kernel_positions import PLAY
from matto.players.seeds import seed_of
from matto.players.simple_bots import Advisor, RuleBot

DISCARD = "discard"

T = TypeVar("T")

SHOWN = frozenset({"declare"})
"""Questions whose answers prove cards: worlds have them already, and silence tells little."""

Word = tuple[int, str, int]
"""A seat, a kind of question, and how many of that kind it had answered before."""

OTHER_WORD_SHARE = 0.05
"""How often a word is said that the rule of thumb would not say."""

FEWEST_WORLDS = 25
"""So many deals at least must still count, else all that is told is taken less seriously."""

HALVINGS = 12

SPARE_WORLDS = 20
"""How many worlds are drawn for each one that is kept, where what was said tells them apart."""

REMEMBERED = 256


# -- likely deals -----------------------------------------------------------------------------


class LikelyDeals:
    """Deals that look to a seat as its view does, the likely ones oftener.

    `drawn`: where all cards lie in each. `run`: one of them, to be looked at only.
    """

    def __init__(self, worlds: Worlds, drawn: Drawn, run: Run, advisor: Advisor) -> None:
        self.worlds = worlds
        self.drawn = drawn
        self.run = run
        self._advisor = advisor
        self._replayed: dict[int, Run] = {}

    def __len__(self) -> int:
        return len(self.drawn)

    def fork(self, number: int) -> Run:
        """Return a deal of one's own to go on with, at the question of the view."""
        if number not in self._replayed:
            play_again = partial(self.worlds.run, self.drawn, number)
            found = replay_with_notes(self.worlds.view.seat, self._advisor, play_again)
            self._replayed[number] = self.run if found is None else found[1]
        return self._replayed[number].fork()


def weighted_worlds(
    game: Game, view: View, wanted: int, seed: int | str, talk_samples: int
) -> LikelyDeals:
    """Draw so many worlds of a view by how likely they are; the same for the same seed.

    `talk_samples`: in how many worlds the talk is played again to learn what it tells.
    """
    worlds, own_seed = Worlds(game, view), seed_of(seed, view, "worlds")
    drawn = worlds.draw(wanted * SPARE_WORLDS, own_seed)
    run, advisor = worlds.any_run(drawn), RuleBot(game, seed).choose
    talk = talk_model(game, run, view, seed, talk_samples)
    drawn = resample_discards(worlds, drawn, talk.discards, own_seed)
    rows: Sequence[int] = range(wanted)
    if talk.words:
        weights = flattened_weights(talk_likelihoods(drawn, view, talk))
        rows = resample_rows(weights.tolist(), wanted, own_seed)
    return LikelyDeals(worlds, drawn.rows(rows), run, advisor)


def flattened_weights(logs: Reals) -> Reals:
    """Weights from logarithms, the largest 1, so flat that enough deals still count: `[n]`."""
    logs = logs - logs.max()
    part, step = 1.0, 0.5
    if _effective_number(logs) < FEWEST_WORLDS:
        part = 0.0
        for _ in range(HALVINGS):
            part += step if _effective_number((part + step) * logs) >= FEWEST_WORLDS else 0.0
            step /= 2
    weights: Reals = np.exp(part * logs)
    return weights


def _effective_number(logs: Reals) -> float:
    """Return how many deals count, if each weighs so much: Kish's effective sample size."""
    weights = np.exp(logs - logs.max())
    return float(weights.sum() ** 2 / (weights**2).sum())


# -- what talk tells --------------------------------------------------------------------------


@dataclass(frozen=True)
class TalkModel:
    """The learnt models: each seat's words, and the odds that it lays a card away."""

    words: Mapping[int, LogisticModel]
    discards: Mapping[int, Reals]


NOTHING = TalkModel({}, {})


@dataclass(frozen=True)
class TalkQuestion:
    """A question as one seat saw it; alike if it saw the same."""

    facts: str
    seed: int | str
    samples: int
    game: Game = field(compare=False)
    view: View = field(compare=False)


def talk_model(game: Game, run: Run, view: View, seed: int | str, samples: int) -> TalkModel:
    """Learn from what others have said and laid away before the first card.

    `run` is the deal in any world of the view; the same view gives the same.
    """
    if not any(_has_informative_talk(run, view.seat)):
        return NOTHING
    kinds = [action.kind for action in run.actions]
    before = kinds.index(PLAY) if PLAY in kinds else len(kinds)
    asked = run.fork(before).view(view.seat)
    return _fitted_talk_model(TalkQuestion(repr(asked.facts()), seed, samples, game, asked))


def _has_informative_talk(run: Run, viewer: int | None) -> Iterator[bool]:
    for action, offered in zip(run.actions, run.offered, strict=True):
        said = _is_informative(action.kind, action.choice) and len(offered) > 1
        yield action.seat != viewer and (said or action.kind == DISCARD)


def _is_informative(kind: str, choice: str) -> bool:
    return kind != SAY and kind not in SHOWN and choice not in NUMBER


@lru_cache(maxsize=REMEMBERED)
def _fitted_talk_model(question: TalkQuestion) -> TalkModel:
    worlds = Worlds(question.game, question.view)
    drawn = worlds.draw(question.samples, seed_of(question.seed, question.view, "hearsay"))
    advisor = RuleBot(question.game, question.seed).choose
    replays = [partial(worlds.watch_words, drawn, number) for number in range(len(drawn))]
    heard = [replay_with_notes(question.view.seat, advisor, replay) for replay in replays]
    rows = [row for row, found in enumerate(heard) if found is not None]
    notes = [found[0] for found in heard if found is not None]
    had = [cards_had(drawn.rows(rows), seat) for seat in range(question.game.seats)]
    return TalkModel(dict(_fitted_words(notes, had)), dict(_fitted_discards(notes, had)))


def _fitted_words(
    notes: Sequence[TalkNotes], had: Sequence[Reals]
) -> Iterator[tuple[int, LogisticModel]]:
    """The words of each seat that some of its hands would say, and others not."""
    for seat, held in enumerate(had):
        words = sorted({word for note in notes for word in note.fits if word[0] == seat})
        fits = np.array([[note.fits.get(word, True) for word in words] for note in notes])
        telling = fits[:, fits.any(axis=0) & ~fits.all(axis=0)] if words else fits
        if telling.size:
            yield seat, fit_logistic(held, telling.astype(float))


def _fitted_discards(
    notes: Sequence[TalkNotes], had: Sequence[Reals]
) -> Iterator[tuple[int, Reals]]:
    """The odds by which each seat that laid cards away chose them."""
    for seat in sorted({seat for note in notes for seat in note.laid_away}):
        rows = [row for row, note in enumerate(notes) if seat in note.laid_away]
        laid = np.zeros((len(rows), len(CODES)))
        for place, row in enumerate(rows):
            laid[place, notes[row].laid_away[seat]] = 1
        yield seat, discard_odds(laid, had[seat][rows])


def talk_likelihoods(drawn: Drawn, view: View, model: TalkModel) -> Reals:
    """Return how likely worlds of a view are by what has been said: `[n]`, in logarithms."""
    total: Reals = np.zeros(len(drawn))
    played = view.heard(PLAY)
    for seat, lines in model.words.items():
        fits = lines.likely(cards_had(drawn, seat, played))
        total += np.log(OTHER_WORD_SHARE + (1 - OTHER_WORD_SHARE) * fits).sum(axis=1)
    return total


# -- talk played again ------------------------------------------------------------------------


class TalkNotes:
    """Notes of what others said up to the first card in a world, and what they laid away.

    `fits`: whether each word is what the rule of thumb would have said with those cards.
    `laid_away`: the cards by number, of each seat.
    """

    def __init__(self, viewer: int | None, advisor: Advisor) -> None:
        self.viewer = viewer
        self.advisor = advisor
        self.fits: dict[Word, bool] = {}
        self.laid_away: dict[int, list[int]] = {}
        self._answered: dict[tuple[int, str], int] = {}

    def __call__(self, run: Run, seat: int, kind: str, choice: str) -> None:
        """Take note of an answer; the run still stands before it."""
        if seat == self.viewer:
            return
        if kind == DISCARD and choice in NUMBER:
            self.laid_away.setdefault(seat, []).append(NUMBER[choice])
        elif _is_informative(kind, choice):
            before = self._answered.get((seat, kind), 0)
            self._answered[seat, kind] = before + 1
            self.fits[seat, kind, before] = self.advisor(run.view(seat)) == choice


def replay_with_notes(
    viewer: int | None, advisor: Advisor, play_again: Callable[[Following], T]
) -> tuple[TalkNotes, T] | None:
    """Play a world again and take notes; gives the notes, and what the playing gives.

    Others lay away what the advisor says, unless they cannot have laid that away; None if they
    cannot have laid away either what they have in the world.
    """
    notes = TalkNotes(viewer, advisor)
    with suppress(OtherView):
        return notes, play_again(Following(notes, advisor))
    notes = TalkNotes(viewer, advisor)
    with suppress(OtherView):
        found = play_again(Following(notes))
        notes.laid_away.clear()
        return notes, found
    return None

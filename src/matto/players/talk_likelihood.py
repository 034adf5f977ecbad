"""Talk likelihood: how likely hidden cards are by the words before the first card.

The talk is played again in some hundred deals that may be, and each word compared with what
the rule of thumb would have said; whoever lays cards away does so by the rule of thumb. From
these deals it is learnt which cards make each word likely, and which are laid away. With that,
thousands of deals are weighed at once, at this question and at every card of the play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from matto.engine.cards import CODES
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn, Worlds
from matto.inference.resampling import Lines, cards_had, discard_odds, fitted
from matto.kernel.layout import Reals
from matto.players.rule import RuleBot
from matto.players.seeds import seed_of
from matto.players.talk_replay import PLAY, TalkNotes, has_been_said, has_laid_away, replayed

OTHERWISE = 0.05
"""How often a word is said that the rule of thumb would not say."""

REMEMBERED = 256


@dataclass(frozen=True)
class TalkQuestion:
    """A question as one seat saw it; alike if it saw the same."""

    facts: str
    seed: int | str
    heard: int
    game: Game = field(compare=False)
    view: View = field(compare=False)


@dataclass(frozen=True)
class TalkModel:
    """What has been learnt: each seat's words, and the odds that it lays a card away."""

    words: Mapping[int, Lines]
    discards: Mapping[int, Reals]


NOTHING = TalkModel({}, {})


def talk_model(game: Game, run: Run, view: View, seed: int | str, heard: int) -> TalkModel:
    """Learn from what others have said and laid away before the first card, in `heard` deals.

    `run` is the deal in any world of the view; the same view gives the same.
    """
    if not has_been_said(run, view.seat) and not has_laid_away(run, view.seat):
        return NOTHING
    kinds = [action.kind for action in run.actions]
    before = kinds.index(PLAY) if PLAY in kinds else len(kinds)
    asked = run.fork(before).view(view.seat)
    return _learnt(TalkQuestion(repr(asked.facts()), seed, heard, game, asked))


@lru_cache(maxsize=REMEMBERED)
def _learnt(question: TalkQuestion) -> TalkModel:
    worlds = Worlds(question.game, question.view)
    drawn = worlds.draw(question.heard, seed_of(question.seed, question.view, "hearsay"))
    advisor = RuleBot(question.game, question.seed).choose
    replays = [partial(worlds.watch_words, drawn, number) for number in range(len(drawn))]
    heard = [replayed(question.view.seat, advisor, replay) for replay in replays]
    rows = [row for row, found in enumerate(heard) if found is not None]
    notes = [found[0] for found in heard if found is not None]
    had = [cards_had(drawn.rows(rows), seat) for seat in range(question.game.seats)]
    return TalkModel(dict(_words(notes, had)), dict(_laying(notes, had)))


def _words(notes: Sequence[TalkNotes], had: Sequence[Reals]) -> Iterator[tuple[int, Lines]]:
    """The words of each seat that some of its hands would say, and others not."""
    for seat, held in enumerate(had):
        words = sorted({word for note in notes for word in note.fits if word[0] == seat})
        fits = np.array([[note.fits.get(word, True) for word in words] for note in notes])
        telling = fits[:, fits.any(axis=0) & ~fits.all(axis=0)] if words else fits
        if telling.size:
            yield seat, fitted(held, telling.astype(float))


def _laying(notes: Sequence[TalkNotes], had: Sequence[Reals]) -> Iterator[tuple[int, Reals]]:
    """The odds by which each seat that laid cards away chose them."""
    for seat in sorted({seat for note in notes for seat in note.laid_away}):
        rows = [row for row, note in enumerate(notes) if seat in note.laid_away]
        laid = np.zeros((len(rows), len(CODES)))
        for place, row in enumerate(rows):
            laid[place, notes[row].laid_away[seat]] = 1
        yield seat, discard_odds(laid, had[seat][rows])


def talk_likelihoods(drawn: Drawn, view: View, model: TalkModel) -> Reals:
    """How likely worlds of a view are by what has been said: `[n]`, in logarithms."""
    total: Reals = np.zeros(len(drawn))
    if model.words:
        played = view.heard(PLAY)
        for seat, lines in model.words.items():
            fits = lines.likely(cards_had(drawn, seat, played))
            total += np.log(OTHERWISE + (1 - OTHERWISE) * fits).sum(axis=1)
    return total

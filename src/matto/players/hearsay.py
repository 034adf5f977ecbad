"""What the words before the first card tell of hidden cards, and what was laid away.

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

from matto.engine.cards import CODES, NUMBER, PLAIN_BIT, TAROCK_BIT
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn, Worlds
from matto.kernel.layout import Reals
from matto.players.belief import PLAY, Listening, has_been_said, has_laid_away, listened
from matto.players.chance import seed_of
from matto.players.laying import leanings_of
from matto.players.logistic import Lines, fitted
from matto.players.rule import RuleBot

OTHERWISE = 0.05
"""How often a word is said that the rule of thumb would not say."""

REMEMBERED = 256

_PLAIN, _TAROCKS = np.array(PLAIN_BIT, np.int64), np.array(TAROCK_BIT, np.int64)


@dataclass(frozen=True)
class Moment:
    """A question as one seat saw it; alike if it saw the same."""

    facts: str
    seed: int | str
    heard: int
    game: Game = field(compare=False)
    view: View = field(compare=False)


@dataclass(frozen=True)
class Hearsay:
    """What has been learnt: each seat's words, and how its cards lean to be laid away."""

    words: Mapping[int, Lines]
    laying: Mapping[int, Reals]


NOTHING = Hearsay({}, {})


def hearsay(game: Game, run: Run, view: View, seed: int | str, heard: int) -> Hearsay:
    """Learn from what others have said and laid away before the first card, in `heard` deals.

    `run` is the deal in any world of the view; the same view gives the same.
    """
    if not has_been_said(run, view.seat) and not has_laid_away(run, view.seat):
        return NOTHING
    kinds = [action.kind for action in run.actions]
    before = kinds.index(PLAY) if PLAY in kinds else len(kinds)
    asked = run.fork(before).view(view.seat)
    return _learnt(Moment(repr(asked.facts()), seed, heard, game, asked))


@lru_cache(maxsize=REMEMBERED)
def _learnt(moment: Moment) -> Hearsay:
    worlds = Worlds(moment.game, moment.view)
    drawn = worlds.draw(moment.heard, seed_of(moment.seed, moment.view, "hearsay"))
    advisor = RuleBot(moment.game, moment.seed).choose
    replays = [partial(worlds.watch_words, drawn, number) for number in range(len(drawn))]
    heard = [listened(moment.view.seat, advisor, replay) for replay in replays]
    rows = [row for row, found in enumerate(heard) if found is not None]
    notes = [found[0] for found in heard if found is not None]
    had = [cards_had(drawn.rows(rows), seat) for seat in range(moment.game.seats)]
    return Hearsay(dict(_words(notes, had)), dict(_laying(notes, had)))


def _words(notes: Sequence[Listening], had: Sequence[Reals]) -> Iterator[tuple[int, Lines]]:
    """The words of each seat that some of its hands would say, and others not."""
    for seat, held in enumerate(had):
        words = sorted({word for note in notes for word in note.fits if word[0] == seat})
        fits = np.array([[note.fits.get(word, True) for word in words] for note in notes])
        telling = fits[:, fits.any(axis=0) & ~fits.all(axis=0)] if words else fits
        if telling.size:
            yield seat, fitted(held, telling.astype(float))


def _laying(notes: Sequence[Listening], had: Sequence[Reals]) -> Iterator[tuple[int, Reals]]:
    """How the cards of each seat that laid some away lean to be laid away."""
    for seat in sorted({seat for note in notes for seat in note.laid_away}):
        rows = [row for row, note in enumerate(notes) if seat in note.laid_away]
        laid = np.zeros((len(rows), len(CODES)))
        for place, row in enumerate(rows):
            laid[place, notes[row].laid_away[seat]] = 1
        yield seat, leanings_of(laid, had[seat][rows])


def cards_had(drawn: Drawn, seat: int, played: Sequence[tuple[int, str]] = ()) -> Reals:
    """Which cards a seat had before the first card in each world: `[n, cards]`, 0 or 1."""
    plain = (drawn.plain | drawn.away_plain)[:, [seat]]
    tarocks = (drawn.tarocks | drawn.away_tarocks)[:, [seat]]
    had = ((plain & _PLAIN) | (tarocks & _TAROCKS)) != 0
    had[:, [NUMBER[card] for own, card in played if own == seat]] = True
    return np.where(had, 1.0, 0.0)


def likelihoods(drawn: Drawn, view: View, told: Hearsay) -> Reals:
    """How likely worlds of a view are by what has been said: `[n]`, in logarithms."""
    total: Reals = np.zeros(len(drawn))
    if told.words:
        played = view.heard(PLAY)
        for seat, lines in told.words.items():
            fits = lines.likely(cards_had(drawn, seat, played))
            total += np.log(OTHERWISE + (1 - OTHERWISE) * fits).sum(axis=1)
    return total

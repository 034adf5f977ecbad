"""Worlds of a view, weighted by how likely play and talk make them.

In each deal that may be, what was played is played again, and compared with what the rule of
thumb would have played from those hands. Nobody is trusted to go by it: each other player may
do so but for one card in a hundred, or in every fifth card, or not at all; of which kind he is
is judged by the same cards. At first hardly anybody is taken to be of the first kind. Among so
many deals there is always one in which somebody seems to be: then, above all in the last
tricks, what was concluded from cards of `strong` was worse than nothing. Those who are soon
show it.

In the deals that are likely by that, each player is then judged once more, without such a
doubt: how others play on is to fit how they have played (`find_rule_players`).

The talk is played again in some hundred deals that may be, and each word compared with what
the rule of thumb would have said; whoever lays cards away does so by the rule of thumb. From
these deals it is learnt which cards make each word likely, and which are laid away. With that,
thousands of deals are weighed at once, at this question and at every card of the play.

What the words of others tell is learnt for thousands of deals at once, and roughly. Among those
that it makes likely, some are chosen by the talk itself, with cards laid away by rule of thumb.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, TypeVar

import numpy as np

from matto.blocks.call import sides_in
from matto.engine.cards import CODES, NUMBER, words
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan, Reals
from matto.kernel.likelihood import Trust, read_kinds, read_play
from matto.kernel.packing import cards_of, first_states_in, plan_of, states_in
from matto.players.advice import advice_for
from matto.players.inference import Drawn, Following, OtherView, Worlds
from matto.players.inference.resampling import (
    Evidence,
    Lines,
    Parties,
    Walk,
    cards_had,
    discard_odds,
    fitted,
    hidden_hands,
    resample_discards,
    resample_hands,
    resample_rows,
)
from matto.players.seeds import seed_of
from matto.players.simple_bots import Advisor, RuleBot

PLAY, DISCARD = "play", "discard"

T = TypeVar("T")

SHOWN = frozenset({"declare"})
"""Questions whose answers prove cards: worlds have them already, and silence tells little."""

Word = tuple[int, str, int]
"""A seat, a kind of question, and how many of that kind it had answered before."""


def has_been_said(run: Run, viewer: int | None) -> bool:
    """Tell whether others have said anything by which their cards may be judged."""
    return any(
        _tells(action.kind, action.choice) and action.seat != viewer and len(offered) > 1
        for action, offered in zip(run.actions, run.offered, strict=True)
    )


def has_laid_away(run: Run, viewer: int | None) -> bool:
    return any(action.kind == DISCARD and action.seat != viewer for action in run.actions)


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
        elif _tells(kind, choice):
            before = self._answered.get((seat, kind), 0)
            self._answered[seat, kind] = before + 1
            self.fits[seat, kind, before] = self.advisor(run.view(seat)) == choice


def replayed(
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


def _tells(kind: str, choice: str) -> bool:
    return kind != SAY and kind not in SHOWN and choice not in NUMBER


NOBODY = -1
TABLES = 40
"""How many players of other tastes go on with a deal in which nothing is hidden."""
TASTES = 0.5
"""By how much these weigh cards otherwise: the standard deviation of the logarithm."""


class Positions(NamedTuple):
    """The same moment of the play in several deals.

    `states`: `[m, SIZE]`. `plans`: those that hold in any of them; `which`: `[m]`, which one.
    `stocks`: `[m, k]`, the numbers of the cards of the stock, as they lie.
    """

    states: Numbers
    plans: Sequence[Plan]
    which: Numbers
    stocks: Numbers

    def last(self, most: int) -> Positions:
        return self.rows(np.arange(len(self.states))[-most:])

    def rows(self, chosen: Numbers) -> Positions:
        states, which = self.states[chosen], self.which[chosen]
        return self._replace(states=states, which=which, stocks=self.stocks[chosen])


def taken_when_led(positions: Positions, view: View, card: str, foes: Iterable[int]) -> float:
    """In which part of the positions foes can take a plain card that is led now.

    They can if one of them holds the highest that others have of its suit, or none and a trump.
    """
    pack, states = view.pack, positions.states
    suit = [one for one in pack.codes if pack.suit_of(one) == pack.suit_of(card)]
    suit.sort(key=lambda one: pack.strength[NUMBER[one]])
    (whole, _), taken = words(suit), np.zeros(len(states), dtype=bool)
    others = np.arange(view.seats) != view.asked.seat
    theirs = np.isin(np.arange(view.seats), list(foes))
    plain, tarocks = (states[:, at : at + view.seats] for at in (lay.PLAIN, lay.TAROCKS))
    for higher in suit[suit.index(card) + 1 :]:  # the highest has the last word
        held = plain & 1 << NUMBER[higher] != 0
        taken = np.where(held[:, others].any(axis=1), held[:, theirs].any(axis=1), taken)
    ruffs = (plain & whole == 0) & (tarocks != 0)
    return float((taken | ruffs[:, theirs].any(axis=1)).mean())


def by_tastes(positions: Positions, seed: int) -> Positions:
    """One position as often as there are tastes: players there weigh cards each otherwise.

    Where nothing is hidden, a single playout would tell nothing about its error.
    """
    rng, (plan, *_) = np.random.default_rng(seed), positions.plans
    plans = [plan, *(_of_another_taste(plan, rng) for _ in range(TABLES - 1))]
    states = np.repeat(positions.states, TABLES, axis=0)
    return Positions(
        states, plans, np.arange(TABLES), np.repeat(positions.stocks, TABLES, axis=0)
    )


def _of_another_taste(plan: Plan, rng: np.random.Generator) -> Plan:
    weights = plan.weights.copy()
    for row in (lay.WORTH, lay.LAST_WITH):
        weights[row] *= rng.lognormal(0.0, TASTES, weights.shape[1])
    for number in (lay.LAST_TRICK, lay.FOOL_SAVED, lay.TRUMP_COST):
        weights[lay.SINGLE, number] *= rng.lognormal(0.0, TASTES)
    return plan._replace(weights=weights)


def positions_in(run: Run, view: View, drawn: Drawn) -> Positions:
    """Give the positions in drawn worlds; `run` is the deal in any world of the same view."""
    plans, which = [], np.zeros(len(drawn), dtype=np.int64)
    for number, (plan, rows) in enumerate(by_plan(run, view, drawn)):
        plans.append(plan)
        which[rows] = number
    return Positions(states_in(plans[0], view, drawn.hands), plans, which, drawn.talon)


def by_plan(run: Run, view: View, drawn: Drawn) -> Iterator[tuple[Plan, Numbers]]:
    holders = holders_in(run, view, drawn)
    for holder in np.unique(holders).tolist():
        yield plan_with(run, view, holder), np.flatnonzero(holders == holder)


def holders_in(run: Run, view: View, drawn: Drawn) -> Numbers:
    """Who holds the card that settles the parties in each world, or `NOBODY`: `[n]`."""
    called = _called(run, view)
    if not called:
        return np.full(len(drawn), NOBODY, dtype=np.int64)
    return drawn.holder(called)


def _called(run: Run, view: View) -> str:
    contract = run.table.contract
    called = "" if contract is None else contract.called
    return "" if any(card == called for _, card in view.heard("play")) else called


def plan_with(run: Run, view: View, holder: int) -> Plan:
    """The plan where the called card lies with a seat, or with `NOBODY`."""
    contract = run.table.contract
    if contract is None or not _called(run, view):
        return advised_plan(run)
    seat = None if holder == NOBODY else holder
    return advised_plan(run, sides_in(contract, seat, view.seats))


def advised_plan(run: Run, side: Sequence[int] | None = None) -> Plan:
    return plan_of(run.game, run.table, side, advice_for(run.game.id).weights_in)


OTHERS = Trust(shares=np.array([0.001, 0.3, 0.699]), otherwise=np.array([0.01, 0.8, 1.0]))
"""What is thought of others before they have played a card."""
KINDS = Trust(shares=np.array([0.5, 0.2, 0.2, 0.1]), otherwise=np.array([0.1, 0.5, 0.8, 1.0]))
"""The first goes by the rule of thumb: in likely deals, not the true one, but for one in ten.

`strong` departs from it at every second card or oftener, as the other kinds do.
"""
FEWEST = 25
"""So many deals at least must still count, else all that is told is taken less seriously."""
HALVINGS = 12


def play_likelihoods(run: Run, view: View, drawn: Drawn, trust: Trust) -> Reals:
    """How likely worlds are by the cards that others have played: `[n]`, in logarithms.

    `run` is the deal in any world of the view.
    """
    found: Reals = np.zeros(len(drawn))
    viewer = -1 if view.seat is None else view.seat
    for plan, rows in by_plan(run, view, drawn):
        states = first_states_in(plan, view, drawn.rows(rows).hands)
        found[rows] = read_play(states, plan, drawn.talon[rows], cards_of(view), viewer, trust)
    return found


def find_rule_players(run: Run, view: View, drawn: Drawn) -> Reals:
    """How surely each seat goes by the rule of thumb, by the cards it has played: `[seats]`.

    `drawn` are likely worlds of the view, `run` is the deal in any of them.
    """
    viewer = -1 if view.seat is None else view.seat
    found = np.zeros((len(drawn), view.seats))
    for plan, rows in by_plan(run, view, drawn):
        states = first_states_in(plan, view, drawn.rows(rows).hands)
        played = drawn.talon[rows], cards_of(view)
        likely = np.exp(read_kinds(states, plan, *played, viewer, KINDS))
        likely *= KINDS.shares[:, None]
        found[rows] = (likely[:, 0] / likely.sum(axis=1))[:, : view.seats]
    means: Reals = found.mean(axis=0)
    return means


def softened(logs: Reals) -> Reals:
    """Weights from logarithms, the largest 1, so flat that enough deals still count: `[n]`."""
    logs = logs - logs.max()
    part, step = 1.0, 0.5
    if _counting(logs) < FEWEST:
        part = 0.0
        for _ in range(HALVINGS):
            part += step if _counting((part + step) * logs) >= FEWEST else 0.0
            step /= 2
    weights: Reals = np.exp(part * logs)
    return weights


def _counting(logs: Reals) -> float:
    """How many deals count, if each weighs so much: Kish's effective sample size."""
    weights = np.exp(logs - logs.max())
    return float(weights.sum() ** 2 / (weights**2).sum())


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


SPARE = 20
"""How many worlds are drawn for each one that is kept, where what was said tells them apart."""


class Sampled:
    """Worlds consistent with a view, and how likely each is by what others said and played.

    `heard`: in how many worlds the talk is played again, to learn what it tells. `read`: how
    many worlds are weighed by the cards that others have played; if none, what was played tells
    only what it proves; `trust`: what is thought of others before they have played.
    """

    def __init__(
        self,
        game: Game,
        view: View,
        wanted: int,
        seed: int | str,
        heard: int,
        read: int = 0,
        trust: Trust = OTHERS,
    ) -> None:
        self.worlds = Worlds(game, view)
        self.seed = seed_of(seed, view, "worlds")
        self._reads = read > 0 and any(seat != view.seat for seat, _ in view.heard(PLAY))
        drawn = self.worlds.draw(max(read * self._reads, wanted * SPARE), self.seed)
        self.any_run = self.worlds.any_run(drawn)
        """The deal in one of the worlds, to be looked at only."""
        self._trust = trust
        self._talk = talk_model(game, self.any_run, view, seed, heard)
        self.drawn: Drawn = resample_discards(
            self.worlds, drawn, self._talk.discards, self.seed
        )

    @property
    def tells(self) -> bool:
        return bool(self._talk.words) or self._reads

    @cached_property
    def weights(self) -> Reals:
        """How likely each drawn world is, the likeliest 1: `[n]`, all weighed at once."""
        logs = talk_likelihoods(self.drawn, self.worlds.view, self._talk)
        if self._reads:
            logs += play_likelihoods(self.any_run, self.worlds.view, self.drawn, self._trust)
        return softened(logs)

    def likely(self, wanted: int, walk: Walk) -> Drawn:
        """So many worlds, as likely as their weights are, or as a walk from there leads to."""
        if not (walk.tries and self.tells) or hidden_hands(self.worlds).are_fixed:
            return self.drawn.rows(self.chosen(wanted))
        begun = self.drawn.rows(self.chosen(wanted // walk.rounds))
        return walked(
            self.any_run, self.worlds, begun, self._talk, walk, self.seed, self._trust
        )

    def chosen(self, wanted: int) -> Sequence[int]:
        """So many rows of `drawn`, by their weights."""
        if not self.tells:
            return range(wanted)
        return resample_rows(self.weights.tolist(), wanted, self.seed)


def walked(
    run: Run,
    worlds: Worlds,
    drawn: Drawn,
    talk: TalkModel,
    walk: Walk,
    seed: int,
    trust: Trust,
) -> Drawn:
    """Let hidden cards change hands as play and talk tell; `run` is the deal in any world."""
    view = worlds.view
    plans = [plan_with(run, view, seat) for seat in (*range(view.seats), NOBODY)]
    parties = Parties(plans, holders_in(run, view, drawn))
    evidence = Evidence(talk.words, OTHERWISE, trust)
    return resample_hands(worlds, drawn, parties, evidence, walk, seed)


SPARE_ROWS = 4
"""So many deals are played again for each one that is kept."""

BLOCK = 16
"""So many are chosen at a time, so that a question that is soon answered costs little."""


NO_ROW = -1


class WeighedRun(NamedTuple):
    """A deal played again, how likely it is by what was said in it, and in which world."""

    run: Run
    likely: float
    row: int


class ReplayedDeals:
    """Worlds in which the others' words make sense, as deals at the question of a view."""

    def __init__(
        self, game: Game, view: View, wanted: int, seed: int | str, heard: int
    ) -> None:
        self._sampled = Sampled(game, view, wanted, seed, heard)
        self._seat = view.seat
        self._advisor = RuleBot(game, seed).choose
        self._wanted = wanted
        self._rows = self._sampled.chosen(wanted * SPARE_ROWS)
        self._blocks: dict[int, Sequence[WeighedRun]] = {}

    def __len__(self) -> int:
        return self._wanted

    def run(self, number: int) -> Run:
        """The deal in one of the worlds, at the question that the seat was asked; in turns."""
        return self._kept(number).run.fork()

    def which(self, number: int) -> int:
        """Tell which world it is: likely ones come more than once."""
        return self._kept(number).row

    def _kept(self, number: int) -> WeighedRun:
        block, place = divmod(number % self._wanted, BLOCK)
        if block not in self._blocks:
            self._blocks[block] = self._kept_in(block)
        return self._blocks[block][place]

    def _kept_in(self, block: int) -> Sequence[WeighedRun]:
        size = min(BLOCK, self._wanted - block * BLOCK)
        replays = map(self._replayed, self._rows_in(block, size))
        told = [one for one in replays if one is not None] or [self._only]
        if not self._sampled.tells:
            return [told[place % len(told)] for place in range(size)]
        weights = [one.likely for one in told]
        kept = resample_rows(weights, size, self._sampled.seed + block)
        return [told[place] for place in kept]

    def _rows_in(self, block: int, size: int) -> Sequence[int]:
        """The candidates of a block, from all along: likely worlds come twice in a row."""
        if not self._sampled.tells:
            return self._rows[block * BLOCK : block * BLOCK + size]
        blocks = -(-self._wanted // BLOCK)
        return self._rows[block::blocks][: size * SPARE_ROWS]

    @property
    def _only(self) -> WeighedRun:
        return WeighedRun(self._sampled.any_run, 1.0, NO_ROW)

    def _replayed(self, row: int) -> WeighedRun | None:
        sampled = self._sampled
        play_again = partial(sampled.worlds.run, sampled.drawn, row)
        found = replayed(self._seat, self._advisor, play_again)
        if found is None:
            return None
        heard, run = found
        unfit = sum(not fits for fits in heard.fits.values())
        return WeighedRun(run, math.pow(OTHERWISE, unfit), row)

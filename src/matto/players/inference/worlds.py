"""Worlds of a view: how many there are, and some drawn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from matto.engine.cards import CODES, NUMBER, PLAIN_BIT, TAROCK_BIT, cards_of, words
from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.run import Run, whole_seed
from matto.engine.view import View
from matto.games import game_of
from matto.kernel.layout import Hands
from matto.kernel.sampler import Numbers, TreeSpace
from matto.players.inference.constraints import (
    Constraint,
    Forbidden,
    Holds,
    Inference,
    OneOf,
    inferences_of,
    played_legally,
)
from matto.players.inference.placement import (
    Contradiction,
    Place,
    PlaceKind,
    PlacementProblem,
    ReducedProblem,
    SeatHistory,
    cases_of,
)
from matto.players.inference.placement_sampler import PlacementSampler
from matto.players.inference.replaying import (
    NO_HOOKS,
    Following,
    Hidden,
    OtherView,
    follow,
    follow_words,
)
from matto.players.inference.rewinding import rewind

NOWHERE = -1
BITS = np.array([PLAIN_BIT, TAROCK_BIT], np.int64)
"""The two words of each card: `[2, cards]`."""
OVER = Place(PlaceKind.OVER, -1)


class NoWorld(Exception):
    """A view fits no deal: it was not made by this game."""


@dataclass(frozen=True)
class Drawn:
    """Worlds drawn, by rows.

    `plain` and `tarocks` are the hands now as two words a seat, the viewer's own included;
    `away_plain` and `away_tarocks` what each seat has laid away, or what lies open for it.
    `talon` are the numbers of the cards that lay over when the cards were dealt, in their
    order; -1 where they have gone into a hand unseen. `lying` has every unseen card's number
    in the order of the places: within a place in any order, so that unlike rows may be one
    world; `key` tells. `ends` are the columns of `lying` at which the places end.

    Shapes for `n` worlds and `s` seats: `plain`, `tarocks`, `away_plain` and `away_tarocks`
    [n, s], `talon` [n, cards that lay over], `lying` [n, unseen cards], all of 64 bits.
    """

    plain: Numbers
    tarocks: Numbers
    away_plain: Numbers
    away_tarocks: Numbers
    talon: Numbers
    lying: Numbers
    seed: int
    ends: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.lying)

    @property
    def hands(self) -> Hands:
        return Hands(self.plain, self.tarocks, self.away_plain, self.away_tarocks)

    def rows(self, chosen: Sequence[int] | Numbers) -> Drawn:
        """Some of these worlds, in a given order; each may come more than once."""
        at = np.asarray(chosen)
        return Drawn(
            self.plain[at],
            self.tarocks[at],
            self.away_plain[at],
            self.away_tarocks[at],
            self.talon[at],
            self.lying[at],
            self.seed,
            self.ends,
        )

    @property
    def are_one(self) -> bool:
        parts = (*self.hands, self.talon)
        return all(bool((part == part[0]).all()) for part in parts)

    def hands_of(self, i: int) -> tuple[frozenset[str], ...]:
        """The hand of each seat in world `i`, by card codes, the viewer's own included."""
        return tuple(
            cards_of(int(plain), int(tarocks))
            for plain, tarocks in zip(self.plain[i], self.tarocks[i], strict=True)
        )

    def key(self, i: int) -> tuple[frozenset[str], ...]:
        """Return what tells world `i` from others: the unseen cards in each of the places."""
        begins = (0, *self.ends[:-1])
        return tuple(
            frozenset(CODES[number] for number in self.lying[i, begin:end].tolist())
            for begin, end in zip(begins, self.ends, strict=True)
        )

    def holder(self, code: str) -> Numbers:
        """The seat that holds a card in each world, -1 where nobody does."""
        (plain,), (tarocks,) = np.array([words([code])], np.int64).T
        held = (self.plain & plain) | (self.tarocks & tarocks)
        return np.where(held.any(axis=1), (held != 0).argmax(axis=1), NOWHERE)


class Worlds:
    """All worlds that are consistent with a view at a question of a game.

    `inferences` take the place of those that are known for the game, if they are given.
    """

    def __init__(
        self, game: Game | str, view: View, inferences: Iterable[Inference] | None = None
    ) -> None:
        self.game = game = game_of(game)
        self.view = view
        self.inferences = inferences_of(game.id) if inferences is None else tuple(inferences)
        self.history = SeatHistory(game, view)
        self.counts = list(self._counts())
        if not self.counts:
            raise NoWorld("No deal of the game agrees with everything in the view.")

    def _counts(self) -> list[PlacementSampler]:
        problem = PlacementProblem.of(self.history)
        problem.apply(one for one in self.constraints if not isinstance(one, OneOf))
        alternatives = [one for one in self.constraints if isinstance(one, OneOf)]
        counts, space = [], TreeSpace()
        for case in cases_of(problem, alternatives):
            try:
                counts.append(PlacementSampler(ReducedProblem(case), space))
            except Contradiction:
                continue
        return counts

    @cached_property
    def constraints(self) -> list[Constraint]:
        rules = self.game.trick_rules(self.view.options)
        found = [*self.history.constraints, *played_legally(self.view, rules)]
        for inference in self.inferences:
            found += inference(self.view)
        return [one for one in found if not self._is_own(one)]

    def _is_own(self, constraint: Constraint) -> bool:
        return isinstance(constraint, Forbidden | Holds) and constraint.seat == self.view.seat

    @property
    def places(self) -> Sequence[Place]:
        """The places of unseen cards, in the order of the slots of `Drawn.lying`."""
        return self.counts[0].reduced.problem.places

    # -- drawing ---------------------------------------------------------------------------

    def draw(self, n: int, seed: int) -> Drawn:
        """Draw `n` worlds, each as likely as any other, the same for the same seed."""
        seed = whole_seed(seed)
        ways = [one.ways for one in self.counts]
        if not sum(ways):
            raise NoWorld("No deal of the game agrees with everything in the view.")
        if len(self.counts) == 1:
            return self.with_lying(self.counts[0].draw(n, seed), seed)
        rng = np.random.default_rng(seed)
        which = rng.choice(len(ways), size=n, p=np.array(ways) / sum(ways))
        lying = np.zeros((n, sum(self.counts[0].reduced.problem.room)), np.int64)
        for number, one in enumerate(self.counts):
            chosen = which == number
            if chosen.any():
                lying[chosen] = one.draw(int(chosen.sum()), seed * len(ways) + number)
        return self.with_lying(lying, seed)

    def with_lying(self, lying: Numbers, seed: int) -> Drawn:
        """Return the worlds in which the unseen cards lie so."""
        view = self.view
        hands = np.zeros((2, len(lying), view.seats), np.int64)
        away = np.zeros((2, len(lying), view.seats), np.int64)
        if view.seat is not None:
            hands[:, :, view.seat] = np.array(words(view.hand))[:, None]
        for seat, cards in enumerate(self._known_away):
            away[:, :, seat] = np.array(words(cards))[:, None]
        for place, columns in self.columns.items():
            both = np.bitwise_or.reduce(BITS[:, lying[:, columns]], axis=2)
            if place.kind is PlaceKind.HAND:
                hands[:, :, place.seat] = both
            elif place.kind is PlaceKind.AWAY:
                away[:, :, place.seat] |= both
        talon = self._talon(lying)
        ends = tuple(accumulate(self.counts[0].reduced.problem.room))
        return Drawn(hands[0], hands[1], away[0], away[1], talon, lying, seed, ends)

    @cached_property
    def columns(self) -> Mapping[Place, slice]:
        """Return which columns of `Drawn.lying` each place has."""
        ends = accumulate(self.counts[0].reduced.problem.room)
        rooms = zip(self.places, self.counts[0].reduced.problem.room, ends, strict=True)
        return {place: slice(end - room, end) for place, room, end in rooms}

    @cached_property
    def _known_away(self) -> list[frozenset[str]]:
        """Return the cards laid away by each seat, or lying open, as far as the viewer sees."""
        if not self.history.talon:
            own = frozenset(self.history.own_away)
            seats = range(self.view.seats)
            return [own if seat == self.view.seat else frozenset() for seat in seats]
        dealt = self._dealt(self.counts[0].draw(1, 0)[0], random.Random(0))
        one = follow(self.game, self.view, *dealt)
        seen = self.history.seen
        return [frozenset(cards) & seen for cards in one.table.laid_away]

    def _talon(self, lying: Numbers) -> Numbers:
        history = self.history
        size = self.game.dealing(self.view.options).talon
        talon = np.full((len(lying), size), NOWHERE, np.int64)
        known = history.first_talon or tuple(history.drawn)
        if known:
            talon[:, : len(known)] = [NUMBER[card] for card in known]
        over = lying[:, self.columns.get(OVER, slice(0))]
        talon[:, len(known) : len(known) + over.shape[1]] = over
        if history.bottom and not history.first_talon:
            talon[:, size - 1] = NUMBER[history.bottom]
        return talon

    # -- playing on ------------------------------------------------------------------------

    def run(self, drawn: Drawn, i: int, how: Following = NO_HOOKS) -> Run:
        """Replay the deal in a drawn world, up to the same question: it looks the same.

        Raises `OtherView` if others then lay away what they cannot have laid away.
        """
        return follow(self.game, self.view, *self._dealt_in(drawn, i), how)

    def any_run(self, drawn: Drawn) -> Run:
        """Replay the deal in the first drawn world in which it can be; raises `NoWorld`.

        It can be in all of them where the inferences of the game tell everything that its
        rules bar; where they do not, cards may have been laid away that never are.
        """
        for i in range(len(drawn)):
            with suppress(OtherView):
                return self.run(drawn, i)
        raise NoWorld(f"None of {len(drawn)} drawn deals can be played as the view tells.")

    def watch_words(self, drawn: Drawn, i: int, how: Following) -> None:
        """Replay what was said and done before the first card in a drawn world.

        Raises `OtherView` as `run` does.
        """
        follow_words(self.game, self.view, *self._dealt_in(drawn, i), how)

    def _dealt_in(self, drawn: Drawn, i: int) -> tuple[Deal, Hidden]:
        return self._dealt(drawn.lying[i], random.Random(f"{drawn.seed}/{i}"))

    def _dealt(self, row: Numbers, rng: random.Random) -> tuple[Deal, Hidden]:
        lying = {
            place: [CODES[number] for number in row[columns].tolist()]
            for place, columns in self.columns.items()
        }
        held = [constraint for constraint in self.constraints if isinstance(constraint, Holds)]
        return rewind(self.history, held, lying, rng)

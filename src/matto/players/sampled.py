"""Deals that may be, as one seat sees it: drawn by what it knows and what has been said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn, Worlds
from matto.inference.resampling import (
    Evidence,
    Parties,
    Walk,
    hidden_hands,
    resample_discards,
    resample_hands,
    resample_rows,
)
from matto.kernel.layout import Reals
from matto.kernel.reading import Trust
from matto.players.play_likelihood import OTHERS, play_likelihoods, softened
from matto.players.positions import NOBODY, holders_in, plan_with
from matto.players.seeds import seed_of
from matto.players.talk_likelihood import OTHERWISE, TalkModel, talk_likelihoods, talk_model
from matto.players.talk_replay import PLAY

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
        """Tell whether others have said or played anything by which worlds are weighed."""
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

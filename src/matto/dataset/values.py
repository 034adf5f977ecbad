"""What each choice is worth: the deal gone on with by the rule of thumb after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import numpy as np

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import Decision, View
from matto.inference import Drawn, NoWorld, OtherView, Worlds
from matto.kernel.layout import Numbers, Reals
from matto.kernel.packing import stock_of
from matto.kernel.states import state_of
from matto.players.continuation import scores_by_rule
from matto.players.positions import Positions, advised_plan, positions_in
from matto.players.ranking import Advisor
from matto.players.rule_of_thumb_playouts import values_of_cards
from matto.players.talk_replay import PLAY


def values_in_the_deal(run: Run, advisor: Advisor) -> Mapping[str, int]:
    """What each legal choice brings the seat asked, in the deal as the cards lie.

    After it, all go on by the rule of thumb: the words and cards to lay away that `advisor`
    gives, then compiled play. In the smallest unit, as `Result.scores` are.
    """
    asked = run.decision
    assert asked is not None
    if asked.kind != PLAY:
        return dict(zip(asked.options, _after_words(run, asked, advisor), strict=True))
    found = values_of_cards(_position(run), asked.options, asked.seat)[:, 0]
    return dict(zip(asked.options, found.astype(np.int64).tolist(), strict=True))


def values_in_worlds(
    game: Game, view: View, worlds: int, seed: int, advisor: Advisor
) -> Mapping[str, float]:
    """The mean of the same in worlds that fit all that a view proves, each as likely."""
    sampled = Worlds(game, view)
    drawn = sampled.draw(worlds, seed)
    if view.asked.kind == PLAY:
        positions = positions_in(sampled.any_run(drawn), view, drawn)
        found = values_of_cards(positions, view.asked.options, view.asked.seat)
    else:
        found = _words_in_worlds(sampled, drawn, view.asked, advisor)
    return dict(zip(view.asked.options, found.mean(axis=1).tolist(), strict=True))


def _after_words(run: Run, asked: Decision, advisor: Advisor) -> Iterator[int]:
    """What each word, or card laid away, brings: the run itself stays where it is."""
    for choice in asked.options:
        ahead = run.fork()
        ahead.do_as(asked.seat, choice)
        yield scores_by_rule(ahead, advisor)[asked.seat]


def _words_in_worlds(sampled: Worlds, drawn: Drawn, asked: Decision, advisor: Advisor) -> Reals:
    """The same in each world that can be replayed: `[choices, worlds]`."""
    found: list[Sequence[int]] = []
    for i in range(len(drawn)):
        with suppress(OtherView):
            found.append(tuple(_after_words(sampled.run(drawn, i), asked, advisor)))
    if not found:
        raise NoWorld(f"None of {len(drawn)} drawn deals can be played as the view tells.")
    return np.array(found, dtype=np.float64).T


def _position(run: Run) -> Positions:
    plan = advised_plan(run)
    states: Numbers = state_of(run.table, plan)[None]
    only = np.zeros(1, dtype=np.int64)
    return Positions(states, [plan], only, stock_of(run.table)[None])

"""How well hidden cards are guessed: nothing is lost by whoever sees them all."""

from __future__ import annotations

from math import log

import pytest

import beliefs
from beliefs import GUESSES, Guessed, chosen_cards, lost, play_deal, table
from matto.arena import PLAY, contest_of
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from script import RULE


def asked_with(cards: int) -> Run:
    """A deal of two by the rule of thumb, in which somebody chooses among so many cards."""
    run = Run.shuffled(find_game("calatafimi-2"), seed=3)
    for _ in chosen_cards(run, [make_bot(RULE, run.game, 1)] * 2):
        if run.decision is not None and len(run.view(run.decision.seat).hand) == cards:
            return run
    raise AssertionError


def test_nothing_is_lost_where_nothing_is_hidden() -> None:
    assert lost(asked_with(3), GUESSES["drawn"], 1) == 0


def test_even_chances_are_lost_where_cards_may_as_well_lie_elsewhere() -> None:
    """Of two the other's cards are hidden, and those of the stock."""
    run = asked_with(15)
    assert 0.3 < lost(run, GUESSES["drawn"], 1) < 2 * log(2)


@pytest.mark.slow
def test_a_deal_is_guessed_at_among_players_of_each_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beliefs, "AMONG", (RULE, "quick"))
    game = find_game("calatafimi-3")
    contest = contest_of(game, game.resolve(), [RULE, RULE], strata=[PLAY])
    losses = play_deal((contest, 1)).losses
    assert losses[RULE, "strong"] < losses[RULE, "drawn"]
    assert set(losses) == {(among, how) for among in (RULE, "quick") for how in GUESSES}


def test_the_last_row_is_the_mean_of_all_deals() -> None:
    kinds = [(among, how) for among in beliefs.AMONG for how in GUESSES]
    every = [Guessed(game, dict.fromkeys(kinds, loss)) for game, loss in (("a", 1), ("b", 2))]
    rows = list(table(every))
    assert rows[2].startswith("| `a` | 1.00 |")
    assert rows[-1].startswith("| mean | 1.50 |")
    assert rows[-1].endswith("| 2 |")

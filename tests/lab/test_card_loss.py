"""A yardstick for cards: nobody plays better than the judge's best card."""

from __future__ import annotations

import pytest

import card_loss
from card_loss import ENDING, PLAYERS, Dealt, is_judged, loss_of, play_deal, table, times_of
from matto.arena import PLAY, contest_of
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.search_bots import STRONG
from script import RULE


@pytest.mark.slow
def test_what_a_player_loses_is_counted_from_the_best_card_of_each_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(card_loss, "JUDGE", STRONG)
    monkeypatch.setattr(card_loss, "PLAYERS", {"strong": STRONG})
    game = find_game("calatafimi-3")
    contest = contest_of(game, game.resolve(), [RULE, RULE], strata=[PLAY])
    dealt = [play_deal((contest, number)) for number in range(2)]
    assert all(loss >= 0 for deal in dealt for loss in deal.losses.values())
    assert sum(deal.losses[RULE] for deal in dealt) > sum(d.losses["strong"] for d in dealt)
    assert all(len(deal.seconds["strong"]) > 4 for deal in dealt)


def test_cards_that_are_worked_out_to_the_end_are_not_judged() -> None:
    game = find_game("barcellona-4")
    run, judged = Run.shuffled(game, seed=1), set()
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if is_judged(view):
            assert len(asked.options) > 1
            judged.add(len(view.hand))
        run.do(asked.options[0])
    assert min(judged) == ENDING + 1
    assert max(judged) == 16


def dealt(loss: float) -> Dealt:
    """A deal in which all players but the rule of thumb lose the same."""
    losses = {RULE: 4.0, **dict.fromkeys(PLAYERS, loss)}
    return Dealt("calatafimi-2", losses, {name: [0.1, 0.3] for name in PLAYERS}, 4.0)


def test_losses_are_told_in_sigma() -> None:
    every = [dealt(loss) for loss in (1.0, 3.0, 2.0, 2.0)]
    found = loss_of(every, "strong")
    assert found is not None
    assert found.mean == pytest.approx(1.0)
    assert times_of(every).split(" / ") == ["200"] * len(PLAYERS)
    (row,) = list(table(every))[2:]
    assert row.startswith("| `calatafimi-2` | 2.000 ± 0.000 | 1.000 ± ")
    assert row.endswith(" | 4 |")

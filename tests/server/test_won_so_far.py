"""The cards that each has won, as the page names them while a deal is played: the Fool too."""

from __future__ import annotations

import pytest

from matto.engine.run import Run
from matto.games.tarots.grosstarock import gathered
from matto.research.testing.by_hand import do, start
from matto.server.web.pages.score_sheet import won_so_far


def the_fool_played(name: str) -> Run:
    """A deal until the trick of the Fool is over, that seat 1 plays as soon as it may."""
    run = start(name, {1: "F"})
    while run.decision is not None and not any("F" in one.cards for one in run.table.tricks):
        options = run.decision.options
        plays = run.decision.kind == "play" and "F" in options
        run.do("F" if plays else options[0])
    return run


def fools_of(run: Run) -> list[int]:
    won = won_so_far(run.game, run.view(0).openly)
    return [seat for seat, (_, cards) in enumerate(won) if "F" in cards]


@pytest.mark.clause("mitigatti-3 5.10")
def test_the_fool_is_shown_with_its_owner_where_it_is_never_lost() -> None:
    run = the_fool_played("mitigatti-3")
    assert run.table.tricks[-1].winner == 0
    assert fools_of(run) == [1]


@pytest.mark.clause("calatafimi-2 4.14")
def test_the_fool_is_shown_with_its_owner_as_soon_as_he_has_a_trick() -> None:
    run = the_fool_played("calatafimi-2")
    assert fools_of(run) == [0]
    while run.decision is not None and run.table.tricks[-1].winner == 0:
        run.do(run.decision.options[-1])
    assert run.table.tricks[-1].winner == 1
    assert fools_of(run) == [1]


@pytest.mark.clause("grosstarock 4.8")
def test_the_skues_is_shown_with_its_owner_once_he_has_a_card_to_give_for_it() -> None:
    run = the_fool_played("grosstarock")
    assert fools_of(run) == [2]
    while run.decision is not None and "F" not in gathered(run.table).piles[1]:
        run.do(run.decision.options[0])
    assert run.decision is not None
    assert fools_of(run) == [1]


@pytest.mark.clause("mineo-4 4.11")
def test_the_fool_lies_with_nobody_while_hidden_parties_decide_whose_it_is() -> None:
    run = do(
        start("mineo-4", {0: "T20", 1: "F"}), "passo " * 4 + "chiamo:T20 passo passo passo"
    )
    while run.decision is not None and not run.table.tricks:
        options = run.decision.options
        run.do("F" if "F" in options else options[0])
    assert "F" in run.table.tricks[0].cards
    assert fools_of(run) == []

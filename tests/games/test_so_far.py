"""What a deal has brought so far stands in its score sheet at the end, too."""

from __future__ import annotations

import random

import pytest

from matto.engine.in_progress import score_so_far
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.games import game as find_game
from matto.games.tarots.grosstarock import gathered
from matto.research.testing.by_hand import do, start
from matto.server.api.states import state_of
from matto.server.http.requests import Display
from matto.server.web.pages.table import score_fragment
from samples import many
from server.table_views import seen_of
from sixteen import SIXTEEN


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_what_is_settled_stands_in_the_sheet_at_the_end(game_id: str) -> None:
    game = find_game(game_id)
    for seed in range(many(3)):
        run, chance = Run.shuffled(game, seed=seed), random.Random(seed)
        told: list[Row] = []
        while run.decision is not None:
            if run.decision.kind == "play" and chance.random() < 0.2:
                for seat in (0, None):
                    told += score_so_far(game, run.view(seat))
            run.do(chance.choice(run.decision.options))
        assert run.result is not None
        final = {(row.item, row.clause, row.amounts) for row in run.result.sheet}
        for row in told:
            counted = any(one.counts for one in row.evidence)
            if not counted and len(row.evidence) <= 1:
                assert (row.item, row.clause, row.amounts) in final or "captured" in row.item


@pytest.mark.clause("mineo-3 5.2")
def test_a_captured_aria_is_told_as_soon_as_it_is_captured() -> None:
    run = start("mineo-3", {0: "T19", 1: "T20"}, dealer=2)
    do(run, "vado_solo")
    while run.decision is not None and not score_so_far(run.game, run.view(2)):
        run.do(run.decision.options[0])
    rows = score_so_far(run.game, run.view(2))
    assert run.decision is None or {row.item for row in rows} <= {
        "pigliate", "arie", "quattro_re", "rimatura",
    }  # fmt: skip


def test_nothing_is_told_while_the_parties_are_hidden() -> None:
    run = do(start("mineo-4", {0: "T20"}), "passo " * 4)
    do(run, "chiamo:T20 passo passo passo")
    while run.decision is not None and len(run.table.tricks) < 3:
        run.do(run.decision.options[0])
    assert run.table.tricks
    assert score_so_far(run.game, run.view(1)) == ()


def test_page_and_interface_tell_it_item_by_item() -> None:
    run = Run.shuffled(find_game("calatafimi-2"), seed=2)
    while run.decision is not None and len(run.table.tricks) < 4:
        run.do(run.decision.options[0])
    page = score_fragment(seen_of(run, 0), Display("en"))
    assert "If the deal ended now" in page
    (row,) = score_so_far(run.game, run.view(0))
    view = state_of(seen_of(run, 0)).view
    assert view is not None
    assert [(one.item, one.clause, one.amounts) for one in view.so_far] == [
        (row.item, row.clause, row.amounts)
    ]
    assert f"{abs(row.amounts[0])}</td>" in page


def some_tricks(run: Run, number: int, kept: frozenset[str] = frozenset()) -> Run:
    """The deal after some tricks in which nobody announces, and some cards are kept."""
    while run.decision is not None and len(run.table.tricks) < number:
        options = run.decision.options
        if run.decision.kind in {"declare", "announce"}:
            options = options[::-1]
        run.do(next((one for one in options if one not in kept), options[0]))
    return run


@pytest.mark.clause("grosstarock 4.8")
@pytest.mark.clause("grosstarock 5.2")
@pytest.mark.clause("grosstarock 5.3")
@pytest.mark.parametrize("seed", range(3))
def test_the_dealer_of_grosstarock_is_told_the_points_with_the_skues_where_it_belongs(
    seed: int,
) -> None:
    game = find_game("grosstarock")
    run = some_tricks(Run.shuffled(game, seed=seed), 20)
    points = game.points(gathered(run.table), run.options)
    (row,) = (row for row in score_so_far(game, run.view(0)) if row.item == "card points")
    assert row.amounts == tuple(one - 26 for one in points)
    assert row.unknown == ()


@pytest.mark.parametrize("seed", range(3))
def test_the_others_are_told_all_but_the_points_of_who_has_laid_cards_away(seed: int) -> None:
    game = find_game("grosstarock")
    run = some_tricks(Run.shuffled(game, seed=seed), 9)
    (known,) = (row for row in score_so_far(game, run.view(0)) if row.item == "card points")
    for seat in (1, 2, None):
        rows = score_so_far(game, run.view(seat))
        (row,) = (row for row in rows if row.item == "card points")
        assert row.unknown == (0,)
        assert row.amounts == (0, *known.amounts[1:])
        assert row.note is None
    page = score_fragment(seen_of(run, 1), Display("en"))
    assert ">?</td>" in page


def test_what_lies_in_the_skat_changes_nothing_that_others_are_told() -> None:
    game = find_game("grosstarock")
    first, other = (Run.shuffled(game, seed=4) for _ in range(2))
    assert first.decision is not None
    cards = first.decision.options
    for run, skat in ((first, cards[:3]), (other, cards[-3:])):
        do(run, " ".join(skat))
        some_tricks(run, 2, kept=frozenset(cards[:3] + cards[-3:]))
    assert first.view(1).facts() == other.view(1).facts()
    assert score_so_far(game, first.view(1)) == score_so_far(game, other.view(1))
    assert state_of(seen_of(first, 1)) == state_of(seen_of(other, 1))
    assert score_so_far(game, first.view(0)) != score_so_far(game, other.view(0))

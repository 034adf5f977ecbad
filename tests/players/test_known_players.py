"""Whoever shows by his cards that he goes by the rule of thumb is played against as that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.likelihood import read_kinds, read_play
from matto.kernel.packing import cards_of, first_states_in
from matto.players import card_search
from matto.players.card_search import (
    by_the_better_one,
    known_players,
    likely_deals,
    share_by_rule,
)
from matto.players.card_search import good_cards as judged
from matto.players.inference import Worlds
from matto.players.learned import Judge, judge_for
from matto.players.learned.playouts import seats_by_network
from matto.players.search import STRONG
from matto.players.weighted_worlds import KINDS, by_plan
from players.test_network_playouts import brought_at_tables, in_play, playouts_in
from players.test_play_likelihood import late_moments

SURELY, HARDLY = 0.8, 0.5


def others_as_rule_players(run: Run) -> list[float]:
    """How surely each of the others goes by the rule of thumb, in the usual bot's worlds."""
    assert run.decision is not None
    seat = run.decision.seat
    found = likely_deals(run.game, run.view(seat), STRONG, 1).rule_players
    assert len(found) == run.game.seats
    return np.delete(found, seat).tolist()


@pytest.mark.parametrize("game_id", ["calatafimi-3", "tortorici-4"])
def test_players_by_the_rule_of_thumb_are_known_by_their_cards(game_id: str) -> None:
    by_rule, by_chance = (
        [one for run in late_moments(game_id, bot)[:6] for one in others_as_rule_players(run)]
        for bot in ("rule", "random")
    )
    assert np.mean(by_rule) > SURELY
    assert max(by_chance) < HARDLY


def test_who_has_not_played_yet_is_as_likely_of_either_kind() -> None:
    run = Run.shuffled(find_game("mineo-4"), seed=1)
    while run.decision is not None and run.decision.kind != "play":
        run.do(run.decision.options[0])
    assert others_as_rule_players(run) == pytest.approx([0.5, 0.5, 0.5])


def test_the_kinds_of_one_other_player_add_up_to_what_is_told_of_the_deal() -> None:
    """A deal of two: read as a whole, and by each kind that the other may be of."""
    for run in late_moments("calatafimi-2", "rule")[:4]:
        assert run.decision is not None
        seat, view = run.decision.seat, run.view(run.decision.seat)
        drawn = Worlds(run.game, view).draw(20, 1)
        ((plan, _),) = by_plan(run, view, drawn)
        states, stocks, played = (
            first_states_in(plan, view, drawn.hands),
            drawn.talon,
            cards_of(view),
        )
        kinds = read_kinds(states, plan, stocks, played, seat, KINDS)[:, :, 1 - seat]
        one_by_one = (
            read_play(states[[deal]], plan, stocks[[deal]], played, seat, KINDS)
            for deal in range(20)
        )
        whole = np.concatenate(list(one_by_one))
        assert np.log(np.exp(kinds) @ KINDS.shares) == pytest.approx(whole)


# -- how deals are played on then --------------------------------------------------------------


def test_a_seat_that_may_be_of_either_kind_goes_by_the_network_in_every_second_deal() -> None:
    assert seats_by_network(np.full(3, 0.5), 1, 6).tolist() == [0b010, 0b111] * 3


def test_a_seat_that_surely_does_not_go_by_the_rule_of_thumb_never_does() -> None:
    assert seats_by_network(np.zeros(3), 1, 6).tolist() == [0b111] * 6
    assert seats_by_network(np.array([0.5, 0.5, 0.0]), 1, 6).tolist() == [0b110, 0b111] * 3


def test_a_seat_that_is_known_never_goes_by_the_network_but_the_one_that_thinks() -> None:
    assert seats_by_network(np.array([1.0, 1.0, 0.5]), 0, 6).tolist() == [0b001, 0b101] * 3
    assert set(seats_by_network(np.ones(3), 2, 6).tolist()) == {0b100}


def test_the_better_a_seat_is_known_the_less_it_goes_by_the_network() -> None:
    counts = [
        int((seats_by_network(np.array([0.0, rule_players]), 0, 200) >> 1 & 1).sum())
        for rule_players in (0.0, 0.1, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0)
    ]
    assert counts == pytest.approx([200, 180, 140, 100, 80, 50, 20, 0], abs=2)


@pytest.mark.parametrize("game_id", ["mitigatti-3", "barcellona-4"])
def test_a_card_brings_what_it_would_among_those_who_are_known(game_id: str) -> None:
    run, view = in_play(game_id, 1, 2)
    known = playouts_in(run, view, rule_players=1.0)
    assert isinstance(judge_for(run.game, view), Judge)
    for card in view.asked.options:
        among_rule, among_network = brought_at_tables(run, card, view.asked.seat)
        assert known.values(card, np.array([0, 0])).tolist() == [among_rule, among_rule]
        doubtful = playouts_in(run, view).values(card, np.array([0, 0])).tolist()
        assert doubtful == [among_rule, among_network]


def test_what_all_others_are_known_for_counts_on_the_mean() -> None:
    assert share_by_rule(np.array([0.0, 1.0, 0.9]), 0) == pytest.approx(0.95)
    assert known_players(np.array([0.0, 1.0, 0.9]), 0) == pytest.approx(0.9)
    assert known_players(np.array([1.0, 0.5, 0.4]), 0) == 0.0
    assert known_players(np.array([1.0, 1.0, 0.3]), 2) == 1.0


def test_among_known_players_the_rule_of_thumb_has_half_a_say() -> None:
    by_network, by_rule = np.full((1, 10), 4.0), np.full((1, 10), 2.0)
    found = [by_the_better_one(by_network, by_rule, share=share) for share in (0.0, 0.5, 1.0)]
    assert [float(one.mean()) for one in found] == [4.0, 3.5, 3.0]


@pytest.mark.parametrize(("share", "part"), [(0.0, 1.0), (0.5, 1.0), (0.75, 0.5), (1.0, 0.0)])
def test_the_surer_the_others_are_known_the_less_it_decides_between_cards_alike(
    share: float, part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubts: list[float] = []

    def good_cards(*asked: Any) -> list[str]:
        doubts.append(asked[3].card_doubt)
        return judged(*asked)

    monkeypatch.setattr(card_search, "good_cards", good_cards)
    monkeypatch.setattr(card_search, "find_rule_players", lambda *_: np.full(4, share))
    run = late_moments("calatafimi-4", "rule")[0]
    assert run.decision is not None
    card_search.weighed_cards(run.game, run.view(run.decision.seat), STRONG, 1)
    assert doubts[0] == pytest.approx(part * STRONG.card_doubt)

"""What a row says is what the engine says when the deal is played again from its transcript."""

from __future__ import annotations

import json
from itertools import groupby

import numpy as np
import pytest

from dataset.made import Made, small
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.encoding import encoding_of
from matto.players.inference import Worlds
from matto.players.simple_bots import RuleBot
from matto.records import loads
from matto.research.dataset.deals import play, values_in_the_deal, values_in_worlds
from sixteen import SIXTEEN

PLAY = "play"


@pytest.mark.slow
def test_every_question_of_every_deal_has_its_row(few: Made) -> None:
    by_deal = groupby(few.rows("decisions"), key=lambda row: row["deal"])
    asked = {deal: list(rows) for deal, rows in by_deal}
    deals = few.rows("deals")
    assert [row["deal"] for row in deals] == list(range(few.recipe.deals))
    for deal in deals:
        steps = json.loads(deal["transcript"])["steps"]
        told = [(s["seat"], s["kind"], s["options"], s["choice"]) for s in steps]
        rows = asked[deal["deal"]]
        assert [row["step"] for row in rows] == list(range(len(steps)))
        names = ("seat", "kind", "choices", "choice")
        assert [tuple(row[name] for name in names) for row in rows] == told


@pytest.mark.slow
def test_a_row_is_what_its_seat_sees_when_the_transcript_is_played_again(few: Made) -> None:
    rows = iter(few.rows("decisions"))
    for deal in few.rows("deals"):
        (finished,) = loads(deal["transcript"] + "\n")
        encoding = encoding_of(finished.game, finished.options)
        run = finished.fork(0)
        for action in finished.actions:
            row, asked = next(rows), run.decision
            assert asked is not None
            view = run.view(asked.seat)
            assert row["observation"] == encoding.observe(view).tolist()
            assert row["information_state"] == encoding.information_state(view)
            mask = encoding.mask(asked)
            assert sorted(row["actions"]) == np.flatnonzero(mask).tolist()
            assert encoding.choice(asked, row["action"]) == row["choice"] == action.choice
            holders = [run.table.holder(card) for card in encoding.cards]
            assert row["holders"] == [-1 if seat is None else seat for seat in holders]
            run.act(action)
        assert run.result is not None
        assert deal["returns"] == list(run.result.scores)
        assert deal["points"] == list(run.result.points)


@pytest.mark.slow
def test_a_seat_gets_in_all_its_rows_what_the_deal_brought_it(few: Made) -> None:
    returns = {row["deal"]: row["returns"] for row in few.rows("deals")}
    rows = few.rows("decisions")
    assert all(row["return"] == returns[row["deal"]][row["seat"]] for row in rows)
    assert any(row["return"] for row in rows)


@pytest.mark.slow
def test_every_legal_choice_is_valued_words_and_cards_laid_away_too(few: Made) -> None:
    kinds = set()
    for row in few.rows("decisions"):
        kinds.add(row["kind"])
        assert len(row["values"]) == len(row["expected"]) == len(row["choices"])
    assert {PLAY, "bid", "call"} <= kinds


def test_bots_change_seats_from_round_to_round() -> None:
    recipe = small(deals=10, worlds=0)
    first, later = play(recipe, 0)[0]["players"], play(recipe, 5)[0]["players"]
    assert first == recipe.bots
    assert later == (*recipe.bots[1:], recipe.bots[0])


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_the_value_of_a_last_card_is_what_the_deal_then_brings(game_id: str) -> None:
    game = find_game(game_id)
    bots = [RuleBot(game, seat) for seat in range(game.seats)]
    valued = []
    for seed in range(9):
        run = Run.shuffled(game, seed=seed)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == PLAY and len(view.hand) == 1:
                valued.append(
                    (
                        asked.seat,
                        values_in_the_deal(run, bots[asked.seat].choose)[asked.options[0]],
                    )
                )
            run.do(bots[asked.seat].choose(view))
        assert run.result is not None
        if valued:
            assert all(value == run.result.scores[seat] for seat, value in valued)
            return
    pytest.fail("no deal was played to its last card")


WITH_HINTS_OF_THEIR_OWN = {"marolles", "mitigatti-3", "mitigatti-4", "grosstarock"}
"""Their `rule` says something during the play, or has hints that compiled play lacks."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_among_rules_of_thumb_what_is_chosen_is_worth_what_came_of_it(game_id: str) -> None:
    game = find_game(game_id)
    rule = RuleBot(game, 1).choose
    valued, kinds = [], set()
    for seed in range(2):
        run, of_deal = Run.shuffled(game, seed=seed), []
        while (asked := run.decision) is not None:
            choice = rule(run.view(asked.seat))
            if asked.kind != PLAY or run.done % 5 == 0:
                of_deal.append((asked.seat, values_in_the_deal(run, rule)[choice]))
            kinds.add(asked.kind)
            run.do(choice)
        assert run.result is not None
        valued += [value == run.result.scores[seat] for seat, value in of_deal]
    assert kinds - {PLAY} or game_id in {"calatafimi-2", "barcellona-4"}
    if game_id in WITH_HINTS_OF_THEIR_OWN:
        assert np.mean(valued) > 0.2
    else:
        assert all(valued)


def test_a_word_is_worth_what_the_deal_brings_once_it_is_said() -> None:
    game = find_game("tortorici-1930")
    rule = RuleBot(game, 1).choose
    found: list[bool] = []
    for seed in range(6):
        run = Run.shuffled(game, seed=seed)
        asked = run.decision
        assert asked is not None
        values = values_in_the_deal(run, rule)
        assert run.done == 0
        for word in asked.options:
            said = run.fork()
            said.do(word)
            while said.decision is not None:
                said.do(rule(said.view(said.decision.seat)))
            assert said.result is not None
            assert values[word] == said.result.scores[asked.seat]
        found.append(len(set(values.values())) > 1)
    assert any(found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [PLAY, "discard", "negotiate"])
def test_what_is_expected_does_not_depend_on_the_cards_that_the_seat_does_not_see(
    kind: str,
) -> None:
    game = find_game("calatafimi-3")
    rule = RuleBot(game, 0).choose
    run = Run.shuffled(game, seed=2)
    while run.decision is not None and run.decision.kind != kind:
        run.do(rule(run.view(run.decision.seat)))
    assert run.decision is not None
    seat = run.decision.seat
    view = run.view(seat)
    worlds = Worlds(game, view)
    drawn = worlds.draw(8, 1)
    others = [worlds.run(drawn, i) for i in range(len(drawn))]
    n = 16 if kind == PLAY else 2
    expected = values_in_worlds(game, view, n, 7, rule)
    assert all(values_in_worlds(game, o.view(seat), n, 7, rule) == expected for o in others)
    true = values_in_the_deal(run, rule)
    assert any(values_in_the_deal(other, rule) != true for other in others)


def test_what_is_expected_of_a_word_is_the_mean_of_its_values_in_the_drawn_worlds() -> None:
    game = find_game("priestertarock")
    rule = RuleBot(game, 0).choose
    run = Run.shuffled(game, seed=2)
    assert run.decision is not None
    view = run.view(run.decision.seat)
    worlds = Worlds(game, view)
    drawn = worlds.draw(5, 3)
    each = [values_in_the_deal(worlds.run(drawn, i), rule) for i in range(5)]
    means = {word: np.mean([values[word] for values in each]) for word in each[0]}
    assert values_in_worlds(game, view, 5, 3, rule) == pytest.approx(means)

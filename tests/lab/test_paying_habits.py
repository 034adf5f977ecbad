"""Bad habits before two judges: a card that gives something away loses under both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import paying_habits
from matto.arena import PLAY, contest_of
from matto.arena.errors import BadContest
from matto.engine.run import Run
from matto.engine.table import View
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.card_question import CardQuestion
from matto.players.habits import gift_for_a_foe
from paying_habits import JUDGES, Case, Judged, judged, play_deal, table, usual
from script import RULE

GAME = find_game("barcellona-3")


def gifts() -> Iterator[tuple[View, str]]:
    """Questions of deals by the rule of thumb, with a counter that would be given to a foe."""
    for seed in range(3):
        run = Run.shuffled(GAME, seed=seed)
        bot = make_bot(RULE, GAME, seed)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == PLAY and (cards := gift_for_a_foe(CardQuestion(GAME, view))):
                yield view, min(cards)
            run.do(bot.choose(view))


def test_a_counter_given_to_a_foe_loses_by_both_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paying_habits, "WORLDS", 12)
    cases = [
        judged(GAME, view, card, usual(GAME, view, {card}), 1)
        for view, card in list(gifts())[:4]
    ]
    assert len(cases) == 4
    assert all("gift for a foe" in case.habits for case in cases)
    for judge in range(len(JUDGES)):
        assert sum(case.gains[judge] for case in cases) < 0


def test_a_card_is_no_better_than_itself() -> None:
    view, card = next(gifts())
    assert judged(GAME, view, card, card, 1).gains == [0.0, 0.0]


@pytest.mark.slow
def test_only_cards_of_bad_habits_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays by the rule of thumb has some, `strong` hardly any."""
    monkeypatch.setattr(paying_habits, "WORLDS", 4)
    monkeypatch.setattr(paying_habits, "ASKED", RULE)
    contest = contest_of(GAME, GAME.resolve(), [RULE, RULE], strata=[PLAY])
    every = [play_deal((contest, number)) for number in range(2)]
    cases = [case for deal in every for case in deal.cases]
    assert cases
    assert all(case.habits and case.card != case.other for case in cases)
    assert all(deal.occasions > len(deal.cases) for deal in every)


def test_a_game_that_nobody_has_learnt_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paying_habits, "judge_of", lambda game: text("No model."))
    contest = contest_of(GAME, GAME.resolve(), [RULE, RULE], strata=[PLAY])
    with pytest.raises(BadContest, match="No model"):
        play_deal((contest, 0))


def test_a_case_counts_for_each_of_its_habits_and_once_for_all() -> None:
    both = Case("SK", "S1", ("gift for a foe", "more than needed for a foe"), (-0.5, -1.0))
    slight = Case("SC", "S1", ("more than needed for a foe",), (0.5, 0.0))
    every = [Judged("mineo-3", 7, [both]), Judged("mineo-3", 5, [slight])]
    rows = list(table(every))
    assert rows[2:5] == [
        "| gift for a foe | 1 | -0.50 | -1.00 |",
        "| more than needed for a foe | 2 | +0.00 (-6.35 … +6.35) | -0.50 (-6.85 … +5.85) |",
        "| all | 2 | +0.00 (-6.35 … +6.35) | -0.50 (-6.85 … +5.85) |",
    ]
    assert "2 deals, 12 occasions. The cases:" in rows
    assert rows[-1] == "- `mineo-3`: SK, not S1 (-0.50, -1.00); SC, not S1 (+0.50, +0.00)"

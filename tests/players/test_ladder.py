"""The five strengths that people choose from, and the one that keeps a match even."""

from __future__ import annotations

import copy
from functools import cache

import pytest

from matto.engine.cards import FOOL, NUMBER, is_trump
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.players import all_bots, check_bot, make_bot
from matto.players.bot_readiness import AT_ONCE
from matto.players.bots import LEVELS, USUAL
from matto.players.learned import Judge, QuickBot, judge_of
from matto.players.simple_bots import RuleBot
from matto.players.weaker_bots import EvenBot, GoodBot, NoviceBot, forgetful_view, hopeful_view
from sixteen import THREE

GAME = "calatafimi-3"


@cache
def questions(game_id: str = GAME, deals: int = 6) -> tuple[View, ...]:
    """What is seen by those who have a choice, in some deals of the rule of thumb."""
    game, found = find_game(game_id), list[View]()
    for seed in range(deals):
        run, rule = Run.shuffled(game, seed=seed), RuleBot(game, seed)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if len(asked.options) > 1:
                found.append(view)
            run.do(rule.choose(view))
    return tuple(found)


def plays(game_id: str = GAME) -> list[View]:
    return [view for view in questions(game_id) if view.asked.kind == "play"]


def test_there_are_five_strengths_and_the_first_four_answer_at_once() -> None:
    names = [level.bot for level in LEVELS[:5]]
    assert names == ["novice", "rule", "good", "quick", "strong"]
    assert AT_ONCE.issuperset(names[:4])
    assert USUAL in names[:4]


def test_who_sat_as_a_club_player_is_played_by_the_strong_one() -> None:
    assert check_bot("club") not in all_bots()
    assert isinstance(make_bot("club", find_game(GAME), 1), QuickBot)


@pytest.mark.slow
def test_a_newcomer_forgets_all_tricks_but_the_last() -> None:
    late = [view for view in plays() if len(view.tricks) > 1]
    for view in late:
        last = list(view.tricks[-1].cards)
        lying = [card for _, card in view.lying]
        remembered = forgetful_view(view)
        assert [card for _, card in remembered.heard("play")] == last + lying
        assert remembered.hand == view.hand
        assert remembered.asked == view.asked


def following(game_id: str, *, a_friend: bool) -> list[View]:
    """What second players see who must follow the suit that a friend or a foe has led."""
    friends = find_game(game_id).friends
    return [
        view
        for view in plays(game_id)
        if len(view.lying) == 1
        and {*map(view.pack.suit_of, view.asked.options)}
        == {view.pack.suit_of(view.lying[0][1])}
        and (view.lying[0][0] in friends(view)) is a_friend
    ]


def strengths(view: View, *cards: str) -> list[int]:
    return [view.pack.strength[NUMBER[card]] for card in cards]


def test_a_newcomer_plays_high_while_others_are_still_to_play() -> None:
    bot, views = NoviceBot(find_game(GAME), 1), following(GAME, a_friend=False)
    assert len(views) > 10
    for view in views:
        assert strengths(view, bot.choose(view)) == [max(strengths(view, *view.asked.options))]


def test_but_not_over_a_friend() -> None:
    bot, views = NoviceBot(find_game("mineo-3"), 1), following("mineo-3", a_friend=True)
    assert any(
        strengths(view, bot.choose(view)) < [max(strengths(view, *view.asked.options))]
        for view in views
    )


def test_a_newcomer_keeps_the_fool_until_three_cards_are_left() -> None:
    bot = NoviceBot(find_game(GAME), 1)
    with_fool = [view for view in plays() if FOOL in view.asked.options and len(view.hand) > 3]
    assert any(RuleBot(bot.game, 1).choose(view) == FOOL for view in with_fool)
    assert all(bot.choose(view) != FOOL for view in with_fool)


def test_a_newcomer_bids_as_if_the_lowest_card_were_the_best_trump_it_lacks() -> None:
    view = questions("mineo-3")[0]
    hoped = hopeful_view(view)
    (gained,), (lost,) = set(hoped.hand) - set(view.hand), set(view.hand) - set(hoped.hand)
    strength = view.pack.strength
    trumps = [card for card in view.pack.codes if is_trump(card) and card not in view.hand]
    assert strength[NUMBER[gained]] == max(strength[NUMBER[card]] for card in trumps)
    assert not is_trump(lost)
    assert view.hand == View.hand.func(view)  # type: ignore[attr-defined]


def test_so_it_bids_on_hands_that_a_regular_player_passes() -> None:
    game = find_game("mineo-3")
    novice, regular = NoviceBot(game, 1), RuleBot(game, 1)
    said = [(novice.choose(v), regular.choose(v)) for v in questions("mineo-3") if not v.tricks]
    assert any(own == "vado_solo" != other for own, other in said)
    assert not any(other == "vado_solo" != own for own, other in said)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_a_good_player_goes_by_the_rules_of_thumb_in_every_second_trick(game_id: str) -> None:
    game = find_game(game_id)
    good, quick, regular = GoodBot(game, 1), QuickBot(game, 1), RuleBot(game, 1)
    differ = set[int]()
    for view in questions(game_id):
        odd = len(view.tricks) % 2
        usual, best = regular.choose(view), quick.choose(view)
        assert good.choose(view) == (usual if odd else best)
        if usual != best:
            differ.add(odd)
    assert differ == {0, 1}


@pytest.mark.parametrize(
    ("ahead", "plays_as"),
    [
        (0.0, "rule"),
        (0.4, "rule"),
        (1.0, "novice"),
        (9.0, "novice"),
        (-1.0, "good"),
        (-3.0, "quick"),
    ],
)
def test_a_bot_like_you_plays_weaker_while_it_is_ahead(ahead: float, plays_as: str) -> None:
    game = find_game(GAME)
    judge, bot = judge_of(game), EvenBot(game, 1)
    assert isinstance(judge, Judge)
    for view in plays()[:40]:
        in_a_match = copy.copy(view)
        own = round(ahead * judge.model.about.sigma)
        ledger = [-own // 2] * view.seats
        ledger[view.seat or 0] = own
        in_a_match.ledger = tuple(ledger)
        assert bot.choose(in_a_match) == make_bot(plays_as, game, 1).choose(in_a_match)


def test_outside_a_match_it_is_a_regular_player() -> None:
    game = find_game(GAME)
    bot, regular = EvenBot(game, 1), RuleBot(game, 1)
    assert all(bot.choose(view) == regular.choose(view) for view in questions())

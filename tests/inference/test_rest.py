"""Whether another wins a trick of the rest: what is counted is never less than what he can."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from matto.engine.cards import NUMBER, Pack, cards_of, words
from matto.engine.claims import card_to_follow, leading_order, may_win_a_trick
from matto.engine.tricks import LEADING, FoolRule, beats, led_after, legal
from matto.games import game as find_game
from sixteen import SIXTEEN

DEALS, CARDS, MORE = 300, 4, 3
PACK = find_game("mineo-3").pack(find_game("mineo-3").resolve())


def wins_one(pack: Pack, fool: FoolRule, order: Sequence[str], hand: frozenset[str]) -> bool:
    """Whether one who may play anything legal can win a trick: by trying all of it."""
    if not order:
        return False
    led = NUMBER[order[0]]
    may = cards_of(*legal(*words(hand), led_after(LEADING, led, fool), fool))
    for card in may:
        number = NUMBER[card]
        if beats(number, led, pack.strength[number], pack.strength[led]):
            return True
    return any(wins_one(pack, fool, order[1:], hand - {card}) for card in may)


def hands(pack: Pack) -> Iterator[tuple[tuple[str, ...], frozenset[str], frozenset[str]]]:
    """The rest of one who leads, in its order, another's hand, and cards that he has not."""
    rng = random.Random(1)
    for _ in range(DEALS):
        trumps = [card for card in pack.codes if card[0] == "T"]
        some = sorted({*rng.sample(trumps, CARDS + 2), *rng.sample(pack.codes, 2 * CARDS)})
        rng.shuffle(some)
        mine = [card for card in some[:CARDS] if not pack.is_excuse(card)]
        own = some[CARDS : CARDS + len(mine)]
        rest = some[CARDS + len(mine) :][:MORE]
        yield leading_order(pack, mine), frozenset(own), frozenset(rest)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_who_can_win_a_trick_is_never_counted_out(game_id: str) -> None:
    game = find_game(game_id)
    pack, fool = game.pack(game.resolve()), game.trick_rules(game.resolve()).fool
    alike = 0
    for order, own, more in hands(pack):
        truly, held = wins_one(pack, fool, order, own), len(own)
        told = may_win_a_trick(pack, order, own, held, exactly=True)
        assert told or not truly
        assert may_win_a_trick(pack, order, own | more, held, exactly=False) or not truly
        alike += told is truly
    assert alike > DEALS * 0.9


def test_a_fool_keeps_the_trump_that_wins_later() -> None:
    assert may_win_a_trick(PACK, ["T20", "DK"], ["T5", "F"], 2, exactly=True)
    assert not may_win_a_trick(PACK, ["T20", "DK"], ["T5", "SK"], 2, exactly=True)


def test_one_whose_trumps_are_not_all_drawn_may_trump_if_he_may_be_void() -> None:
    assert may_win_a_trick(PACK, ["T20", "DK"], ["T5", "T4", "DQ"], 2, exactly=False)
    assert not may_win_a_trick(PACK, ["T20", "DK"], ["T5", "DQ"], 2, exactly=False)
    assert not may_win_a_trick(PACK, ["DK"], ["T5", "DQ"], 2, exactly=True)


def test_cards_that_cost_more_in_the_last_trick_go_first_and_none_that_wins() -> None:
    assert card_to_follow(PACK, "DK", ["DQ", "DJ"], ()) == "DJ"
    assert card_to_follow(PACK, "DK", ["DQ", "DJ"], {"DQ"}) == "DQ"
    assert card_to_follow(PACK, "DQ", ["DK", "DJ"], {"DK"}) == "DJ"

"""The price of a word is what the settlement pays; what a deal has brought so far."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from helpers import decision_of, result_of
from matto.engine.bid_prices import OF_CARDS, Price, costless, prices
from matto.engine.cards import NUMBER
from matto.engine.events import Trick
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome, card_points
from matto.engine.rulebook import rulebook
from matto.engine.run import Run
from matto.engine.score_so_far import score_so_far
from matto.engine.scoring import Row
from matto.engine.view import View
from matto.games import game as find_game
from matto.games.tarots.grosstarock import gathered
from matto.research.testing.by_hand import do, start
from matto.server.api.states import state_of
from matto.server.http.requests import Display
from matto.server.web.table import score_fragment
from samples import many
from server.table_views import seen_of
from sixteen import SIXTEEN

ASKED = 14
"""So many deals bring nearly every word of a game."""
FEW_VALUES = 4
"""So many values of an option are tried: where it is a number, larger ones are alike."""

HELD = {"mitigatti-3": {1: " ".join(f"T{trump}" for trump in range(4, 22))}}
LAST_ONE = 0.6
WITHOUT_A_WORD = {"calatafimi-2", "barcellona-4"}
PRICED_WORDS = {
    "mineo-3": {"vado_solo", "pago", "prendo", "scommessa", "rivanto"},
    "ragusa-3": {"vado_solo", "pago", "prendo"},
    "mineo-4": {"vado_solo", "chiamo", "scommessa", "rivanto"},
    "priestertarock": {"chiamo", "demand", "SK"},
    "marolles": {"kings_3", "who_has_his", "triumphs_10"},
    "barcellona-3": {"solo", "each_for_self"},
    "tortorici-3": {"chiamo", "solo"},
    "tortorici-4": {"tengo"},
    "tortorici-1930": {"solo_da_cinque", "scommessa_15", "scommessa_10", "vanto"},
    "calatafimi-3": {"offro", "prendo", "tengo"},
    "calatafimi-4": {"offro", "prendo", "tengo"},
    "mitigatti-3": {"tenir", "tarocche_10"},
    "mitigatti-4": {"tenir", "va_solete", "sans_prendre"},
    "grosstarock": {"nullo", "allstich", "play_on", "kings_3", "cavalry"},
}


def asked(game: Game, deals: int) -> Iterator[tuple[View, str, tuple[Price, ...]]]:
    """Views of deals by chance, with each word that has a price."""
    for number in range(deals):
        run, chance = Run.shuffled(game, seed=number), random.Random(number)
        dull = game.id in HELD
        if dull:
            run = start(game.id, HELD[game.id])
        while run.decision is not None and len(run.table.tricks) < 2:
            if run.decision.kind not in {"play", "discard"}:
                view = run.view(run.decision.seat)
                for word in run.decision.options:
                    if found := prices(game, view, word):
                        yield view, word, found
            dull = dull and run.decision.kind != "declare"
            run.do(run.decision.options[0] if dull else chosen(run, chance))


def chosen(run: Run, chance: random.Random) -> str:
    """A choice by chance, the last one oftener: that is to pass, wherever one may."""
    options = decision_of(run).options
    return options[-1] if chance.random() < LAST_ONE else chance.choice(options)


@cache
def each_word(game_id: str) -> dict[str, tuple[View, str, tuple[Price, ...]]]:
    """One moment at which each word with a price is asked for; words with numbers once."""
    found: dict[str, tuple[View, str, tuple[Price, ...]]] = {}
    for view, word, price in asked(find_game(game_id), many(ASKED)):
        found.setdefault(word.partition(":")[0], (view, word, price))
    return found


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_each_word_that_brings_or_costs_something_has_a_price(game_id: str) -> None:
    assert each_word(game_id).keys() >= PRICED_WORDS.get(game_id, set())
    assert not (each_word(game_id) and game_id in WITHOUT_A_WORD)


def each_variant(game: Game) -> Iterator[Options]:
    """The rules as they are, and with each value of each option."""
    yield game.resolve()
    for option in game.options:
        for value in option.values[:FEW_VALUES]:
            if value != option.default:
                yield game.resolve({option.name: value})


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_word_that_a_seat_is_asked_for_has_a_price_or_a_reason_why_it_has_none(
    game_id: str,
) -> None:
    game, said = find_game(game_id), set[str]()
    for options in each_variant(game):
        for number in range(many(2)):
            run, chance = (
                Run.shuffled(game, seed=number, options=options),
                random.Random(number),
            )
            while run.decision is not None and len(run.table.tricks) < 2:
                if run.decision.kind not in OF_CARDS:
                    said |= checked(game, run)
                run.do(chosen(run, chance))
    every = [game.words(options) for options in each_variant(game)]
    words = {word for one in every for of_kind in one.values() for word in of_kind}
    assert said <= words | NUMBER.keys()
    assert game.costless.keys() <= words | {kind for one in every for kind in one}


def checked(game: Game, run: Run) -> set[str]:
    """The words that somebody may say now, each found to have a price or a reason."""
    for seat in (decision_of(run).seat, *(other.seat for other in decision_of(run).others)):
        view = run.view(seat)
        for word in view.asked.options:
            why = costless(game, view, word)
            assert bool(prices(game, view, word)) != bool(why), (view.options, word)
            if why is not None:
                assert rulebook(game.id).clause(why.clause).number == why.clause
    return {*decision_of(run).options}


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_the_settlement_pays_the_price_won_and_lost(game_id: str) -> None:
    game = find_game(game_id)
    for view, word, found in each_word(game_id).values():
        outcomes = [one.after for one in game.prospects(view, word) if one.after is not None]
        for price in found:
            if price.sure:
                continue
            paid = {
                amount
                for outcome in outcomes
                for ended in endings(outcome, view.asked.seat)
                for amount in paid_for(game, view, ended, price)
            }
            payers = view.seats - 1 if price.most and price.won else 1
            for amounts in filter(None, (price.won, price.lost)):
                assert amounts[view.asked.seat] // payers in paid, (word, price)


def endings(outcome: Outcome, seat: int) -> Iterator[Outcome]:
    """The deal played out, the party of a seat taking the first or the last tricks.

    The highest trump comes in the first trick, the lowest, as the seat's own card, in the last.
    """
    seats = outcome.seats
    own = outcome.members(outcome.side[seat])
    others = [one for one in range(seats) if one not in own] or [*own]
    cards = in_rising_value(outcome)
    count = len(cards) // seats
    for won in range(count + 1):
        for high_last in (False, True):
            winners = [*([seat] * won), *(others[n % len(others)] for n in range(count - won))]
            if high_last:
                winners.reverse()
            tricks = tuple(
                Trick(
                    (seat + 1) % seats,
                    tuple(cards[number * seats : (number + 1) * seats]),
                    winner,
                )
                for number, winner in enumerate(winners)
            )
            piles = [set[str]() for _ in range(seats)]
            for trick in tricks:
                piles[trick.winner] |= set(trick.cards)
            yield replace(outcome, tricks=tricks, piles=tuple(map(frozenset, piles)))


def in_rising_value(outcome: Outcome) -> list[str]:
    """The cards that are played, those worth something at last, and as many as fill tricks."""
    value = outcome.pack.value_of
    rising = sorted(outcome.pack.cards - {"T20", "T1"}, key=lambda card: (value[card], card))
    return ["T20", *rising[(len(rising) + 2) % outcome.seats :], "T1"]


def paid_for(game: Game, view: View, ended: Outcome, price: Price) -> Iterator[int]:
    """What a seat gets or pays in the rows of an item; a row by points for one of them."""
    seat = view.asked.seat
    for row in game.score(ended, view.options):
        if row.item != price.item or row.clause not in {price.clause, price.lost_clause}:
            continue
        if price.per != "point":
            yield row.amounts[seat]
            continue
        counted = replace(ended, counting=game.counting(view.options))
        own, *rest = [ended.side[seat], *(s for s in ended.sides if s != ended.side[seat])]
        points = card_points(counted, rest[0] if price.theirs else own)
        assert price.first is not None
        off = points - price.first
        if off:
            yield row.amounts[seat] // abs(off)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_whatever_is_paid_in_a_deal_played_is_a_price_that_was_told(game_id: str) -> None:
    game, checked = find_game(game_id), 0
    for number in range(many(6)):
        run, chance = Run.shuffled(game, seed=f"paid {number}"), random.Random(number)
        told: dict[str, tuple[int, tuple[Price, ...]]] = {}
        while run.decision is not None:
            decision, word = run.decision, chosen(run, chance)
            for price in prices(game, run.view(decision.seat), word):
                if price.sure and decision.kind in {"declare", "announce"}:
                    told[word] = decision.seat, (price,)
            run.do(word)
        for seat, found in told.values():
            for price in found:
                rows = [row for row in result_of(run).sheet if row.clause == price.clause]
                checked += bool(rows)
                assert rows
                assert any(row.amounts[seat] for row in rows) or any(row.note for row in rows)
    assert checked or game_id not in {"marolles", "grosstarock"}


def test_a_solo_is_told_by_item_and_doubled_before_the_last_packet() -> None:
    run = start("mineo-3")
    early = {one.item: one for one in prices(run.game, run.view(1), "vado_solo")}
    assert early["vanto"].won == (-2, 4, -2)
    assert early["vanto"].lost == (2, -4, 2)
    assert (early["rimatura"].first, early["pigliate"].per) == (55, "card")
    do(run, "altre_cinque passo passo altre_cinque altre_cinque")
    late = {one.item: one for one in prices(run.game, run.view(1), "vado_solo")}
    assert late["vanto"].won == (-1, 2, -1)


def test_rivanto_is_told_as_what_it_adds_to_what_stands() -> None:
    run = do(start("mineo-3"), "vado_solo")
    while run.decision and run.decision.kind != "announce":
        run.do(run.decision.options[0])
    do(run, "silence")
    (price,) = prices(run.game, run.view(decision_of(run).seat), "rivanto")
    assert (price.item, price.clause) == ("rivanto", "mineo-3 5.4")
    assert price.won[1] == -8


@pytest.mark.clause("mitigatti-3 6.10")
@pytest.mark.clause("mitigatti-3 6.11")
@pytest.mark.clause("mitigatti-3 6.12")
def test_tenir_is_played_for_the_most_card_points_and_the_pagat() -> None:
    run = start("mitigatti-3")
    view = run.view(1)
    found = prices(run.game, view, "tenir")
    won = [(one.clause, one.won, one.last) for one in found if one.most]
    lost = [(one.clause, one.lost, one.last) for one in found if one.lost and one.last]
    assert won == [
        ("mitigatti-3 6.11", (-2, 4, -2), 25),  # half chips
        ("mitigatti-3 6.12", (-4, 8, -4), 12),
    ]
    assert lost == [
        ("mitigatti-3 6.11", (0, -2, 0), 25),
        ("mitigatti-3 6.12", (0, -4, 0), 12),
    ]
    assert {one.item for one in found} >= {"Pagat ultimo", "Pagat ultimo lost"}


@pytest.mark.clause("mitigatti-3 2.6")
def test_a_monte_costs_nothing_by_the_clause_that_says_so() -> None:
    run = start("mitigatti-3")
    why = costless(run.game, run.view(1), "a_monte")
    assert prices(run.game, run.view(1), "a_monte") == ()
    assert why is not None and why.clause == "2.6"


@pytest.mark.clause("mineo-4 5.4")
def test_a_second_rivanto_adds_nothing() -> None:
    run = do(start("mineo-4", dealer=3), "vado_solo")
    while run.decision and run.decision.kind != "announce":
        run.do(run.decision.options[0])
    do(run, "silence rivanto")
    view = run.view(decision_of(run).seat)
    why = costless(run.game, view, "rivanto")
    assert prices(run.game, view, "rivanto") == ()
    assert why is not None and why.clause == "5.4"


# -- what a deal has brought so far stands in its score sheet at the end, too ------------


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
        final = {(row.item, row.clause, row.amounts) for row in result_of(run).sheet}
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
    cards = decision_of(first).options
    for run, skat in ((first, cards[:3]), (other, cards[-3:])):
        do(run, " ".join(skat))
        some_tricks(run, 2, kept=frozenset(cards[:3] + cards[-3:]))
    assert first.view(1).facts() == other.view(1).facts()
    assert score_so_far(game, first.view(1)) == score_so_far(game, other.view(1))
    assert state_of(seen_of(first, 1)) == state_of(seen_of(other, 1))
    assert score_so_far(game, first.view(0)) != score_so_far(game, other.view(0))

"""Beside the table: what cards are worth and words cost, what is won, a lesson, the match."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from matto.engine.prices import prices
from matto.engine.run import Run
from matto.games import catalogue
from matto.games import game as find_game
from matto.games.tarots.grosstarock import gathered
from matto.research.testing.by_hand import do, start
from matto.server.api.states import state_of
from matto.server.http.requests import Display
from matto.server.tables.commands import Order
from matto.server.tables.views import FinishedDeal
from matto.server.web.context import naming_of
from matto.server.web.felt import worth_in
from matto.server.web.new_table import first_deal_of, lesson_games
from matto.server.web.score_sheet import won_so_far
from matto.server.web.table import table_fragment
from server.table_views import asked, reached, seen_of

# -- what cards are worth, and in which order they win ------------------------------------


def worth(game_id: str, language: str = "en", **options: object) -> dict[str, str]:
    game = find_game(game_id)
    naming = naming_of(game, game.resolve(options), language)
    return {
        row.name: " · ".join(
            " ".join(filter(None, (card.written, card.name, str(card.counts or ""))))
            for card in row.cards
        )
        for row in worth_in(naming)
    }


@pytest.mark.clause("mitigatti-3 1.3")
def test_suits_of_which_the_low_numbers_win_stand_apart() -> None:
    found = worth("mitigatti-3")
    assert found["batons, swords"].endswith("A Ace · 10 … 2")
    assert found["cups, coins"].endswith("A Ace · 2 … 10")


def test_equal_trumps_are_shown_as_equal_and_the_angel_first() -> None:
    assert worth("mitigatti-3")["trumps"] == (
        "20 l’Ange 4 · 21 … 6 · 5 = 4 = 3 = 2 · 1 bagatte 4"
    )


def test_trumps_have_the_numbers_and_names_of_the_pack_one_plays_with() -> None:
    assert worth("mineo-3")["trumps"].startswith("20 Giove")
    assert worth("calatafimi-4", pack_names="piedmontese")["trumps"].startswith("21 Giove")


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_every_card_that_counts_is_named_and_every_suit_is_there(game_id: str) -> None:
    game = find_game(game_id)
    options = game.resolve({})
    pack = game.pack(options)
    rows = worth_in(naming_of(game, options, "en"))
    values, least = pack.value_of, min(pack.value_of.values())
    counted = sum(card.counts * max(1, len(row.suits)) for row in rows for card in row.cards)
    assert counted == sum(value for value in values.values() if value > least)
    assert {suit for row in rows for suit in row.suits} == set("SBCD")


# -- the cards that each has won: the Fool too --------------------------------------------


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


# -- page and interface tell the same prices as the game's own terms of payment -----------


def test_page_and_interface_tell_the_prices_of_words() -> None:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    seat = run.decision.seat
    seen = seen_of(run, seat)
    page = table_fragment(seen, Display("en"))
    assert '<span class="price">' in page
    assert "each of the others pays you 2 points" in page
    assert 'href="/rules/mineo-3#c5.5"' in page
    view = state_of(seen).view
    assert view is not None and view.question is not None
    told = view.question.prices["vado_solo"]
    found = prices(run.game, run.view(seat), "vado_solo")
    assert [(one.item, one.won, one.lost) for one in told] == [
        (one.item, one.won, one.lost) for one in found
    ]
    assert msgspec.json.encode(told)


def test_page_and_interface_tell_that_an_offer_is_paid_if_the_deal_is_given_up() -> None:
    run = reached(find_game("mineo-3"), asked("talk"))
    while run.decision and "pago" not in run.decision.options:
        run.do("passo")
    assert run.decision is not None
    seen = seen_of(run, run.decision.seat)
    assert "if others agree: you lose 1 point" in table_fragment(seen, Display("en"))
    view = state_of(seen).view
    assert view is not None and view.question is not None
    prices_told = view.question.prices
    assert prices_told["pago"][0].if_agreed
    assert not prices_told["vado_solo"][0].if_agreed


def test_nobody_else_is_told_a_price() -> None:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    other = (run.decision.seat + 1) % 3
    page = table_fragment(seen_of(run, other), Display("en"))
    assert 'class="price"' not in page


def test_each_offer_has_its_own_price_beside_it() -> None:
    run = reached(find_game("calatafimi-3"), asked("negotiate"))
    assert run.decision is not None
    page = table_fragment(seen_of(run, run.decision.seat), Display("en"))
    assert ">1 · −1 point<" in page
    assert ">10 · −10 points<" in page


def test_a_word_that_costs_nothing_says_so_and_why_by_its_clause() -> None:
    run = reached(find_game("mitigatti-3"), asked("talk"))
    assert run.decision is not None
    seen = seen_of(run, run.decision.seat)
    page = table_fragment(seen, Display("en"))
    assert '<span class="price">costs nothing</span>' in page
    assert "thrown in, whoever says this neither pays nor gets anything." in page
    view = state_of(seen).view
    assert view is not None and view.question is not None
    assert set(view.question.costless) == {"a_monte"}
    assert view.question.costless["a_monte"].clause == "mitigatti-3 2.6"
    assert set(view.question.prices) == {"tenir"}


# -- the first deal of newcomers, with chosen cards and told steps ------------------------


def test_the_order_has_the_chosen_cards_and_a_beginner() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    order = first_deal_of(Order(game.id, "host", ("strong", "strong")), game.lesson)
    assert order.given is not None
    assert (order.given.hands, order.given.talon) == (
        game.lesson.deal.hands,
        game.lesson.deal.talon,
    )
    assert order.seat == game.lesson.learner
    assert sorted(order.bots) == ["", "rule"]


def test_the_learner_reads_the_step_and_nobody_else_does() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    run = Run(game, game.lesson.deal, dealer=game.lesson.dealer)
    assert run.decision is not None
    run.do(run.decision.options[0])
    page = table_fragment(seen_of(run, game.lesson.learner), Display("en"))
    assert "First deal, step 1 of 10" in page
    assert f'href="/rules/{game.id}#c1.1"' in page
    german = table_fragment(seen_of(run, game.lesson.learner), Display("de"))
    assert "Erste Gabe, Schritt 1 von 10" in german
    for other in (1 - game.lesson.learner, None):
        assert 'id="lesson"' not in table_fragment(seen_of(run, other), Display("en"))


def test_what_one_must_play_is_told_with_the_fool_that_may_be_played_instead() -> None:
    (game,) = lesson_games()
    assert game.lesson is not None
    told = [step.says for step in game.lesson.steps if "so you must play" in step.says]
    assert len(told) == 2
    assert all("Fool" in says for says in told)


# -- the end of a match -------------------------------------------------------------------


def played(game_id: str, seed: int) -> Run:
    run, chance = Run.shuffled(find_game(game_id), seed=seed), random.Random(seed)
    while run.decision is not None:
        run.do(chance.choice(run.decision.options))
    return run


def end_of_match(deals: int) -> tuple[str, int]:
    runs = [played("mineo-3", seed) for seed in range(3, 3 + deals)]
    results = [run.result for run in runs if run.result is not None]
    before = [FinishedDeal(n, 0, result) for n, result in enumerate(results[:-1], start=1)]
    page = table_fragment(seen_of(runs[-1], 0, before=before, limit=deals), Display("en"))
    return page, sum(result.scores[0] for result in results)


def test_the_picture_of_a_match_ends_where_the_ledger_does() -> None:
    page, own = end_of_match(4)
    title = re.search(r'<title id="course-title">([^<]*)</title>', page)
    assert title is not None
    spelled = f"{own:+d}".replace("-", "−") if own else "0"
    assert title[1].startswith(f"How the score went in 4 deals: You {spelled}, ")
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [5, 5, 5]
    assert len({line.split()[0] for line in lines}) == 1
    assert 'formaction="/tables" name="game" value="mineo-3" id="another"' in page


def test_one_deal_makes_no_picture_and_is_told_in_words() -> None:
    page, _ = end_of_match(1)
    assert "<polyline" not in page
    assert '<p class="because">' in page


def test_each_row_of_the_sheet_unfolds() -> None:
    page, _ = end_of_match(1)
    rows = page.count('<tr><th scope="row"><span class="item"')
    assert rows
    assert page.count('<details class="unfold"') == rows
    assert "Trick " in page

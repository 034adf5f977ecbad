"""Page and interface tell the same prices as the game's own terms of payment."""

from __future__ import annotations

import msgspec

from matto.engine.prices import prices
from matto.games import game as find_game
from matto.server.api.states import state_of
from matto.server.http.requests import Display
from matto.server.web.pages.table import table_fragment
from server.table_views import asked, reached, seen_of


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

"""What those who look at a table have in common is drawn once, and never of another moment."""

from __future__ import annotations

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from matto.games import game
from matto.server.http.requests import Display
from matto.server.tables.service import table_view_of
from matto.server.tables.views import ProposalView, TableView
from matto.server.web.pages.table import table_fragment
from matto.server.web.pages.templates import shown
from server.table_views import asked, reached, seen_of
from server.tables import Recorded, order
from sixteen import SIXTEEN

EVERY = 3
"""At so many moves a page is looked at; no trick is as long in all games."""


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_each_sees_what_he_would_see_if_he_looked_alone(game_id: str) -> None:
    table, steps = Recorded(order(game_id, persons=0, seat=None)), 0
    while table.act():
        steps += 1
        run = table.state.run
        if steps % EVERY or run is None:
            continue
        for seat in (None, *range(table.state.game.seats)):
            seen = table_view_of(table.state, seat)
            alone = replace(seen, view=run.view(seat))
            assert table_fragment(seen, Display("en")) == table_fragment(alone, Display("en"))


def test_a_hand_is_drawn_anew_when_other_cards_may_be_played_or_it_is_shown_otherwise() -> None:
    run = reached(game("mineo-3"), asked("play", at_least=1))
    seen = seen_of(run, None if run.decision is None else run.decision.seat)
    claim = ProposalView(0, (), 0.0, "", (), drawn=False, claims=True)
    waits = replace(seen, proposal=claim)
    hands = [hand(seen), hand(waits), hand(seen, "de"), hand(seen, faces="french")]
    asked_for = [" asked" in one.partition(">")[0] for one in hands]
    assert asked_for == [True, False, True, True]
    assert len({*hands}) == len(hands)


def hand(seen: TableView, language: str = "en", **display: str) -> str:
    """The hand as it is drawn."""
    html = table_fragment(seen, Display(language, **display))
    return html.partition('<div id="hand"')[2].partition('<div id="side"')[0]


def test_a_text_that_reads_like_markup_is_escaped_though_the_markup_was_shown_before() -> None:
    assert shown(Markup("<b>")) == "<b>"
    assert shown("<b>") == "&lt;b&gt;"
    assert shown(Markup("<b>")) == "<b>"

"""Cards chosen one by one, in any order: how many are left, and several in one answer."""

from __future__ import annotations

import pytest

from grosstarock_deals import FOREHAND, announcing
from helpers import do
from matto.engine.run import Run
from matto.server.api.states import state_of
from matto.server.http.requests import Display
from matto.server.live.table_driver import next_todo
from matto.server.tables.commands import Act, AskBack, given_deal_of
from matto.server.tables.decide import act
from matto.server.tables.errors import BadCommand
from matto.server.web.table import table_fragment
from server.table_views import seen_of
from server.tables import HOST, Recorded, order, refused

THREE_KINGS, FOUR_KINGS = "SK BK CK S9 S8", "SK BK CK DK S9"
PACE = 0.7


def run_with(cards: str) -> Run:
    """A deal in which forehand has announced three Kings and is to show them."""
    run = announcing({FOREHAND: cards})
    run.do("kings_3")
    return run


def table_with(cards: str, seat: int = FOREHAND) -> Recorded:
    """The same at a table of bots at which the host has a seat."""
    run = run_with(cards)
    bots = tuple("" if other == seat else "rule" for other in range(3))
    wanted = order("grosstarock", bots=bots, seat=seat, given=given_deal_of(run), pace=PACE)
    table = Recorded(wanted)
    for action in run.actions:
        bot = table.state.bot(action.seat)
        table.keep(*act(table.state, Act(action.choice), action.seat, bot))
    return table


def shown(table: Recorded) -> list[str]:
    """What forehand has shown so far, card by card."""
    heard = table.run.view(None).heard("show")
    return [card for seat, card in heard if seat == FOREHAND]


def word_of(table: Recorded) -> str | None:
    """What is asked now."""
    asked = table.run.decision
    return None if asked is None else asked.kind


@pytest.mark.parametrize("cards", [THREE_KINGS, FOUR_KINGS])
def test_several_cards_are_shown_in_one_answer(cards: str) -> None:
    table = table_with(cards)
    table.command(Act("BK SK CK"), HOST)
    assert shown(table) == ["BK", "SK", "CK"]
    assert word_of(table) == "declare"


def test_some_of_them_may_be_shown_first() -> None:
    table = table_with(FOUR_KINGS)
    table.command(Act("DK SK"), HOST)
    assert word_of(table) == "show"
    table.command(Act("CK"), HOST)
    assert shown(table) == ["DK", "SK", "CK"]


@pytest.mark.parametrize("answer", ["SK SK", "SK S9", "S9 SK", "SK BK CK DK", "SK  ", "", " "])
def test_an_answer_with_a_wrong_card_or_too_many_shows_none(answer: str) -> None:
    table = table_with(FOUR_KINGS)
    before = table.state.seq
    assert table.refused(Act(answer), HOST) is not None
    assert table.state.seq == before and not shown(table)


def test_whoever_chooses_too_many_is_told_how_many_are_chosen() -> None:
    error = refused(table_with(FOUR_KINGS).state, Act("SK BK CK DK"), HOST)
    assert isinstance(error, BadCommand)
    assert str(error) == "At most 3 cards are chosen now."


def test_one_card_is_played_at_a_time() -> None:
    table = table_with(FOUR_KINGS)
    table.command(Act("DK SK CK"), HOST)
    while word_of(table) != "play":
        assert table.act()
    assert table.state.run is not None and table.run.decision is not None
    both = " ".join(table.run.decision.options[:2])
    assert table.refused(Act(both), HOST) is not None


@pytest.mark.parametrize("cards", [THREE_KINGS, FOUR_KINGS])
def test_a_bot_shows_its_cards_without_a_pause_whether_it_has_more_or_not(cards: str) -> None:
    table = table_with(cards, seat=(FOREHAND + 1) % 3)
    for pause in (PACE, 0.0, 0.0, PACE):
        found = next_todo(table.state)
        assert found is not None
        assert round(found.due - table.state.at / 1000, 3) == pause
        table.act()


@pytest.mark.parametrize(
    ("cards", "offered"), [(THREE_KINGS, "SK CK BK"), (FOUR_KINGS, "CK BK DK")]
)
def test_the_page_offers_the_lowest_cards_together_and_the_interface_says_how_many(
    cards: str, offered: str
) -> None:
    run = run_with(cards)
    seen = seen_of(run, FOREHAND)
    page = table_fragment(seen, Display("en"))
    assert f'value="{offered}"' in page and "3 more to show." in page
    view = state_of(seen).view
    assert view is not None and view.question is not None
    assert view.question.left == 3
    do(run, "BK CK")
    last = table_fragment(seen_of(run, FOREHAND), Display("en"))
    assert "more to show" not in last and "Show these" not in last


def test_nobody_else_sees_whether_there_was_a_choice() -> None:
    three, four = run_with(THREE_KINGS), run_with(FOUR_KINGS)
    for card in ("BK", "SK", "CK"):
        assert three.view(0).waiting == four.view(0).waiting
        do(three, card)
        do(four, card)


@pytest.mark.parametrize(("cards", "asked"), [(THREE_KINGS, "declare"), (FOUR_KINGS, "show")])
def test_what_is_taken_back_is_the_last_choice_that_there_was(cards: str, asked: str) -> None:
    table = table_with(cards)
    table.command(Act("BK SK CK"), HOST)
    table.command(AskBack(), HOST)  # bots agree at once
    assert word_of(table) == asked
    assert shown(table) == (["BK", "SK"] if asked == "show" else [])

"""One's own matches: the list, figures, all records in one file, a deal on one page."""

from __future__ import annotations

import re

import pytest

from matto.games import game
from matto.records import loads
from matto.server.tables.commands import Leave, Sit
from matto.server.tables.replay import deals_of
from matto.server.web.finished_deals import whole_deal_page
from matto.server.web.matches import PlayedDeal, figures_page, signed, solo_and_last_trick
from server.tables import ANNA, BRUNO, NAMES, Recorded, order
from server.visitors import GAME, Visitor
from server.visits import finished, played, visit
from server.wire import Wire


@pytest.mark.slow
async def test_a_finished_match_is_listed_counted_and_written_down_for_its_player_alone(
    wire: Wire,
) -> None:
    host, stranger = Visitor(wire), Visitor(wire)
    assert "No deal is over yet." in (await host.get("/matches")).body.decode()
    table = await host.open(limit=1)
    await host.play_on(table)
    page = (await host.get("/matches")).body.decode()
    deal = f"{table}/deals/1"
    for link in (table, deal, f"{deal}/whole", f"{table}/record.json"):
        assert f'href="{link}"' in page
    figures = (await host.get("/matches/figures")).body.decode()
    assert "Deals played</dt><dd>1" in figures
    assert "of 1</span>" in figures
    written = (await host.get("/matches/records.jsonl")).body
    state = await wire.services.tables.state(table.removeprefix("/t/"))
    recording = loads(written)
    result = recording[0].result
    assert (len(recording), recording[0].game.id) == (1, GAME.id)
    assert result is not None
    assert result.scores == state.finished[0].result.scores
    whole = (await host.get(f"{deal}/whole")).body.decode()
    assert "Hands when the play began" in whole
    assert (await stranger.get("/matches/records.jsonl")).body == b""
    assert table not in (await stranger.get("/matches")).body.decode()


def test_who_took_a_seat_over_has_played_only_what_came_after() -> None:
    table = Recorded(order("mineo-3", persons=2)).sit_all().play_deal()
    assert [deal.number for deal in deals_of(table.state, 1)] == [1]
    table.command(Leave(), ANNA)
    table.command(Sit(1, NAMES[BRUNO]), BRUNO)
    assert deals_of(table.state, 1) == ()
    assert [deal.number for deal in deals_of(table.state, 0)] == [1]
    assert table.again_in_brief().chairs == table.state.chairs


def test_figures_are_worked_out_game_by_game() -> None:
    mineo, two = game("mineo-3"), game("calatafimi-2")
    deals = [
        PlayedDeal(mineo, 4.0, thrown_in=False, alone=True, last_trick=True),
        PlayedDeal(mineo, -2.0, thrown_in=False, alone=False, last_trick=False),
        PlayedDeal(mineo, -5.0, thrown_in=False),
        PlayedDeal(mineo, 0.0, thrown_in=True),
        PlayedDeal(two, 0.0, thrown_in=False, alone=False, last_trick=True),
    ]
    page = figures_page(visit(), deals).partition("</main>")[0]
    told = re.findall(r"<h2[^>]*>(.*?)</h2>|<dd>(.*?)</dd>", page, re.DOTALL)
    assert [" ".join(re.sub("<[^>]+>", "", "".join(one)).split()) for one in told] == [
        "Tarocchi of Mineo, three players",
        "3 and 1 thrown in",
        "−1.0 mostly within ± 4.6 of it",  # √21: (5² + 1² + 4²) / 2
        "33 % 1 of 3",
        "50 % 1 of 2",
        "50 % 1 of 2",
        "Tarocchi of Calatafimi, two players",
        "1",
        "0.0",
        "0 % 0 of 1",
        "100 % 1 of 1",
    ]
    assert [signed(one, "en") for one in (1.25, -3.0, 0.01)] == ["+1.2", "−3.0", "0.0"]
    assert signed(-2.5, "de") == "−2,5"


def test_who_was_alone_and_who_won_the_last_trick_is_seen_in_the_deal_itself() -> None:
    run = finished("mineo-3")
    alone, last_trick = solo_and_last_trick(run)
    assert last_trick == run.view(None).tricks[-1].winner
    assert alone == next(seat for seat, _ in run.view(None).heard("takes talon"))
    assert solo_and_last_trick(finished("calatafimi-2"))[0] is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_deal_on_one_page_has_every_card_of_every_hand(language: str) -> None:
    run = finished("mineo-3")
    html = whole_deal_page(visit(language), played(run))
    begin = html.partition('class="hands-in-words"')[2].partition("</dl>")[0]
    assert begin.count('class="chip') == 3 * 20

"""The first page: every game one click from a table, one's own tables, the way in by a link."""

from __future__ import annotations

import gzip
import json
import struct

import pytest

from matto.engine.rulebook import languages_of, rulebook_in
from matto.engine.run import Run
from matto.games import FOR_BEGINNERS, catalogue
from matto.server.tables.views import Phase
from matto.server.web.home import home_page, table_in
from matto.server.web.rendering import STATIC, sentence_function
from server.markup import Markup
from server.table_views import NAMES, players, seen_of
from server.visits import finished, visit

MOST_BYTES = 80_000
MOST_PACKED = 25_000


def buttons(html: str) -> list[str]:
    """The games of the list that can be played at one click."""
    return [
        button.attributes["value"]
        for button in Markup(html).all("button")
        if button.attributes.get("name") == "game" and button.inside("li")
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_is_one_click_from_a_table_and_who_is_new_is_told_where_to_begin(
    language: str,
) -> None:
    html = home_page(visit(language))
    assert sorted(buttons(html)) == sorted(catalogue())
    for game_id in catalogue():
        assert f'href="/new/{game_id}"' in html
        assert f'href="/rules/{game_id}"' in html
        assert rulebook_in(game_id, "en").place.split(",")[0] in html or language != "en"
    line = html[html.index('class="beginners"') :].partition("</p>")[0]
    assert f'value="{FOR_BEGINNERS}"' in line
    assert str(sentence_function(language)(catalogue()[FOR_BEGINNERS].name)) in line
    assert html.index('class="beginners"') < html.index('class="games-size"')
    assert "name" not in [field.attributes["name"] for field in Markup(html).all("input")]


@pytest.mark.parametrize(
    ("seats", "region"), [(2, ""), (3, ""), (4, ""), (5, ""), (7, ""), (0, "France")]
)
def test_games_can_be_chosen_by_how_many_play_and_by_where_they_are_at_home(
    seats: int, region: str
) -> None:
    html = home_page(visit(), seats=seats, region=region)
    at_home = {id for id in catalogue() if rulebook_in(id, "en").place.endswith(region)}
    shown = [
        one.id for one in catalogue().values() if seats in {0, one.seats} and one.id in at_home
    ]
    assert sorted(buttons(html)) == sorted(shown)
    assert ("There is no such game here." in html) == (not shown)
    assert 'class="beginners"' not in html


def test_own_tables_are_shown_with_whose_turn_it_is_and_can_be_put_away() -> None:
    run = Run.shuffled(catalogue()["barcellona-4"], seed=1)
    assert run.decision is not None
    for seat in range(4):
        own = seen_of(run, seat, sitting=players(4, seat))
        html = home_page(visit(), [own])
        assert ("<strong>your turn</strong>" in html) == (seat == run.decision.seat)
        assert f'href="/t/{own.table}"' in html
        assert 'class="beginners"' not in html
        button = html[html.index(f'name="table" value="{own.table}"') :].partition("</button>")[
            0
        ]
        assert all(
            words in button for words in (">Put away<", own.game.name, NAMES[(seat + 1) % 4])
        )


def test_a_match_that_is_over_is_listed_below_those_that_go_on() -> None:
    run = finished("barcellona-4")
    over = seen_of(run, 0, limit=1)
    assert over.phase is Phase.OVER
    html = home_page(visit(), [over])
    assert "Your tables" not in html
    assert f'href="/t/{over.table}"' in html
    assert "over after deal 1" in html
    both = home_page(visit(), [over, seen_of(Run.shuffled(run.game, seed=1), 0)])
    assert both.index("Your tables") < both.index("Finished</h2>")


@pytest.mark.parametrize(("tables", "folded"), [(3, 0), (4, 1), (12, 9)])
def test_what_is_beyond_three_tables_is_folded(tables: int, folded: int) -> None:
    own = seen_of(Run.shuffled(catalogue()["barcellona-4"], seed=1), 0)
    html = home_page(visit(), [own] * tables)
    links = [link for link in Markup(html).all("a") if link.attributes["href"][:3] == "/t/"]
    assert [link.inside("details") for link in links].count(True) == folded
    assert len(links) == tables
    assert (f"{folded} more</summary>" in html) == bool(folded)


def test_where_a_game_is_at_home_is_told_in_each_language_of_its_rulebook() -> None:
    english = {game_id: rulebook_in(game_id, "en").place for game_id in catalogue()}
    regions: dict[str, set[str]] = {}
    for game_id in catalogue():
        if "de" in languages_of(game_id):
            place = rulebook_in(game_id, "de").place
            regions.setdefault(english[game_id].rpartition(", ")[2], set()).add(
                place.rpartition(", ")[2]
            )
    assert all(len(names) == 1 and all(names) for names in regions.values()), regions


@pytest.mark.parametrize(
    ("link", "table"),
    [
        ("https://cards.example/t/k7Qm2xTf", "k7Qm2xTf"),
        (" http://localhost:8000/t/k7Qm2xTf?x=1#hand ", "k7Qm2xTf"),
        ("/t/k7Qm2xTf/deals/2", "k7Qm2xTf"),
        ("k7Qm2xTf", "k7Qm2xTf"),
        ("https://cards.example/", ""),
        ("https://evil.example/x", ""),
        ("//evil.example/t/..%2f", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
        ("http://[", ""),
    ],
)
def test_the_table_of_a_link_is_found(link: str, table: str) -> None:
    assert table_in(link) == table


def test_the_first_page_is_light() -> None:
    names = ("base.css", "dark.css", "home.css", "page.js", "hero.svg", "icon.svg", "site.json")
    parts = [home_page(visit()).encode(), *((STATIC / name).read_bytes() for name in names)]
    assert sum(map(len, parts)) < MOST_BYTES
    assert sum(len(gzip.compress(part)) for part in parts) < MOST_PACKED


def test_the_icons_for_installing_are_as_large_as_the_manifest_says() -> None:
    icons = json.loads((STATIC / "site.json").read_text())["icons"]
    drawn = {icon["src"]: icon["sizes"] for icon in icons if icon["type"] == "image/png"}
    for name, sizes in drawn.items():
        width, height = struct.unpack(">II", (STATIC / name).read_bytes()[16:24])
        assert f"{width}x{height}" == sizes
    assert set(drawn.values()) >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in icons)

"""What stands on the plates of a table, for whoever looks at it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.engine.score_so_far import card_points_pay
from matto.games import game
from matto.players.simple_bots import RuleBot
from matto.server.http.requests import Display
from matto.server.web.table import score_fragment, table_fragment
from server.markup import Page, unmarked
from server.table_views import NAMES, asked, mid_trick, players, reached, seen_of


def alone_for(run: Run, viewer: int | None) -> list[int]:
    page = Page(table_fragment(seen_of(run, viewer), Display("en")))
    plates = {seat: page.text_of(f"seat-{seat}") for seat in range(run.game.seats)}
    return [seat for seat, words in plates.items() if "alone" in words.split()]


def test_who_plays_alone_is_marked_for_all_and_for_himself_too() -> None:
    run = reached(game("mineo-3"), asked("play"))
    soloist = next(seat for seat, _ in run.view(None).heard("takes talon"))
    for viewer in (None, 0, 1, 2):
        assert alone_for(run, viewer) == [soloist]
    own, friend = (seat for seat in range(3) if seat != soloist)
    page = Page(table_fragment(seen_of(run, own), Display("en")))
    assert "on your side" in page.text_of(f"seat-{friend}")


def test_whoever_may_have_a_hidden_partner_is_not_marked_for_an_onlooker() -> None:
    for seed in range(40):
        run = Run.shuffled(game("priestertarock"), seed=seed)
        bot = RuleBot(run.game, seed)
        while run.decision is not None and run.decision.kind != "play":
            run.do(bot.choose(run.view(run.decision.seat)))
        if run.view(None).heard("call"):
            assert alone_for(run, None) == []
            return
    pytest.fail("no deal in which a card is called")


def test_nobody_is_marked_where_each_plays_for_himself_or_two_play() -> None:
    for name in ("marolles", "calatafimi-2"):
        run = reached(game(name), asked("play"))
        for viewer in (None, *range(run.game.seats)):
            assert alone_for(run, viewer) == []


@pytest.mark.parametrize(
    ("name", "kind", "verb"),
    [("priestertarock", "call", "calls "), ("mineo-4", "bid", "chiamo ")],
)
def test_a_card_that_is_called_stands_beside_the_caller_with_one_verb(
    name: str, kind: str, verb: str
) -> None:
    def calls(run: Run) -> list[tuple[int, str]]:
        heard = run.view(None).heard(kind)
        return [(seat, word) for seat, word in heard if word.rpartition(":")[2] in NUMBER]

    run = reached(game(name), lambda run: bool(calls(run)))
    ((caller, word),) = calls(run)
    html = unmarked(table_fragment(seen_of(run, None), Display("en")))
    plate = html.partition(f'<li id="seat-{caller}"')[2].partition("</li>")[0]
    said = plate.rpartition('<span class="said">')[2]
    assert said.startswith(verb), word
    assert said.count("calls") == (kind == "call")


def test_all_who_may_speak_in_an_open_question_are_lit() -> None:
    run = reached(game("calatafimi-4"), asked("negotiate"))
    page = Page(table_fragment(seen_of(run, 0), Display("en")))
    assert page.text_of("seats").count("to act now") == 1
    assert page.text_of("seats").count("may speak now") == run.game.seats - 1
    lit = [one for one in page.of("class") if " acts" in one["class"]]
    assert len(lit) == run.game.seats


def test_a_name_from_right_to_left_turns_nothing_round_that_stands_beside_it() -> None:
    name = "\u0645\u062d\u0645\u062f"
    for moment in (mid_trick(1, 1), lambda run: run.result is not None):
        run = reached(game("calatafimi-4"), moment)
        sitting = tuple(replace(player, name=name) for player in players(4, 0))
        html = table_fragment(seen_of(run, 0, sitting=sitting), Display("en"))
        for part in ('class="name">', '<th scope="row">', "Let a bot play for "):
            told = [rest for rest in html.split(part)[1:] if name in rest[:20]]
            assert all(rest.startswith(f"<bdi>{name}</bdi>") for rest in told), part
    assert f'class="number"><bdi>{name}</bdi>' in html


def test_where_a_person_is_asked_a_bot_can_be_set_in_beside_the_question() -> None:
    run = reached(game("calatafimi-2"), asked("play"))
    seat = run.decision.seat if run.decision else 0
    for viewer, bots, there in (
        (1 - seat, (), 1),
        (seat, (), 0),
        (1 - seat, (seat,), 0),
        (None, (), 0),
    ):
        sitting = players(2, viewer, bots=bots)
        page = Page(table_fragment(seen_of(run, viewer, sitting=sitting), Display("en")))
        assert page.ids()["stand-in-now"] == there
        hidden = [one for one in page.of("hidden") if one.get("id") == "stand-in-now"]
        assert [one["value"] for one in hidden] == [str(seat)] * there


def shared_heap(run: Run) -> bool:
    heaps = run.game.lying_open(run.view(None))
    return any(len(seats) > 1 and cards for seats, cards in heaps.items())


def test_cards_open_in_a_heap_that_partners_share_are_told_of_all_of_them() -> None:
    run = reached(game("mineo-4"), shared_heap)
    seen = seen_of(run, None)
    page = Page(table_fragment(seen, Display("en")))
    told = page.text_of("known").replace(" ,", ",").replace(" :", ":")
    for seats, cards in run.game.lying_open(run.view(None)).items():
        heap = [NAMES[seat] for seat in seats]
        assert f"Lying open, {', '.join(heap)}:" in told
        for seat in seats:
            assert f"{len(cards)} open" in page.text_of(f"seat-{seat}")
    assert told.count("Lying open") == len(run.game.lying_open(run.view(None)))


@pytest.mark.parametrize(("name", "pay"), [("ragusa-3", False), ("mineo-3", True)])
def test_card_points_pay_nothing_where_the_last_trick_alone_is_paid(
    name: str, pay: bool
) -> None:
    assert card_points_pay(game(name), game(name).resolve()) is pay


def test_where_all_begin_with_chips_the_standing_says_so() -> None:
    for name, said in (("mitigatti-4", True), ("mineo-3", False)):
        page = score_fragment(seen_of(reached(game(name), asked("play")), 0), Display("en"))
        assert ("Everybody began with 10." in page) == said

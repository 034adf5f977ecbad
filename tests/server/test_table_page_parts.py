"""The parts of a table's page: seats, trick, question, laying away, sheet, story, reasons."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from helpers import do
from matto.engine.in_progress import piles_so_far
from matto.engine.run import Run, spelled
from matto.games import game
from matto.research.testing.checks import Case
from matto.research.testing.position import Player
from matto.server.http.requests import Display, Visit
from matto.server.tables.views import FinishedDeal
from matto.server.web.context import PageContext, places
from matto.server.web.felt import cards_held, cards_known, last_words
from matto.server.web.score_sheet import won_so_far
from matto.server.web.story import LateRows
from matto.server.web.table import story_fragment, table_fragment, table_page, why_fragment
from matto.telling.naming import Naming
from server.markup import Page
from server.table_views import (
    CASES,
    NAMES,
    asked,
    deals,
    mid_trick,
    players,
    reached,
    seen_gathering,
    seen_of,
    some_deals,
    step,
)
from sixteen import SIXTEEN

EN, DE = Display("en"), Display("de")


def page_of(run: Run, seat: int | None = 0, **table: Any) -> Page:
    return Page(table_fragment(seen_of(run, seat, **table), EN))


def asked_seat(run: Run) -> int:
    return run.decision.seat if run.decision else 0


def laid_cards(page: Page) -> dict[str, set[str]]:
    """The cards of the trick, each with the classes of its place."""
    return {
        one["data-card"]: set(one["class"].split()) | {one["data-from"]}
        for one in page.of("data-from")
    }


# -- seats -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ("right", ("bottom", "right", "top", "left")),
        ("left", ("bottom", "left", "top", "right")),
    ],
)
def test_the_next_player_sits_where_the_game_goes(
    direction: str, expected: tuple[str, ...]
) -> None:
    assert places(4, 0, direction) == expected
    assert places(4, 1, direction) == (expected[3], *expected[:3])


@pytest.mark.parametrize("name", SIXTEEN)
def test_a_card_lies_toward_the_seat_that_played_it(name: str) -> None:
    run = reached(game(name), mid_trick(1, 1))
    seat = asked_seat(run)
    page = page_of(run, seat)
    plates = {one["data-seat"]: one["class"].split() for one in page.of("data-seat")}
    laid = laid_cards(page)
    assert list(laid) == [card for _, card in run.view(seat).lying]
    for other, card in run.view(seat).lying:
        (place,) = (one for one in plates[str(other)] if one.startswith("at-"))
        assert {place, str(other)} <= laid[card]
    assert "at-bottom" in plates[str(seat)]


@pytest.mark.parametrize("name", SIXTEEN)
def test_a_finished_trick_lies_there_with_its_winner_until_the_next_card(name: str) -> None:
    run = reached(game(name), mid_trick(1, 0))
    trick = run.view(None).tricks[-1]
    laid = laid_cards(page_of(run))
    assert tuple(laid) == trick.cards
    assert [card for card, marks in laid.items() if "best" in marks] == [
        card for seat, card in trick.by_seat(run.game.seats) if seat == trick.winner
    ]


def test_who_plays_alone_and_who_is_on_ones_side_is_told() -> None:
    run = reached(game("mineo-3"), asked("play"))
    soloist = next(seat for seat, _ in run.view(None).heard("takes talon"))
    own, friend = (seat for seat in range(3) if seat != soloist)
    page = page_of(run, own)
    assert "alone" in page.text_of(f"seat-{soloist}")
    assert "on your side" in page.text_of(f"seat-{friend}")
    assert "alone" not in page.text_of(f"seat-{own}")


def test_words_of_an_earlier_round_of_talk_are_gone_and_the_last_ones_stay() -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    run.do("altre_cinque")
    assert set(last_words(run.view(None))) == {1}
    do(run, "passo passo")
    assert run.decision is not None
    assert set(last_words(run.view(None))) == {0, 1, 2}  # new cards, but nothing new is said
    speaker = run.decision.seat
    run.do("passo")
    assert last_words(run.view(None)) == {speaker: ("passo",)}


# -- the question ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_how_many_cards_are_still_to_be_laid_away_is_right(case: Case) -> None:
    told: list[tuple[int, int]] = []
    for run in deals(case, 3):
        decision = run.decision
        if decision is not None and decision.kind == "discard":
            words = page_of(run, decision.seat).text_of("laid-away")
            told.append((decision.seat, int(words.split()[0])))
    for seat in {seat for seat, _ in told}:
        own = [left for other, left in told if other == seat]
        assert own == list(range(len(own), 0, -1))


@pytest.mark.parametrize("name", SIXTEEN)
def test_words_that_belong_to_the_question_but_may_not_be_said_tell_why(name: str) -> None:
    for run in deals(Case(game(name), game(name).resolve()), 4):
        decision = run.decision
        if decision is None or decision.kind == "play":
            continue
        for word in barred_on(page_of(run, decision.seat)):
            assert word not in decision.options
            refusal = run.why_not(word, decision.seat)
            assert refusal is not None
            assert refusal.clause


def test_the_talk_of_mineo_knows_which_of_its_words_may_not_be_said_yet() -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    assert barred_on(page_of(run, asked_seat(run))) == ["prendo"]


def barred_on(page: Page) -> list[str]:
    return [one["data-why"] for one in page.of("data-why")]


def test_in_an_open_question_one_may_say_nothing_whoever_is_asked() -> None:
    run = reached(game("calatafimi-4"), asked("negotiate"))
    assert run.decision is not None
    page = page_of(run, run.decision.seat)
    assert [one["data-choice"] for one in page.of("data-choice") if one.get("id") == "c-wait"]
    other = page_of(run, run.decision.others[0].seat)
    assert other.elements[0].attributes["data-turn"] == "own"
    assert [one["formaction"] for one in other.of("data-wait")] == ["/t/k7Qm2xTf/wait"]


def test_a_card_called_is_picked_from_all_cards_by_suit() -> None:
    run = reached(game("priestertarock"), asked("call"))
    seat = asked_seat(run)
    page = page_of(run, seat)
    picks = [one for one in page.of("class") if one["class"].startswith("pick-card")]
    assert len(picks) == len(run.game.pack(run.options).codes)
    assert [one["aria-label"] for one in page.of("class") if one["class"] == "picks"] == [
        "swords",
        "cups",
        "batons",
        "coins",
        "trumps",
    ]


@pytest.mark.parametrize("dealer_calls", [False, True])
def test_open_cards_among_those_to_call_are_marked_with_what_calling_one_means(
    dealer_calls: bool,
) -> None:
    run = reached(
        game("priestertarock"),
        lambda run: (
            asked("call")(run) and (asked_seat(run) == run.setup.dealer) == dealer_calls
        ),
    )
    page = page_of(run, asked_seat(run))
    marked = {
        mark: {one["value"] for one in page.of("value") if one.get("class", "").endswith(mark)}
        for mark in (" open", " own")
    }
    assert marked[" open"] == {card for _, card in run.view(None).heard("talon")}
    assert marked[" own"] == set(run.view(asked_seat(run)).hand)
    company = "alone" if dealer_calls else f"with {NAMES[run.setup.dealer]}"
    assert f"call one, and you play {company}, known to all." in page.text_of("choices")


def test_what_can_be_taken_back_has_a_button() -> None:
    run = reached(game("mineo-3"), asked("discard"))
    seat = asked_seat(run)
    assert not page_of(run, seat).has("take-back")
    run.do(run.decision.options[0] if run.decision else "")
    assert page_of(run, seat).has("take-back")


def test_whoever_leads_is_told_so() -> None:
    for cards in (0, 1):
        run = reached(game("mineo-4"), mid_trick(2, cards))
        seat = asked_seat(run)
        told = page_of(run, seat).text_of("question")
        assert ("You lead." in told) == (cards == 0)


# -- sheet and ledger ------------------------------------------------------------------------


def finished(name: str, seed: int) -> Run:
    *_, run = deals(Case(game(name), game(name).resolve()), seed)
    step(run, Player(random.Random(seed)))
    return run


AMOUNT = re.compile(r'<td class="number \w+">(.*?)</td>')


def number_in(amount: str) -> Fraction:
    """An amount as it is spelled, in whole units."""
    sign = -1 if amount.startswith("−") else 1
    whole = re.search(r"\d+", amount)
    halves = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
    part = sum(value for mark, value in halves.items() if mark in amount)
    return sign * (Fraction(whole[0] if whole else 0) + part)


@pytest.mark.parametrize("name", SIXTEEN)
def test_the_rows_of_the_sheet_add_up_to_its_last_row(name: str) -> None:
    for seed in range(6):
        run = finished(name, seed)
        assert run.result is not None
        html = table_fragment(seen_of(run, 0), EN).partition('<section id="sheet"')[2]
        body, _, foot = html.partition("</section>")[0].partition("<tfoot>")
        rows = [AMOUNT.findall(row) for row in body.split("<tr>")[2:]]
        together = AMOUNT.findall(foot.partition("</tr>")[0])
        for seat, score in enumerate(run.result.scores if rows else ()):
            assert sum(number_in(row[seat]) for row in rows) == number_in(together[seat])
            assert together[seat] == spelled(run.game, score)


@pytest.mark.parametrize("name", SIXTEEN)
def test_every_row_of_the_sheet_names_its_clause_and_every_seat(name: str) -> None:
    run = finished(name, 1)
    assert run.result is not None
    page = page_of(run, 0)
    assert page.has("sheet")
    links = [one["href"] for one in page.of("data-panel") if one.get("class") == "clause"]
    cited = [row.clause.rpartition(" ")[2] for row in run.result.sheet]
    assert links == [f"/rules/{name}#c{clause}" for clause in cited]


def test_the_ledger_begins_with_what_each_has_at_the_start() -> None:
    run = finished("mineo-3", 2)
    assert run.result is not None
    first = FinishedDeal(1, 0, run.result)
    html = table_fragment(seen_of(run, 0, before=[first]), EN)
    ledger = html.partition('<table id="ledger">')[2].partition("</table>")[0]
    assert AMOUNT.findall(ledger.partition("<tfoot>")[2]) == [
        spelled(run.game, run.game.start(run.options) + 2 * score)
        for score in run.result.scores
    ]


@pytest.mark.parametrize("name", SIXTEEN)
def test_cards_won_so_far_are_those_of_ones_tricks_that_count(name: str) -> None:
    run = reached(game(name), mid_trick(4, 0))
    view = run.view(None)
    for seat, (number, cards) in enumerate(won_so_far(run.game, view.openly)):
        tricks = [trick for trick in view.tricks if trick.winner == seat]
        assert number == len(tricks)
        assert set(cards) - {"F"} <= {card for trick in tricks for card in trick.cards}
        assert set(cards) <= piles_so_far(run.game, view)[seat]
        least = min(view.pack.value_of.values())
        assert all(view.pack.value_of[card] > least for card in cards)


# -- between the deals, at the end, bots -----------------------------------------------------


def test_between_the_deals_one_says_that_one_is_ready_once() -> None:
    run = finished("mineo-3", 2)
    sitting = players(3, 0)
    assert page_of(run, 0, sitting=sitting).has("next")
    ready = players(3, 0, ready=(0,), bots=(1,))
    page = page_of(run, 0, sitting=ready)
    assert not page.has("next")
    assert "Cosima" in page.text_of("after")
    assert "Bruno" not in page.text_of("after").partition("Next deals")[0]


def test_whoever_is_stood_in_for_can_play_again_himself() -> None:
    run = reached(game("mineo-3"), asked("play"))
    page = Page(table_fragment(seen_of(run, 0, sitting=players(3, 0, standing_in=(0,))), EN))
    assert page.has("return")
    assert not page_of(run, 0).has("return")


def test_an_onlooker_has_no_hand_and_the_first_seat_at_the_bottom() -> None:
    run = reached(game("mineo-4"), mid_trick(2, 1))
    page = page_of(run, None)
    assert not page.has("hand")
    assert "at-bottom" in next(one["class"] for one in page.of("id") if one["id"] == "seat-0")


def test_a_whole_page_holds_the_fragment_and_forms_with_the_token() -> None:
    run = reached(game("mineo-3"), asked("play"))
    seen = seen_of(run, 0)
    html = table_page(seen, Visit(EN, csrf="token-of-this-page"))
    assert table_fragment(seen, EN) in html
    page = Page(html)
    assert len([one for one in page.of("value") if one["value"] == "token-of-this-page"]) > 1
    asked_for = {one["form"] for one in page.of("form")}
    assert asked_for <= page.ids().keys()


def test_a_name_with_signs_of_html_is_shown_as_it_is() -> None:
    sitting = players(3, 0)
    evil = "<b>&\"'"
    named = (sitting[0], *(type(p)(p.seat, evil, p.bot) for p in sitting[1:]))
    run = reached(game("mineo-3"), mid_trick(1, 1))
    html = table_fragment(seen_of(run, 0, sitting=named), EN)
    assert evil not in html
    assert evil in Page(html).words


# -- story and reasons -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SIXTEEN)
def test_the_story_tells_the_last_things_with_their_places(name: str) -> None:
    run = reached(game(name), mid_trick(3, 1))
    view = run.view(0)
    page = page_of(run, 0)
    numbers = [int(one["data-number"]) for one in page.of("data-number")]
    assert numbers == sorted(set(numbers))
    lasts = [int(one["data-last"]) for one in page.of("data-last")]
    assert lasts == sorted(lasts)
    assert view.events[lasts[-1]].kind == "play"


@pytest.mark.parametrize("name", SIXTEEN)
def test_told_on_action_by_action_the_story_is_the_same_also_after_one_was_taken_back(
    name: str,
) -> None:
    run, rng = reached(game(name), mid_trick(1, 1)), random.Random(name)
    later, own = run.fork(), 0
    while later.decision is not None and later.done < run.done + 8:
        do(later, rng.choice(later.decision.options))
    by_and_by = LateRows("a table", 1, *(told_by := _told_by(run, own)))
    forks = [run.fork(done) for done in range(run.done)]
    for now in (*forks, run, later, run, *forks[:3]):
        events = now.view(own).events
        assert by_and_by.after(events) == LateRows("a table", 1, *told_by).after(events)


def _told_by(run: Run, own: int) -> tuple[Naming, tuple[str, ...], int]:
    context = PageContext(seen_of(run, own), EN)
    return context.tagged, context.names, own


def test_the_whole_story_goes_back_to_the_deal() -> None:
    run = reached(game("mineo-3"), mid_trick(12, 1))
    assert "You are dealt" in " ".join(Page(story_fragment(seen_of(run, 0), EN)).words)
    nothing = story_fragment(seen_gathering(game("mineo-3")), EN)
    assert "Nothing has happened yet." in nothing


@pytest.mark.parametrize("display", [EN, DE])
@pytest.mark.parametrize("name", SIXTEEN)
def test_a_reason_comes_with_a_link_to_its_clause(name: str, display: Display) -> None:
    run = reached(game(name), asked("play", at_least=2))
    seat = asked_seat(run)
    seen = seen_of(run, seat)
    barred = next(
        card for card in run.game.pack(run.options).codes if card not in run.table.hand(seat)
    )
    refusal = run.why_not(barred, seat)
    assert refusal is not None
    page = Page(why_fragment(seen, display, barred, refusal))
    number = refusal.clause.rpartition(" ")[2]
    links = [one.attributes["href"] for one in page.all("a")]
    assert links == [f"/rules/{name}#c{number}"]
    assert page.words


def test_what_may_be_chosen_is_not_refused() -> None:
    run = reached(game("mineo-3"), asked("play"))
    seat = asked_seat(run)
    card = run.decision.options[0] if run.decision else ""
    page = Page(why_fragment(seen_of(run, seat), EN, card, run.why_not(card, seat)))
    assert "may be chosen" in " ".join(page.words)


# -- what a screen reader lists -----------------------------------------------------------


EN = Display("en")


def two_amounts(run: Run) -> bool:
    """The moment when two words are offered that each want an amount."""
    if run.decision is None or run.decision.kind != "negotiate":
        return False
    return 'id="say-much-2"' in table_fragment(seen_of(run, run.decision.seat), EN)


def test_two_words_with_amounts_have_buttons_of_two_names() -> None:
    run = reached(game("calatafimi-4"), two_amounts)
    seat = asked_seat(run)
    html = table_fragment(seen_of(run, seat), EN)
    buttons = re.findall(r'id="say-much-\d"[^>]*>(.*?)</button>', html)
    assert len(set(buttons)) == len(buttons) > 1


# -- how many cards are in each hand, and which of them are known -------------------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_cards_counted_beside_each_name_are_those_that_he_holds(case: Case) -> None:
    for run in some_deals(case):
        view = run.view(None)
        own = run.decision.seat if run.decision else None
        laying_away = run.decision is not None and run.decision.kind == "discard"
        for seat, count in enumerate(cards_held(view)):
            if not (laying_away and seat == own):  # how many are gone is told when he is done
                assert count == len(run.table.hand(seat))
        if own is not None:
            assert cards_held(run.view(own))[own] == len(run.table.hand(own))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_cards_told_to_be_in_a_hand_are_in_it(case: Case) -> None:
    for run in some_deals(case):
        for seat, cards in cards_known(run.view(None)).items():
            assert set(cards) <= set(run.table.hand(seat))


def test_what_was_known_of_a_hand_may_be_gone_once_cards_were_laid_away_unseen() -> None:
    run = Run.shuffled(game("marolles"), seed=1)
    ((owner, card),) = run.view(None).heard("turned up")
    assert cards_known(run.view(None)) == {owner: (card,)}
    while not any(seat == owner for seat, _ in run.view(None).heard("has laid away")):
        step(run, Player(random.Random(1)))
    assert owner not in cards_known(run.view(None))


def test_who_got_a_card_back_for_another_goes_on_knowing_both_hands() -> None:
    run = Run.shuffled(game("priestertarock"), seed=1)
    while run.decision is not None and run.decision.kind == "bid":
        run.do("chiamo")
    assert run.decision is not None
    caller = run.decision.seat
    run.do("demand")
    demanded = next(card for card in run.decision.options if run.table.holder(card) is not None)
    giver = run.table.holder(demanded)
    assert giver is not None
    back = next(card for card in run.table.hand(caller) if card != demanded)
    run.do(demanded)
    run.do(back)
    assert cards_known(run.view(caller)) == {giver: (back,)}
    assert cards_known(run.view(giver)) == {caller: (demanded,)}
    others = [seat for seat in range(5) if seat not in {caller, giver}]
    assert [cards_known(run.view(seat)) for seat in (*others, None)] == [{}] * 4


def test_where_drawn_cards_are_shown_they_are_remembered() -> None:
    run = reached(game("calatafimi-2"), mid_trick(4, 0))
    drawn = [card for seat, card in run.view(0).heard("draws") if seat == 1]
    held = set(run.table.hand(1))
    assert set(cards_known(run.view(0))[1]) == {card for card in drawn if card in held}

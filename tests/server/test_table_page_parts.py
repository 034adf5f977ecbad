"""The parts of a table's page: seats, question, prices, sheet, story, reasons, a lesson."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from helpers import do
from matto.engine.bid_prices import prices
from matto.engine.run import Run, spelled
from matto.games import catalogue, game
from matto.games.tarots.grosstarock import gathered
from matto.research.testing.by_hand import start
from matto.research.testing.checks import Case
from matto.research.testing.position import Player
from matto.server.api.states import state_of
from matto.server.http.requests import Display, Visit
from matto.server.tables.commands import Order
from matto.server.tables.views import FinishedDeal
from matto.server.web.new_table import first_deal_of, lesson_games
from matto.server.web.page_context import PageContext, naming_of, places
from matto.server.web.score_sheet import won_so_far
from matto.server.web.seats_and_cards import card_values_in, cards_held, cards_known, last_words
from matto.server.web.story import StoryTail
from matto.server.web.table import story_fragment, table_fragment, table_page, why_fragment
from server.markup import Page
from server.table_views import (
    CASES,
    NAMES,
    Moment,
    asked,
    mid_trick,
    players,
    reached,
    seen_gathering,
    seen_of,
    some_deals,
    step,
)
from sixteen import THREE

EN, DE = Display("en"), Display("de")
AMOUNT = re.compile(r'<td class="number \w+">(.*?)</td>')


def page_of(run: Run, seat: int | None = 0, **table: Any) -> Page:
    return Page(table_fragment(seen_of(run, seat, **table), EN))


def asked_seat(run: Run) -> int:
    return run.decision.seat if run.decision else 0


def two_amounts(run: Run) -> bool:
    """The moment when two words are offered that each want an amount."""
    return asked("negotiate")(run) and page_of(run, asked_seat(run)).has("say-much-2")


@pytest.mark.parametrize(
    ("name", "moment", "where", "told", "not_told"),
    [
        ("mineo-4", mid_trick(2, 0), "question", ["You lead."], []),
        ("mineo-4", mid_trick(2, 1), "question", [], ["You lead."]),
        ("mineo-3", asked("discard"), "ask", ["3 more to lay away."], ["Take back"]),
        ("mineo-3", asked("talk"), "prices", ["each of the others pays you 2 points"], []),
        ("mitigatti-3", asked("talk"), "choices", ["costs nothing"], []),
        ("mitigatti-3", asked("talk"), "prices", ["neither pays nor gets anything."], []),
        (
            "calatafimi-3",
            asked("negotiate"),
            "choices",
            ["1 · −1 point", "10 · −10 points"],
            [],
        ),
        ("priestertarock", asked("call"), "choices", ["swords", "cups", "trumps"], []),
    ],
)
def test_whoever_is_asked_is_told(
    name: str, moment: Moment, where: str, told: Sequence[str], not_told: Sequence[str]
) -> None:
    run = reached(game(name), moment)
    page = page_of(run, asked_seat(run))
    assert not [words for words in told if words not in page.text_of(where)]
    assert not [words for words in not_told if words in page.text_of(where)]
    for seat in (*range(run.game.seats), None):
        assert (
            run.decision is None
            or run.decision.to(seat)
            or not page_of(run, seat).has("prices")
        )


# -- seats -----------------------------------------------------------------------------------


def test_the_next_player_sits_where_the_game_goes() -> None:
    assert places(4, 0, "right") == ("bottom", "right", "top", "left")
    assert places(4, 0, "left") == ("bottom", "left", "top", "right")
    assert places(4, 1, "left") == ("right", "bottom", "left", "top")


def test_words_of_an_earlier_round_of_talk_are_gone_and_the_last_ones_stay() -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    run.do("altre_cinque")
    assert set(last_words(run.view(None))) == {1}
    do(run, "passo passo")
    assert set(last_words(run.view(None))) == {0, 1, 2}  # new cards, but nothing new is said
    speaker = asked_seat(run)
    run.do("passo")
    assert last_words(run.view(None)) == {speaker: ("passo",)}


# -- the question ----------------------------------------------------------------------------


def test_the_talk_of_mineo_knows_which_of_its_words_may_not_be_said_yet() -> None:
    run = Run.shuffled(game("mineo-3"), seed=1)
    barred = page_of(run, asked_seat(run)).of("data-why")
    assert [one["data-why"] for one in barred] == ["prendo"]


def test_in_an_open_question_one_may_say_nothing_whoever_is_asked() -> None:
    run = reached(game("calatafimi-4"), asked("negotiate"))
    assert run.decision is not None
    page = page_of(run, run.decision.seat)
    assert [one["data-choice"] for one in page.of("data-choice") if one.get("id") == "c-wait"]
    other = page_of(run, run.decision.others[0].seat)
    assert other.elements[0].attributes["data-turn"] == "own"
    assert [one["formaction"] for one in other.of("data-wait")] == ["/t/k7Qm2xTf/wait"]


@pytest.mark.parametrize("dealer_calls", [False, True])
def test_open_cards_among_those_to_call_are_marked_with_what_calling_one_means(
    dealer_calls: bool,
) -> None:
    def calling(run: Run) -> bool:
        return asked("call")(run) and (asked_seat(run) == run.setup.dealer) == dealer_calls

    run = reached(game("priestertarock"), calling)
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
    run.do(run.table.hand(seat)[0])
    assert page_of(run, seat).has("take-back")


def test_two_words_with_amounts_have_buttons_of_two_names() -> None:
    run = reached(game("calatafimi-4"), two_amounts)
    page = page_of(run, asked_seat(run))
    names = {page.text_of(f"say-much-{number}") for number in (1, 2)}
    assert len(names - {""}) == 2


# -- what cards are worth, and words cost ----------------------------------------------------


def worth(name: str, **options: object) -> dict[str, str]:
    naming = naming_of(game(name), game(name).resolve(options), "en")
    return {
        suit: " · ".join(
            " ".join(filter(None, (c.written, c.name, str(c.counts or "")))) for c in cards
        )
        for _, suit, cards, _ in card_values_in(naming)
    }


@pytest.mark.clause("mitigatti-3 1.3")
def test_suits_stand_in_the_order_in_which_they_win_with_equal_trumps_as_equal() -> None:
    found = worth("mitigatti-3")
    assert found["batons, swords"].endswith("A Ace · 10 … 2")
    assert found["cups, coins"].endswith("A Ace · 2 … 10")
    assert found["trumps"] == "20 l’Ange 4 · 21 … 6 · 5 = 4 = 3 = 2 · 1 bagatte 4"
    assert worth("mineo-3")["trumps"].startswith("20 Giove")
    assert worth("calatafimi-4", pack_names="piedmontese")["trumps"].startswith("21 Giove")


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_card_that_counts_is_named_and_every_suit_is_there(name: str) -> None:
    options = game(name).resolve({})
    rows = [*card_values_in(naming_of(game(name), options, "en"))]
    values = game(name).pack(options).value_of.values()
    counted = sum(
        card.counts * max(1, len(suits)) for suits, _, cards, _ in rows for card in cards
    )
    assert counted == sum(value for value in values if value > min(values))
    assert {suit for suits, *_ in rows for suit in suits} == set("SBCD")


def test_the_interface_tells_the_prices_of_words_and_why_one_costs_nothing() -> None:
    run = reached(game("mineo-3"), asked("talk"))
    seen = seen_of(run, asked_seat(run))
    assert 'href="/rules/mineo-3#c5.5"' in table_fragment(seen, EN)
    view = state_of(seen).view
    assert view is not None and view.question is not None
    told = [(one.item, one.won, one.lost) for one in view.question.prices["vado_solo"]]
    found = prices(run.game, run.view(asked_seat(run)), "vado_solo")
    assert told == [(one.item, one.won, one.lost) for one in found]
    run = reached(game("mitigatti-3"), asked("talk"))
    view = state_of(seen_of(run, asked_seat(run))).view
    assert view is not None and view.question is not None
    assert {word: why.clause for word, why in view.question.costless.items()} == {
        "a_monte": "mitigatti-3 2.6"
    }
    assert set(view.question.prices) == {"tenir"}


def test_page_and_interface_tell_that_an_offer_is_paid_if_the_deal_is_given_up() -> None:
    run = reached(game("mineo-3"), asked("talk"))
    while run.decision and "pago" not in run.decision.options:
        run.do("passo")
    seen = seen_of(run, asked_seat(run))
    assert "if others agree: you lose 1 point" in table_fragment(seen, EN)
    view = state_of(seen).view
    assert view is not None and view.question is not None
    told = view.question.prices
    assert (told["pago"][0].if_agreed, told["vado_solo"][0].if_agreed) == (True, False)


# -- how many cards are in each hand, which are known, and which each has won ----------------


@pytest.mark.parametrize("case", CASES, ids=str)
def test_cards_counted_beside_a_name_and_told_to_be_in_a_hand_are_in_it(case: Case) -> None:
    for run in some_deals(case):
        view, own = run.view(None), asked_seat(run)
        laying_away = run.decision is not None and run.decision.kind == "discard"
        for seat, count in enumerate(cards_held(view)):
            if not (laying_away and seat == own):  # how many are gone is told when he is done
                assert count == len(run.table.hand(seat))
        assert cards_held(run.view(own))[own] == len(run.table.hand(own))
        for seat, cards in cards_known(view).items():
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
    while asked("bid")(run):
        run.do("chiamo")
    caller = asked_seat(run)
    run.do("demand")
    assert run.decision is not None
    demanded = next(card for card in run.decision.options if run.table.holder(card) is not None)
    giver = run.table.holder(demanded)
    assert giver is not None
    back = next(card for card in run.table.hand(caller) if card != demanded)
    do(run, f"{demanded} {back}")
    known = {seat: cards_known(run.view(seat)) for seat in (*range(5), None)}
    told = {caller: {giver: (back,)}, giver: {caller: (demanded,)}}
    assert known == {seat: told.get(seat, {}) for seat in known}


def test_where_drawn_cards_are_shown_they_are_remembered() -> None:
    run = reached(game("calatafimi-2"), mid_trick(4, 0))
    drawn = {card for seat, card in run.view(0).heard("draws") if seat == 1}
    assert set(cards_known(run.view(0))[1]) == drawn & set(run.table.hand(1))


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
    run = start("mineo-4", {0: "T20", 1: "F"})
    do(run, "passo " * 4 + "chiamo:T20 passo passo passo")
    while run.decision is not None and not run.table.tricks:
        options = run.decision.options
        run.do("F" if "F" in options else options[0])
    assert "F" in run.table.tricks[0].cards
    assert fools_of(run) == []


# -- between the deals, and at the end -------------------------------------------------------


def finished(name: str, seed: int) -> Run:
    """A deal played to its end by chance."""
    run, player = Run.shuffled(game(name), seed=seed), Player(random.Random(seed))
    while run.decision is not None:
        step(run, player)
    return run


def end_of_match(deals: int) -> tuple[str, Run, Sequence[int]]:
    """The page after so many deals, the last of them, and what they have brought together."""
    runs = [finished("mineo-3", seed) for seed in range(3, 3 + deals)]
    results = [run.result for run in runs if run.result is not None]
    before = [FinishedDeal(n, 0, result) for n, result in enumerate(results[:-1], start=1)]
    page = table_fragment(seen_of(runs[-1], 0, before=before, limit=deals), EN)
    return (
        page,
        runs[-1],
        [sum(all_of) for all_of in zip(*(one.scores for one in results), strict=True)],
    )


@pytest.mark.slow
def test_picture_and_ledger_of_a_match_end_alike() -> None:
    page, run, sums = end_of_match(4)
    title = re.search(r'<title id="course-title">([^<]*)</title>', page)
    assert title is not None
    own = spelled(run.game, sums[0])
    assert title[1].startswith(f"How the score went in 4 deals: You {own}, ")
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [5, 5, 5]
    assert len({line.split()[0] for line in lines}) == 1
    ledger = page.partition('<table id="ledger">')[2].partition("</table>")[0]
    stake = run.game.start(run.options)
    assert AMOUNT.findall(ledger.partition("<tfoot>")[2]) == [
        spelled(run.game, stake + brought) for brought in sums
    ]
    assert 'formaction="/tables" name="game" value="mineo-3" id="another"' in page


def test_one_deal_makes_no_picture_and_is_told_in_words_and_rows_that_unfold() -> None:
    page, _, _ = end_of_match(1)
    assert "<polyline" not in page
    assert '<p class="because">' in page
    rows = page.count('<tr><th scope="row"><span class="item"')
    assert rows == page.count('<details class="unfold"') > 0
    assert "Trick " in page


def test_between_the_deals_one_says_that_one_is_ready_once() -> None:
    run = finished("mineo-3", 2)
    assert page_of(run, 0).has("next")
    page = page_of(run, 0, sitting=players(3, 0, ready=(0,), bots=(1,)))
    assert not page.has("next")
    assert "Cosima" in page.text_of("after")
    assert "Bruno" not in page.text_of("after").partition("Next deals")[0]


def test_whoever_is_stood_in_for_can_play_again_himself() -> None:
    run = reached(game("mineo-3"), asked("play"))
    assert page_of(run, 0, sitting=players(3, 0, standing_in=(0,))).has("return")
    assert not page_of(run, 0).has("return")


@pytest.mark.slow
def test_a_whole_page_holds_the_fragment_and_forms_with_the_token() -> None:
    seen = seen_of(reached(game("mineo-3"), asked("play")), 0)
    html = table_page(seen, Visit(EN, csrf="token-of-this-page"))
    assert table_fragment(seen, EN) in html
    page = Page(html)
    assert len([one for one in page.of("value") if one["value"] == "token-of-this-page"]) > 1
    assert {one["form"] for one in page.of("form")} <= page.ids().keys()


def test_a_name_with_signs_of_html_is_shown_as_it_is() -> None:
    evil = "<b>&\"'"
    own, *others = players(3, 0)
    named = (own, *(type(one)(one.seat, evil, one.bot) for one in others))
    html = table_fragment(
        seen_of(reached(game("mineo-3"), mid_trick(1, 1)), 0, sitting=named), EN
    )
    assert evil not in html
    assert evil in Page(html).words


# -- story and reasons -----------------------------------------------------------------------


@pytest.mark.parametrize("name", THREE)
def test_told_on_action_by_action_the_story_is_the_same_also_after_one_was_taken_back(
    name: str,
) -> None:
    run, rng = reached(game(name), mid_trick(1, 1)), random.Random(name)
    later, context = run.fork(), PageContext(seen_of(run, 0), EN)
    while later.decision is not None and later.done < run.done + 8:
        do(later, rng.choice(later.decision.options))
    told_by = "a table", 1, context.tagged, context.names, 0
    by_and_by = StoryTail(*told_by)
    forks = [run.fork(done) for done in range(run.done)]
    for now in (*forks, run, later, run, *forks[:3]):
        events = now.view(0).events
        assert by_and_by.after(events) == StoryTail(*told_by).after(events)


def test_the_whole_story_goes_back_to_the_deal() -> None:
    run = reached(game("mineo-3"), mid_trick(12, 1))
    assert "You are dealt" in " ".join(Page(story_fragment(seen_of(run, 0), EN)).words)
    nothing = story_fragment(seen_gathering(game("mineo-3")), EN)
    assert "Nothing has happened yet." in nothing


@pytest.mark.parametrize("display", [EN, DE])
@pytest.mark.parametrize("name", THREE)
def test_a_reason_comes_with_a_link_to_its_clause(name: str, display: Display) -> None:
    run = reached(game(name), asked("play", at_least=2))
    seat, cards = asked_seat(run), run.game.pack(run.options).codes
    barred = next(card for card in cards if card not in run.table.hand(seat))
    refusal = run.why_not(barred, seat)
    assert refusal is not None
    page = Page(why_fragment(seen_of(run, seat), display, barred, refusal))
    number = refusal.clause.rpartition(" ")[2]
    assert [one.attributes["href"] for one in page.all("a")] == [f"/rules/{name}#c{number}"]
    card = next(card for card in run.table.hand(seat) if run.why_not(card, seat) is None)
    allowed = Page(why_fragment(seen_of(run, seat), EN, card, None))
    assert "may be chosen" in " ".join(allowed.words)


# -- the first deal of newcomers, with chosen cards and told steps ---------------------------


@pytest.mark.slow
def test_the_learner_has_the_chosen_cards_reads_the_step_and_nobody_else_does() -> None:
    (taught,) = lesson_games()
    lesson = taught.lesson
    assert lesson is not None
    order = first_deal_of(Order(taught.id, "host", ("strong", "strong")), lesson)
    assert order.given is not None
    assert (order.given.hands, order.given.talon) == (lesson.deal.hands, lesson.deal.talon)
    assert (order.seat, sorted(order.bots)) == (lesson.learner, ["", "rule"])
    run = Run(taught, lesson.deal, dealer=lesson.dealer)
    assert run.decision is not None
    run.do(run.decision.options[0])
    page = table_fragment(seen_of(run, lesson.learner), EN)
    assert "First deal, step 1 of 10" in page
    assert f'href="/rules/{taught.id}#c1.1"' in page
    german = table_fragment(seen_of(run, lesson.learner), DE)
    assert "Erste Gabe, Schritt 1 von 10" in german
    assert not any(page_of(run, other).has("lesson") for other in (1 - lesson.learner, None))
    told = [step.says for step in lesson.steps if "so you must play" in step.says]
    assert len(told) == 2
    assert all("Fool" in says for says in told)

"""Bots speak before a card: what they ask their partners for, what they tell of high trumps."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest

from barcellona_3_tables import playing as playing_barcellona
from calatafimi_tables import FOUR, held, laid_away
from helpers import do
from matto.blocks.auction import SILENCE
from matto.engine.events import SAY
from matto.engine.run import Run
from matto.kernel.layout import Numbers, Reals
from matto.players import aside_of, make_bot
from matto.players.advice import calatafimi_4, mineo_3
from matto.players.bot_talk import talk_before_card, who_answers, who_may_speak
from matto.players.learned import QuickBot
from matto.players.playouts import Playouts
from matto.players.search import STRONG, SearchBot, thinking_bot
from matto.players.simple_bots import RuleBot
from matto.players.weaker_bots import NoviceBot
from mineo_3_tables import playing, talked

RULE = RuleBot(playing().game, "bot")


def second_lead() -> Run:
    """Seat 2 has led swords and seat 0, which trumped, leads; seat 1 plays alone."""
    return do(playing(), "SK T9 S8")


def said(run: Run) -> list[tuple[int, str]]:
    return [(event.seat, event.what[0]) for event in run.events if event.kind == SAY]


def test_partners_speak_before_the_one_whose_card_comes_next() -> None:
    assert who_may_speak(second_lead()) == (2, 0)
    assert who_may_speak(talked(second_lead(), "2:trunfu")) == (0,)


def test_nobody_speaks_before_a_word_of_the_auction() -> None:
    run = do(playing(early=False).fork(0), "")
    assert run.decision is not None
    assert run.decision.kind != "play"
    assert who_may_speak(run) == ()


def test_a_partner_asks_for_the_suit_of_which_it_holds_the_best_card() -> None:
    run = second_lead()  # seat 2 has the Queen, and the King has gone
    assert RULE.speak(run.view(2)) == "u_stissu_jocu"


def test_it_asks_once_in_a_deal() -> None:
    run = do(talked(second_lead(), "2:u_stissu_jocu"), "T8 T18 T20")
    run = do(run, "SQ T7 S9")  # swords again, and seat 2 has the Cavall
    assert "u_stissu_jocu" in run.view(2).asides
    assert RULE.speak(run.view(2)) != "u_stissu_jocu"


def test_the_void_of_the_soloist_is_asked_for_first_and_remembered() -> None:
    run = do(playing(), "BK B5 T10 D8 DK D4")  # the soloist has trumped batons
    assert run.view(0).asides
    assert RULE.speak(run.view(0)) == "faglio"
    run = do(talked(run, "0:faglio"), "BQ B6 T11 S9 SK T9")  # seat 0 leads, nothing is said
    assert {card[0] for card in mineo_3.asked_for(run.view(0))} == {"B"}


def test_a_bot_leads_what_its_partner_has_asked_for_where_it_gives_up_little() -> None:
    run = second_lead()
    silent = RULE.choose(run.view(0))
    asked = RULE.choose(talked(run.fork(), "2:trunfu").view(0))
    assert asked[0] == "T"
    assert silent in run.view(0).asked.options


def test_whoever_asked_is_answered_before_anybody_else_speaks() -> None:
    run = do(playing(), "SK")
    bots = {seat: RULE for seat in range(3)}
    run.say(2 if "ci_putiti" in run.asides(2) else 0, "ci_putiti")
    assert len(who_answers(run)) == 1
    assert who_may_speak(run) == ()
    talk_before_card(run, bots)
    assert said(run)[0][1] == "ci_putiti"


def test_bots_that_talk_play_a_whole_deal() -> None:
    run = playing()
    bots = {seat: make_bot("quick", run.game, seat) for seat in range(3)}
    while run.decision is not None:
        talk_before_card(run, bots)
        run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
    assert {seat for seat, _ in said(run)} <= {0, 2}
    assert said(run)


def test_a_newcomer_and_a_bot_that_cannot_speak_are_silent() -> None:
    view = second_lead().view(2)
    assert aside_of(QuickBot(RULE.game, 1), view) == "u_stissu_jocu"
    assert aside_of(NoviceBot(RULE.game, 1), view) == SILENCE


def test_a_high_trump_is_knocked_for_once_before_a_partner_leads() -> None:
    hands = {0: "CK DK T16 T18", 1: "T20 T19 T1 F T15 T14 T13", 2: "SK BK T17 S5"}
    run = laid_away(do(held(FOUR, hands), "passo passo passo passo"), keep=hands[0])
    run = do(run, "venti quindici")  # seats 1 and 2 play together, and 2 leads
    assert run.decision is not None
    assert (run.decision.kind, run.decision.seat) == ("play", 2)
    bot = RuleBot(run.game, "bot")
    assert bot.speak(run.view(1)) == "batto_giove_e_palla"
    run.say(1, "batto_giove_e_palla")
    assert set(calatafimi_4.told_by_knocks(run.view(2))) == {(1, "T20"), (1, "T19")}
    assert bot.speak(run.view(1)) == SILENCE


def test_a_knock_that_names_nothing_tells_where_the_other_highest_trump_is() -> None:
    hands = {0: "CK DK BK T16 T18", 1: "T20 T1 F T15 T14 T13 SQ", 2: "SK T17 T19 S5"}
    run = laid_away(do(held(FOUR, hands), "passo passo passo passo"), keep=hands[0])
    run = do(run, "venti quindici")
    run.say(1, "batto")
    assert set(calatafimi_4.told_by_knocks(run.view(2))) == {(1, "T20")}
    assert set(calatafimi_4.told_by_knocks(run.view(3))) == set()


def test_who_leads_at_barcellona_gives_the_sign_for_its_high_trumps() -> None:
    run = playing_barcellona("solo", {0: "T20 T19"}, "S7 S6 S5")
    assert run.decision is not None
    assert run.decision.seat == 0
    bot = RuleBot(run.game, "bot")
    assert bot.speak(run.view(0)) == "batto"
    run.say(0, "batto")
    assert bot.speak(run.view(0)) == SILENCE


@pytest.mark.slow
def test_a_search_says_only_what_surely_brings_more_than_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = second_lead()
    bot = thinking_bot("strong", run.game, 1)
    brings: dict[str, float] = {}
    monkeypatch.setattr(
        "matto.players.search.phrase_playouts",
        lambda *_: (
            lambda words, numbers: [[brings.get(word, -1.0)] * len(numbers) for word in words]
        ),
    )
    brings |= {SILENCE: 0.0, "u_stissu_jocu": 1.0}
    assert speaks(bot, run) == "u_stissu_jocu"
    brings["u_stissu_jocu"] = -1.0
    assert speaks(bot, run) == SILENCE


def speaks(bot: SearchBot, run: Run) -> str:
    return bot.speak(run.view(2))


@pytest.mark.slow
@pytest.mark.parametrize(("better", "obeys"), [(2.0, True), (4.0, False)])
def test_a_search_leads_what_is_asked_for_unless_another_card_brings_very_surely_more(
    monkeypatch: pytest.MonkeyPatch, better: float, *, obeys: bool
) -> None:
    """A card of batons is better by so many standard errors than the trumps asked for."""

    def card_playouts(*_args: object, **_options: object) -> Playouts:
        def playouts(cards: Sequence[str], numbers: Numbers) -> Reals:
            luck = np.where(np.arange(len(numbers)) % 2, 1.0, -1.0)
            gain = better / sqrt(STRONG.deals)
            return np.array([(luck + gain) if card == "B7" else luck * 0 for card in cards])

        return playouts

    monkeypatch.setattr("matto.players.search.card_playouts", card_playouts)
    run = talked(second_lead(), "2:trunfu")
    led = thinking_bot("strong", run.game, 1).choose(run.view(0))
    assert (led[0] == "T") == obeys

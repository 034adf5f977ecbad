"""Vanto of the 1930s: solos, bets, the talon, vanto and ternone, the pot, the match."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers import asked, decision_of, do, options, play_by, refused, result_of, seen
from kernel.settled_deals import paid_by_plan
from matto.engine.errors import BadDeal, IllegalChoice
from matto.engine.outcome import Outcome
from matto.engine.run import Match, Run
from matto.engine.scoring import Row
from matto.games.sicily.tortorici_1930 import GAME
from matto.server.tables.commands import Order, given_deal_of, opening_event
from tortorici_tables import HANDS, OLD, TALON, WORDS, amounts, begin, finished, playing

clause = pytest.mark.clause
VIEWERS = (0, 1, 2, None)
ALL_PASS = "bene bene bene "
SOLO = {1: "solo_da_cinque", 2: "solo_da_dieci", 3: "solo_da_quindici"}
BET = {1: "scommessa_15", 2: "scommessa_10", 3: "scommessa_5"}


def cards_held(run: Run) -> list[int]:
    return [len(run.table.hand(seat)) for seat in range(3)]


def alone(said: str, **given: Any) -> Run:
    """A deal after some words; the first cards that may go are laid away."""
    run = do(begin(OLD, **given), said)
    while run.decision is not None and run.decision.kind == "discard":
        run.do(options(run)[0])
    return run


# -- words -----------------------------------------------------------------------------------


@clause("tortorici-1930 5.2", "tortorici-1930 5.13")
def test_words_of_the_sheet_tell_what_is_paid() -> None:
    assert "19 to 16" in GAME.vocabulary.glossary["arie"]  # the four, not the five
    assert (
        "the difference to 55 counts three times" in GAME.vocabulary.glossary["solo_da_cinque"]
    )
    assert "the difference to 55 counts twice" in GAME.vocabulary.glossary["solo_da_dieci"]


# -- pot and dealing -------------------------------------------------------------------------


@clause("tortorici-1930 2.4")
@pytest.mark.parametrize(("carried", "lies"), [(0, "30"), (30, "30"), (60, "60"), (240, "240")])
def test_an_empty_pot_is_filled_by_ten_from_each_and_all_know_it(
    carried: int, lies: str
) -> None:
    run = begin(OLD, carried={"pot": carried})
    for viewer in VIEWERS:
        assert run.view(viewer).heard("pot") == ((0, lies),)
        assert run.view(viewer).carried == {"pot": carried}
    play_by(run, {1: "bene", 2: "bene", 0: "bene"})
    paid = [row.amounts for row in result_of(run).sheet if row.item == "pot"]
    assert paid == ([(-10, -10, -10)] if carried == 0 else [])


@clause("tortorici-1930 2.5")
def test_there_is_a_pause_after_each_of_the_first_three_packets() -> None:
    run = begin(OLD)
    for held in (5, 10, 15):
        assert cards_held(run) == [held] * 3
        do(run, ALL_PASS)
    assert cards_held(run) == [20, 23, 20]  # the forehand with the talon
    assert asked(run) == (1, "discard")
    dealt = [(event.seat, len(event.what)) for event in run.events if event.kind == "dealt"]
    assert dealt == [(1, 5), (2, 5), (0, 5)] * 4
    for viewer in (0, 2):
        cards = seen(run, viewer) & run.table.pack.cards
        assert cards == set(HANDS[OLD][viewer].split())


@clause("tortorici-1930 2.6")
@pytest.mark.parametrize("pause", [1, 2, 3])
def test_solo_is_said_with_5_10_or_15_cards(pause: int) -> None:
    run = do(begin(OLD), ALL_PASS * (pause - 1))
    assert options(run) == (SOLO[pause], "bene")
    for other in {1, 2, 3} - {pause}:
        assert refused(run, SOLO[other]) == "tortorici-1930 2.6"
    assert refused(run, "chiamo") == "tortorici-1930 2.6"


@clause("tortorici-1930 2.7")
@pytest.mark.parametrize("dealer", range(3))
def test_all_are_asked_in_turn_in_each_pause_from_the_forehand_on(dealer: int) -> None:
    run = do(begin(OLD, dealer=dealer), ALL_PASS * 3)
    order = [(dealer + step) % 3 for step in (1, 2, 3)]
    assert [action.seat for action in run.actions] == order * 3
    assert run.view(None).heard("bid")[0] == (order[0], "bene")
    again = do(begin(OLD), f"{ALL_PASS}solo_da_dieci")  # who declined may go solo later
    assert asked(again) == (1, "announce")


@clause("tortorici-1930 2.8")
@pytest.mark.parametrize(
    ("said", "soloist"),
    [
        ("solo_da_cinque", 1),
        ("bene solo_da_cinque", 2),
        ("bene bene solo_da_cinque", 0),
        (ALL_PASS + "bene solo_da_dieci", 2),
        (ALL_PASS * 2 + "bene bene solo_da_quindici", 0),
    ],
)
def test_the_first_to_say_solo_has_it(said: str, soloist: int) -> None:
    run = do(begin(OLD), said)
    while asked(run) == (soloist, "announce"):
        run.do("silence")
    assert asked(run) == (soloist, "discard")  # nobody else is asked, in no later pause
    held = [20, 20, 20]
    held[soloist] = 23
    assert cards_held(run) == held
    assert len(run.view(None).heard("bid")) == len(said.split())


# -- Scommessa -------------------------------------------------------------------------------


@clause("tortorici-1930 2.9")
@pytest.mark.parametrize("pause", [1, 2, 3])
def test_the_soloist_alone_may_bet_in_the_pause_of_his_solo(pause: int) -> None:
    run = do(begin(OLD), f"{ALL_PASS * (pause - 1)}bene {SOLO[pause]}")
    assert (asked(run), options(run)) == ((2, "announce"), (BET[pause], "silence"))
    assert decision_of(run).clause == "tortorici-1930 2.9"
    for other in {1, 2, 3} - {pause}:
        assert refused(run, BET[other]) == "tortorici-1930 2.9"
    do(run, BET[pause])
    assert run.table.said[BET[pause]] == [2]
    assert run.view(0).heard("announce") == ((2, BET[pause]),)
    assert asked(run) == (2, "discard")  # once


@clause("tortorici-1930 2.9")
def test_who_bets_need_not_hold_a_ten() -> None:
    run = do(begin(OLD), "solo_da_cinque")
    assert not {"T20", "T1", "F"} & set(run.view(1).hand)
    assert "scommessa_15" in options(run)


@clause("tortorici-1930 2.10")
def test_a_soloist_may_bet_in_a_later_pause_at_its_own_price() -> None:
    run = do(begin(OLD), "solo_da_cinque silence")
    assert cards_held(run) == [10] * 3
    assert (asked(run), options(run)) == ((1, "announce"), ("scommessa_10", "silence"))
    assert refused(run, "scommessa_15") == "tortorici-1930 2.10"
    early = do(run.fork(), "scommessa_10")
    assert asked(early) == (1, "discard")
    do(run, "silence")
    assert cards_held(run) == [15] * 3
    assert options(run) == ("scommessa_5", "silence")
    assert asked(do(run, "silence")) == (1, "discard")  # never after the fourth packet
    assert early.table.said.keys() == {"solo_da_cinque", "scommessa_10"}


@clause("tortorici-1930 2.11")
def test_without_a_solo_the_forehand_must_play_chiamo() -> None:
    run = do(begin(OLD), ALL_PASS * 3)
    assert asked(run) == (1, "discard")
    do(run, TALON[OLD])
    assert decision_of(run).kind == "play"
    play_by(run, {})
    assert "chiamo" in {row.item for row in result_of(run).sheet}


@clause("tortorici-1930 2.12")
def test_the_others_are_partners_as_soon_as_solo_is_said() -> None:
    run = do(begin(OLD), "bene solo_da_cinque")
    assert [set(GAME.friends(run.view(seat))) for seat in range(3)] == [{1}, {0}, set()]
    assert GAME.friends(run.view(None)) == frozenset()
    assert not set(HANDS[OLD][0].split()[:5]) & seen(run, 1)
    chiamo = playing(OLD)
    assert [GAME.friends(chiamo.view(seat)) for seat in range(3)] == [frozenset()] * 3


@clause("tortorici-1930 3.1")
@pytest.mark.parametrize("said", [ALL_PASS * 3, "solo_da_cinque scommessa_15"])
def test_the_talon_is_shown_only_by_an_option(said: str) -> None:
    hidden, shown = do(begin(OLD), said), do(begin(OLD, talon="shown"), said)
    for viewer in (0, 2, None):
        assert not set(TALON[OLD].split()) & seen(hidden, viewer)
        assert set(TALON[OLD].split()) <= seen(shown, viewer)
    assert set(TALON[OLD].split()) <= set(hidden.view(1).hand)


# -- vanto -----------------------------------------------------------------------------------


@clause("tortorici-1930 3.6")
def test_a_soloist_may_announce_vanto_when_he_has_laid_away() -> None:
    run = alone("solo_da_cinque scommessa_15")
    assert (asked(run), options(run)) == ((1, "announce"), ("vanto", "silence"))
    assert refused(run, "scommessa_5") == "tortorici-1930 3.6"
    with pytest.raises(IllegalChoice):
        run.do("rivanto")
    do(run, "vanto")
    assert run.view(None).heard("announce")[-1] == (1, "vanto")
    assert asked(run) == (1, "play")  # before the first card, and nobody else is asked


@clause("tortorici-1930 4.1", "tortorici-1930 4.2")
@pytest.mark.parametrize("dealer", range(3))
def test_the_forehands_neighbour_leads_to_a_chiamo_the_soloist_to_a_solo(dealer: int) -> None:
    forehand = (dealer + 1) % 3
    chiamo = alone(ALL_PASS * 3, dealer=dealer)
    assert asked(chiamo) == ((forehand + 1) % 3, "play")
    solo = do(alone("solo_da_cinque scommessa_15", dealer=dealer), "silence")
    assert asked(solo) == (forehand, "play")
    other = {"dealer": dealer, "leader": "right_of_soloist"}
    right = do(alone("solo_da_cinque scommessa_15", **other), "silence")
    assert asked(right) == ((forehand + 1) % 3, "play")
    assert asked(alone(ALL_PASS * 3, **other)) == ((forehand + 1) % 3, "play")


@clause("tortorici-1930 3.7")
@pytest.mark.parametrize("word", ["vanto", *BET.values()])
def test_in_a_chiamo_neither_vanto_nor_scommessa_is_announced(word: str) -> None:
    run = do(begin(OLD), ALL_PASS * 3)
    do(run, TALON[OLD])
    assert asked(run) == (2, "play")  # nobody has been asked for an announcement
    assert refused(run, word) == "tortorici-1930 3.7"
    assert refused(do(run, "T3"), word) == "tortorici-1930 3.7"


@clause("tortorici-1930 3.6", "tortorici-1930 2.10")
def test_when_cards_are_played_it_is_too_late_for_a_soloists_vanto_and_scommessa() -> None:
    run = do(alone("solo_da_cinque silence silence silence"), "silence")
    for _ in range(2):
        assert decision_of(run).kind == "play"
        assert refused(run, "vanto") == "tortorici-1930 3.6"
        assert {refused(run, word) for word in BET.values()} == {"tortorici-1930 2.10"}
        run.do(options(run)[0])


# -- the ternone -----------------------------------------------------------------------------

WITHOUT_T14 = {
    **HANDS[OLD],
    1: HANDS[OLD][1].replace("T14", "T9"),
    0: HANDS[OLD][0].replace("T9", "T14"),
}


@clause("tortorici-1930 4.14")
@pytest.mark.parametrize("first", ["T13", "T14", "T15"])
def test_the_ternone_is_announced_with_the_first_of_the_three(first: str) -> None:
    run = do(playing(OLD), f"T3 T2 {first}")
    assert (asked(run), options(run)) == ((1, "declare"), ("ternone", "silence"))
    assert run.table.tricks == []  # at once
    do(run, "ternone")
    for viewer in VIEWERS:
        shown = {card for _, card in run.view(viewer).heard("shown")}
        assert shown == {"T13", "T14", "T15"}
        assert run.view(viewer).heard("declare") == ((1, "ternone"),)
    assert len(run.table.tricks) == 1


@clause("tortorici-1930 4.14")
def test_who_keeps_silent_at_the_first_of_them_has_lost_it() -> None:
    run = do(playing(OLD), "T3 T2 T13 silence")
    play_by(run, {1: "T14 T15"})
    assert not run.view(None).heard("shown")
    assert "ternone" not in {row.item for row in result_of(run).sheet}


@clause("tortorici-1930 4.14")
def test_with_one_of_the_three_elsewhere_there_is_no_ternone() -> None:
    run = do(playing(OLD, WITHOUT_T14), "T3 T2 T13")
    assert options(run) == ("silence",)
    assert refused(run, "ternone") == "tortorici-1930 4.14"
    assert refused(run, "vanto") == "tortorici-1930 4.14"


@clause("tortorici-1930 4.15")
def test_who_plays_the_first_of_them_is_asked_whatever_he_holds_and_nobody_after_him() -> None:
    run = do(playing(OLD, WITHOUT_T14), "T3 T14")
    assert (asked(run), options(run)) == ((0, "declare"), ("silence",))
    do(run, "silence T13")
    assert asked(run) == (0, "play")  # T14 has taken the trick, T13 is not asked about
    other = do(playing(OLD), "T3 T2 T12")
    assert asked(other) == (1, "play")  # no card of the three


RUN_IN_THE_TALON = {
    **HANDS[OLD],
    1: HANDS[OLD][1].replace("T14", "S7").replace("T13", "S6"),
    0: HANDS[OLD][0].replace("T9", "T13"),
}


@clause("tortorici-1930 4.15", "tortorici-1930 3.1")
@pytest.mark.parametrize("talon", ["hidden", "shown"])
def test_who_plays_the_first_of_them_is_asked_though_another_was_seen_in_the_talon(
    talon: str,
) -> None:
    run = do(begin(OLD, RUN_IN_THE_TALON, "T9 S5 T14", talon=talon), ALL_PASS * 3)
    assert ("T14" in seen(run, 0)) is (talon == "shown")
    do(run, "S7 S6 S5 T3 T13")
    assert (asked(run), options(run)) == ((0, "declare"), ("silence",))
    assert refused(run, "ternone") == "tortorici-1930 4.14"


@clause("tortorici-1930 4.14", "tortorici-1930 3.1")
@pytest.mark.parametrize("talon", ["hidden", "shown"])
def test_a_trump_from_the_talon_serves_in_the_ternone(talon: str) -> None:
    hands = {**HANDS[OLD], 1: HANDS[OLD][1].replace("T14", "S7")}
    run = do(begin(OLD, hands, "S6 S5 T14", talon=talon), ALL_PASS * 3)
    do(run, "S7 S6 S5 T3 T2 T13")
    assert (asked(run), options(run)) == ((1, "declare"), ("ternone", "silence"))


THE_RUN = {"T13", "T14", "T15"}


def kept_until(trick: int) -> Run:
    """A chiamo in which nobody has played one of the three trumps before a trick."""
    for seed in range(300):
        run = do(Run.shuffled(GAME, seed=seed), ALL_PASS * 3)
        while run.decision is not None and len(run.table.tricks) < trick - 1:
            free = [card for card in options(run) if card not in THE_RUN]
            run.do((free or options(run))[0])
        played = {card for one in run.table.tricks for card in one.cards}
        if not THE_RUN & played and set(options(run)) & THE_RUN:
            return run
    raise AssertionError(trick)


@clause("tortorici-1930 4.15")
@pytest.mark.parametrize(("trick", "is_asked"), [(18, True), (19, False), (20, False)])
def test_in_the_last_two_tricks_nobody_is_asked(trick: int, is_asked: bool) -> None:
    run = kept_until(trick)
    leader = run.decision.seat if run.decision is not None else None
    run.do(next(card for card in options(run) if card in THE_RUN))
    assert (asked(run) == (leader, "declare")) is is_asked


# -- all four in a chiamo, the ternone in a solo, and which pots there are ---------------

READINGS = {"from_each": (10, 20), "in_all": (5, 10)}
"""What each of the two others pays for all four, and what the player has."""
FOURS = [("arie", "T19 T18 T17 T16"), ("quattro_re", "SK BK CK DK")]
ALONE = "solo_da_cinque silence silence silence"


def chiamo(piles: dict[int, str], rest_to: int) -> Outcome:
    """A chiamo of seat 1 with some cards in given piles."""
    return finished(OLD, (0, 1, 2), piles, [(1, "S9 S8 S7", 1)], rest_to=rest_to)


def sheet(done: Outcome, reading: str) -> tuple[Row, ...]:
    return GAME.score(done, GAME.resolve({"all_four_in_chiamo": reading}))


# -- all four in a chiamo --------------------------------------------------------------------


@clause("tortorici-1930 5.17", "tortorici-1930 5.13", "tortorici-1930 5.14")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_chiamo_the_player_with_all_four_has_ten_from_each_or_in_all(
    item: str, four: str, reading: str
) -> None:
    pays, has = READINGS[reading]
    for seat in range(3):
        due = tuple(has if other == seat else -pays for other in range(3))
        rows = sheet(chiamo({seat: four, (seat + 1) % 3: ""}, (seat + 2) % 3), reading)
        assert due in amounts(rows, item)
        assert {row.clause for row in rows if row.item == item} == {"tortorici-1930 5.17"}


@clause("tortorici-1930 5.17")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_chiamo_three_of_the_four_bring_nothing(
    item: str, four: str, reading: str
) -> None:
    split = chiamo({1: four[:-3], 0: four[-3:]}, 2)
    assert amounts(sheet(split, reading), item) == []


@clause("tortorici-1930 5.13", "tortorici-1930 5.14", "tortorici-1930 5.17")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_solo_all_four_bring_ten_from_or_to_each_however_a_chiamo_pays(
    item: str, four: str, reading: str
) -> None:
    for own, due in ((four, (-10, 20, -10)), ("", (10, -20, 10))):
        done = finished(
            OLD,
            (1, 0, 1),
            {1: own},
            [(1, "S9 S8 S7", 1)],
            rest_to=2,
            said={"solo_da_cinque": (1,)},
        )
        assert amounts(sheet(done, reading), item) == [due]


@pytest.mark.slow
@clause("tortorici-1930 5.17", "tortorici-1930 5.16")
@pytest.mark.parametrize("reading", READINGS)
def test_who_wins_every_trick_of_a_chiamo_is_paid_for_both_fours(reading: str) -> None:
    high = " ".join(f"T{trump}" for trump in range(20, 1, -1))
    hands = {1: f"{high} SK", 0: "F"}
    run = begin(OLD, hands, "T1 T0 S5", all_four_in_chiamo=reading)
    do(run, WORDS[OLD])
    while run.decision is not None:
        run.do("silence" if "silence" in options(run) else options(run)[0])
    pays, has = READINGS[reading]
    for item in ("arie", "quattro_re"):
        assert amounts(result_of(run).sheet, item) == [(-pays, has, -pays)]
    assert paid_by_plan(run) == result_of(run).scores
    assert sum(result_of(run).scores) == -30  # the new pot


# -- the ternone -----------------------------------------------------------------------------


@clause("tortorici-1930 5.15", "tortorici-1930 4.14")
@pytest.mark.parametrize(
    "words",
    [
        ALONE,  # seat 1, who has the run, plays alone
        f"bene {ALONE}",  # seat 2 does: seat 0 is the partner of seat 1
        f"bene bene {ALONE}",  # seat 0 does: seat 2 is
    ],
)
def test_in_a_solo_five_are_paid_by_each_for_a_ternone_partners_too(words: str) -> None:
    run = playing(OLD, words=words)
    while run.decision is not None and run.decision.kind == "play":
        run.do("T13" if "T13" in options(run) else options(run)[-1])
    assert (asked(run), options(run)) == ((1, "declare"), ("ternone", "silence"))
    play_by(do(run, "ternone"), {})
    (row,) = [row for row in result_of(run).sheet if row.item == "ternone"]
    assert (row.clause, row.amounts) == ("tortorici-1930 5.15", (-5, 10, -5))


@clause("tortorici-1930 4.14")
@pytest.mark.parametrize("away", ["T13", "T14", "T15"])
def test_with_one_of_the_three_laid_away_there_is_no_ternone(away: str) -> None:
    rest = "T15 T14 T13 T12 T11 T10 T9"
    own = f"SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 {rest}"
    run = do(begin(OLD, {1: own}, "T8 T7 T0"), f"{WORDS[OLD]} SQ S5 {away}")
    do(run, "T6")  # seat 2 leads a trump, of which seat 0 has none
    do(run, [options(run)[0], "T14" if away != "T14" else "T15"])
    assert (asked(run), options(run)) == ((1, "declare"), ("silence",))


# -- the pot ---------------------------------------------------------------------------------


def order(pot: int) -> Order:
    """A table that begins with a deal played before, into which a pot was carried."""
    given = given_deal_of(begin(OLD, HANDS[OLD]))
    given.carried["pot"] = pot
    return Order(game=OLD, host="somebody", bots=("rule",) * 3, given=given)


@clause("tortorici-1930 5.16")
@pytest.mark.parametrize("pot", [0, 30, 60, 240])
def test_a_deal_that_is_given_begins_with_a_pot_of_three_equal_parts(pot: int) -> None:
    given = opening_event(order(pot)).given
    assert given is not None
    assert given.carried == {"pot": pot}


@clause("tortorici-1930 5.16")
@pytest.mark.parametrize("pot", [20, 41, 1, -30])
def test_no_deal_begins_with_a_pot_that_three_equal_parts_have_not_filled(pot: int) -> None:
    sentence = f"No pot has {pot} points: three equal parts have filled it."
    with pytest.raises(BadDeal) as caught:
        opening_event(order(pot))
    assert str(caught.value.sentence) == sentence
    with pytest.raises(BadDeal):
        begin(OLD, carried={"pot": pot}, pot_doubled_by="all")


# -- the pot from deal to deal, and the ledger of a match --------------------------------


@clause("tortorici-1930 5.16", "tortorici-1930 6.2", "tortorici-1930 6.3")
@pytest.mark.parametrize(
    "given", [{}, {"pot_doubled_by": "all"}, {"talon": "shown", "leader": "right_of_soloist"}]
)
def test_ledger_and_pot_together_stay_at_zero_over_a_match(given: dict[str, object]) -> None:
    rng = random.Random(11)
    match = Match(GAME, GAME.resolve(given))
    pots = set()
    for _ in range(60):
        before = dict(match.carried)
        run = match.next_run(seed=rng)
        assert run.setup.carried == before  # the pot of one deal is that of the next
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        match.take(run.result)
        assert sum(match.ledger) == -match.carried["pot"]
        pots.add(match.carried["pot"])
    assert {0, 30, 60} <= pots
    assert all(pot % 3 == 0 for pot in pots)


@clause("tortorici-1930 6.2", "tortorici-1930 5.8", "tortorici-1930 5.9")
def test_a_pot_grows_until_a_vanto_takes_it_and_is_then_filled_again() -> None:
    match = Match(GAME)
    known: list[int] = []
    for wins in (False, True, True):
        while True:
            run = vanto_of_the_forehand(match, seed=len(known))
            assert run.result is not None
            last = run.table.tricks[-1].winner
            if (last == (run.setup.dealer + 1) % 3) is wins:
                match.take(run.result)
                known.append(match.carried["pot"])
                break
            known.append(-1)
    assert [pot for pot in known if pot >= 0] == [60, 0, 0]


def vanto_of_the_forehand(match: Match, seed: int) -> Run:
    """A deal in which the forehand goes solo and announces vanto."""
    run = do(match.next_run(seed=seed), "solo_da_cinque silence silence silence")
    rng = random.Random(seed)
    while run.decision is not None:
        options = run.decision.options
        run.do("vanto" if "vanto" in options else rng.choice(options))
    return run

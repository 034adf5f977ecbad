"""Ragusa: what is its own, worked by hand, and what is as in Mineo for three."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from helpers import (
    asked,
    deal_with,
    do,
    options,
    outcome,
    play_by,
    refused,
    result_of,
    seen,
    start,
)
from matto.engine.errors import IllegalChoice
from matto.engine.events import Contract, Event, Trick
from matto.engine.outcome import Outcome, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import sicilian_points
from mineo_3_tables import HANDS, TALON, TO_PAUSE_2, TO_PAUSE_4, talked

clause = pytest.mark.clause
ID = "ragusa-3"
GAME, MINEO = game(ID), game("mineo-3")
PACK = GAME.pack(GAME.resolve())
AWAY = " ".join(TALON.split())
EACH: Any = {"parties": "each_for_self"}
TO_SOLO, TO_OPPONENT = [(1, "S9 S8 S7", 1)], [(1, "S9 S8 S7", 2)]


def begin(hands: Mapping[int, str] = HANDS, talon: str = TALON, /, **given: object) -> Run:
    """A deal of Mineo's tests before anybody has spoken; seat 0 deals."""
    chosen = GAME.resolve(given)
    return Run(GAME, deal_with(GAME, hands, talon, options=chosen), options=chosen)


def finished(
    tricks: Iterable[tuple[int, str, int]],
    side: tuple[int, ...] = (1, 0, 1),
    piles: Mapping[int, str] | None = None,
    **given: Any,
) -> Outcome:
    """A finished deal of seat 1 against 2 and 0."""
    return outcome(ID, side, piles or {}, tricks, rest_to=2, declarer=1, **given)


def rows(done: Outcome) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(row.item, row.clause, row.amounts) for row in GAME.score(done, GAME.resolve())]


def asked_for_rivanto(run: Run) -> list[int]:
    seats = []
    while run.decision is not None and run.decision.kind == "announce":
        assert run.decision.options == ("rivanto", "silence")
        seats.append(run.decision.seat)
        run.do("silence")
    return seats


# -- some of it by hand ----------------------------------------------------------------------


@clause("ragusa-3 1.1", "ragusa-3 1.2", "ragusa-3 1.3", "ragusa-3 1.4")
def test_the_pack_is_the_sicilian_one_with_the_coin_4() -> None:
    assert GAME.pack(GAME.resolve()) == MINEO.pack(MINEO.resolve())
    assert len(PACK.cards) == 63
    assert "D4" in PACK.cards
    assert "DA" not in PACK.cards
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]
    assert PACK.ranks_of["S"] == ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert [names[card] for card in ("T20", "T1", "T0", "F")] == [
        *("Giove", "Picciotti", "Miseria", "Fuggitivo")
    ]


@clause("ragusa-3 1.5", "ragusa-3 3.6", "ragusa-3 3.7")
def test_fives_and_tens_may_not_be_laid_away_and_trumps_at_last() -> None:
    poor = {1: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9"}
    run = do(begin(poor, "T8 T7 T6"), "vado_solo")
    assert options(run) == ("SQ", "S5")
    for card in ("SK", "T20", "T16", "T1", "F"):
        assert refused(run, card) == "ragusa-3 3.6"
    assert refused(run, "T6") == "ragusa-3 3.7"
    assert PACK.value_of["T20"] == 10
    assert PACK.value_of["SK"] == 5


@clause("ragusa-3 1.6", "ragusa-3 5.1")
def test_card_points_are_told_and_pay_nothing() -> None:
    run = play_by(do(begin(), f"vado_solo {AWAY}"), {})
    assert result_of(run).points[1] + result_of(run).points[0] == 109
    assert result_of(run).points[0] == result_of(run).points[2]
    rich = finished(TO_OPPONENT, piles={1: " ".join(PACK.codes)})
    assert sicilian_points(rich, 0) > 100
    assert rows(rich) == [("vanto", "ragusa-3 5.2", (1, -2, 1))]


@clause("ragusa-3 2.6")
def test_without_pauses_there_is_talk_after_the_last_packet_only() -> None:
    run = begin(pauses=False)
    assert [len(run.view(seat).hand) for seat in range(3)] == [20] * 3
    assert options(run) == ("vado_solo", "pago", "passo")
    assert len(begin().view(1).hand) == 5
    assert asked(do(run, "passo vado_solo")) == (2, "discard")
    assert do(begin(pauses=False), "passo passo passo").result is not None


@clause("ragusa-3 2.24")
def test_when_each_plays_for_himself_nobody_goes_solo() -> None:
    run = begin(**EACH)
    assert options(run) == ("altre_cinque", "pago", "passo")
    assert refused(run, "vado_solo") == "ragusa-3 2.24"
    no_word = run.why_not("mischio")
    assert no_word is not None
    assert str(no_word.sentence) == "Say one of these: altre_cinque, pago, passo."
    do(run, "passo altre_cinque")  # closes the talk at once
    assert len(run.view(0).hand) == 10
    do(run, "altre_cinque altre_cinque")
    assert asked(run) == (0, "discard")  # no pause after the fourth packet
    given_up = do(begin(**EACH), "passo passo passo")
    assert result_of(given_up).thrown_in
    assert asked(begin(pauses=False, **EACH)) == (0, "discard")


@clause("ragusa-3 2.24", "ragusa-3 2.16", "ragusa-3 2.19", "ragusa-3 2.20")
@pytest.mark.parametrize(
    ("said", "scores"),
    [
        ("pago prendo passo", (0, -1, 1)),
        ("passo pago prendo", (1, 0, -1)),
        ("pago pago prendo", (2, -1, -1)),
        ("pago passo passo", None),  # nobody takes it: the next packet is dealt
        ("pago prendo altre_cinque", None),
    ],
)
@pytest.mark.parametrize("packets", [1, 2, 3])
@pytest.mark.parametrize("given", [{}, {"solo_after_prendo": True}, {"solo_rounds": "every"}])
def test_a_deal_of_each_for_himself_may_be_bought_out_after_packets_1_to_3(
    said: str, scores: tuple[int, ...] | None, packets: int, given: dict[str, Any]
) -> None:
    run = begin(**given, **EACH)
    do(run, ["altre_cinque"] * (packets - 1))
    assert len(run.view(1).hand) == 5 * packets
    for word in said.split():
        assert "vado_solo" not in options(run)
        run.do(word)
    if scores is None:
        assert run.result is None
        dealt = 23 if packets == 3 else 5 * (packets + 1)  # at last he has the talon too
        assert len(run.view(0).hand) == dealt
    else:
        assert result_of(run).thrown_in
        (row,) = result_of(run).sheet
        assert (row.clause, row.amounts) == ("ragusa-3 2.19", scores)
        assert result_of(run).scores == scores


@clause("ragusa-3 3.1")
def test_one_plays_against_two_or_each_for_himself() -> None:
    solo = do(begin(), "vado_solo")
    assert [GAME.friends(solo.view(seat)) for seat in range(3)] == [{2}, set(), {0}]
    alone = begin(pauses=False, **EACH)
    assert [GAME.friends(alone.view(seat)) for seat in range(3)] == [set()] * 3


@clause("ragusa-3 3.10", "ragusa-3 3.12")
def test_by_default_nothing_is_announced() -> None:
    assert asked(do(begin(), f"vado_solo {AWAY}")) == (2, "play")
    assert GAME.resolve()["rivanto"] == "off"


@clause("ragusa-3 3.11", "ragusa-3 3.14")
def test_the_soloist_is_asked_for_no_announcement_and_nobody_bets() -> None:
    run = do(begin(rivanto="both"), f"vado_solo {AWAY}")
    assert asked(run) == (2, "announce")
    assert refused(run, "scommessa") == "ragusa-3 3.11"
    with pytest.raises(IllegalChoice):
        run.do("scommessa")
    assert "scommessa" not in GAME.vocabulary.glossary


@clause("ragusa-3 3.10", "ragusa-3 3.12")
@pytest.mark.parametrize(
    ("said", "behind", "not_passed", "all_"),
    [
        ("vado_solo", [2, 0], [2, 0], [2, 0]),
        ("pago vado_solo", [0], [0, 1], [0, 1]),
        ("passo passo vado_solo", [], [], [1, 2]),
    ],
)
def test_who_may_raise_after_the_last_packet_is_an_option(
    said: str, behind: list[int], not_passed: list[int], all_: list[int]
) -> None:
    for who, seats in (("behind", behind), ("not_passed", not_passed), ("both", all_)):
        assert asked_for_rivanto(do(begin(rivanto=who), f"{TO_PAUSE_4}{said} {AWAY}")) == seats


@clause("ragusa-3 3.13")
@pytest.mark.parametrize("who", ["behind", "both", "not_passed"])
def test_after_an_early_solo_both_may_raise_where_it_is_played(who: str) -> None:
    run = do(begin(rivanto=who), f"passo passo vado_solo {AWAY}")
    assert asked_for_rivanto(run) == [1, 2]


@clause("ragusa-3 3.15", "ragusa-3 4.1")
def test_each_for_himself_the_dealer_takes_the_talon_unshown() -> None:
    run = begin(pauses=False, **EACH)
    assert set(TALON.split()) <= set(run.view(0).hand)
    for seat in (1, 2, None):
        assert not set(TALON.split()) & seen(run, seat)
    do(run, AWAY)
    assert asked(run) == (1, "play")  # at the dealer's right
    assert all(run.asides(seat) == () for seat in range(3))
    led = do(begin(pauses=False, leader="soloist", rivanto="both", **EACH), AWAY)
    assert asked(led) == (0, "play")


# -- what lies where -------------------------------------------------------------------------


@clause("ragusa-3 4.10", "ragusa-3 4.11", "ragusa-3 4.13")
def test_the_fuggitivo_stays_with_its_owners_party_and_waits_for_its_first_trick() -> None:
    hands = {**HANDS, 0: HANDS[0].replace("T0", "F"), 2: HANDS[2].replace("F", "T0")}
    run = do(begin(hands), f"vado_solo {AWAY} T3 F T18")
    assert GAME.lying_open(run.view(1)) == {(0, 2): {"F"}}
    alone = do(begin(hands, pauses=False, **EACH), f"{AWAY} S9 SK F")
    assert GAME.lying_open(alone.view(None)) == {(0,): {"F"}}
    play_by(run, {})
    piles = outcome_of(run.table)
    assert "F" in piles.pile(1)
    assert "T3" in piles.pile(0)


@clause("ragusa-3 4.12")
def test_a_fuggitivo_without_any_trick_goes_to_the_winner_of_its_trick() -> None:
    tricks = [(1, "T20 F T2", 1), (1, "SK SQ SJ", 1)]
    run = Run.shuffled(GAME, seed=1, options=GAME.resolve({"pauses": False, **EACH}))
    run.table.tricks.extend(
        Trick(lead, tuple(cards.split()), won) for lead, cards, won in tricks
    )
    run.table.contract = Contract((0, 1, 2), 1, fool_needs_trick=True)
    apart = outcome_of(run.table)
    assert "F" in apart.piles[1]
    run.table.contract = Contract((0, 1, 1), 1, fool_needs_trick=True)
    with_partner = outcome_of(run.table)
    assert "F" in with_partner.piles[2]  # his party has a trick


@clause("ragusa-3 4.14")
def test_captured_cards_do_not_lie_open() -> None:
    run = do(begin(), f"vado_solo {AWAY} T3 T1 T18")
    assert GAME.lying_open(run.view(0)) == {}


# -- the one point ---------------------------------------------------------------------------


@clause("ragusa-3 5.2", "ragusa-3 5.5")
@pytest.mark.parametrize(
    ("last", "paid"),
    [
        (TO_SOLO, (-1, 2, -1)),
        (TO_OPPONENT, (1, -2, 1)),
        ([(1, "S9 S8 S7", 0)], (1, -2, 1)),
        ([*TO_OPPONENT, (2, "T0 S6 T20", 1)], (-1, 2, -1)),
    ],
)
def test_the_last_trick_pays_one_to_the_soloist_or_to_each_opponent(
    last: list[tuple[int, str, int]], paid: tuple[int, ...]
) -> None:
    assert rows(finished(last)) == [("vanto", "ragusa-3 5.2", paid)]


@clause("ragusa-3 5.1")
def test_captures_arie_kings_and_tens_pay_nothing() -> None:
    tricks = [(1, "T20 T19 T1", 1), *TO_OPPONENT]
    everything = {1: "T20 T19 T18 T17 T16 T1 F SK BK CK DK"}
    assert rows(finished(tricks, piles=everything)) == rows(finished(TO_OPPONENT))


@clause("ragusa-3 5.3")
@pytest.mark.parametrize("sayers", [(2,), (2, 0)])
def test_rivanto_makes_it_two_for_either_party(sayers: tuple[int, ...]) -> None:
    said = {"rivanto": sayers}
    assert rows(finished(TO_SOLO, said=said)) == [("rivanto", "ragusa-3 5.3", (-2, 4, -2))]
    assert rows(finished(TO_OPPONENT, said=said)) == [("rivanto", "ragusa-3 5.3", (2, -4, 2))]


@clause("ragusa-3 5.4")
@pytest.mark.parametrize(
    ("given", "said", "vanto"),
    [
        ({}, "vado_solo", 2),
        ({"early_solo": "double"}, "vado_solo", 4),
        ({"early_solo": "double"}, f"{TO_PAUSE_4}vado_solo", 2),
        ({"early_solo": "double", "solo_rounds": "every"}, f"{TO_PAUSE_2}vado_solo", 4),
        ({"solo_rounds": "every"}, f"{TO_PAUSE_2}vado_solo", 2),
    ],
)
def test_an_early_solo_is_doubled_only_by_the_option(
    given: dict[str, Any], said: str, vanto: int
) -> None:
    run = play_by(do(begin(**given), f"{said} {AWAY}"), {})
    assert abs(result_of(run).scores[1]) == vanto


@clause("ragusa-3 5.4", "ragusa-3 5.3")
def test_rivanto_after_a_doubled_solo_pays_four() -> None:
    assert rows(replace(finished(TO_SOLO, said={"rivanto": (2,)}), times=2))[0][2] == (
        -4,
        8,
        -4,
    )


@clause("ragusa-3 5.6")
@pytest.mark.parametrize(
    ("winner", "paid"), [(0, (2, -1, -1)), (1, (-1, 2, -1)), (2, (-1, -1, 2))]
)
def test_each_for_himself_the_winner_has_one_from_both(
    winner: int, paid: tuple[int, ...]
) -> None:
    last = [(1, "S9 S8 S7", winner)]
    assert rows(finished(last, (0, 1, 2))) == [("vanto", "ragusa-3 5.2", paid)]
    run = play_by(do(begin(pauses=False, **EACH), AWAY), {})
    assert sorted(result_of(run).scores) == [-1, -1, 2]
    assert result_of(run).scores[run.table.tricks[-1].winner] == 2


@clause("ragusa-3 5.7", "ragusa-3 6.1", "ragusa-3 6.2", "ragusa-3 6.3", "ragusa-3 6.4")
def test_payments_balance_and_the_deal_passes_to_the_right() -> None:
    match = Match(GAME, dealer=2, limit=5)
    assert match.ledger == [0] * 3
    rng = random.Random(7)
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=rng)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        assert sum(run.result.scores) == 0
        match.take(run.result)
        assert sum(match.ledger) == 0
    assert dealers == [(2 + deal) % 3 for deal in range(len(dealers))]
    assert GAME.unit == 1


@clause("ragusa-3 7.1")
def test_the_opponents_talk_and_the_soloist_hears_it() -> None:
    run = talked(do(begin(), f"vado_solo {AWAY}"), "0:trunfu 2:grossu_o_picciriddu")
    assert run.view(1).heard("say") == ((0, "trunfu"), (2, "grossu_o_picciriddu"))
    assert run.asides(1) == ()


@clause("ragusa-3 7.15")
def test_mistakes_cost_nothing_of_their_own() -> None:
    done = finished(TO_SOLO)
    assert rows(replace(done, faults={"revoke": (1, 1, 1)})) == rows(done)


# -- all but the scoring is as in Mineo for three, question by question ------------------

SHARED = ("solo_rounds", "solo_after_prendo", "offer_without_taker", "leader")
TALK = ("table_talk", "talk_truth", "show_card")
SAID_IN_MINEO_ONLY = {"announce"}


def both(given: Mapping[str, Any], seed: int) -> tuple[Run, Run]:
    """The same deal of both games."""
    rng = random.Random(f"{sorted(given.items())} {seed}")
    dealer = rng.randrange(3)
    deal = MINEO.shuffled(MINEO.resolve(), dealer, rng)
    return (
        Run(MINEO, deal, dealer=dealer, options=MINEO.resolve(given)),
        Run(GAME, deal, dealer=dealer, options=GAME.resolve(given)),
    )


def told(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if event.kind not in SAID_IN_MINEO_ONLY]


def side_by_side(given: Mapping[str, Any], seed: int) -> Iterator[tuple[Run, Run]]:
    """Play a deal of both games by the same choices; nobody announces anything in Mineo."""
    rng = random.Random(seed)
    mineo, ragusa = both(given, seed)
    while mineo.decision is not None:
        if mineo.decision.kind == "announce":
            mineo.do("silence")
            continue
        yield mineo, ragusa
        for seat in range(3):
            phrases = mineo.asides(seat)
            if phrases and rng.random() < 0.2:
                phrase = rng.choice(phrases)
                mineo.say(seat, phrase)
                ragusa.say(seat, phrase)
        choice = rng.choice(mineo.decision.options)
        mineo.do(choice)
        ragusa.do(choice)
    yield mineo, ragusa


CASES: list[dict[str, Any]] = [
    {},
    *(
        {option.name: value}
        for option in MINEO.options
        if option.name in {*SHARED, *TALK}
        for value in option.values
        if value != option.default
    ),
]
WRONG = ("F", "T20", "SK", "S5", "vado_solo", "altre_cinque", "pago", "prendo", "nonsense")


@pytest.mark.slow
@clause(
    *("ragusa-3 2.1", "ragusa-3 2.2", "ragusa-3 2.3", "ragusa-3 2.4", "ragusa-3 2.5"),
    *("ragusa-3 2.6", "ragusa-3 2.7", "ragusa-3 2.8", "ragusa-3 2.9", "ragusa-3 2.10"),
    *("ragusa-3 2.11", "ragusa-3 2.12", "ragusa-3 2.13", "ragusa-3 2.14", "ragusa-3 2.15"),
    *("ragusa-3 2.16", "ragusa-3 2.17", "ragusa-3 2.18", "ragusa-3 2.19", "ragusa-3 2.20"),
    *("ragusa-3 2.21", "ragusa-3 2.22", "ragusa-3 2.23", "ragusa-3 3.1", "ragusa-3 3.2"),
    *("ragusa-3 3.3", "ragusa-3 3.4", "ragusa-3 3.5", "ragusa-3 3.6", "ragusa-3 3.7"),
    *("ragusa-3 3.8", "ragusa-3 3.9", "ragusa-3 4.1", "ragusa-3 4.2", "ragusa-3 4.3"),
    *("ragusa-3 4.4", "ragusa-3 4.5", "ragusa-3 4.6", "ragusa-3 4.7", "ragusa-3 4.8"),
    *("ragusa-3 4.9", "ragusa-3 7.1", "ragusa-3 7.2", "ragusa-3 7.3", "ragusa-3 7.4"),
    *("ragusa-3 7.5", "ragusa-3 7.6", "ragusa-3 7.7", "ragusa-3 7.8", "ragusa-3 7.9"),
    *("ragusa-3 7.10", "ragusa-3 7.11", "ragusa-3 7.12", "ragusa-3 7.13", "ragusa-3 7.14"),
)
@pytest.mark.parametrize("given", CASES, ids=str)
def test_every_question_choice_phrase_and_event_is_as_in_mineo(given: dict[str, Any]) -> None:
    for seed in range(6):
        for mineo, ragusa in side_by_side(given, seed):
            assert told(mineo.events) == told(ragusa.events)
            assert (mineo.decision is None) == (ragusa.decision is None)
            assert [mineo.asides(seat) for seat in range(3)] == [
                ragusa.asides(seat) for seat in range(3)
            ]
            if mineo.decision is not None and ragusa.decision is not None:
                assert asked(mineo) == asked(ragusa)
                assert options(mineo) == options(ragusa)
                assert ragusa.decision.clause == mineo.decision.clause.replace("mineo-3", ID)
                for word in WRONG:
                    assert refused(ragusa, word) == refused(mineo, word).replace("mineo-3", ID)


@pytest.mark.slow
@clause("ragusa-3 2.19", "ragusa-3 2.20", "ragusa-3 2.21", "ragusa-3 2.18")
def test_a_deal_given_up_is_paid_as_in_mineo() -> None:
    played = 0
    for seed in range(60):
        *_, (mineo, ragusa) = side_by_side({}, seed)
        assert result_of(mineo).thrown_in == result_of(ragusa).thrown_in
        if result_of(mineo).thrown_in:
            played += 1
            assert result_of(mineo).scores == result_of(ragusa).scores
    assert played > 3
    offered = do(start(ID), "pago prendo passo")
    assert result_of(offered).scores == (0, -1, 1)
    assert [row.clause for row in result_of(offered).sheet] == ["ragusa-3 2.19"]


# -- the Fuggitivo of a party, or a player, without a trick; played to the last card -----

ALONE: dict[str, Any] = {"parties": "each_for_self", "pauses": False}


def trumps(high: int, low: int) -> str:
    return " ".join(f"T{number}" for number in range(high, low - 1, -1))


def begun(hands: Mapping[int, str], talon: str, dealer: int = 0, **given: Any) -> Run:
    """A deal before anybody has spoken; the seat after the dealer speaks first."""
    options = GAME.resolve(given)
    deal = deal_with(GAME, hands, talon, dealer=dealer, options=options)
    return Run(GAME, deal, dealer=dealer, options=options)


def paid(run: Run) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The card points and the results of a deal that is over."""
    return result_of(run).points, result_of(run).scores


@clause("ragusa-3 4.12", "ragusa-3 5.5")
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(
    ("said", "further"),
    [("vado_solo", 0), ("passo vado_solo", 1), ("passo passo vado_solo", 2)],
)
def test_opponents_without_a_trick_lose_the_fuggitivo_and_pay_nothing_for_it(
    said: str, further: int, dealer: int
) -> None:
    by = dealer + further
    soloist, left = (1 + by) % 3, (2 + by) % 3
    hands = {  # the soloist has every trump but the two of the talon, and a King
        soloist: f"{trumps(20, 2)} SK",
        left: "F BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6",
        by % 3: "CK CQ CC CJ C10 C9 C8 C7 C6 C5 SQ SC SJ S10 S9 S8 S7 S6 S5 D5",
    }
    run = do(begun(hands, "T1 T0 D4", dealer), f"{said} D4 T0 T2")
    play_by(run, {soloist: f"{trumps(20, 1)} SK", left: "F"})
    assert {trick.winner for trick in run.table.tricks} == {soloist}
    assert outcome_of(run.table).piles[soloist] == run.table.pack.cards
    # 146 in 21 lots, less 42, and 5 for the last trick; one point, that of the last trick
    points, scores = paid(run)
    assert points == tuple(109 if seat == soloist else 0 for seat in range(3))
    assert scores == tuple(2 if seat == soloist else -1 for seat in range(3))


@clause("ragusa-3 4.12", "ragusa-3 3.8")
def test_a_soloist_without_a_trick_loses_his_though_he_has_laid_cards_away() -> None:
    hands = {  # the opponents have every trump, and the soloist 1 the Fuggitivo
        1: "F SQ SC SJ S10 S9 S8 S7 S6 S5 BK BQ BC BJ B10 B9 B8 B7 B6 B5",
        2: f"{trumps(20, 2)} SK",
        0: "T1 T0 CK CQ CC CJ C10 C9 C8 C7 C6 C5 DK DQ DC DJ D10 D9 D8 D7",
    }
    run = do(begun(hands, "D4 D5 D6"), "vado_solo D4 D5 D6")
    play_by(run, {2: hands[2], 1: "F"})
    assert 1 not in {trick.winner for trick in run.table.tricks}
    piles = outcome_of(run.table).piles
    assert piles[1] == {"D4", "D5", "D6"}
    assert "F" in piles[2]
    assert paid(run) == ((108, 1, 108), (1, -2, 1))  # 1 + 1 + 1 − 2 = 1


APART = {  # seat 1 has the high trumps, seat 2 the low ones, the dealer 0 the Fuggitivo
    1: f"{trumps(20, 4)} CQ SK BK",
    2: "T3 T2 T1 T0 CK CC CJ C10 C9 C8 C7 C6 DK DQ DC DJ D10 D9 D8 D7",
    0: "F C5 BQ BC BJ B10 B9 B8 B7 B6 B5 SQ SC SJ S10 S9 S8 S7 S6 S5",
}


@clause("ragusa-3 4.12", "ragusa-3 3.15")
def test_each_for_himself_it_goes_from_one_without_a_trick_to_the_winner_of_its_trick() -> None:
    run = do(begun(APART, "D4 D5 D6", **ALONE), "D4 D5 D6 CQ CK F T3")
    play_by(run, {1: APART[1]})
    assert [trick.winner for trick in run.table.tricks] == [2, *[1] * 19]
    piles = outcome_of(run.table).piles
    assert piles[2] == {"CQ", "CK", "F"}  # not to seat 1, which has won all the others
    assert piles[0] == {"D4", "D5", "D6"}  # the dealer's cards laid away are no trick
    # 1 + 1 + 1 − 2 = 1, and 4 + 5 + 10 − 2 = 17
    assert paid(run) == ((1, 91, 17), (-1, 2, -1))


@clause("ragusa-3 4.12")
def test_each_for_himself_one_late_trick_of_his_own_saves_it() -> None:
    hands = {
        **APART,
        1: APART[1].replace("SK BK", "BK S5"),
        0: APART[0].replace("S5", "").replace("SQ", "SK SQ"),
    }
    run = do(begun(hands, "D4 D5 D6", **ALONE), "D4 D5 D6 CQ CK F T3")
    play_by(run, {1: hands[1], 0: hands[0].replace("SK", "") + " SK"})
    assert run.table.tricks[-1].winner == 0  # the King of swords takes S5
    piles = outcome_of(run.table).piles
    assert piles[0] >= {"F", "SK", "S5"}
    assert piles[2] == {"CQ", "CK"}

"""Mitigatti for three and four: the pack, the pauses, laying away, declarations."""

from __future__ import annotations

import pytest

from helpers import asked, do, options, start
from matto.engine.cards import NUMBER
from matto.engine.rulebook import rulebook
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.nice import HONOURS, PACK, PAPOTE
from mitigatti_deals import (
    CHIP,
    FOUR,
    IN_ORDER,
    SEATS,
    THREE,
    WINNER,
    both,
    held,
    laid,
    lead_through,
    ready,
    refused,
    rows,
    words,
)

clause = pytest.mark.clause
PACKETS = {THREE: (9, 6, 10), FOUR: (9, 10)}


def strong(*codes: str) -> list[int]:
    return [PACK.strength[NUMBER[code]] for code in codes]


def test_both_rulebooks_number_alike_what_they_say_alike() -> None:
    three, four = rulebook(THREE), rulebook(FOUR)
    shared = [n for n in three.clauses if n.split(".")[0] in "1245"]
    assert len(shared) == 9 + 7 + 8 + 11
    for number in [
        *shared,
        *(f"3.{n}" for n in range(1, 6)),
        *(f"6.{n}" for n in range(2, 10)),
    ]:
        one, other = three.clauses[number], four.clauses[number]
        assert [o.name for o in one.options] == [o.name for o in other.options]
        assert one.title.split()[0] == other.title.split()[0] or number == "2.1"


@clause("mitigatti-3 1.1", "mitigatti-4 1.1")
@both
def test_the_pack_has_four_suits_of_fourteen_twenty_one_trumps_and_the_fool(
    game_id: str,
) -> None:
    codes = game(game_id).pack(game(game_id).resolve()).codes
    assert len(set(codes)) == 78
    assert [sum(code[0] == suit for code in codes) for suit in "SBCDTF"] == [14] * 4 + [21, 1]
    assert "T0" not in codes


@clause("mitigatti-3 1.2", "mitigatti-4 1.2")
@pytest.mark.parametrize("suit", "SB")
def test_in_long_suits_the_ace_is_fifth_and_the_two_lowest(suit: str) -> None:
    assert PACK.ranks_of[suit] == tuple("K Q C J A 10 9 8 7 6 5 4 3 2".split())  # noqa: SIM905


@clause("mitigatti-3 1.3", "mitigatti-4 1.3")
@pytest.mark.parametrize("suit", "CD")
def test_in_round_suits_the_ace_is_fifth_and_the_ten_lowest(suit: str) -> None:
    assert PACK.ranks_of[suit] == tuple("K Q C J A 2 3 4 5 6 7 8 9 10".split())  # noqa: SIM905


@clause("mitigatti-3 1.4", "mitigatti-4 1.4")
def test_the_angel_beats_the_world_and_the_world_all_others() -> None:
    order = strong("T20", "T21", *(f"T{trump}" for trump in range(19, 5, -1)), "T5", "T1")
    assert order == sorted(set(order), reverse=True)
    assert len(order) == 21 - 3  # three of the papote left out


@clause("mitigatti-3 1.5", "mitigatti-4 1.5")
def test_the_papi_are_equal_below_the_six_and_above_the_pagat() -> None:
    assert set("T5 T4 T3 T2".split()) == PAPOTE  # noqa: SIM905
    papote = set(strong(*PAPOTE))
    assert len(papote) == 1
    six, pagat = strong("T6", "T1")
    assert pagat < papote.pop() < six


@clause("mitigatti-3 1.6", "mitigatti-4 1.6")
def test_the_fool_has_no_strength() -> None:
    assert strong("F") == [0]


@clause("mitigatti-3 1.7", "mitigatti-4 1.7")
def test_the_honours_are_fool_pagat_and_angel_and_not_the_twenty_one() -> None:
    assert set("F T1 T20".split()) == HONOURS  # noqa: SIM905


@clause("mitigatti-3 1.8", "mitigatti-4 1.8")
def test_kings_and_honours_are_worth_four_and_all_cards_fifty_two() -> None:
    def worth(*cards: str) -> list[int]:
        return [PACK.value_of[card] for card in cards]

    assert worth("SK", "DK", "F", "T1", "T20") == [4] * 5
    assert worth("BQ", "CC", "DJ") == [3, 2, 1]
    assert worth("T21", "T19", "T5", "SA", "S10") == [0] * 5
    assert sum(PACK.value_of.values()) == 16 + 12 + 12 + 8 + 4 == 52


@clause("mitigatti-3 2.1", "mitigatti-4 2.1", "mitigatti-3 2.2", "mitigatti-4 2.2")
@both
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_packets_begin_at_the_dealers_right_and_end_with_him(
    game_id: str, dealer: int
) -> None:
    seats = SEATS[game_id]
    assert game(game_id).direction == "right"
    run = held(game_id, dealer=dealer)
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    expected = [(seat, str(size)) for size in PACKETS[game_id] for seat in order]
    assert list(words(run, None, "packet")) == expected
    assert [len(run.view(seat).hand) for seat in order[:-1]] == [sum(PACKETS[game_id])] * (
        seats - 1
    )
    assert len(run.setup.deal.talon) == {THREE: 3, FOUR: 2}[game_id]


@clause("mitigatti-3 2.1")
def test_of_three_nobody_has_a_friend() -> None:
    run = laid(THREE)
    assert [game(THREE).friends(run.view(seat)) for seat in range(3)] == [frozenset()] * 3


@clause("mitigatti-3 2.3", "mitigatti-4 2.3")
@both
def test_a_hand_grows_packet_by_packet_before_its_holder_only(game_id: str) -> None:
    run = start(game_id)
    assert len(run.view(1).hand) == 9
    for viewer in (0, 2, None):
        dealt = [e for e in run.view(viewer).events if e.kind == "dealt" and e.seat == 1]
        assert dealt == []
    do(run, ["tenir"] * SEATS[game_id])
    assert len(run.view(1).hand) == sum(PACKETS[game_id][:2])


@clause("mitigatti-3 2.4", "mitigatti-4 2.4")
@both
def test_there_is_a_pause_after_every_packet_with_two_words(game_id: str) -> None:
    run = start(game_id)
    for size in range(1, len(PACKETS[game_id]) + 1):
        for _ in range(SEATS[game_id]):
            assert asked(run)[1] == "talk"
            assert options(run) == ("tenir", "a_monte")
            assert refused(run, "va_solete") == "2.4"
            assert len(words(run, None, "packet")) == size * SEATS[game_id]
            run.do("tenir")
    assert asked(run)[1] == "discard"


@clause("mitigatti-3 2.4", "mitigatti-4 2.4")
@both
def test_what_one_has_said_binds_nobody_later_and_all_hear_it(game_id: str) -> None:
    seats = SEATS[game_id]
    run = do(start(game_id), ["tenir"] + ["a_monte"] * (seats - 1))
    assert words(run, None, "talk")[:2] == ((1, "tenir"), (2, "a_monte"))
    do(run, ["a_monte"] * (seats - 1))
    assert options(run) == ("tenir", "a_monte")
    do(run, "a_monte")  # the one who held in the first pause has gone back on it
    assert run.result is not None and run.result.thrown_in


@clause("mitigatti-3 2.5", "mitigatti-4 2.5")
@both
def test_all_speak_from_the_dealers_right_on_even_after_a_tenir(game_id: str) -> None:
    seats = SEATS[game_id]
    run = do(start(game_id, dealer=1), ["tenir"] * seats)
    assert [seat for seat, _ in words(run, None, "talk")] == [
        (1 + step) % seats for step in range(1, seats + 1)
    ]


@clause("mitigatti-3 2.5", "mitigatti-4 2.5")
@both
def test_the_option_lets_the_first_tenir_end_the_pause(game_id: str) -> None:
    run = do(start(game_id, dealer=1, pause_talk="until_tenir"), "a_monte tenir")
    seats = SEATS[game_id]
    assert len(words(run, None, "packet")) == 2 * seats
    assert asked(run) == (2, "talk")
    thrown = do(start(game_id, pause_talk="until_tenir"), ["a_monte"] * seats)
    assert thrown.result is not None and thrown.result.thrown_in


@clause("mitigatti-3 2.6", "mitigatti-4 2.6", "mitigatti-3 7.1", "mitigatti-4 7.1")
@both
@pytest.mark.parametrize("pause", [1, 2])
@pytest.mark.parametrize("dealer", [0, 2])
def test_when_all_go_to_the_mountain_the_same_dealer_deals_again(
    game_id: str, pause: int, dealer: int
) -> None:
    seats = SEATS[game_id]
    run = do(start(game_id, dealer=dealer), ["tenir"] * seats * (pause - 1))
    do(run, ["a_monte"] * seats)
    assert run.result is not None and run.result.thrown_in
    assert run.result.next_dealer == dealer
    assert run.result.scores == (0,) * seats
    assert run.result.sheet == ()


@clause("mitigatti-3 7.1", "mitigatti-4 7.1")
@both
def test_seat_0_deals_first_unless_the_table_says_otherwise(game_id: str) -> None:
    assert Match(game(game_id)).next_run(seed=1).setup.dealer == 0
    assert Match(game(game_id), dealer=2).next_run(seed=1).setup.dealer == 2


@clause("mitigatti-3 2.6")
def test_three_may_still_go_to_the_mountain_after_the_last_packet() -> None:
    run = do(start(THREE), ["tenir"] * 6 + ["a_monte"] * 3)
    assert run.result is not None and run.result.thrown_in
    assert words(run, None, "takes talon") == ()  # the dealer has not taken the spare cards


@clause("mitigatti-3 2.7", "mitigatti-4 2.7")
@both
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_one_tenir_is_enough_whoever_says_it(game_id: str, holder: int) -> None:
    seats = SEATS[game_id]
    run = start(game_id)
    for _ in PACKETS[game_id]:
        for _ in range(seats):
            run.do("tenir" if asked(run)[0] == holder else "a_monte")
    assert asked(run) == (0, "discard")


def spare_deal(game_id: str, talon: str, dealer: int = 0, **options: object) -> Run:
    """The dealer holds a King, the Fool and some trumps, and takes up the talon."""
    return held(
        game_id, {dealer: "SK F T1 T20 T21 T9 T5 B9 B8"}, talon, dealer=dealer, **options
    )


TALON = {THREE: "CQ D5 T8", FOUR: "CQ T8"}


@clause("mitigatti-3 3.1", "mitigatti-4 3.1")
@both
def test_the_dealer_alone_sees_the_spare_cards_that_he_takes(game_id: str) -> None:
    run = spare_deal(game_id, TALON[game_id])
    talon = TALON[game_id].split()
    assert words(run, 1, "takes talon") == ((0, str(len(talon))),)
    assert set(talon) <= set(run.view(0).hand)
    for viewer in (1, 2, None):
        seen = {card for event in run.view(viewer).events for card in event.what}
        assert seen.isdisjoint({*talon} - set(run.view(viewer).hand))


@clause("mitigatti-3 3.2", "mitigatti-4 3.2")
@both
def test_he_lays_as_many_away_unseen_and_may_lay_away_what_he_took(game_id: str) -> None:
    run = spare_deal(game_id, TALON[game_id])
    count = len(TALON[game_id].split())
    do(run, "CQ B9 B8" if count == 3 else "CQ B9")
    assert run.table.laid_away[0] == ["CQ", "B9", "B8"][:count]
    assert words(run, 1, "has laid away") == ((0, str(count)),)
    for viewer in (1, 2, None):
        assert not words(run, viewer, "discard") and not words(run, viewer, "laid away")
    assert len(run.view(0).hand) == sum(PACKETS[game_id])


@clause("mitigatti-3 3.2", "mitigatti-4 3.2")
@both
def test_what_he_does_not_hold_he_does_not_lay_away(game_id: str) -> None:
    assert refused(spare_deal(game_id, TALON[game_id]), "T7") == "3.2"


@clause("mitigatti-3 3.3", "mitigatti-4 3.3")
@both
@pytest.mark.parametrize("card", ["SK", "F", "T1", "T20"])
def test_kings_and_honours_are_never_laid_away(game_id: str, card: str) -> None:
    assert refused(spare_deal(game_id, TALON[game_id]), card) == "3.3"


@clause("mitigatti-3 3.4", "mitigatti-4 3.4")
@both
@pytest.mark.parametrize("card", ["T21", "T9", "T5"])
def test_any_other_trump_may_be_laid_away_beside_plain_cards(game_id: str, card: str) -> None:
    run = spare_deal(game_id, TALON[game_id])
    assert card in options(run) and "B9" in options(run)


SAID = {"number": ("trumps_laid_away:2",), "fact": ("trumps_laid_away",)}


@clause("mitigatti-3 3.4", "mitigatti-4 3.4")
@both
@pytest.mark.parametrize("how", ["number", "fact"])
def test_the_dealer_tells_all_how_many_trumps_he_has_laid_away_or_only_that(
    game_id: str, how: str
) -> None:
    run = do(spare_deal(game_id, TALON[game_id], laid_trumps=how), "T9 T21")
    if game_id == THREE:
        do(run, "CQ")
    for viewer in (0, 1, 2, None):
        assert words(run, viewer, "says") == ((0, *SAID[how]),)


@clause("mitigatti-3 3.4", "mitigatti-4 3.4")
@both
def test_the_option_lets_him_show_the_trumps_and_nothing_else(game_id: str) -> None:
    run = do(spare_deal(game_id, TALON[game_id], laid_trumps="cards"), "T9 CQ")
    if game_id == THREE:
        do(run, "T21")
    trumps = ["T21", "T9"] if game_id == THREE else ["T9"]
    said = [e.what for e in run.view(None).events if e.kind == "says"]
    assert said == [("trumps_laid_away", *trumps)]


@clause("mitigatti-3 3.4", "mitigatti-4 3.4")
@both
@pytest.mark.parametrize("how", ["number", "fact", "cards"])
def test_he_says_nothing_when_no_trump_lies_there(game_id: str, how: str) -> None:
    run = do(spare_deal(game_id, TALON[game_id], laid_trumps=how), "CQ B9")
    if game_id == THREE:
        do(run, "B8")
    assert words(run, 1, "says") == ()


@clause("mitigatti-3 7.2", "mitigatti-4 7.2")
@both
def test_who_has_lost_more_than_his_ten_chips_owes_the_rest(game_id: str) -> None:
    called = {THREE: [], FOUR: ["va_solete", "sans_prendre"]}[game_id]
    match = Match(game(game_id))
    for _ in range({THREE: 3, FOUR: 2}[game_id]):
        swords = {2: "F S10 S9 S8"} if game_id == THREE else {2: "F S10 S9 S8", 3: "S7 S6 S5"}
        run = ready(game_id, {1: WINNER[game_id], **swords}, called=called)
        lead_through(run, 1, IN_ORDER[game_id], declares=("tarocche_10",))
        assert run.result is not None
        match.take(run.result)
    # from each: ten trumps 1, Pagat 2 and less than 13 points 2, in three deals 15 chips;
    # sans prendre 1, twice 2 and twice 2, in two deals 18
    standing = {THREE: ("−5", "+40", "−5"), FOUR: ("−8", "+64", "−8", "−8")}
    assert match.standing() == standing[game_id]


@clause("mitigatti-3 7.2", "mitigatti-4 7.2", "mitigatti-3 7.3", "mitigatti-4 7.3")
@both
def test_everybody_starts_with_ten_chips_and_the_agreed_deals_are_played(game_id: str) -> None:
    match = Match(game(game_id), limit=1)
    assert match.standing() == ("+10",) * SEATS[game_id]
    run = match.next_run(seed=1)
    do(run, ["a_monte"] * SEATS[game_id])
    assert run.result is not None
    match.take(run.result)
    assert not match.over  # nothing was played: the same dealer deals again
    assert match.dealer == 0
    run = match.next_run(seed=2)
    while run.decision is not None:
        run.do(run.decision.options[0])
    assert run.result is not None
    match.take(run.result)
    assert match.over
    assert match.dealer == 1  # 7.1: the dealer's right neighbour
    unit = game(game_id).unit
    assert sum(match.ledger) == 10 * unit * SEATS[game_id]


# -- declarations ------------------------------------------------------------------------

# Seat 1, who leads: all honours, all Kings, and ten trumps with the Fool.
TRUMPS = "T20 T21 T19 T18 T17 T16 T15 T14 T1 F"
RICH = f"{TRUMPS} SK BK CK DK"
CALLS_BK = {THREE: [], FOUR: ["pass"] * 4 + ["BK"]}


def rich(game_id: str, hand: str = RICH) -> Run:
    return ready(game_id, {1: hand, 0: "T12 T11 T10 T9 T8"}, called=CALLS_BK[game_id])


def earned(game_id: str, seat: int, chips: int = 1) -> tuple[int, ...]:
    """What each receives when one seat gets so many chips from each other."""
    seats, unit = SEATS[game_id], CHIP[game_id]
    return tuple(
        chips * unit * (seats - 1) if s == seat else -chips * unit for s in range(seats)
    )


@clause("mitigatti-3 4.1", "mitigatti-4 4.1")
@both
def test_nobody_has_to_declare_and_what_is_not_declared_is_not_paid(game_id: str) -> None:
    run = rich(game_id)
    assert "no_more" in options(run)
    lead_through(run, 1, RICH)
    for item in ("mitigatti", "quatre_rei", "tarocche_10"):
        assert rows(run, item) == []


@clause("mitigatti-3 4.1", "mitigatti-4 4.1", "mitigatti-3 4.2", "mitigatti-4 4.2")
@clause("mitigatti-3 4.3", "mitigatti-4 4.3", "mitigatti-3 4.4", "mitigatti-4 4.4")
@clause("mitigatti-3 6.1", "mitigatti-4 6.1", "mitigatti-3 6.2", "mitigatti-4 6.2")
@clause("mitigatti-3 4.7", "mitigatti-4 4.7")
@both
def test_each_of_the_three_earns_a_chip_from_each_though_the_honours_serve_twice(
    game_id: str,
) -> None:
    every = ("mitigatti", "quatre_rei", "tarocche_10")
    run = lead_through(rich(game_id), 1, RICH, declares=every)
    for item in every:
        assert rows(run, item) == [earned(game_id, 1)]
        assert (1, item) in words(run, None, "declare")


@clause("mitigatti-3 4.4", "mitigatti-4 4.4")
@both
@pytest.mark.parametrize(
    ("hand", "enough"),
    [
        (TRUMPS, True),  # nine trumps and the Fool
        (TRUMPS.replace(" F", " T13"), True),
        (TRUMPS.replace(" F", " S10"), False),  # nine
        (f"{TRUMPS} T13", True),  # eleven
    ],
)
def test_ten_trumps_are_ten_or_more_with_the_fool(
    game_id: str, hand: str, enough: bool
) -> None:
    named = set(hand.split())
    rest = " ".join(c for c in "T13 T12 F T11".split() if c not in named)  # noqa: SIM905
    run = ready(game_id, {1: f"{hand} SK BK CK DK S9", 2: rest}, called=CALLS_BK[game_id])
    pips = [c for c in run.view(1).hand if c[0] == "T" or c == "F"]
    assert len(pips) == sum(c[0] in "TF" for c in named)
    assert asked(run) == (1, "declare")
    assert ("tarocche_10" in options(run)) is enough
    if not enough:
        assert refused(run, "tarocche_10") == "4.4"


@clause("mitigatti-3 4.5", "mitigatti-4 4.5")
@both
def test_ten_trumps_of_the_holders_choice_are_shown_to_all_and_not_how_many_he_has(
    game_id: str,
) -> None:
    hand = f"{TRUMPS} T13 T12"
    run = do(ready(game_id, {1: hand}, called=CALLS_BK[game_id]), "tarocche_10")
    shown = []
    for _ in range(10):
        assert asked(run) == (1, "show")
        shown.append(options(run)[-1])  # the lowest not yet shown
        run.do(shown[-1])
    assert set(hand.split()) - set(shown) == {"T20", "T21"}
    for viewer in (0, 2, None):
        seen = [e.what for e in run.view(viewer).events if e.kind == "shown"]
        assert [set(what) for what in seen] == [set(shown)]
        assert not {"T20", "T21"} & {c for e in run.view(viewer).events for c in e.what}
    assert asked(run) == (1, "play")
    assert set(shown) < set(run.view(1).hand)  # he takes them up again


@clause("mitigatti-3 4.5", "mitigatti-4 4.5")
@both
def test_only_trumps_of_the_hand_are_shown_and_each_once(game_id: str) -> None:
    run = do(rich(game_id), "tarocche_10 T20")
    assert refused(run, "T20") == "4.4"
    assert refused(run, "SK") == "4.4"
    assert refused(run, "T2") == "4.8"


@clause("mitigatti-3 4.5", "mitigatti-4 4.5")
@both
def test_everybody_is_asked_before_his_first_card_and_never_again(game_id: str) -> None:
    run = ready(game_id)
    order = []
    while len(run.table.tricks) < 2:
        if asked(run)[1] == "declare":
            assert len(run.view(asked(run)[0]).tricks) == 0
            order.append(asked(run)[0])
        run.do(options(run)[-1])
    assert order == [(1 + step) % SEATS[game_id] for step in range(SEATS[game_id])]


@clause("mitigatti-3 4.6", "mitigatti-4 4.6")
@both
@pytest.mark.parametrize(
    ("word", "other", "cards"),
    [("mitigatti", "quatre_rei", "F T20 T1"), ("quatre_rei", "mitigatti", "SK DK CK BK")],
)
def test_it_is_declared_with_the_last_of_its_cards_at_once_or_never(
    game_id: str, word: str, other: str, cards: str
) -> None:
    run, order, moments = rich(game_id), cards.split(), []
    while run.decision is not None:
        may = options(run)
        if word in may:
            played = [card for seat, card in words(run, None, "play") if seat == 1]
            assert set(order) <= set(played)
            moments.append((asked(run)[0], played[-1]))
            assert may == (word, "no_more")
            assert refused(run, other) in {"4.2", "4.3"}
        mine = [card for card in order if card in may]
        run.do(mine[0] if mine and asked(run) == (1, "play") else may[-1])
    (moment,) = moments  # asked once, with the last of them, though it is not declared
    assert moment[0] == 1 and moment[1] in order
    assert rows(run, word) == []


@clause("mitigatti-3 4.6", "mitigatti-4 4.6")
@both
def test_all_see_what_is_declared_at_the_last_card(game_id: str) -> None:
    run = lead_through(rich(game_id), 1, f"F T20 T1 {RICH}", declares=("mitigatti",))
    shown = [set(e.what) for e in run.view(None).events if e.kind == "shown"]
    assert shown == [{"F", "T20", "T1"}]


@clause("mitigatti-3 4.2", "mitigatti-4 4.2", "mitigatti-3 4.3", "mitigatti-4 4.3")
@both
def test_three_kings_or_two_honours_are_nothing(game_id: str) -> None:
    hand = RICH.replace("DK", "D2").replace("T1 ", "T13 ")
    run = ready(game_id, {1: hand, 2: "DK T1"}, called=CALLS_BK[game_id])
    lead_through(run, 1, hand, declares=("mitigatti", "quatre_rei"))
    assert rows(run, "mitigatti") == rows(run, "quatre_rei") == []
    assert not [w for _, w in words(run, None, "declare") if w in {"mitigatti", "quatre_rei"}]


@clause("mitigatti-3 4.8", "mitigatti-4 4.8")
@both
def test_a_trump_laid_away_proves_nothing_and_one_taken_up_does(game_id: str) -> None:
    nine = "T20 T21 T19 T18 T17 T16 T15 T14"
    talon = {THREE: "T13 T12 S4", FOUR: "T13 T12"}[game_id]
    away = {THREE: "T13 S4 S2", FOUR: "T13 S2"}[game_id]
    rest = "T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T1 F"
    for laid_away, enough in ((away, False), (away.replace("T13", "S3"), True)):
        hands = {0: f"{nine} S2 S3", 2: rest}
        run = ready(game_id, hands, talon, away=laid_away, called=CALLS_BK[game_id])
        while asked(run) != (0, "declare"):
            run.do(options(run)[-1])
        # eight and T12 are nine, with T13 ten
        assert ("tarocche_10" in options(run)) is enough
        if not enough:
            assert refused(run, "tarocche_10") == "4.8"


@clause("mitigatti-4 4.8")
def test_a_card_demanded_counts_for_the_lone_player_and_no_more_for_its_giver() -> None:
    hands = {1: "T20 T21 T19 T18 T17 T16 T15 T14 T13", 2: "T12 F T11 T10 T9 T8 T7 T6 T5 T4 S10"}
    run = ready(FOUR, hands, called=["va_solete", "T12"])
    run.do(next(card for card in options(run) if card[0] in "SBCD"))
    assert "tarocche_10" in options(run)
    while asked(run) != (2, "declare"):
        run.do(options(run)[-1])
    assert options(run) == ("no_more",)  # ten with the Fool, nine without the card given


@clause("mitigatti-3 4.8", "mitigatti-4 4.8")
@both
def test_a_word_that_is_none_is_refused(game_id: str) -> None:
    assert refused(rich(game_id), "kings") == "4.5"


@clause("mitigatti-4 4.9", "mitigatti-4 6.2")
def test_even_the_partner_pays_for_a_declaration() -> None:
    run = lead_through(rich(FOUR), 1, RICH, declares=("mitigatti",))
    # the dealer 0 has called BK, which seat 1 holds: they are partners
    assert game(FOUR).friends(run.view(0)) == {1}
    assert rows(run, "mitigatti") == [(-1, 3, -1, -1)]


@clause("mitigatti-4 4.9", "mitigatti-4 6.15")
def test_sans_prendre_does_not_double_declarations() -> None:
    run = ready(FOUR, {1: RICH}, called=["va_solete", "sans_prendre"])
    lead_through(run, 1, RICH, declares=("mitigatti", "quatre_rei"))
    assert rows(run, "mitigatti") == rows(run, "quatre_rei") == [(-1, 3, -1, -1)]

"""Mitigatti for three and four: declarations (section 4) and what they earn (6.2)."""

from __future__ import annotations

import pytest

from helpers import do
from matto.engine.run import Run
from matto.games import game
from mitigatti_deals import (
    CHIP,
    FOUR,
    SEATS,
    THREE,
    asked,
    both,
    lead_through,
    options_of,
    ready,
    refused,
    rows,
    words,
)

clause = pytest.mark.clause
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
    assert "no_more" in options_of(run)
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
    assert ("tarocche_10" in options_of(run)) is enough
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
        shown.append(options_of(run)[-1])  # the lowest not yet shown
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
        run.do(options_of(run)[-1])
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
        options = options_of(run)
        if word in options:
            played = [card for seat, card in words(run, None, "play") if seat == 1]
            assert set(order) <= set(played)
            moments.append((asked(run)[0], played[-1]))
            assert options == (word, "no_more")
            assert refused(run, other) in {"4.2", "4.3"}
        mine = [card for card in order if card in options]
        run.do(mine[0] if mine and asked(run) == (1, "play") else options[-1])
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
            run.do(options_of(run)[-1])
        # eight and T12 are nine, with T13 ten
        assert ("tarocche_10" in options_of(run)) is enough
        if not enough:
            assert refused(run, "tarocche_10") == "4.8"


@clause("mitigatti-4 4.8")
def test_a_card_demanded_counts_for_the_lone_player_and_no_more_for_its_giver() -> None:
    hands = {1: "T20 T21 T19 T18 T17 T16 T15 T14 T13", 2: "T12 F T11 T10 T9 T8 T7 T6 T5 T4 S10"}
    run = ready(FOUR, hands, called=["va_solete", "T12"])
    run.do(next(card for card in options_of(run) if card[0] in "SBCD"))
    assert "tarocche_10" in options_of(run)
    while asked(run) != (2, "declare"):
        run.do(options_of(run)[-1])
    assert options_of(run) == ("no_more",)  # ten with the Fool, nine without the card given


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

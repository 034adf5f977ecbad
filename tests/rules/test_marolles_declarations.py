"""Tarot of the Abbé de Marolles: how one declares, and what it earns (3.6 to 3.22)."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import asked, do, options, outcome
from marolles_deals import (
    EACH_ALONE,
    GAME,
    chips,
    paid_events,
    play_cards,
    ready,
    rows,
    to_declare,
    to_play,
    to_the_end,
)
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games.tarots.marolles import declaring

TRUMPS = [f"T{number}" for number in range(21, 0, -1)]


def clause_for(run: Run, choice: str) -> str:
    why = run.why_not(choice)
    assert why is not None
    return why.clause


def earns(hand: str, word: str, shown: str = "", seat: int = 1, **options: Any) -> int:
    """What a declaration brings from each; checks that both others pay the same."""
    run = to_declare(ready({seat: hand}, **options), seat)
    to_the_end(do(run, f"{word} {shown}"))
    (amounts,) = chips(run, word)
    first, second = (amounts[other] for other in EACH_ALONE if other != seat)
    assert first == second == -amounts[seat] // 2
    return -first


@pytest.mark.clause("marolles 3.14", "marolles 8.1")
@pytest.mark.parametrize(("size", "amount"), [(4, 1), (5, 2), (6, 3), (7, 4)])
@pytest.mark.parametrize("seat", EACH_ALONE)
@pytest.mark.parametrize("cards", [66, 78])
def test_four_tarots_earn_one_and_each_further_one_more(
    size: int, amount: int, seat: int, cards: int
) -> None:
    tarots = " ".join(["DK", "BK", "F", "T1", "T21", "SK", "CK"][:size])
    shown = tarots if size < 7 else ""
    assert earns(tarots, f"tarots_{size}", shown, seat, cards=cards) == amount


@pytest.mark.clause("marolles 3.14")
def test_three_tarots_are_no_declaration() -> None:
    run = ready({1: "SK T1 T21", 2: "BK CK DK F"})
    assert clause_for(run, "tarots_4") == "marolles 3.14"
    assert "tarots_4" not in options(run)


KING_HANDS = [
    ("SK CK F", "kings_2_math", "SK CK", 1, 1),
    ("SK CK DK", "kings_3", "SK CK DK", 1, 1),
    ("SK CK DK F", "kings_3_math", "SK CK DK", 2, 2),
    ("SK CK DK BK", "kings_4", "", 3, 4),
    ("SK CK DK BK F", "kings_4_math", "", 4, 6),
]


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(("hand", "word", "shown", "author", "marolles"), KING_HANDS)
def test_kings_earn_by_the_list_of_the_author_or_of_marolles(
    hand: str, word: str, shown: str, author: int, marolles: int
) -> None:
    assert earns(hand, word, shown) == author
    assert earns(hand, word, shown, kings_scale="author") == author
    assert earns(hand, word, shown, seat=2, kings_scale="marolles") == marolles


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("SK F", ""),  # one King is too few even with the Math
        ("SK CK", ""),  # two Kings need the Math
        ("SK CK F", "kings_2_math"),
        ("SK CK DK", "kings_3"),
        ("SK CK DK F", "kings_2_math kings_3 kings_3_math"),
        ("SK CK DK BK", "kings_3 kings_4"),
        ("SK CK DK BK F", "kings_2_math kings_3 kings_3_math kings_4 kings_4_math"),
    ],
)
def test_at_least_three_cards_with_two_kings_among_them(hand: str, words: str) -> None:
    filler = " S4 S5 S6 S7 S8 S9 S10 B4 B5 B6 B7 B8 B9 C2 C3 C4 C5 D2 D3 D4"
    own = (hand + filler).split()[:21]
    run = ready({1: " ".join(own)}, away={1: "S4"})
    assert {word for word in options(run) if word.startswith("kings")} == set(words.split())


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(
    ("hand", "words", "together"),
    [
        ("SK BK CK DK", "tarots_4 SK BK CK DK kings_4", 4),
        ("SK BK CK DK F", "tarots_5 SK BK CK DK F kings_4_math", 6),
        ("SK BK CK F", "tarots_4 SK BK CK F kings_3_math SK BK CK", 3),
    ],
)
def test_kings_and_tarots_are_paid_beside_each_other(
    hand: str, words: str, together: int
) -> None:
    run = do(ready({1: hand}), words)
    assert sum(int(what[1]) for _, what in paid_events(run)) == -together


@pytest.mark.clause("marolles 3.16")
@pytest.mark.parametrize(("size", "amount"), [(10, 1), (15, 2), (20, 3)])
def test_ten_fifteen_and_twenty_triumphs_earn_one_two_and_three(size: int, amount: int) -> None:
    own = ["F", *TRUMPS[: size - 1]]  # the Math is one of them
    assert earns(" ".join(own), f"triumphs_{size}", " ".join(own)) == amount


@pytest.mark.clause("marolles 3.16")
@pytest.mark.parametrize(("held", "largest"), [(9, 0), (10, 10), (14, 10), (15, 15), (19, 15)])
def test_one_triumph_too_few_is_the_smaller_size(held: int, largest: int) -> None:
    suits = ["S4", "S5", "S6", "S7", "S8", "S9", "S10", "B4", "B5", "B6", "B7", "B8"]
    own = [*TRUMPS[1 : held + 1], *suits][:21]
    run = ready({1: " ".join(own)}, away={1: "S4"})
    sizes = [int(word.split("_")[1]) for word in options(run) if word.startswith("triumphs")]
    assert max(sizes, default=0) == largest


@pytest.mark.clause("marolles 3.16")
def test_two_players_may_both_declare_ten_triumphs_and_each_is_paid() -> None:
    hands = {1: " ".join(TRUMPS[:10]), 2: " ".join(TRUMPS[10:20])}
    run = do(ready(hands), ["triumphs_10", *TRUMPS[:10], "no_more", "T12"])
    to_the_end(do(run, ["triumphs_10", *TRUMPS[10:20]]))
    assert chips(run, "triumphs_10") == [(-1, 2, -1), (-1, -1, 2)]


@pytest.mark.clause("marolles 3.17")
@pytest.mark.parametrize(
    ("suit", "word"), [("S", "swords"), ("B", "batons"), ("C", "cups"), ("D", "coins")]
)
def test_the_four_honneurs_of_a_suit_earn_one(suit: str, word: str) -> None:
    four = [suit + court for court in "KQCJ"]
    assert earns(" ".join(four), f"imperiale_{word}") == 1
    run = ready({1: " ".join(four[:3]), 2: four[3]})
    assert clause_for(run, f"imperiale_{word}") == "marolles 3.17"


@pytest.mark.clause("marolles 3.18")
@pytest.mark.parametrize(
    ("court", "word"), [("Q", "queens"), ("C", "cavaliers"), ("J", "jacks")]
)
def test_the_four_queens_cavaliers_or_jacks_earn_one(court: str, word: str) -> None:
    four = [suit + court for suit in "SBCD"]
    assert earns(" ".join(four), f"imperiale_{word}", seat=0) == 1
    run = ready({1: " ".join(four[:3]), 2: four[3]})
    assert clause_for(run, f"imperiale_{word}") == "marolles 3.18"


@pytest.mark.clause("marolles 3.18")
def test_four_kings_are_no_imperiale_and_both_kinds_are_paid_side_by_side() -> None:
    kings = ready({1: "SK BK CK DK", 0: "SJ BJ CJ DJ"})
    assert not [word for word in options(kings) if word.startswith("imperiale")]
    run = do(ready({1: "CK CQ CC CJ SQ BQ DQ"}), "imperiale_cups imperiale_queens")
    assert [what[1:] for _, what in paid_events(run)] == [("-1", "2", "-1")] * 2


@pytest.mark.clause("marolles 3.19", "marolles 8.1")
@pytest.mark.parametrize(("size", "amount"), [(4, 1), (5, 2), (6, 3)])
@pytest.mark.parametrize(("end", "trumps"), [("high", TRUMPS), ("low", TRUMPS[::-1])])
@pytest.mark.parametrize("cards", [66, 78])
def test_four_five_or_six_trumps_at_one_end_earn_one_two_or_three(
    size: int, amount: int, end: str, trumps: list[str], cards: int
) -> None:
    assert earns(" ".join(trumps[:size]), f"brizigole_{end}_{size}", cards=cards) == amount


@pytest.mark.clause("marolles 3.19")
def test_seven_trumps_are_paid_as_six_and_a_gap_breaks_the_sequence() -> None:
    seven = ready({1: " ".join(TRUMPS[:7])})
    words = {word for word in options(seven) if word.startswith("brizigole")}
    assert words == {"brizigole_high_4", "brizigole_high_5", "brizigole_high_6"}
    gap = ready({1: "T21 T20 T19 T17 T16 T15", 2: "T18"})
    assert clause_for(gap, "brizigole_high_4") == "marolles 3.19"


@pytest.mark.clause("marolles 3.19")
def test_the_math_neither_belongs_to_a_sequence_nor_fills_a_gap() -> None:
    run = ready({1: "F T1 T2 T3 T21 T20 T18", 2: "T4 T19"})
    assert clause_for(run, "brizigole_low_4") == "marolles 3.19"
    assert clause_for(run, "brizigole_high_4") == "marolles 3.19"


@pytest.mark.clause("marolles 3.20")
def test_world_bagat_and_math_together_earn_three() -> None:
    assert earns("T21 T1 F", "all_three", seat=2) == 3
    assert clause_for(ready({1: "T21 T1", 2: "F"}), "all_three") == "marolles 3.20"


@pytest.mark.clause("marolles 3.21")
@pytest.mark.parametrize("two", ["T21 T1", "T21 F", "T1 F"])
@pytest.mark.parametrize(("third", "none"), [(0, 2), (2, 0)])
def test_who_has_two_of_the_three_is_paid_one_by_him_who_has_none(
    two: str, third: int, none: int
) -> None:
    (card,) = {"T21", "T1", "F"} - set(two.split())
    run = do(ready({1: two, third: card}), "who_has_his")
    assert {shown for _, shown in run.view(None).heard("shown")} == set(two.split())
    assert set(run.view(None).heard("answers")) == {(third, "has_his"), (none, "has_none")}
    to_the_end(run)
    amounts = tuple(1 if seat == 1 else -1 if seat == none else 0 for seat in EACH_ALONE)
    assert chips(run, "who_has_his") == [amounts]


@pytest.mark.clause("marolles 3.21")
@pytest.mark.parametrize("hand", ["T21", "T21 T1 F"])
def test_one_or_all_three_do_not_ask(hand: str) -> None:
    rest = {"T21", "T1", "F"} - set(hand.split())
    run = ready({1: hand, 2: " ".join(rest)})
    assert clause_for(run, "who_has_his") == "marolles 3.21"


@pytest.mark.clause("marolles 3.21")
def test_a_third_that_was_played_a_moment_ago_was_had() -> None:
    run = play_cards(ready({1: "F", 2: "T21 T1", 0: "S4"}), "F")
    assert asked(run) == (2, "declare")
    to_the_end(do(run, "who_has_his"))
    assert chips(run, "who_has_his") == [(-1, 0, 1)]


@pytest.mark.clause("marolles 3.21")
def test_the_sheet_of_a_deal_with_real_cards_says_who_had_none() -> None:
    deal = outcome(
        "marolles", EACH_ALONE, {}, [(0, "S4 S5 S6", 2)],
        said={"who_has_his": (0,), "has_none": (1,), "has_his": (2,)},
    )  # fmt: skip
    assert rows(deal, "3.21") == [(1, -1, 0)]


SEVEN = "SK BK CK DK T21 T1 F"


@pytest.mark.clause("marolles 3.22")
@pytest.mark.parametrize(
    ("hand", "option", "declared"),
    [
        (f"{SEVEN} DA", "off", False),
        (f"{SEVEN} DA", "with_seven_tarots", True),
        ("SK BK CK DK T21 T1 DA", "with_seven_tarots", False),  # six tarots only
        (SEVEN, "with_seven_tarots", False),
        ("DA", "at_will", True),
        (SEVEN, "at_will", False),
        ("DA", "instead_of_playing", True),
        (SEVEN, "instead_of_playing", False),
    ],
)
def test_la_belle_is_declared_only_by_option(hand: str, option: str, declared: bool) -> None:
    missing = " ".join({*SEVEN.split(), "DA"} - set(hand.split()))
    run = ready({1: hand, 2: missing}, belle_shown=option)
    assert ("belle" in options(run)) is declared


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
def test_la_belle_shown_earns_one_besides_the_payment_for_playing_her() -> None:
    run = to_the_end(do(ready({1: "DA"}, belle_shown="at_will"), "belle"))
    assert chips(run, "belle") == chips(run, "la Belle played") == [(-1, 2, -1)]


@pytest.mark.clause("marolles 3.22")
def test_with_seven_tarots_all_eight_cards_are_shown() -> None:
    run = do(ready({1: f"{SEVEN} DA"}, belle_shown="with_seven_tarots"), "belle")
    assert {card for _, card in run.view(0).heard("shown")} == {*SEVEN.split(), "DA"}


# -- when and how one declares -----------------------------------------------------------

KINGS = "SK BK CK DK"
TEN = "T20 T19 T18 T16 T15 T14 T12 T11 T9 T8"
THIRTEEN = f"{TEN} T6 T5 T3"


@pytest.mark.clause("marolles 3.6")
def test_each_declares_just_before_his_own_first_card() -> None:
    run = ready({1: KINGS})
    assert asked(run) == (1, "declare")
    do(run, "tarots_4 SK BK CK DK no_more SK")
    assert asked(run) == (2, "declare")  # has heard the Kings and seen the first of them
    assert run.view(2).lying == ((1, "SK"),)
    to_play(run).do(options(run)[0])
    assert asked(run) == (0, "declare")
    to_play(run).do(options(run)[0])
    kinds = [action.kind for action in run.actions]
    assert kinds.count("play") == 3
    assert "declare" not in [action.kind for action in to_the_end(run).actions[len(kinds) :]]


@pytest.mark.clause("marolles 3.6")
def test_the_card_about_to_be_played_may_be_shown() -> None:
    run = do(ready({1: KINGS}), "tarots_4 SK BK CK DK no_more")
    assert asked(run) == (1, "play")
    assert "SK" in options(run)


@pytest.mark.clause("marolles 3.6")
def test_with_the_option_all_declare_in_turn_before_any_card_is_played() -> None:
    run = ready({}, dealer=1, declaration_time="before_play")
    order = []
    while asked(run)[1] == "declare":
        order.append(asked(run)[0])
        run.do("no_more")
    assert order == [2, 0, 1]  # from the dealer's neighbour, the dealer last
    assert asked(run) == (2, "play")
    later = to_the_end(run).actions
    assert [action.kind for action in later].count("declare") == 3


@pytest.mark.clause("marolles 3.7")
def test_every_word_of_the_table_can_be_said_and_no_other() -> None:
    words = {
        one.word for one in declaring(GAME.resolve({"belle_shown": "at_will"})).declarations
    }
    assert words == set(
        [
            "tarots_4",
            "tarots_5",
            "tarots_6",
            "tarots_7",
            "kings_2_math",
            "kings_3",
            "kings_3_math",
            "kings_4",
            "kings_4_math",
            "triumphs_10",
            "triumphs_15",
            "triumphs_20",
            "imperiale_swords",
            "imperiale_batons",
            "imperiale_cups",
            "imperiale_coins",
            "imperiale_queens",
            "imperiale_cavaliers",
            "imperiale_jacks",
            "brizigole_high_4",
            "brizigole_high_5",
            "brizigole_high_6",
            "brizigole_low_4",
            "brizigole_low_5",
            "brizigole_low_6",
            "all_three",
            "who_has_his",
            "belle",
        ]
    )
    assert set(GAME.vocabulary.glossary) >= words | {"no_more"}
    assert clause_for(ready({}), "tarots_8") == "marolles 3.7"
    assert clause_for(ready({}), "belle") == "marolles 3.7"


@pytest.mark.clause("marolles 3.7", "marolles 4.12")
def test_the_question_is_asked_whatever_a_hand_holds() -> None:
    rich = ready({1: f"{KINGS} {TEN}"})
    poor = ready({1: "S4 S5 S6 S7 S8 S9 S10 B4 B5 B6 B7 B8 B9 C2 C3 C4 C5 D2 D3 D4 D5"})
    assert options(poor) == ("no_more",)
    assert len(options(rich)) > 1
    assert rich.view(0).waiting == poor.view(0).waiting


@pytest.mark.clause("marolles 3.8")
def test_tarots_kings_and_triumphs_are_declared_once_in_one_size() -> None:
    run = do(ready({1: f"{KINGS} F"}), "tarots_4 SK BK CK DK")
    assert not [word for word in options(run) if word.startswith("tarots")]
    assert clause_for(run, "tarots_5") == "marolles 3.8"
    do(run, "kings_3 SK BK CK")
    assert clause_for(run, "kings_4_math") == "marolles 3.8"


@pytest.mark.clause("marolles 3.8")
def test_each_imperiale_and_each_end_of_the_trumps_is_a_declaration_of_its_own() -> None:
    hand = "SK SQ SC SJ BQ CQ DQ T21 T20 T19 T18 T4 T3 T2 T1"
    run = do(ready({1: hand}), "imperiale_swords imperiale_queens brizigole_high_4")
    assert "brizigole_low_4" in options(run)
    assert clause_for(run, "imperiale_swords") == "marolles 3.8"
    to_the_end(do(run, "brizigole_low_4"))
    for word in ["imperiale_swords", "imperiale_queens", "brizigole_high_4", "brizigole_low_4"]:
        assert chips(run, word) == [(-1, 2, -1)]


@pytest.mark.clause("marolles 3.9")
def test_nobody_has_to_declare_and_what_is_not_shown_is_not_paid() -> None:
    run = ready({1: f"{KINGS} F"})
    assert "no_more" in options(run)
    to_the_end(run)
    assert chips(run, "tarots_5") == chips(run, "kings_4_math") == []


@pytest.mark.clause("marolles 3.9")
def test_all_see_the_kind_the_cards_and_the_payment_and_the_cards_go_back() -> None:
    run = do(ready({1: f"{KINGS} F"}), "tarots_4 BK SK F DK")
    view = run.view(None)
    assert view.heard("declare") == ((1, "tarots_4"),)
    assert {card for _, card in view.heard("shown")} == {"SK", "BK", "DK", "F"}
    assert paid_events(run) == [(1, ("tarots_4", "-1", "2", "-1"))]
    assert set(run.view(1).hand) >= {"SK", "BK", "DK", "F"}
    assert len(run.view(1).hand) == 20


@pytest.mark.clause("marolles 3.10", "marolles 7.3")
def test_what_was_left_out_cannot_be_declared_later() -> None:
    run = do(ready({1: f"{KINGS} F"}), "no_more")
    assert asked(run) == (1, "play")
    with pytest.raises(IllegalChoice) as late:
        run.do("tarots_4")
    assert late.value.refusal.clause == "marolles 3.10"
    sentence = "It is too late for tarots_4: a card is to be played now."
    assert str(late.value.refusal.sentence) == sentence
    assert clause_for(run, "belle") == "marolles 4.1"  # no word without its option
    assert chips(to_the_end(run), "tarots_4") == []


@pytest.mark.clause("marolles 3.11")
def test_cards_laid_away_cannot_be_shown() -> None:
    run = ready({1: "SQ BQ CQ DQ"}, away={1: "SQ"})
    assert "imperiale_queens" not in options(run)
    assert clause_for(run, "imperiale_queens") == "marolles 3.11"
    kept = ready({1: "SQ BQ CQ DQ"})
    assert "imperiale_queens" in options(kept)


@pytest.mark.clause("marolles 3.12", "marolles 3.15", "marolles 3.18")
def test_a_card_is_paid_in_every_kind_in_which_it_is_shown() -> None:
    run = ready({1: f"{KINGS} SQ SC SJ BQ CQ DQ"})
    do(run, "tarots_4 SK BK CK DK kings_4 imperiale_swords imperiale_queens")
    to_the_end(run)
    # the King of swords serves in three kinds, the Queen of swords in two
    words = ("tarots_4", "kings_4", "imperiale_swords", "imperiale_queens")
    assert [chips(run, word)[0][1] for word in words] == [2, 6, 2, 2]


@pytest.mark.clause("marolles 3.13")
@pytest.mark.parametrize(
    ("hand", "word"),
    [
        (f"{THIRTEEN} T7 T4 F", "triumphs_10"),  # sixteen
        (KINGS, "kings_3"),
        (f"{KINGS} T21 F", "tarots_4"),
        ("T21 T20 T19 T18 T17 T16", "brizigole_high_4"),
    ],
)
def test_one_may_declare_less_than_one_holds(hand: str, word: str) -> None:
    assert word in options(ready({1: hand}))
    maximal = ready({1: hand}, maximal="on")
    assert word not in options(maximal)
    assert clause_for(maximal, word) == "marolles 3.13"
    assert "no_more" in options(maximal)


@pytest.mark.clause("marolles 3.13")
def test_maximal_leaves_the_largest_size_of_each_kind() -> None:
    hand = f"{KINGS} T21 T20 T19 T18 T17 T16 T14 T12 T10 T8 T4 T3 T2 T1 F"
    run = ready({1: hand}, maximal="on")
    # seven tarots, four Kings with the Math, fifteen triumphs, both ends, all three
    assert set(options(run)) == set(
        [
            "tarots_7",
            "kings_4_math",
            "triumphs_15",
            "brizigole_high_6",
            "brizigole_low_4",
            "all_three",
            "no_more",
        ]
    )


@pytest.mark.clause("marolles 3.13", "marolles 3.16")
@pytest.mark.parametrize("maximal", ["on", "off"])
def test_who_holds_thirteen_triumphs_picks_the_ten_he_shows(maximal: str) -> None:
    run = do(ready({1: THIRTEEN}, maximal=maximal), "triumphs_10")
    assert asked(run) == (1, "show")
    assert set(options(run)) == set(THIRTEEN.split())
    picked = THIRTEEN.split()[3:]
    do(run, picked[:9])
    assert clause_for(run, picked[0]) == "marolles 3.16"  # shown already
    assert clause_for(run, "T21") == "marolles 3.11"  # not in his hand
    do(run, picked[9:])
    assert asked(run) == (1, "declare")
    shown = {card for _, card in run.view(0).heard("shown")}
    assert shown == set(picked)
    for card in set(THIRTEEN.split()) - shown:
        assert not [event for event in run.view(0).events if card in event.what]


@pytest.mark.clause("marolles 3.13")
def test_the_cards_are_asked_for_even_where_there_is_no_choice() -> None:
    """Otherwise all would hear that he holds ten triumphs and no more."""
    ten, thirteen = (do(ready({1: hand}), "triumphs_10") for hand in (TEN, THIRTEEN))
    for card in TEN.split():
        assert ten.view(2).waiting == thirteen.view(2).waiting
        assert asked(ten) == (1, "show")
        do(ten, card), do(thirteen, card)
    assert asked(ten) == asked(thirteen) == (1, "declare")


@pytest.mark.clause("marolles 3.7")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_refused_declaration_changes_nothing(seat: int) -> None:
    run = to_declare(ready({seat: "SQ BQ CQ", (seat + 1) % 3: "DQ"}), seat)
    before = run.view(seat).facts()
    with pytest.raises(IllegalChoice):
        run.do("imperiale_queens")
    assert run.view(seat).facts() == before


@pytest.mark.clause("marolles 3.6", "marolles 3.11")
def test_a_later_player_declares_what_he_still_holds() -> None:
    run = play_cards(ready({1: "S10", 2: "SK BK CK F"}), "S10")
    assert asked(run) == (2, "declare")
    do(run, "kings_3_math SK BK CK no_more SK")
    assert paid_events(run) == [(2, ("kings_3_math", "-2", "-2", "4"))]

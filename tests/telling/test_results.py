"""What a deal or a match brought, to whom, for what, and what a word may bring."""

from __future__ import annotations

import random

import pytest

from helpers import decision_of, result_of
from matto.blocks.payments import TooFewPoints
from matto.engine.cards import FOOL
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.engine.sheet import score_sheet
from matto.engine.words import translator
from matto.games import game
from matto.games import game as find_game
from matto.research.testing.by_hand import do, outcome, start
from matto.telling.bid_prices import paid_to, price_sentences
from matto.telling.naming import Naming
from matto.telling.results import (
    evidence_lines,
    failed_announcements,
    outcome_sentence,
    who_paid_whom,
    winner_sentence,
)
from samples import many
from sixteen import SIXTEEN

NAMES = ("You", "Anna", "Brigida", "Domenica")


@pytest.mark.parametrize(
    ("game_id", "amount", "english", "german"),
    [
        ("mineo-3", -13, "You lose 13 points.", "Du verlierst 13 Punkte."),
        ("mineo-3", 1, "You win 1 point.", "Du gewinnst 1 Punkt."),
        ("mineo-3", 0, "You neither win nor lose.", "Du gewinnst nichts und verlierst nichts."),
        ("mitigatti-3", 1, "You win ½ chip.", "Du gewinnst ½ Marke."),
        ("mitigatti-3", -3, "You lose 1½ chips.", "Du verlierst 1½ Marken."),
        ("priestertarock", -2, "You lose 2 score points.", "Du verlierst 2 Wertungspunkte."),
    ],
)
def test_a_deal_is_won_or_lost_by_so_much(
    game_id: str, amount: int, english: str, german: str
) -> None:
    sentence = outcome_sentence(game(game_id), amount)
    assert (sentence.render(str), sentence.render(translator("de"))) == (english, german)


@pytest.mark.parametrize(
    ("standing", "viewer", "english", "german"),
    [
        ((-2, -2, 2, 2), 0, "Brigida and Domenica win the match, 2 to −2.",
         "Brigida und Domenica gewinnen die Partie mit 2 zu −2."),
        ((2, -2, 2, -2), 0, "You and Brigida win the match, 2 to −2.",
         "Du und Brigida gewinnt die Partie mit 2 zu −2."),
        ((9, -2, -7, 0), 0, "You win the match, 9 to 0 to −2 to −7.",
         "Du gewinnst die Partie mit 9 zu 0 zu −2 zu −7."),
        ((-9, 13, -2, -2), None, "Anna wins the match, 13 to −2 to −9.",
         "Anna gewinnt die Partie mit 13 zu −2 zu −9."),
        ((1, 1, 1, -3), 3, "You, Anna and Brigida win the match, 1 to −3.",
         "You, Anna und Brigida gewinnen die Partie mit 1 zu −3."),
        ((0, 0, 0, 0), 0, "Nobody wins the match: all end alike.",
         "Niemand gewinnt die Partie: Alle stehen am Ende gleich."),
    ],
)  # fmt: skip
def test_who_won_a_match_alone_or_together(
    standing: tuple[int, ...], viewer: int | None, english: str, german: str
) -> None:
    sentence = winner_sentence(game("mineo-4"), NAMES, standing, viewer)
    assert sentence.render(str) == english
    assert sentence.render(translator("de")) == german


@pytest.mark.parametrize(
    ("game_id", "rows", "english", "german"),
    [
        ("mineo-4", {"vanto": (-1, 1, -1, 1), "rimatura": (-1, 1, -1, 1)},
         "you and your partner pay 2 points each (vanto and rimatura).",
         "du und dein Partner zahlt je 2 Punkte (vanto und rimatura)."),
        ("tortorici-1930", {"scommessa": (-20, 10, 10), "vanto": (-60, 30, 30),
                            "pigliate": (-20, 10, 10)},
         "you pay each of the others 20 points (scommessa and pigliate); "
         "you pay each of the others 30 points (vanto).",
         "du zahlst jedem anderen 20 Punkte (scommessa und pigliate); "
         "du zahlst jedem anderen 30 Punkte (vanto)."),
    ],
)  # fmt: skip
def test_items_that_are_paid_alike_are_told_with_their_sum(
    game_id: str, rows: dict[str, tuple[int, ...]], english: str, german: str
) -> None:
    sheet = [Row(item, f"{game_id} 5.1", amounts) for item, amounts in rows.items()]
    told = who_paid_whom(game(game_id), NAMES, sheet, str, 0)
    assert told is not None
    assert (str(told), told.render(translator("de"))) == (english, german)


# -- from whom one gets what, and whom one pays ------------------------------------------

FOUR_NAMES = ("You", "Anna", "Brigida", "Carlo")


@pytest.mark.parametrize(
    ("amounts", "english", "german"),
    [
        ((15, -5, -5, -5), "each of the others pays you 5 points",
         "jeder andere zahlt dir 5 Punkte"),
        ((-3, 1, 1, 1), "you pay each of the others 1 point",
         "du zahlst jedem anderen 1 Punkt"),
        ((2, 0, -2, 0), "Brigida pays you 2 points", "Brigida zahlt dir 2 Punkte"),
        ((-2, 6, -2, -2), "each of you pays Anna 2 points",
         "jeder von euch zahlt Anna 2 Punkte"),
        ((2, -2, 2, -2), "you and your partner get 2 points each",
         "du und dein Partner bekommt je 2 Punkte"),
        ((30, 0, 0, 0), "you win 30 points", "du gewinnst 30 Punkte"),
        ((3, -1, -2, 0), "Anna pays you 1 point, Brigida pays you 2 points",
         "Anna zahlt dir 1 Punkt, Brigida zahlt dir 2 Punkte"),
    ],
)  # fmt: skip
def test_it_is_said_who_pays_whom(amounts: tuple[int, ...], english: str, german: str) -> None:
    told = paid_to(game("mineo-4"), FOUR_NAMES, amounts, 0)
    assert (told.render(str), told.render(translator("de"))) == (english, german)


def told(run: Run, word: str, language: str = "en") -> list[str]:
    """What a word brings and costs the seat that is asked, with the clauses."""
    naming = Naming(run.game, run.options, translator(language))
    view = run.view(decision_of(run).seat)
    return [
        f"{' '.join(clause for _, clause in one.items)}: {one.sentence}"
        for one in price_sentences(naming, FOUR_NAMES, view, word)
    ]


def test_a_solo_for_the_difference_is_told_by_the_point() -> None:
    assert told(start("tortorici-3"), "solo") == [
        "tortorici-3 5.2: for each card point above 55: each of the others pays you 1 point; "
        "below: you pay each of the others 1 point"
    ]


@pytest.mark.parametrize(
    ("words", "word", "price"),
    [
        ("passo passo", "pago", "mineo-3 2.19: if others agree: you lose 1 point"),
        ("pago", "prendo", "mineo-3 2.19: Anna pays you 1 point"),
    ],
)
def test_an_offer_is_only_paid_if_it_is_taken(words: str, word: str, price: str) -> None:
    assert told(do(start("mineo-3"), words), word) == [price]


def test_a_bargain_is_only_paid_if_all_agree() -> None:
    run = start("calatafimi-3")
    paid = "calatafimi-3 2.14: if others agree: "
    assert told(run, "offro:3") == [f"{paid}you lose 3 points"]
    assert told(do(run, "offro:2"), "prendo") == [f"{paid}Anna pays you 2 points"]
    assert told(run, "offro:1", "fr") == [
        "calatafimi-3 2.14: si d’autres acceptent\u00a0: tu perds 1 point"
    ]


def test_what_is_paid_alike_is_told_once_with_every_clause() -> None:
    found = told(start("mineo-3"), "vado_solo")
    assert (
        "mineo-3 5.3 mineo-3 5.6 mineo-3 5.7: won: each of the others pays you 2 points; "
        "lost: you pay each of the others 2 points"
    ) in found
    assert any("with T20 Giove besides" in one for one in found)


def test_a_call_tells_what_it_is_worth_with_a_partner_and_alone() -> None:
    run = do(start("mineo-4", {0: "T20"}), "passo " * 4)
    found = told(run, "chiamo:T20")
    assert any(
        "with a partner: won: you and your partner get 1 point each" in one for one in found
    )
    assert any("alone: won: each of the others pays you 1 point" in one for one in found)


def test_a_word_says_what_the_hand_lacks_for_it() -> None:
    run = start("grosstarock", {1: "SK BK CK", 2: "DK"}, dealer=0)
    while run.decision and run.decision.kind != "declare":
        run.do(run.decision.options[0])
    naming = Naming(run.game, run.options, translator("en"))
    refusal = run.why_not("kingdom")
    assert refusal is not None
    assert naming.sentence(refusal.sentence) == "kingdom needs ♠K, ♥K, ♣K, ♦K; you lack ♦K."
    few = run.why_not("kings_7")
    assert few is not None
    assert naming.sentence(few.sentence).startswith("7 kings needs 7 of ")


# -- a row of the score sheet unfolds to what earned it, and the sums are those of the row --

FIVE_NAMES = ("You", "Anna", "Brigida", "Carlo", "Domenica")


def played(game_id: str, seed: int) -> Run:
    run, chance = Run.shuffled(find_game(game_id), seed=seed), random.Random(seed)
    while run.decision is not None:
        run.do(chance.choice(run.decision.options))
    return run


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_counts_add_up_and_what_they_are_paid_for_is_the_row(game_id: str) -> None:
    for seed in range(many(4)):
        run = played(game_id, seed)
        naming = Naming(run.game, run.options, translator("de"))
        for row in result_of(run).sheet:
            for one in row.evidence:
                for count in one.counts:
                    adds = sum(value for _, value in count.values)
                    assert count.points == adds + count.lots + count.more
            products = [one for one in row.evidence if one.each]
            if products and len(products) == len(row.evidence):
                paid = [
                    sum(one.times * one.each[seat] for one in products)
                    for seat in range(run.game.seats)
                ]
                assert tuple(paid) == row.amounts
            assert all(evidence_lines(naming, FIVE_NAMES, row))


@pytest.mark.clause("mineo-3 5.6")
def test_a_set_is_unfolded_to_its_cards_and_a_lost_bet_to_those_missing() -> None:
    found = outcome(
        "mineo-3",
        (0, 1, 1),
        {0: "T19 T18 T17 T16 T1", 1: "T20 F"},
        [(0, "T19 SK T2", 0), (0, "C7 T1 D6", 1)],
        rest_to=1,
        said={"scommessa": (0,)},
    )
    game = find_game("mineo-3")
    naming = Naming(game, game.resolve(), translator("en"))
    rows = {row.item: row for row in game.score(found, game.resolve())}
    assert evidence_lines(naming, FIVE_NAMES, rows["arie"]) == (
        "You: T19 Palla, T18 Sole, T17 Luna, T16 Stella",
    )
    assert evidence_lines(naming, FIVE_NAMES, rows["scommessa"]) == (
        "You: T1 Picciotti",
        "T20 Giove, F Fuggitivo missing",
    )
    assert evidence_lines(naming, FIVE_NAMES, rows["vanto"]) == ("Trick 2: T1 Picciotti, Anna",)


@pytest.mark.clause("tortorici-1930 5.2")
def test_points_are_unfolded_to_cards_lots_and_what_each_pays() -> None:
    found = outcome(
        "tortorici-1930",
        (0, 1, 1),
        {0: "SK SQ S5 S6 S7 S8", 1: ""},
        [(0, "SK S9 S10", 0)],
        rest_to=1,
        said={"solo_da_cinque": (0,)},
    )
    game = find_game("tortorici-1930")
    naming = Naming(game, game.resolve(), translator("en"))
    rows = {row.item: row for row in game.score(found, game.resolve())}
    told = evidence_lines(naming, FIVE_NAMES, rows["solo_da_cinque"])
    assert told[0] == (
        "You: 14 = 7 (♠K 4, ♠Q 3; each 1 less than its value, "
        "since cards are counted in threes) + 2 (6 cards, in lots of three) "
        "+ 5 (last trick, tricks won, or laid away)"
    )
    assert told[1] == "You: 41 × −6 = −246"


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_cards_are_told_with_their_values_unless_it_is_said_that_they_add_less(
    game_id: str,
) -> None:
    run = played(game_id, 0)
    naming = Naming(run.game, run.options, translator("en"))
    for row in result_of(run).sheet:
        counts = [count for one in row.evidence for count in one.counts if count.values]
        less = any(
            value < naming.pack.value_of[card]
            for count in counts
            for card, value in count.values
            if card != FOOL
        )
        said = any(
            "1 less than its value" in line for line in evidence_lines(naming, FIVE_NAMES, row)
        )
        assert said == less


@pytest.mark.clause("grosstarock 5.15")
def test_a_nullo_that_failed_and_costs_nothing_is_told() -> None:
    run = announced_by_all("play_on")
    naming = Naming(run.game, run.options, translator("en"))
    told = failed_announcements(naming, FIVE_NAMES, run.view(0), result_of(run).sheet)
    said = [seat for seat, word in run.view(0).heard("announce") if word == "play_on"]
    won = [row for row in result_of(run).sheet if row.item == "nullo"]
    assert said
    assert len(said) + len(won) == run.game.seats
    # that somebody plays on is an answer, and no announcement
    assert sorted(told) == sorted(
        f"{FIVE_NAMES[seat]} announced nullo: it came to nothing and costs nothing."
        for seat in said
    )


def test_an_announcement_of_one_of_two_partners_came_to_something_if_both_pay_for_it() -> None:
    run = start("mineo-3")
    while (decision := run.decision) is not None:
        words = [word for word in ("scommessa", "rivanto") if word in decision.options]
        run.do(words[0] if words else decision.options[0])
    contract, view = run.table.contract, run.view(0)
    assert contract is not None
    assert [
        seat
        for seat, word in view.heard("announce")
        if contract.side[seat] and word != "silence"
    ]
    naming = Naming(run.game, run.options, translator("en"))
    assert not failed_announcements(naming, FIVE_NAMES, view, result_of(run).sheet)


def announced_by_all(then: str) -> Run:
    """A deal of Grosstarock in which all announce Nullo, and say this when it has failed."""
    run = start("grosstarock")
    while (decision := run.decision) is not None:
        words = [word for word in (then, "nullo") if word in decision.options]
        run.do(words[0] if words else decision.options[-1])
    return run


@pytest.mark.clause("grosstarock 5.16")
def test_of_a_nullo_thrown_in_only_the_row_tells_what_it_costs() -> None:
    run = announced_by_all("throw_in")
    thrown_in = [row for row in result_of(run).sheet if row.clause == "grosstarock 5.16"]
    assert len(thrown_in) == 1
    naming = Naming(run.game, run.options, translator("en"))
    (seat,) = {seat for seat, word in run.view(0).heard("announce") if word == "throw_in"}
    told = failed_announcements(naming, FIVE_NAMES, run.view(0), result_of(run).sheet)
    assert not [line for line in told if line.startswith(FIVE_NAMES[seat])]


def test_one_card_point_is_told_in_the_singular() -> None:
    found = outcome("mineo-3", (0, 1, 2), {0: "S5", 1: "S6 S7", 2: "SK"})
    few = TooFewPoints("few", "5.1", {2: 1})
    one, two = (
        row.note for row in score_sheet(found, few.pay_rules(found)) if row.note is not None
    )
    assert (str(one), str(two)) == ("1 card point", "2 card points")
    german = translator("de")
    assert (one.render(german), two.render(german)) == ("1 Kartenpunkt", "Kartenpunkte: 2")


def test_one_sentence_says_who_paid_for_what() -> None:
    found = outcome("mineo-3", (0, 1, 1), {0: ""}, [(0, "T19 SK T20", 2)], rest_to=1)
    game = find_game("mineo-3")
    rows = game.score(found, game.resolve())
    told = who_paid_whom(game, FIVE_NAMES, rows, str, 0)
    assert told is not None
    assert str(told).startswith("you pay each of the others 4 points (pigliate, ")

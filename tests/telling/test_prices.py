"""The price of a word is told as people say it: from whom one gets what, and whom one pays."""

from __future__ import annotations

import pytest

from matto.engine.run import Run
from matto.engine.words import translator
from matto.games import game
from matto.research.testing.by_hand import do, start
from matto.telling.naming import Naming
from matto.telling.prices import paid_to, priced

NAMES = ("You", "Anna", "Brigida", "Carlo")


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
    told = paid_to(game("mineo-4"), NAMES, amounts, 0)
    assert (told.render(str), told.render(translator("de"))) == (english, german)


def told(run: Run, word: str, language: str = "en") -> list[str]:
    """What a word brings and costs the seat that is asked, with the clauses."""
    assert run.decision is not None
    naming = Naming(run.game, run.options, translator(language))
    view = run.view(run.decision.seat)
    return [
        f"{' '.join(clause for _, clause in one.items)}: {one.sentence}"
        for one in priced(naming, NAMES, view, word)
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

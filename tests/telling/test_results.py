"""One sentence says what a deal or a match brought, and to whom."""

from __future__ import annotations

import pytest

from matto.engine.scoring import Row
from matto.engine.words import translator
from matto.games import game
from matto.telling.results import because, brought, won_by

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
    sentence = brought(game(game_id), amount)
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
    sentence = won_by(game("mineo-4"), NAMES, standing, viewer)
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
    told = because(game(game_id), NAMES, sheet, str, 0)
    assert told is not None
    assert (str(told), told.render(translator("de"))) == (english, german)

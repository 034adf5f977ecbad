"""Choices in words that differ in a number only."""

from __future__ import annotations

from matto.telling.questions import plain, spans, with_amount, words_first


def test_choices_that_differ_in_a_number_are_shown_together() -> None:
    found = [(span.first, span.last) for span in spans(["a", "o:1", "o:2", "o:4", "p:5", "b"])]
    assert found == [(1, 1), (2, 3), (4, 4), (5, 5), (6, 6)]


def test_words_come_before_amounts() -> None:
    assert words_first(("o:1", "m", "p:1", "t", "w"), "w") == ("m", "t", "w", "o:1", "p:1")


def test_a_word_with_an_amount_is_recognised_though_it_is_not_offered() -> None:
    assert with_amount("Offro 12", ["tengo", "offro"]) == "offro:12"
    assert with_amount("offro", ["offro"]) is None
    assert with_amount("altro 3", ["offro"]) is None


def test_words_are_compared_without_case_spaces_and_marks() -> None:
    assert plain("Altre_Cinque") == plain("altre cinque") == "altrecinque"
    assert plain("♠10") == plain("s10")

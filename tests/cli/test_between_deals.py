"""When a deal is over its sheet may be asked about: rules, words, and what can be typed."""

from __future__ import annotations

import pytest

from cli.play_helpers import END_OF_DEAL, Terminal
from matto.engine.rulebook import rulebook


def asked_after_a_deal(terminal: Terminal, *words: str) -> str:
    """What is printed when these words are typed once a deal is over."""
    left = iter(words)

    def answer(prompt: str) -> str:
        return next(left, "q") if prompt.startswith(END_OF_DEAL) else "1"

    out = terminal.play(answer, "mineo-4", seed="between", bots="random")
    return out.partition("The ledger, in ")[2]


def test_a_clause_of_the_sheet_is_read_when_the_deal_is_over(terminal: Terminal) -> None:
    out = asked_after_a_deal(terminal, "r 5.4", "regel 5.2", "r")
    for number in ("5.4", "5.2"):
        assert f"\n{number} {rulebook('mineo-4').clause(number).title}\n" in out
    assert "Name a clause of the sheet" in out
    assert "is not understood" not in out


@pytest.mark.parametrize("word", ["?", "help", "hilfe"])
def test_what_can_be_typed_when_the_deal_is_over_is_told(terminal: Terminal, word: str) -> None:
    out = asked_after_a_deal(terminal, word)
    assert "Between deals" in out
    assert "“r 4.3” opens that clause" in out


def test_words_of_the_game_and_of_the_sheet_are_explained(terminal: Terminal) -> None:
    out = asked_after_a_deal(terminal, "rimatura", "? vado solo", "vado solo")
    assert f"5.5 {rulebook('mineo-4').clause('5.5').title}" in out
    assert out.count("I go alone against the others.") == 2


@pytest.mark.slow
@pytest.mark.parametrize("word", ["xyz", "why", "SK", "1", "t"])
def test_what_means_nothing_when_the_deal_is_over_is_answered(
    terminal: Terminal, word: str
) -> None:
    assert f"“{word}” is not understood here." in asked_after_a_deal(terminal, word)

"""A hint at the terminal: values as the language writes them, and how sure they are."""

from __future__ import annotations

import pytest

from cli.play_helpers import Terminal
from matto.cli.session import Session
from matto.engine.run import Run
from matto.players.bots import ChoiceValue, Hint


@pytest.mark.parametrize(
    ("language", "value", "error"), [("en", "−2.0", "±0.5"), ("de", "−2,0", "±0,5")]
)
def test_a_hint_says_how_sure_it_is_only_where_the_deals_tried_did_not_all_end_alike(
    monkeypatch: pytest.MonkeyPatch, terminal: Terminal, language: str, value: str, error: str
) -> None:
    def hint(_self: Session, run: Run) -> Hint:
        assert run.decision is not None
        first, second, *_ = run.decision.options
        values = (ChoiceValue(first, -2.0, 0.5, 9), ChoiceValue(second, -2.0, 0.0, 9))
        return Hint("strong", first, values)

    monkeypatch.setattr(Session, "_hint", hint)
    out = terminal.play(["hint"], "mineo-3", lang=language, seed=1)
    assert out.count(value) == 2
    assert out.count("±") == out.count(error) == 1

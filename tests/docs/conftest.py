"""What a page registers is forgotten after it."""

import pytest

from matto.players import bots


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_registered", {})

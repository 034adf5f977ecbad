"""Fixtures of what is told in both languages."""

from __future__ import annotations

import pytest

import catalogues
from matto.engine.words import LOCALE_FOLDER


@pytest.fixture(scope="session", autouse=True)
def german() -> None:
    """The compiled catalogue, which is not kept in the repository."""
    catalogues.compile_all(LOCALE_FOLDER)

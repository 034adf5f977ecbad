"""Words that come with the building blocks, as they are said; a game adds its own."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.vocabulary import as_typed
from matto.engine.words import N_

SPOKEN: Mapping[str, str] = as_typed(
    N_("demand"), N_("laid away"), N_("no more"), N_("pot"), N_("silence"), N_("stock")
)

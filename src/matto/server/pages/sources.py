"""The texts from which the rules are taken, as a reader would look for them."""

from __future__ import annotations

import re
from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "000": "Tessiner Priestertarock",
    "001": "Lü Tarocche. Mitigatti: Historisches Tarock aus Nizza",
    "002": "Sizilianisches Tarock",
    "003": "Tarock (Geschicklichkeitsspiele)",
    "004": "Das Tarot des Abbé Marolles",
}
"""By the number under which a rulebook cites a text. All are in German."""

CITED = re.compile(r"\bseed (\d{3}),? ?")
QUOTED = re.compile(r'"([^"]*)"')


def source_told(source: str) -> str:
    """A source with the title of its text: `Sizilianisches Tarock, „Ragusa“`."""
    titled = CITED.sub(lambda cited: f"{TITLES[cited[1]]}, ", source)
    return QUOTED.sub(r"„\1“", titled).rstrip(", ")

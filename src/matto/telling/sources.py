"""The texts from which the rules are taken, as a reader would look for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from matto.engine.rulebook import folder

TITLES = "sources.json"
"""Beside the rulebooks: the title of each text, by the number under which they cite it."""

CITED = re.compile(r"\bseed (\d{3}),? ?")
QUOTED = re.compile(r'"([^"]*)"')


def titled_source(source: str) -> str:
    """A source with the title of its text for the number, quoted as in German, its language."""
    titles = _titles()
    titled = CITED.sub(lambda cited: f"{titles[cited[1]]}, ", source)
    return QUOTED.sub(r"„\1“", titled).rstrip(", ")


@cache
def _titles() -> Mapping[str, str]:
    return msgspec.json.decode((folder() / TITLES).read_bytes(), type=dict[str, str])

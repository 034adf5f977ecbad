"""Records with something wrong in them, and what is said of them."""

from __future__ import annotations

import pytest

from matto.engine.errors import BadRecord
from matto.records import dump, loads, match_of, record_of
from records.deals import played, played_match

RUN = played("calatafimi-2", 1)
JSON = dump(record_of(RUN))
NOTATION = dump(record_of(RUN), "notation")
FIRST = RUN.fork(0).decision
assert FIRST is not None
FIRST_CLAUSE = FIRST.clause
MATCH = dump(match_of(played_match("calatafimi-2", 3)))


def refused(content: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        loads(content)
    return caught.value


def line_of(content: str, part: str, *, nth: int = 0) -> int:
    """The line in which a part stands, counted from 1."""
    found = [n for n, line in enumerate(content.split("\n"), 1) if part in line]
    return found[nth]


def swapped(content: str, old: str, new: str, *, nth: int = 0) -> tuple[str, int]:
    """Put something else into the nth line that holds `old`; gives its number too."""
    line = line_of(content, old, nth=nth)
    lines = content.split("\n")
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines), line


def without_line(content: str, part: str, *, nth: int = 0) -> str:
    lines = content.split("\n")
    del lines[line_of(content, part, nth=nth) - 1]
    return "\n".join(lines)

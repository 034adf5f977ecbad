"""Where each part of a record stands: in a line of its file or, in JSON, at its path."""

from __future__ import annotations

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Where a value is: `("actions", 3, "seat")`."""

Place = int | str
"""A line, or a path as it is told: `actions[3].seat`."""

_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]|(\[\.\.\.\])")


class RecordPlaces:
    """Where the parts of a record stand: told by lines if there are any, else by paths.

    A part without a line of its own stands in its whole's, or else in the `default` one.
    """

    def __init__(
        self,
        lines: Mapping[Path, int] | None = None,
        default: int | None = None,
        whole: Path = (),
    ) -> None:
        self._lines = lines or {}
        self._default = default
        self._whole = whole

    def of(self, path: Path) -> Place:
        """Return the line of a part, or its path."""
        path = (*self._whole, *path)
        if self._default is None:
            return told(path)
        around = (self._lines.get(path[:length]) for length in range(len(path), -1, -1))
        return next((line for line in around if line is not None), self._default)

    def inside(self, prefix: Path) -> RecordPlaces:
        """Return the places of a part, seen from that part."""
        return RecordPlaces(self._lines, self._default, (*self._whole, *prefix))


def told(path: Path) -> str:
    """Return a path as it is told: `actions[3].seat`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def path_of(message: str) -> Path:
    """Read the path at the end of a message of msgspec: `… - at `$.actions[3].seat``."""
    where = message.rpartition("`$")[2].rstrip("`") if "`$" in message else ""
    path: list[str | int] = []
    for name, index, any_key in _STEP.findall(where):
        if any_key:
            break
        path.append(name or int(index))
    return tuple(path)

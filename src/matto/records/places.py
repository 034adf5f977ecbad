"""In which line of a file each part of a record stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

Path = tuple[str | int, ...]
"""Where a value is: `("actions", 3, "seat")`."""

_TOKEN = re.compile(r'\n|"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]|(\[\.\.\.\])")


class LineNumbers:
    """The lines of a record's parts; a part without a line of its own stands in its whole's."""

    def __init__(self, lines: Mapping[Path, int] | None = None, default: int = 1) -> None:
        self._lines = dict(lines or {})
        self._default = default

    def line(self, path: Path) -> int:
        """Give the line of a part, or of the smallest part around it that has one."""
        for length in range(len(path), -1, -1):
            found = self._lines.get(path[:length])
            if found is not None:
                return found
        return self._default

    def put(self, path: Path, line: int) -> None:
        """Remember the line of a part."""
        self._lines[path] = line

    def inside(self, prefix: Path) -> LineNumbers:
        """Give the places of a part, seen from that part."""
        size = len(prefix)
        inner = {path[size:]: n for path, n in self._lines.items() if path[:size] == prefix}
        return LineNumbers(inner, self.line(prefix))


class KeyTwice(Exception):
    """A JSON object that gives the same key twice."""

    def __init__(self, key: str, line: int) -> None:
        super().__init__(key)
        self.key = key
        self.line = line


def json_places(text: str) -> LineNumbers:
    """Find the line of every value of a JSON text that is known to be well formed.

    Raises `KeyTwice`, because JSON readers silently keep one of the two.
    """
    return LineNumbers(dict(_Scan(text).value(())))


def path_of(message: str) -> Path:
    """Read the path at the end of a message of msgspec: `… - at `$.actions[3].seat``."""
    where = message.rpartition("`$")[2].rstrip("`") if "`$" in message else ""
    path: list[str | int] = []
    for name, index, any_key in _STEP.findall(where):
        if any_key:
            break
        path.append(name or int(index))
    return tuple(path)


class _Scan:
    """Walks over the tokens of a JSON text and counts lines."""

    def __init__(self, text: str) -> None:
        self.line = 1
        self._tokens = self._read(text)
        self._next = next(self._tokens, "")

    def _read(self, text: str) -> Iterator[str]:
        for match in _TOKEN.finditer(text):
            if match[0] == "\n":
                self.line += 1
            else:
                yield match[0]

    def _take(self) -> str:
        token, self._next = self._next, next(self._tokens, "")
        return token

    def value(self, path: Path) -> Iterator[tuple[Path, int]]:
        """Yield (path, line) of the next value and of all that is in it."""
        yield path, self.line
        opening = self._next
        if opening == "{":
            yield from self._members(path)
        elif opening == "[":
            yield from self._items(path)
        else:
            self._take()

    def _members(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._take()
        seen: set[str] = set()
        while self._next != "}":
            line = self.line
            key = json.loads(self._take())
            if key in seen:
                raise KeyTwice(key, line)
            seen.add(key)
            self._take()  # the colon
            yield from self.value((*path, key))
            if self._next == ",":
                self._take()
        self._take()

    def _items(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._take()
        index = 0
        while self._next != "]":
            yield from self.value((*path, index))
            index += 1
            if self._next == ",":
                self._take()
        self._take()

"""Display preferences: language, card faces, light or dark; and who asks for a page."""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec

from matto.engine.words import LANGUAGES, N_
from matto.server.tables.names import LONGEST_NAME, in_one_line

FACES: Mapping[str, str] = {
    "own": N_("As each game has them"),
    "italian": N_("Italian suits"),
    "french": N_("French suits"),
}
"""The styles of card faces and what they are called; the first, the default, is no style."""

THEMES: Mapping[str, str] = {
    "auto": N_("As the device"),
    "light": N_("Light"),
    "dark": N_("Dark"),
}


class Display(msgspec.Struct, frozen=True):
    """The language and the card faces that a page is made in; `theme` is its colours."""

    language: str = LANGUAGES[0]
    faces: str = next(iter(FACES))
    theme: str = "auto"


class Visit(msgspec.Struct, frozen=True):
    """Who asks for a page: how it shall look, where he is, and the token of his forms.

    `name` is the name under which he played last; empty before the first time. `query` is
    what his address asks of the page. `kept`: the browser keeps the page, to be read
    without a network; there is no token on it then.
    """

    display: Display = Display()
    path: str = "/"
    csrf: str = ""
    name: str = ""
    query: str = ""
    kept: bool = False

    @property
    def here(self) -> str:
        """The whole address of the page, to come back to."""
        return f"{self.path}?{self.query}" if self.query else self.path


def display_from(cookies: Mapping[str, str], accept_language: str = "") -> Display:
    """Read what somebody chose; else the language that his browser prefers."""
    return Display(
        language=_known(cookies.get("language"), LANGUAGES) or preferred(accept_language),
        faces=_known(cookies.get("faces"), FACES) or next(iter(FACES)),
        theme=_known(cookies.get("theme"), THEMES) or "auto",
    )


def chosen(form: Mapping[str, str]) -> dict[str, str]:
    """Give the cookies that a form asks for; what is not known is left out."""
    allowed: Mapping[str, Container[str]] = {
        "language": LANGUAGES,
        "faces": FACES,
        "theme": THEMES,
    }
    return {
        name: value
        for name, known in allowed.items()
        if (value := _known(form.get(name), known))
    }


def preferred(accept_language: str) -> str:
    """Give the language of ours that an Accept-Language header likes best; else English."""
    best, liking = LANGUAGES[0], 0.0
    for part in accept_language.split(","):
        tag, *parameters = (word.strip().lower() for word in part.split(";"))
        language, quality = tag.partition("-")[0], _quality(parameters)
        if language in LANGUAGES and quality > liking:
            best, liking = language, quality
    return best


def tidy_name(name: str) -> str:
    """Give a name as it may be shown: one line without control signs, and not too long."""
    return in_one_line(in_one_line(name)[:LONGEST_NAME])


def _known(value: str | None, known: Container[str]) -> str:
    return value if value is not None and value in known else ""


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0

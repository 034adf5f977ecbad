"""How pages look: language, faces and colours from cookies and browser, readable colours."""

from __future__ import annotations

import re
from itertools import chain, product

import pytest

from matto.engine.words import text
from matto.server.http.requests import (
    Display,
    Visit,
    display_choices,
    display_from,
    preferred,
    tidy_name,
)
from matto.server.web.rendering import STATIC, asset, rendered, sentence_function
from matto.server.web.site_pages import COOKIES, TABLE_KEYS
from server.outlines import contrast

READABLE = 4.5
SEEN = 3.0


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("pt-PT,pt;q=0.9,de;q=0.3,en;q=0.2", "de"),
        ("pt", "en"),
        ("de;q=0,en;q=0.1", "en"),
        ("de;q=nonsense", "en"),
        ("de;q=0.5, en ; q=0.7", "en"),
        ("*", "en"),
    ],
)
def test_the_language_that_the_browser_likes_best_is_taken(header: str, language: str) -> None:
    assert preferred(header) == language
    assert display_from({}, header).language == language


def test_what_one_has_chosen_goes_before_what_the_browser_likes() -> None:
    assert display_from({"language": "en", "theme": "dark"}, "de").language == "en"
    assert display_from({"language": "en", "theme": "dark"}, "de").theme == "dark"


def test_a_cookie_with_nonsense_is_not_minded() -> None:
    assert display_from({"language": "xx", "faces": "../..", "theme": "pink"}) == Display()


def test_only_what_is_known_can_be_chosen() -> None:
    form = {"language": "de", "theme": "pink", "faces": "", "name": "x", "matto": "y"}
    assert display_choices(form) == {"language": "de"}


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada  Lovelace\n", "Ada Lovelace"),
        ("Ada\u202e\u200bx", "Ada x"),
        ("x" * 100, "x" * 24),
        ("\t", ""),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(given: str, shown: str) -> None:
    assert tidy_name(given) == shown


def test_what_is_filled_into_a_sentence_is_escaped() -> None:
    say = sentence_function("en")
    assert say("There is no table “{table}”.", table="<b>") == (
        "There is no table “&lt;b&gt;”."
    )
    assert say(text("{a} & {b}", a="<", b=text("{c}", c=">"))) == "&lt; &amp; &gt;"


def test_the_address_of_a_file_changes_with_the_file() -> None:
    assert re.fullmatch(r"/static/base\.css\?v=[0-9a-f]{12}", asset("base.css"))
    assert asset("base.css").partition("=")[2] != asset("dark.css").partition("=")[2]


# -- colours -----------------------------------------------------------------------------


def colours(*files: str) -> dict[str, str]:
    """The names of colours and what they are, the later file over the earlier."""
    found: dict[str, str] = {}
    for file in files:
        words = (STATIC / file).read_text(encoding="utf-8")
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", words))
    return found


def test_a_name_of_a_colour_means_the_same_on_every_page() -> None:
    known = colours("base.css").keys()
    for file in sorted(STATIC.glob("*.css")):
        if file.name not in {"base.css", "dark.css"}:
            own = re.findall(r"(?<![\w-])--([a-z-]+):", file.read_text(encoding="utf-8"))
            assert not known & set(own), file.name


INKS = "ink ink-soft link good bad stated inferred silent swords batons cups coins trumps"
ON_PAPER = product(INKS.split(), ("paper", "sheet", "sunk"))
ON_OTHERS = [
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-felt", "felt"),
    ("on-felt", "felt-deep"),
    ("on-felt-soft", "felt"),
    ("on-felt-soft", "felt-deep"),
]
THEMES = {"light": ("base.css",), "dark": ("base.css", "dark.css")}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), [*ON_PAPER, *ON_OTHERS])
def test_words_can_be_read_in_light_and_dark(theme: str, ink: str, ground: str) -> None:
    known = colours(*THEMES[theme])
    assert contrast(known[ink], known[ground]) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mark", ["line-strong", "focus"])
def test_fields_and_what_is_chosen_can_be_seen(theme: str, mark: str) -> None:
    known = colours(*THEMES[theme])
    assert min(contrast(known[mark], known[ground]) for ground in ("paper", "sheet")) >= SEEN


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suit", "SBCDTF")
def test_a_card_named_by_its_player_can_be_read_in_light_and_dark(
    theme: str, suit: str
) -> None:
    words = (STATIC / "table.css").read_text(encoding="utf-8")
    rules = re.findall(r"\.seat \.said (\.\w|:is\([^)]*\)) { color: (#\w{6}); }", words)
    ink = next(colour for where, colour in rules if f".{suit}" in where)
    assert contrast(ink, colours(*THEMES[theme])["on-felt"]) >= READABLE


def test_the_list_of_keys_names_every_key_that_the_table_knows() -> None:
    own = re.findall(r"^  ([a-z]): ", (STATIC / "keys.js").read_text("utf-8"), re.MULTILINE)
    tables = (STATIC.parent / "templates/table").glob("*.html")
    pressed = [
        re.findall(r'aria-keyshortcuts="(\S)"', page.read_text("utf-8")) for page in tables
    ]
    known = {*"".join(own).upper(), *chain(*pressed)}
    assert known | {"1 … 9"} == {key for key in TABLE_KEYS if len(key) == 1 or "9" in key}


def test_letters_as_keys_can_be_switched_off_and_the_cookie_for_it_is_told() -> None:
    page = rendered("keys.html", Visit(csrf="token"))
    assert re.search(r'<input type="checkbox" id="letter-keys"[^>]* checked>', page)
    assert "keys" in COOKIES


def test_the_dark_gives_other_colours_to_known_names_only() -> None:
    assert set(colours("dark.css")) <= set(colours("base.css"))


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_a_style_sheet_fetches_nothing(path: object) -> None:
    words = (STATIC / str(path)).read_text(encoding="utf-8")
    assert "url(" not in words
    assert "@import" not in words

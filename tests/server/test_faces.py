"""The card faces: every card is there, right, readable, and drawn without anybody's help."""

from __future__ import annotations

import gzip
import html
import os
import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import msgspec
import pytest

from matto.engine.cards import COURTS, SUITS
from matto.engine.words import LANGUAGES
from matto.games import catalogue, game
from matto.server.web.page_context import OWN, address, requested_faces
from matto.server.web.rendering import version
from matto.telling.cardart import (
    BACK,
    STYLES,
    Deck,
    deck_of,
    drawing,
    sign,
    sprite,
    sprite_for,
)
from matto.telling.cardart.drawing import FIGURES, PALETTE, SHAPES, boxes, figure, half
from matto.telling.cardart.faces import (
    CORNER_MIDDLE,
    CORNER_SCALE,
    LETTERS,
    PITCH,
    ROOM,
    SEEN,
    SIGNS,
    figure_on,
    index_colour,
    places,
    rank_shown,
    roman,
    width_of,
)
from server.outlines import contrast, reach, seen_apart
from server.visitors import Visitor, one_of
from server.wire import Wire
from sixteen import SIXTEEN

NS = "{http://www.w3.org/2000/svg}"
ENOUGH_CONTRAST = 4.5
SEEN_OF_A_CARD = 26 / 72 * 100
"""How much is seen of a card in a crowded hand, in the cards' own units."""

GAMES = tuple(catalogue())
DECKS = {game_id: deck_of(game(game_id), game(game_id).resolve(), "en") for game_id in GAMES}
SHEETS = [(style, deck) for style in STYLES for deck in dict.fromkeys(DECKS.values())]
FULL_GAME = game("grosstarock")
FULL = DECKS[FULL_GAME.id]


def drawn(style: str, deck: Deck) -> ElementTree.Element:
    return ElementTree.fromstring(sprite(style, deck))


def symbols(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in root.findall(f"{NS}symbol")}


def uses(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [use for use in element.iter(f"{NS}use") if use.attrib["href"] == f"#{name}"]


def words_on(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{NS}text")]


def corner_of(card: ElementTree.Element) -> ElementTree.Element:
    return next(g for g in card.iter(f"{NS}g") if g.attrib.get("stroke-width") == "4")


def rank_on(card: ElementTree.Element) -> str:
    """What the glyphs of the first corner spell."""
    return "".join(
        use.attrib["href"].removeprefix("#g") for use in corner_of(card).iter(f"{NS}use")
    )


def picture_on(card: ElementTree.Element) -> bytes:
    return ElementTree.tostring(next(card.iter(f"{NS}svg")))


# -- each sheet: nothing is missing, wrong, alike, hard to read or large ------------------


@pytest.mark.slow
@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_a_sheet_is_small_has_every_card_and_needs_no_other_file(
    style: str, deck: Deck
) -> None:
    content, root = sprite(style, deck), drawn(style, deck)
    cards = symbols(root)
    assert {*cards} == {*deck.codes, BACK}
    assert len(gzip.compress(content)) < 60_000
    assert sprite.__wrapped__(style, deck) == content
    kept = {e.attrib["id"]: ElementTree.tostring(e) for e in root.iter() if "id" in e.attrib}
    assert len(kept) == sum("id" in element.attrib for element in root.iter())
    assert {use.attrib["href"] for use in root.iter(f"{NS}use")} <= {
        f"#{name}" for name in kept
    }
    text = content.decode()
    assert "://" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"url\(|style=|class=|@import|&[^a-z]", text)
    allowed = {"svg", "defs", "symbol", "use", "text", *SHAPES}
    assert {element.tag.removeprefix(NS) for element in root.iter()} <= allowed


@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_no_two_cards_are_alike_and_each_can_be_read(style: str, deck: Deck) -> None:
    root = drawn(style, deck)
    cards = symbols(root)
    kept = {e.attrib["id"]: ElementTree.tostring(e) for e in root.iter() if "id" in e.attrib}
    halves = {code: kept.get(f"h{code}", b"")[len(f"h{code}") :] for code in cards}
    looks = {(ElementTree.tostring(card), halves[code]) for code, card in cards.items()}
    assert len(looks) == len(cards)
    paper = next(e.attrib["fill"] for e in root.iter() if e.attrib.get("id") == "paper")
    for code in deck.codes:
        card = cards[code]
        shown = code if code == "F" else deck.number(code) or code[1:]
        assert rank_on(card) == shown == rank_shown(code, deck.number(code))
        assert {f"g{letter}" for letter in shown} <= {*boxes("letters")}
        names = [*card.iter(f"{NS}text")]
        assert all(name.attrib["font-family"].endswith(",serif") for name in names)
        ground = next((use.attrib["fill"] for use in uses(card, "spine")), paper)
        inks = {corner_of(card).attrib["stroke"], *(name.attrib["fill"] for name in names)}
        inks |= {
            use.attrib["fill"] for use in uses(card, f"s{code[0]}") if "fill" in use.attrib
        }
        assert min(contrast(ink, ground) for ink in inks) >= ENOUGH_CONTRAST, code
        if code in COURTS or code[0] not in SUITS:
            left, top, width, height = half(figure_on(deck, code))
            assert left == pytest.approx(-width / 2, abs=0.01)
            assert width / height == pytest.approx(68.5 / 85, abs=0.001)
            assert top >= 0


@pytest.mark.parametrize("deck", [DECKS["mineo-3"], FULL])
def test_every_trump_has_a_picture_of_its_own(deck: Deck) -> None:
    cards = symbols(drawn("italian", deck))
    tarocks = [code for code in deck.codes if code[0] not in SUITS]
    assert len({picture_on(cards[code]) for code in tarocks}) == len(tarocks)


@pytest.mark.parametrize("suit", SUITS)
def test_a_card_bears_as_many_signs_as_its_rank_says_all_within_its_field(suit: str) -> None:
    italian, french = (symbols(drawn(style, FULL)) for style in ("italian", "french"))
    wide, high = reach(" ".join(re.findall(r' d="([^"]*)"', figure(SIGNS["italian"][suit]))))
    left, top, width, height = SEEN
    for rank in map(str, range(2, 11)):
        assert len(uses(italian[suit + rank], f"p{suit}")) == int(rank)
        in_both_corners = 2
        assert len(uses(french[suit + rank], f"s{suit}")) - in_both_corners == int(rank)
        for x, y, scale, _turn in places(suit, rank):
            assert left < x - wide * scale
            assert x + wide * scale < left + width
            assert top < y - high * scale
            assert y + high * scale < top + height


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_with_any_option_no_card_of_the_pack_lacks_a_face(game_id: str) -> None:
    chosen = game(game_id)
    given = [{option.name: value} for option in chosen.options for value in option.values]
    packs = {deck_of(chosen, chosen.resolve(option), "en"): option for option in given}
    for deck, option in packs.items():
        assert set(deck.codes) == chosen.pack(chosen.resolve(option)).cards
        for style in STYLES:
            assert set(symbols(drawn(style, deck))) == {*deck.codes, BACK}


# -- the files of the figures ------------------------------------------------------------

FILES = sorted(
    file.name.removesuffix(".svg") for file in FIGURES.iterdir() if file.name.endswith(".svg")
)
SHEETS_OF_PIECES = {"letters", "signs"}
FIGURE_FILES = [name for name in FILES if name not in SHEETS_OF_PIECES]


@pytest.mark.parametrize("name", FIGURE_FILES)
def test_a_figure_is_a_picture_of_its_own_in_the_colours_of_the_palette(name: str) -> None:
    root = ElementTree.fromstring((FIGURES / f"{name}.svg").read_bytes())
    assert root.attrib["viewBox"]
    assert root.findtext(f"{NS}title")
    assert root.findtext(f"{NS}style") == '@import "palette.css";'
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"][1:] for use in root.iter(f"{NS}use")} <= set(ids)
    for shape in root.iter(f"{NS}path"):
        classes = shape.attrib["class"].split()
        assert any("fill" in PALETTE[f".{word}"] for word in classes)
        assert "fill" not in shape.attrib
    assert figure(name)


@pytest.mark.slow
def test_every_file_is_on_some_card(monkeypatch: pytest.MonkeyPatch) -> None:
    read, parsed = set[str](), drawing._read

    def noted(name: str) -> ElementTree.Element:
        read.add(name)
        return parsed(name)

    monkeypatch.setattr(drawing, "_read", noted)
    boxes.cache_clear()
    figure.cache_clear()
    for style, deck in SHEETS:
        sprite.__wrapped__(style, deck)
    assert read == set(FILES)


def test_a_figure_that_an_editor_has_written_keeps_what_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "edited.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:editor="http://editor.example/"><editor:view zoom="2"/>'
        '<metadata>who drew it</metadata><g id="eyes" editor:label="eyes">'
        '<circle id="eye" class="blue thin" style="fill:#123456;stroke:none" r="2"/>'
        '<use xlink:href="#eye" transform="scale(-1 1)"/></g></svg>'
    )
    monkeypatch.setattr("matto.telling.cardart.drawing.FIGURES", tmp_path)
    look = 'r="2" fill="#123456" stroke-width=".75" stroke="none"'
    assert figure("edited") == f'<circle {look}/><circle transform="scale(-1 1)" {look}/>'


@pytest.mark.parametrize("name", ["king", "queen", "cavalier", "jack", "maid"])
def test_a_court_wears_its_suit_and_holds_what_it_is_given(name: str) -> None:
    suits = [figure(name, f"{SIGNS['italian'][suit]}s") for suit in SUITS]
    assert len(set(suits)) == len(SUITS)
    assert suits[0] == figure(name)
    held = "<path/>"
    assert held in figure(name, "cups", held)
    assert len(figure(name, "cups", held)) < len(figure(name, "cups"))


def test_signs_of_a_row_stand_apart() -> None:
    for suit, rank in product(SUITS, map(str, range(2, 11))):
        found = places(suit, rank)
        closest = min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(found, 2))
        assert closest >= min(pitch for pitch in PITCH.values() if pitch)


def test_roman_figures_are_written_as_they_are_counted() -> None:
    assert [roman(number) for number in ("1", "4", "9", "14", "19", "21", "0", "")] == [
        "I", "IV", "IX", "XIV", "XIX", "XXI", "", "",
    ]  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_suits_and_trumps_differ_in_shape_and_in_colour_for_every_kind_of_eyes(
    style: str,
) -> None:
    letters = (*SUITS, "T")
    assert len({sign(style, letter) for letter in letters}) == len(letters)
    for one, other in combinations(letters, 2):
        colours = index_colour(style, one), index_colour(style, other)
        assert seen_apart(*colours) >= 15, (one, other)


def test_rank_and_sign_are_seen_whole_in_a_crowded_hand() -> None:
    ranks = {
        rank_shown(code, deck.number(code)) for deck in DECKS.values() for code in deck.codes
    }
    for rank in ranks:
        width = min(ROOM, width_of(rank))
        assert CORNER_MIDDLE - width / 2 > 0
        assert CORNER_MIDDLE + width / 2 < SEEN_OF_A_CARD
    for name in {SIGNS[style][letter] for style in STYLES for letter in LETTERS}:
        outline = boxes("signs")[name][0].attrib["d"]
        assert CORNER_MIDDLE + reach(outline)[0] * CORNER_SCALE < SEEN_OF_A_CARD


# -- a game's own pack -------------------------------------------------------------------


def test_a_pack_shows_its_own_numbers_names_and_courts_in_the_language_asked_for() -> None:
    def cards(name: str, language: str = "en", **given: str) -> dict[str, ElementTree.Element]:
        deck = deck_of(game(name), game(name).resolve(given), language)
        return symbols(drawn("italian", deck))

    sicilian = cards("calatafimi-3", pack_names="sicilian")
    piedmontese = cards("calatafimi-3", pack_names="piedmontese")
    for code, number, name in (("T20", "21", "Giove"), ("T0", "1", "Miseria")):
        assert (rank_on(piedmontese[code]), words_on(piedmontese[code])) == (number, [name])
    assert picture_on(sicilian["SJ"]) != picture_on(piedmontese["SJ"])  # a maid, and a page
    german = cards("grosstarock", "de")
    assert words_on(cards("grosstarock")["SK"]) == ["King"]
    assert (words_on(german["SK"]), words_on(german["F"])) == (["König"], ["Sküs"])


@pytest.mark.parametrize("style", STYLES)
def test_a_name_may_have_any_letter_in_it(style: str) -> None:
    name = "<b>&\"Z'æ</b>"
    deck = msgspec.structs.replace(FULL, names=tuple((code, name) for code in FULL.codes))
    for code, card in symbols(drawn(style, deck)).items():
        if code[0] in "TF" or (style == "italian" and code in COURTS):
            assert words_on(card)[0].endswith(name)


# -- how it is sent ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_pack_is_drawn_to_the_same_bytes_by_another_process() -> None:
    program = (
        "from matto.games import game; from matto.telling.cardart import sprite_for; "
        "from matto.server.web.rendering import version; "
        "g = game('grosstarock'); print(version(sprite_for(g, g.resolve(), 'italian', 'en')))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    chosen = game("grosstarock")
    assert told == {version(sprite_for(chosen, chosen.resolve(), "italian", "en"))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_what_an_address_tells_is_enough_to_draw_the_same_pack(
    game_id: str, language: str
) -> None:
    chosen = game(game_id)
    for option in (None, *chosen.options):
        given = {} if option is None else {option.name: option.values[-1]}
        options = chosen.resolve(given)
        parts = urlsplit(address(chosen, options, OWN, language))
        _, _, style, name = parts.path.split("/")
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        content = requested_faces(style, name.removesuffix(".svg"), query)
        assert content == sprite_for(chosen, options, style, language)
        assert version(content) == query["v"]


@pytest.mark.parametrize(
    ("game_id", "wanted", "style"),
    [
        ("mineo-3", OWN, "italian"),
        ("grosstarock", OWN, "french"),
        ("mineo-3", "french", "french"),
        ("grosstarock", "italian", "italian"),
    ],
)
def test_an_address_names_the_style(game_id: str, wanted: str, style: str) -> None:
    chosen = game(game_id)
    plain = address(chosen, chosen.resolve(), wanted, "en")
    assert plain.startswith(f"/faces/{style}/{game_id}.svg?")


async def test_faces_are_sent_packed_and_kept_under_their_version(wire: Wire) -> None:
    visitor = Visitor(wire)
    path = address(FULL_GAME, FULL_GAME.resolve(), OWN, "en")
    found = await visitor.get(path, **{"accept-encoding": "gzip, br"})
    content = sprite_for(FULL_GAME, FULL_GAME.resolve(), "french", "en")
    assert (found.status, gzip.decompress(found.body)) == (200, content)
    assert one_of(found, "content-type").startswith("image/svg+xml")
    assert "immutable" in one_of(found, "cache-control")
    plain = await visitor.get(path.partition("?")[0])
    assert plain.body == content
    assert one_of(plain, "cache-control") == "no-cache"
    again = await visitor.get(path, **{"if-none-match": one_of(found, "etag")})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("dutch/mineo-3.svg", 404, "There are no card faces “dutch” like that."),
        ("french/minio-3.svg", 404, "mineo-3"),
        ("french/calatafimi-3.svg?pack_names=other", 422, "pack_names"),
        ("french/mineo-3.svg?language=xx", 404, "There are no card faces “french” like that."),
    ],
)
async def test_an_address_without_faces_is_answered_by_a_sentence(
    wire: Wire, path: str, status: int, sentence: str
) -> None:
    found = await Visitor(wire).get(f"/faces/{path}")
    assert found.status == status
    assert sentence in html.unescape(found.body.decode())

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
from matto.server.web.context import OWN, address, asked_for, version
from matto.telling.cardart import (
    BACK,
    STYLES,
    Deck,
    NoSuchFaces,
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


def rank_on(card: ElementTree.Element) -> str:
    """What the glyphs of the first corner spell."""
    group = next(g for g in card.iter(f"{NS}g") if g.attrib.get("stroke-width") == "4")
    return "".join(use.attrib["href"].removeprefix("#g") for use in group.iter(f"{NS}use"))


# -- nothing is missing ------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_card_of_every_pack_has_a_face_in_both_styles(game_id: str, style: str) -> None:
    chosen = game(game_id)
    found = symbols(ElementTree.fromstring(sprite_for(chosen, chosen.resolve(), style, "de")))
    assert set(found) == {*chosen.pack(chosen.resolve()).codes, BACK}


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


@pytest.mark.slow
@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_no_two_cards_of_a_pack_look_the_same(style: str, deck: Deck) -> None:
    root = drawn(style, deck)
    kept = {e.attrib["id"]: ElementTree.tostring(e) for e in root.iter() if "id" in e.attrib}
    faces = {
        (ElementTree.tostring(card), kept.get(f"h{code}", b"")[len(f"h{code}") :])
        for code, card in symbols(root).items()
    }
    assert len(faces) == len(deck.codes) + 1


@pytest.mark.parametrize("deck", [DECKS["mineo-3"], FULL])
def test_every_trump_has_a_picture_of_its_own(deck: Deck) -> None:
    cards = symbols(drawn("italian", deck))
    tarocks = [code for code in deck.codes if code[0] not in SUITS]
    pictures = {ElementTree.tostring(next(cards[code].iter(f"{NS}svg"))) for code in tarocks}
    assert len(pictures) == len(tarocks)


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


@pytest.mark.parametrize("deck", [DECKS["mineo-3"], FULL])
def test_half_of_a_double_card_is_as_high_as_its_window(deck: Deck) -> None:
    for code in deck.codes:
        if code in COURTS or code[0] not in SUITS:
            left, top, width, height = half(figure_on(deck, code))
            assert left == pytest.approx(-width / 2, abs=0.01)
            assert width / height == pytest.approx(68.5 / 85, abs=0.001)
            assert top >= 0


# -- nothing is wrong --------------------------------------------------------------------


@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_ids_are_given_once_and_every_use_finds_its_shape(style: str, deck: Deck) -> None:
    root = drawn(style, deck)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"][1:] for use in root.iter(f"{NS}use")} <= set(ids)


@pytest.mark.slow
@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_a_sheet_needs_nothing_from_outside_and_no_style_sheet(style: str, deck: Deck) -> None:
    content = sprite(style, deck).decode()
    assert "://" not in content.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"url\(|style=|class=|@import|&[^a-z]", content)
    allowed = {"svg", "defs", "symbol", "use", "text", *SHAPES}
    assert {element.tag.removeprefix(NS) for element in drawn(style, deck).iter()} <= allowed
    for use in drawn(style, deck).iter(f"{NS}use"):
        assert use.attrib["href"].startswith("#")


@pytest.mark.slow
@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_words_are_set_in_any_serif_and_corners_in_no_font(style: str, deck: Deck) -> None:
    for code, card in symbols(drawn(style, deck)).items():
        for text in card.iter(f"{NS}text"):
            assert text.attrib["font-family"].endswith(",serif")
        assert code == BACK or {f"g{letter}" for letter in rank_on(card)} <= set(
            boxes("letters")
        )


@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_a_corner_tells_the_rank_or_the_number_of_its_card(style: str, deck: Deck) -> None:
    for code, card in symbols(drawn(style, deck)).items():
        if code != BACK:
            shown = code if code == "F" else deck.number(code) or code[1:]
            assert rank_on(card) == shown == rank_shown(code, deck.number(code))


@pytest.mark.slow
@pytest.mark.parametrize("rank", [str(pips) for pips in range(2, 11)])
@pytest.mark.parametrize("suit", SUITS)
def test_a_card_bears_as_many_signs_as_its_rank_says(suit: str, rank: str) -> None:
    code = suit + rank
    assert len(uses(symbols(drawn("italian", FULL))[code], f"p{suit}")) == int(rank)
    in_both_corners = 2
    signs = uses(symbols(drawn("french", FULL))[code], f"s{suit}")
    assert len(signs) - in_both_corners == int(rank)


@pytest.mark.parametrize("rank", [str(pips) for pips in range(2, 11)])
@pytest.mark.parametrize("suit", SUITS)
def test_no_sign_of_a_field_leaves_it(suit: str, rank: str) -> None:
    drawn_sign = figure(SIGNS["italian"][suit])
    wide, high = reach(" ".join(re.findall(r' d="([^"]*)"', drawn_sign)))
    left, top, width, height = SEEN
    for x, y, scale, _turn in places(suit, rank):
        assert left < x - wide * scale
        assert x + wide * scale < left + width
        assert top < y - high * scale
        assert y + high * scale < top + height


def test_signs_of_a_row_stand_apart() -> None:
    for suit, rank in product(SUITS, map(str, range(2, 11))):
        found = places(suit, rank)
        closest = min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(found, 2))
        assert closest >= min(pitch for pitch in PITCH.values() if pitch)


def test_roman_figures_are_written_as_they_are_counted() -> None:
    assert [roman(number) for number in ("1", "4", "9", "14", "19", "21", "0", "")] == [
        "I", "IV", "IX", "XIV", "XIX", "XXI", "", "",
    ]  # fmt: skip


# -- readable ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_rank_sign_and_name_of_every_card_stand_out_from_their_ground(
    style: str, deck: Deck
) -> None:
    root = drawn(style, deck)
    paper = next(e.attrib["fill"] for e in root.iter() if e.attrib.get("id") == "paper")
    for code, card in symbols(root).items():
        if code == BACK:
            continue
        ground = next((use.attrib["fill"] for use in uses(card, "spine")), paper)
        rank = next(g for g in card.iter(f"{NS}g") if g.attrib.get("stroke-width") == "4")
        inks = {rank.attrib["stroke"]}
        inks |= {
            use.attrib["fill"] for use in uses(card, f"s{code[0]}") if "fill" in use.attrib
        }
        inks |= {text.attrib["fill"] for text in card.iter(f"{NS}text")}
        assert len(inks) >= 1
        assert min(contrast(ink, ground) for ink in inks) >= ENOUGH_CONTRAST, code


def test_contrast_is_reckoned_as_the_accessibility_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.01)


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


def test_a_pack_with_other_numbers_shows_them() -> None:
    chosen = game("calatafimi-3")
    options = chosen.resolve({"pack_names": "piedmontese"})
    cards = symbols(drawn("italian", deck_of(chosen, options, "en")))
    assert (rank_on(cards["T20"]), words_on(cards["T20"])) == ("21", ["Giove"])
    assert (rank_on(cards["T0"]), words_on(cards["T0"])) == ("1", ["Miseria"])


def test_names_are_written_in_the_language_asked_for() -> None:
    chosen = game("grosstarock")
    english, german = (
        symbols(ElementTree.fromstring(sprite_for(chosen, chosen.resolve(), "italian", lang)))
        for lang in ("en", "de")
    )
    assert words_on(english["SK"]) == ["King"]
    assert words_on(german["SK"]) == ["König"]
    assert words_on(german["F"]) == ["Sküs"]


def test_the_lowest_court_is_a_maid_where_it_is_called_so() -> None:
    chosen = game("calatafimi-3")
    maid, page = (
        symbols(drawn("italian", deck_of(chosen, chosen.resolve({"pack_names": names}), "en")))
        for names in ("sicilian", "piedmontese")
    )
    pictures = [next(cards["SJ"].iter(f"{NS}svg")) for cards in (maid, page)]
    assert len({ElementTree.tostring(picture) for picture in pictures}) == 2


@pytest.mark.parametrize("style", STYLES)
def test_a_name_may_have_any_letter_in_it(style: str) -> None:
    name = "<b>&\"Z'æ</b>"
    codes = FULL.codes
    deck = msgspec.structs.replace(FULL, names=tuple((code, name) for code in codes))
    for code, card in symbols(drawn(style, deck)).items():
        if code[0] in "TF" or (style == "italian" and code in COURTS):
            assert words_on(card)[0].endswith(name)


# -- how it is sent ----------------------------------------------------------------------


@pytest.mark.parametrize(("style", "deck"), SHEETS)
def test_a_sheet_is_small(style: str, deck: Deck) -> None:
    assert len(gzip.compress(sprite(style, deck))) < 60_000


@pytest.mark.parametrize("style", STYLES)
def test_a_pack_is_drawn_to_the_same_bytes_again(style: str) -> None:
    assert sprite.__wrapped__(style, FULL) == sprite.__wrapped__(style, FULL)


@pytest.mark.slow
def test_a_pack_is_drawn_to_the_same_bytes_by_another_process() -> None:
    program = (
        "from matto.games import game; from matto.telling.cardart import sprite_for; "
        "from matto.server.web.context import version; "
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
        content = asked_for(style, name.removesuffix(".svg"), query)
        assert content == sprite_for(chosen, options, style, language)
        assert version(content) == query["v"]


def test_options_that_change_no_card_change_no_address() -> None:
    chosen = game("mineo-3")
    plain = address(chosen, chosen.resolve(), OWN, "en")
    for option in chosen.options:
        assert (
            address(chosen, chosen.resolve({option.name: option.values[-1]}), OWN, "en")
            == plain
        )


def test_a_game_is_shown_in_the_suits_of_its_own_pack_unless_wished_otherwise() -> None:
    cases = {("mineo-3", OWN): "italian", ("grosstarock", OWN): "french"}
    cases |= {("mineo-3", "french"): "french", ("grosstarock", "italian"): "italian"}
    for (game_id, command), style in cases.items():
        chosen = game(game_id)
        found = address(chosen, chosen.resolve(), command, "en")
        assert found.startswith(f"/faces/{style}/{game_id}.svg?")


@pytest.mark.parametrize(("style", "query"), [("dutch", {}), ("french", {"language": "xx"})])
def test_faces_that_are_not_drawn_are_refused(style: str, query: dict[str, str]) -> None:
    with pytest.raises(NoSuchFaces):
        asked_for(style, "mineo-3", query)


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
    ],
)
async def test_an_address_without_faces_is_answered_by_a_sentence(
    wire: Wire, path: str, status: int, sentence: str
) -> None:
    found = await Visitor(wire).get(f"/faces/{path}")
    assert found.status == status
    assert sentence in html.unescape(found.body.decode())

"""The context of a table's page: names, sentences, and the faces of cards with their addresses.

An address ends with a version, so that a browser may keep what it finds there for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup, escape

from matto.engine.cards import FOOL, NUMBER, SUITS
from matto.engine.events import Decision, Waiting
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.rulebook import rulebook_in
from matto.engine.words import LANGUAGES, N_, translator
from matto.games import game as find_game
from matto.players.bots import FORMER, every_level
from matto.server.http.requests import Display
from matto.server.tables.commands import bot_name
from matto.server.tables.views import COURTESIES, Greeting, Phase, SeatedPlayer, TableView
from matto.server.web.rendering import (
    for_templates,
    known_to_templates,
    sentence_function,
    version,
)
from matto.telling.cardart import BOX, NoSuchFaces, sign, sprite_for, style_of
from matto.telling.naming import SIGNS, TAGGED, Naming, is_card, language_in, untagged

OWN = "own"
"""The name of the style that belongs to the game's own pack."""

KEPT = 512
LANGUAGE, VERSION = "language", "v"


def requested_faces(style: str, game_id: str, query: Mapping[str, str]) -> bytes:
    """Return the faces that an address asks for; raises `NoSuchFaces` and errors of options."""
    language = query.get(LANGUAGE, LANGUAGES[0])
    if language not in LANGUAGES:
        raise NoSuchFaces(style)
    game = find_game(game_id)
    known = {option.name for option in game.options}
    options = game.resolve({name: query[name] for name in query if name in known})
    return sprite_for(game, options, style, language)


@lru_cache(maxsize=KEPT)
def address(game: Game, options: Options, style: str, language: str) -> str:
    """Return the address of a game's faces in a style, or in the game's `own`."""
    wanted = style_of(game.pack(options).suit_names) if style == OWN else style
    differ = [one.name for one in game.options if options[one.name] != one.default]
    query = {LANGUAGE: language, **{name: spell(options[name]) for name in differ}}
    query[VERSION] = version(sprite_for(game, options, wanted, language))
    return f"/faces/{wanted}/{game.id}.svg?{urlencode(query)}"


@for_templates
@lru_cache(maxsize=8192)
def face(faces: str, card: str) -> Markup:
    return Markup(
        '<svg class="face" viewBox="{}" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg>'
    ).format(BOX, faces, card)


_WRITTEN_SIGN = re.compile(f"[{''.join(SIGNS.values())}]")
_LETTERS: Mapping[str, str] = {sign: letter for letter, sign in SIGNS.items()}


@cache
def set_signs(style: str) -> Markup:
    symbols = "".join(
        f'<symbol id="sign-{letter}" viewBox="-15 -15 30 30">{sign(style, letter)}</symbol>'
        for letter in SIGNS
    )
    return Markup(f'<svg id="signs" width="0" height="0" hidden>{symbols}</svg>')


@lru_cache(maxsize=8192)
def read_out(words: str) -> Markup:
    return Markup(
        TAGGED.sub(
            lambda found: f'<span lang="{language_in(found[1])}">{found[2]}</span>',
            str(escape(words)),
        )
    )


@lru_cache(maxsize=8192)
def with_suit_signs(words: str) -> Markup:
    """Words in which suits are drawn as on the cards; for the eye only."""
    return Markup(_WRITTEN_SIGN.sub(_sign, str(escape(untagged(words)))))


@lru_cache(maxsize=8192)
def signs_and_names(words: str, naming: Naming) -> Markup:
    said = str(read_out(words))
    return Markup(_WRITTEN_SIGN.sub(lambda found: _sign(found) + _name(found, naming), said))


def _sign(found: re.Match[str]) -> str:
    letter = _LETTERS[found[0]]
    return f'<svg class="pip" aria-hidden="true"><use href="#sign-{letter}"/></svg>'


def _name(found: re.Match[str], naming: Naming) -> str:
    name = escape(naming.words(naming.suits[_LETTERS[found[0]]]))
    return f'<span class="visually-hidden">{name} </span>'


@lru_cache(maxsize=8192)
def chip_of(card: str, label: str, spoken: str) -> Markup:
    """A card named in a line, in the colour of its suit: written short, read out in full."""
    return shown_and_spoken(f"chip {card[0]}", label, spoken)


def shown_and_spoken(looks: str, label: str, spoken: str) -> Markup:
    """Words that the eye reads otherwise than the ear hears them."""
    return Markup(
        '<span class="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>'
    ).format(looks, with_suit_signs(label), read_out(spoken))


known_to_templates(is_card=is_card)

HELD_WITH_TRUMPS = "T"
YOU = N_("You")
MOST_NAMINGS = 256
FEW_CARDS = 24
for_all_who_look = lru_cache(maxsize=256)
"""For what follows from `View.openly`, the same for all who look at a state of a table."""


ROUND_THE_TABLE: Mapping[int, Sequence[str]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
    5: ("bottom", "right", "top-right", "top-left", "left"),
}
"""Places as one looks at the table, the own first and then to the right."""

MIRRORED: Mapping[str, str] = {
    "right": "left",
    "left": "right",
    "top-right": "top-left",
    "top-left": "top-right",
}
TO_THE_RIGHT = "right"


def places(seats: int, own: int, direction: str) -> tuple[str, ...]:
    """Return the place of each seat; the viewer sits at the bottom, play goes its direction."""
    round_the_table = ROUND_THE_TABLE[seats]
    found = (round_the_table[(seat - own) % seats] for seat in range(seats))
    if direction == TO_THE_RIGHT:
        return tuple(found)
    return tuple(MIRRORED.get(place, place) for place in found)


class CitedClause(msgspec.Struct, frozen=True):
    """Where a clause can be read: its number, its title, its address and that of its panel."""

    number: str
    title: str
    href: str
    panel: str


class PageContext:
    """A table as one viewer sees it, with the names, sentences and faces of his language.

    `naming` is for attributes, which are of one language; `tagged` for all that is marked up.
    With `sides` a finished deal is looked back on: everybody is called by his name, nobody
    `You`; they give each seat's party where all cards lie open, else nothing.
    """

    def __init__(
        self, table_view: TableView, display: Display, *, sides: Sequence[int] | None = None
    ) -> None:
        self.game, options, language = table_view.game, table_view.options, display.language
        self.table_view, self.view, self.seats = table_view, table_view.view, self.game.seats
        self.looks_back, self.sides = sides is not None, sides or ()
        self.display, self.say = display, sentence_function(language)
        self.naming = naming_of(self.game, options, language)
        self.tagged = tagged_naming_of(self.game, options, language)
        self.faces = address(self.game, options, display.faces, language)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return what each seat is called; the viewer's own is `You`."""
        return tuple(map(self._name_of, self.table_view.players))

    def _name_of(self, player: SeatedPlayer) -> str:
        if player.seat == self.table_view.seat and not self.looks_back:
            return str(self.say(YOU))
        if player.bot and not player.name:
            return bot_name(player.seat, self.table_view.players)
        return player.name or str(self.say("Seat {number}", number=player.seat + 1))

    @cached_property
    def placed(self) -> tuple[str, ...]:
        return places(self.seats, self.table_view.seat or 0, self.game.direction)

    @property
    def round_the_table(self) -> Sequence[SeatedPlayer]:
        """All players, beginning with the one after the viewer, who is the last."""
        after, players = (self.table_view.seat or 0) + 1, self.table_view.players
        return (*players[after:], *players[:after])

    @cached_property
    def waiting(self) -> Waiting | None:
        """Return what the table waits for, whoever is to answer; None between the deals."""
        view = self.view
        if view is None or self.table_view.phase is not Phase.PLAYING or self.looks_back:
            return None
        return view.waiting

    @cached_property
    def decision(self) -> Decision | None:
        """Return what the viewer himself may answer; None where a bot plays for him."""
        if self.view is None or self.waiting is None or self.stood_in:
            return None
        return self.view.decision

    @property
    def many_cards(self) -> bool:
        return max(self.game.dealing(self.table_view.options).hands) > FEW_CARDS

    @property
    def in_play(self) -> bool:
        return self.looks_back or self.waiting is not None

    @property
    def own_turn(self) -> bool:
        if self.waiting is None or self.decision is None:
            return False
        return self.waiting.seat == self.table_view.seat or self.table_view.may_wait

    @staticmethod
    def title_of(bot: str) -> str:
        bot = FORMER.get(bot, bot)
        return next((level.title for level in every_level() if level.bot == bot), bot)

    @property
    def free(self) -> tuple[SeatedPlayer, ...]:
        return tuple(player for player in self.table_view.players if player.free)

    @property
    def stood_in(self) -> bool:
        seat = self.table_view.seat
        return seat is not None and self.table_view.players[seat].stands_in

    @property
    def not_ready(self) -> tuple[str, ...]:
        return tuple(
            self.names[player.seat]
            for player in self.table_view.players
            if not player.ready and not player.bot and player.seat != self.table_view.seat
        )

    @property
    def carried(self) -> tuple[tuple[str, int], ...]:
        return tuple(self.table_view.carried.items())

    @cached_property
    def greetings(self) -> tuple[Greeting, ...]:
        return tuple(one for one in self.table_view.greetings if one.courtesy in COURTESIES)

    @cached_property
    def may_greet(self) -> bool:
        others = any(player.name and not player.yours for player in self.table_view.players)
        return others and self.table_view.seat is not None

    def word(self, choice: str) -> Markup:
        return word_in(self.tagged, choice)

    def marked_up(self, words: str) -> Markup:
        return signs_and_names(words, self.naming)

    def short(self, card: str) -> Markup:
        return with_suit_signs(self.naming.short(card))

    def face(self, card: str) -> Markup:
        return face(self.faces, card)

    @property
    def signs(self) -> Markup:
        wanted = self.display.faces
        return set_signs(style_of(self.naming.suits) if wanted == OWN else wanted)

    @cached_property
    def friends(self) -> frozenset[int]:
        view = self.view
        return frozenset() if view is None else self.table_view.game.friends(view)

    def spoken(self, card: str) -> Markup:
        return spoken_of(self.naming, card)

    def read_out(self, card: str) -> Markup:
        return spoken_of(self.tagged, card)

    def chip(self, card: str) -> Markup:
        return named_chip(self.tagged, card)

    def chips(self, cards: Iterable[str]) -> Markup:
        return _chips(self.tagged, tuple(cards))

    def clause(self, cited: str) -> CitedClause | None:
        return clause_of(self.table_view.game.id, cited, self.display.language)


@lru_cache(maxsize=MOST_NAMINGS)
def naming_of(game: Game, options: Options, language: str, *, reader: str = "") -> Naming:
    return Naming(game, options, translator(language), reader=reader)


def tagged_naming_of(game: Game, options: Options, language: str) -> Naming:
    """The same for whoever reads that language: words of another are tagged with it."""
    return naming_of(game, options, language, reader=language)


@lru_cache(maxsize=8192)
def named_chip(naming: Naming, card: str) -> Markup:
    return chip_of(card, naming.label(card), naming.spoken(card))


@lru_cache(maxsize=8192)
def _chips(naming: Naming, cards: tuple[str, ...]) -> Markup:
    return Markup(" ").join(named_chip(naming, card) for card in cards)


@lru_cache(maxsize=8192)
def said_by(naming: Naming, word: str) -> Markup:
    return signs_and_names(naming.said(word), naming)


@for_templates
def word_in(naming: Naming, choice: str) -> Markup:
    return named_chip(naming, choice) if choice in NUMBER else said_by(naming, choice)


@for_templates
@lru_cache(maxsize=8192)
def spoken_of(naming: Naming, card: str) -> Markup:
    return read_out(naming.spoken(card))


@for_templates
def suit_name(naming: Naming, letter: str) -> str:
    pack = naming.pack
    called = pack.trump_name if letter == HELD_WITH_TRUMPS else pack.suit_names[letter]
    return naming.words(called)


@lru_cache(maxsize=4096)
def clause_of(game: str, cited: str, language: str) -> CitedClause | None:
    """Return where a clause such as `game 4.2` can be read; None where none is cited."""
    number = cited.rpartition(" ")[2]
    if not number:
        return None
    found = rulebook_in(game, language).clauses.get(number)
    return CitedClause(
        number=number,
        title="" if found is None else found.title,
        href=f"/rules/{game}#c{number}",
        panel=f"/rules/{game}/clause/{number}",
    )


@for_templates
def sign_of(letter: str) -> Markup:
    return with_suit_signs(SIGNS.get(letter, ""))


@for_templates
def by_suit(cards: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Sorted cards in groups of the suit with which they are held: the Fool with the trumps."""
    groups: list[tuple[str, list[str]]] = []
    for card in cards:
        suit = HELD_WITH_TRUMPS if card == FOOL or card[0] not in SUITS else card[0]
        if not groups or groups[-1][0] != suit:
            groups.append((suit, []))
        groups[-1][1].append(card)
    return groups

"""The names of cards, words and sources in each language.

The tags are Unicode's own for languages: signs that nobody sees and that compose like any
other. A page turns them into markup; who has none takes them out.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache, cached_property, lru_cache

import msgspec

from matto.engine.cards import FOOL, NUMBER, SUITS
from matto.engine.game import Game, as_typed
from matto.engine.options import Options
from matto.engine.rulebook import folder
from matto.engine.words import N_, Text, Translate, text

SPOKEN: Mapping[str, str] = as_typed(
    N_("demand"), N_("laid away"), N_("no more"), N_("pot"), N_("silence"), N_("stock")
)


RANKS: Mapping[str, str] = {
    "K": N_("King"),
    "Q": N_("Queen"),
    "C": N_("Cavalier"),
    "J": N_("Jack"),
    "A": N_("Ace"),
}
SUIT_FORMS: Mapping[str, str] = {
    "swords": N_("{rank} of swords"),
    "batons": N_("{rank} of batons"),
    "cups": N_("{rank} of cups"),
    "coins": N_("{rank} of coins"),
    "spades": N_("{rank} of spades"),
    "clubs": N_("{rank} of clubs"),
    "hearts": N_("{rank} of hearts"),
    "diamonds": N_("{rank} of diamonds"),
}
"""By the name of the suit; the rank is a King, a Kaval, or a number."""

TRUMP_FORMS: Mapping[str, tuple[str, str]] = {
    "trumps": (N_("trump {number}"), N_("trump {number}, {name}")),
    "tarocks": (N_("tarock {number}"), N_("tarock {number}, {name}")),
}
"""By what the pack calls its trumps: without and with the card's own name."""

FOOL_FORMS: tuple[str, str] = (N_("the Fool"), N_("the Fool, {name}"))
"""Without and with the game's own name of the Fool."""


_SIGN, _CANCELLED = "\U000e0001", "\U000e0001\U000e007f"
_TAGS = 0xE0000
"""Each tag is an ASCII sign so far above its own place."""

TAGGED = re.compile(f"{_SIGN}([\U000e0020-\U000e007e]+)(.*?){_CANCELLED}")
"""Tagged words: the tags of their language, and the words."""
_TAG = re.compile(f"{_SIGN}|[\U000e0020-\U000e007f]")


def tagged(words: str, language: str) -> str:
    """Return words tagged with their language."""
    tags = "".join(chr(_TAGS + ord(sign)) for sign in language)
    return f"{_SIGN}{tags}{words}{_CANCELLED}"


def language_in(tags: str) -> str:
    """The language that tags spell: a tag of BCP 47."""
    return "".join(chr(ord(tag) - _TAGS) for tag in tags)


def untagged(words: str) -> str:
    """Return words without any tags."""
    return _TAG.sub("", words) if _SIGN in words else words


TITLES = "sources.json"
"""Beside the rulebooks: the title of each text, by the number under which they cite it."""

CITED = re.compile(r"\bseed (\d{3}),? ?")
QUOTED_TITLE = re.compile(r'"([^"]*)"')


def titled_source(source: str) -> str:
    """Return a source with the titles of its texts instead of their numbers."""
    titles = _titles()
    titled = CITED.sub(lambda cited: f"{titles[cited[1]]}, ", source)
    return QUOTED_TITLE.sub(r"„\1“", titled).rstrip(", ")


@cache
def _titles() -> Mapping[str, str]:
    return msgspec.json.decode((folder() / TITLES).read_bytes(), type=dict[str, str])


SIGNS: Mapping[str, str] = {"S": "♠", "B": "♣", "C": "♥", "D": "♦"}
SPOKEN_MEANING = re.compile(r"[„“«]\s?([^“”»]+[.?!])\s?[“”»] (.+)")
"""A meaning that begins with the word itself, as it is spoken."""
USUAL_RANKS = frozenset(RANKS.values())
RANKS_IN_A_WORD = re.compile(f"[{''.join(RANKS)}]{{2,}}")
"""Court cards as the words of the games write them: a letter for each."""


@dataclass(eq=False)
class Naming:
    """Names what one game is played with, in one language.

    `signs` tells whether suits may be written by their signs (♠10) instead of letters (S10),
    `reader` is the language of a reader for whom words of another are tagged with it.
    """

    game: Game
    options: Options
    translate: Translate
    _: KW_ONLY
    signs: bool = True
    reader: str = ""

    def __post_init__(self) -> None:
        self.names = self.game.vocabulary.names_of_cards(self.options)
        self.pack = self.game.pack(self.options)
        self.suits = self.pack.suit_names
        self.forms = {**SPOKEN, **self.game.vocabulary.spoken}

    @cached_property
    def aloud(self) -> Naming:
        """The same names as a screen reader says them: every card by its full name."""
        return ReadAloud(
            self.game, self.options, self.translate, signs=self.signs, reader=self.reader
        )

    def words(self, sentence: Text | str) -> str:
        """Return a sentence in the player's language; plain strings are msgids too."""
        if isinstance(sentence, Text):
            return sentence.render(self.translate)
        return self.translate(sentence)

    def foreign(self, words: str, language: str) -> str:
        ours = not self.reader or language.partition("-")[0] in {"", self.reader}
        return words if ours or not words else tagged(words, language)

    # -- cards ---------------------------------------------------------------------------

    def short(self, card: str) -> str:
        """A card as it stands in a hand: `♠10`, `T17`, `F`, with the number that it shows."""
        number, _ = self._numbered(card)
        if number:
            return card[0] + number
        if card[0] in SIGNS and self.signs:
            return SIGNS[card[0]] + card[1:]
        return card

    def number(self, card: str) -> str:
        """The number that a trump shows in the game's pack; empty for every other card."""
        return self._numbered(card)[0] or (card[1:] if card[0] == "T" else "")

    def own_name(self, card: str) -> str:
        _, name = self._numbered(card)
        return self.called(name)

    def called(self, name: str) -> str:
        """A game's name of a card or a rank, the local one beside the usual: `Jack (Donna)`."""
        told = self.words(name)
        vocabulary = self.game.vocabulary
        language = vocabulary.languages.get(name, vocabulary.language)
        usual, _, local = told.removesuffix(")").partition(" (")
        if local:
            return f"{usual} ({self.foreign(local, language)})"
        return told if told != name or name in USUAL_RANKS else self.foreign(told, language)

    def _numbered(self, card: str) -> tuple[str, str]:
        name = "" if card[0] in SUITS else self.names.get(card, "")
        number, _, more = name.partition(" ")
        return (number, more) if number.isdigit() else ("", name)

    def label(self, card: str) -> str:
        """A card with its own name, if it has one: `♠10`, `T17 Luna`."""
        name = self.own_name(card)
        return f"{self.short(card)} {name}" if name else self.short(card)

    def plain_list(self, cards: Iterable[str]) -> str:
        return ", ".join(self.label(card) for card in cards)

    def spoken(self, card: str) -> str:
        """A card in words, as it is read out: `King of cups`, `trump 17, Luna`."""
        if card[0] in SUITS:
            return self._spoken_plain(card)
        name = self.own_name(card)
        bare, named = FOOL_FORMS if card == FOOL else TRUMP_FORMS[self.pack.trump_name]
        fill = (("number", self.number(card)), ("name", name))
        return self.words(Text(named if name else bare, fill))

    def _spoken_plain(self, card: str) -> str:
        name = self.names.get(card, "")
        one_of_many = name in self._names_of_ranks
        usual_rank = RANKS.get(card[1:], card[1:])
        rank = self.called(name) if one_of_many else self.words(usual_rank)
        usual, _, local = rank.partition(" (")  # `Jack (Donna)`
        spoken = self.words(Text(SUIT_FORMS[self.suits[card[0]]], (("rank", usual),)))
        if local:
            return f"{spoken} ({local}"
        return spoken if one_of_many or not name else f"{spoken}, {self.called(name)}"

    @cached_property
    def _names_of_ranks(self) -> frozenset[str]:
        """Names that more than one card bears: what the game calls a rank."""
        borne = Counter(self.names.values())
        return frozenset(name for name, cards in borne.items() if cards > 1)

    def rank(self, rank: str) -> str:
        return self.names.get(f"S{rank}", RANKS[rank])

    # -- words ---------------------------------------------------------------------------

    def said(self, word: str) -> str:
        """A word of the game as it is spoken: `altre cinque`, `chiamo T19 Palla`."""
        head, _, more = word.partition(":")
        with_number = self.forms.get(f"{head.replace('_', ' ')}:")
        if more and with_number:
            return self.words(text(with_number, number=more))
        spoken = self._spoken(head)
        phrase = self._quoted(head)[0]
        if phrase and phrase.casefold() != untagged(spoken).casefold():
            spoken = self.foreign(phrase, self.game.vocabulary.language_of(head))
        if not more:
            return spoken
        return f"{spoken} {self.label(more) if more in NUMBER else self._parts(more)}"

    def _spoken(self, typed: str) -> str:
        words = typed.replace("_", " ")
        counted, _, number = words.rpartition(" ")
        if number.isdigit() and counted in self.forms:  # `matadors kings 4`
            return f"{number} {self.words(self.forms[counted])}"
        if words in self.forms:
            return self.words(self.forms[words])
        item = words if typed in self.game.vocabulary.glossary else self.words(words)
        language = self.game.vocabulary.language_of(typed)
        return self._parts(words, language) if item == words else item

    def _parts(self, words: str, language: str = "") -> str:
        parts = words.replace("_", " ").split(" ")
        if not any(part in self.forms or RANKS_IN_A_WORD.fullmatch(part) for part in parts):
            return self.foreign(" ".join(parts), language)
        parts.sort(key=lambda part: not part.isdigit())  # before what it counts: `3 kings`
        return " ".join(self._part(part, language) for part in parts)

    def _part(self, part: str, language: str) -> str:
        if RANKS_IN_A_WORD.fullmatch(part):  # `half cavalry:diamonds KCJ`
            return f"({', '.join(self.called(self.rank(rank)) for rank in part)})"
        if part in self.forms:
            return self.words(self.forms[part])
        return part if part.isdigit() else self.foreign(part, language)

    def meaning(self, word: str) -> str:
        """Return what a word of the game means; empty if nothing is known."""
        return self._quoted(word.partition(":")[0])[1]

    def _quoted(self, word: str) -> tuple[str, str]:
        """A word as the glossary writes it out, with its accents, and what it means.

        A meaning may begin with the word itself: `“Fatto è.” I have laid away.`
        """
        meaning = self.words(self.game.vocabulary.glossary.get(word, ""))
        quoted = SPOKEN_MEANING.fullmatch(meaning)
        if quoted is None or _letters(quoted[1]) != _letters(word):
            return "", meaning
        return quoted[1].rstrip("."), quoted[2]

    # -- sentences -----------------------------------------------------------------------

    def sentence(self, sentence: Text) -> str:
        fill = tuple((name, self._filling(value)) for name, value in sentence.fill)
        return self.words(Text(sentence.msgid, fill))

    def _filling(self, value: object) -> object:
        if isinstance(value, Text):
            return self.sentence(value)
        if not isinstance(value, str):
            return value
        if value in self.game.vocabulary.glossary:
            return self.said(value)
        return ", ".join(map(self._listed, value.split(", ")))

    def _listed(self, word: str) -> str:
        """One of several fillings, as players say it."""
        if word in NUMBER:
            return self.label(word)
        return (
            self.said(word) if word.partition(":")[0] in self.game.vocabulary.glossary else word
        )


class ReadAloud(Naming):
    """Names cards in full wherever they stand: alone, in lists, words and sentences."""

    def label(self, card: str) -> str:
        return self.spoken(card)


@lru_cache(maxsize=4096)  # a page asks for each word of its game, again and again
def _letters(words: str) -> str:
    bare = unicodedata.normalize("NFKD", words).casefold()
    return "".join(letter for letter in bare if letter.isalnum())


def is_card(word: str) -> bool:
    """Return whether a word is the code of a card."""
    return word in NUMBER

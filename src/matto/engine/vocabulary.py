"""All words of a game that people read or say: names of cards, meanings, spoken forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from matto.engine.options import Options

__all__ = [
    "Vocabulary",
    "as_typed",
]


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game, in English as the catalogues of translations know them.

    `card_names` are the game's own names of cards, or tell them from the options (read them by
    `names_of_cards`); `glossary` explains what is said (choices) in plain language. `spoken`
    gives how a choice, or a part of one, is said where that is another word or another
    language's; what is in the glossary and not here is said as it is typed. `prompts` put a
    question that only words answer, by its kind, as this game puts it. `presets` are named sets
    of variants that are called by no place and no person. `language` is that of the game's own
    words and names of cards (a tag of BCP 47), `languages` that of single ones which are of
    another; what is in `spoken`, and whatever is translated, is in the reader's.
    """

    card_names: Mapping[str, str] | Callable[[Options], Mapping[str, str]] = field(
        default_factory=dict
    )
    glossary: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    languages: Mapping[str, str] = field(default_factory=dict)

    def names_of_cards(self, options: Options) -> Mapping[str, str]:
        """The game's own names of cards, by code; cards without one are known by their code."""
        return self.card_names(options) if callable(self.card_names) else self.card_names

    def language_of(self, word: str) -> str:
        """The language of one of the game's own words or items; empty if it is none."""
        own = word in self.languages or word in self.glossary
        return self.languages.get(word, self.language) if own else ""

    def preset(self, name: str) -> str:
        """What a preset is called."""
        return self.presets.get(name) or name.replace("_", " ").capitalize()


def as_typed(*words: str) -> dict[str, str]:
    """Words that are said as they are typed, each in the player's language."""
    return {word: word for word in words}

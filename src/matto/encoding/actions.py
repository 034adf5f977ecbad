"""The table of actions of a game: its cards, then its words by the kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from matto.encoding.errors import NotEncoded
from matto.encoding.layout import Layout
from matto.engine.words import text


class Actions:
    """Every choice that any option of a game can offer, by its index.

    A card has the same index whatever is asked for; a word has one for each kind of question.
    """

    def __init__(self, layout: Layout) -> None:
        self._cards = layout.cards
        self._words = layout.words.chosen

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each action is called: a card by its code, a word after its kind."""
        return (*self._cards, *(f"{kind} {word}" for kind, word in self._words))

    @cached_property
    def numbers(self) -> Mapping[str, Mapping[str, int]]:
        """The index of each choice, by the kind of question; cards under every kind."""
        cards = {card: index for index, card in enumerate(self._cards)}
        by_kind: dict[str, dict[str, int]] = {}
        for index, (kind, word) in enumerate(self._words, start=len(cards)):
            by_kind.setdefault(kind, dict(cards))[word] = index
        return by_kind

    @cached_property
    def _only_cards(self) -> Mapping[str, int]:
        return {card: index for index, card in enumerate(self._cards)}

    def of_kind(self, kind: str) -> Mapping[str, int]:
        """The index of each choice under a kind of question."""
        return self.numbers.get(kind, self._only_cards)

    def number(self, kind: str, choice: str) -> int:
        """Give the index of a choice; raises `NotEncoded`."""
        try:
            return self.of_kind(kind)[choice]
        except KeyError:
            raise NotEncoded(
                text("“{choice}” is no choice under “{kind}”.", choice=choice, kind=kind)
            ) from None

    def choice(self, action: int) -> str:
        """Give the card or word of an index."""
        cards = len(self._cards)
        if action < cards:
            return self._cards[action]
        return self._words[action - cards][1]

"""Sets of cards as whole numbers, a bit for each card, and what is the same in every deal."""

from __future__ import annotations

from collections.abc import Iterable

from matto.engine.cards import FOOL_SUIT, NUMBER, TRUMP_SUIT, Pack


class CardSets:
    """What has to be known of the cards of a pack: sets of them, and numbers by card.

    `all` are all cards, `of_suit` those of each suit; of each card `suit_of` is its suit,
    `above` are the higher ones of this. Of a trump `height` says what share of them is lower.
    A card without worth counts `empty`, on the average one counts `average` more.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._bit = {card: 1 << place for place, card in enumerate(pack.codes)}
        self.all = self.put_together(pack.codes)
        self.suit_of = {card: pack.suit_of(card) for card in pack.codes}
        strength = {card: pack.strength[NUMBER[card]] for card in pack.codes}
        same = [
            [card for card, own in self.suit_of.items() if own == suit]
            for suit in range(FOOL_SUIT + 1)
        ]
        self.of_suit = tuple(map(self.put_together, same))
        self.above = {
            card: self.put_together(c for c in same[suit] if strength[c] > strength[card])
            for card, suit in self.suit_of.items()
        }
        trumps = same[TRUMP_SUIT]
        self.height = {
            card: sum(strength[card] > strength[c] for c in trumps) / len(trumps)
            for card in trumps
        }
        values = pack.value_of.values()
        self.empty = min(values)
        self.average = (sum(values) - self.empty * len(values)) / len(values)

    def put_together(self, cards: Iterable[str]) -> int:
        """Give the set of some cards."""
        found = 0
        for card in cards:
            found |= self._bit[card]
        return found

    def cards_in(self, found: int) -> tuple[str, ...]:
        """Give the cards of a set, in the order of the pack."""
        return tuple(card for card, bit in self._bit.items() if found & bit)


_known: list[CardSets] = []


def card_sets_of(pack: Pack) -> CardSets:
    """Give what has to be known of a pack; of one that is alike it is the same."""
    for sets in _known:
        if sets.pack is pack or sets.pack == pack:
            return sets
    _known.append(CardSets(pack))
    return _known[-1]

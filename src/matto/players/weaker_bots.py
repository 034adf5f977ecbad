"""Weaker bots, made by hand: a novice, a good player, and one that keeps a match even.

A newcomer plays by the rules of thumb, and slips as people do on their first evening. Nothing
is left to chance, and nobody harms their own side on purpose.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping

from matto.engine.cards import FOOL, NUMBER, TRUMP_SUIT, is_trump
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.view import FOLDED, PLAY, View
from matto.players import Bot
from matto.players.learned import Judge, QuickBot, judge_of
from matto.players.simple_bots import RuleBot, view_with_options

FOOL_GOES_AT = 3
"""With so many cards left a newcomer remembers the Fool."""

UNCHANGED = frozenset({"discard", "declare", SAY})
"""Questions that are answered with what the hand holds, not with what it hopes for."""


class NoviceBot:
    """A player on a first evening.

    It forgets all tricks but the last, plays high before others have, keeps the Fool too long,
    and bids as if its lowest card were the best trump that it lacks.
    """

    name = "novice"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self._rule = RuleBot(game, seed)

    def choose(self, view: View) -> str:
        kind, options = view.asked.kind, view.asked.options
        if len(options) == 1 or kind in UNCHANGED:
            return self._rule.choose(view)
        if kind != "play":
            return self._rule.choose(hopeful_view(view))
        high = high_too_early(view, self.game.friends(view))
        kept = options if len(view.hand) <= FOOL_GOES_AT else set(options) - {FOOL}
        considered = [high] if high else [card for card in options if card in kept]
        return self._rule.choose(view_with_options(forgetful_view(view), considered))

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence; it never speaks first."""
        return self._rule.answer(view)


def forgetful_view(view: View) -> View:
    """Return a view in which no trick before the last one has been played."""
    ends = [number for number, event in enumerate(view.events) if event.kind == "trick"]
    if len(ends) <= 1:
        return view
    remembered = copy.copy(view)
    for folded in FOLDED:
        remembered.__dict__.pop(folded, None)
    remembered.events = tuple(
        event
        for number, event in enumerate(view.events)
        if number > ends[-2] or event.kind not in PLAY
    )
    remembered.hand, remembered.tricks = view.hand, view.tricks
    return remembered


def hopeful_view(view: View) -> View:
    """Return a view whose hand has the best trump that it lacks instead of its lowest card."""
    strength = view.pack.strength
    plain = [card for card in view.hand if view.pack.suit_of(card) < TRUMP_SUIT]
    lacking = [card for card in view.pack.codes if is_trump(card) and card not in view.hand]
    if not plain or not lacking:
        return view
    lowest = min(plain, key=lambda card: strength[NUMBER[card]])
    best = max(lacking, key=lambda card: strength[NUMBER[card]])
    hoped = copy.copy(view)
    hoped.hand = view.pack.sort({*view.hand, best} - {lowest})
    return hoped


def high_too_early(view: View, friends: frozenset[int]) -> str | None:
    """Return the highest card of the suit led, if others are still to play after this seat.

    Only where the suit must be followed, and a foe has led it.
    """
    cards, lying = [card for card in view.asked.options if card != FOOL], view.lying
    suits = {view.pack.suit_of(card) for card in cards}
    if not 0 < len(lying) < view.seats - 1 or lying[0][0] in friends:
        return None
    if suits != {view.pack.suit_of(lying[0][1])}:
        return None
    return max(cards, key=lambda card: view.pack.strength[NUMBER[card]])


class GoodBot(QuickBot):
    """Has learnt half as much as `quick`: every second trick goes by the rules of thumb."""

    name = "good"

    def choose(self, view: View) -> str:
        has_learnt = len(view.tricks) % 2 == 0
        return super().choose(view) if has_learnt else self._rule.choose(view)


RUNGS = (NoviceBot, RuleBot, GoodBot, QuickBot)
BEGINS_AT = 1


class EvenBot:
    """Keeps a match even: a rung lower for each σ that its seat is ahead, higher behind.

    It begins as a regular player, and stays that where no network has learnt the game.
    """

    name = "even"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self._rungs = [make(game, seed) for make in RUNGS]
        self._rule = RuleBot(game, seed)

    def choose(self, view: View) -> str:
        return self._rungs[self.rung(view)].choose(view)

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._rule.answer(view)

    def speak(self, view: View) -> str:
        """Return one of `view.asides`, or silence."""
        return self._rule.speak(view)

    def rung(self, view: View) -> int:
        """Return which of `RUNGS` plays, by what the match has brought the seat so far."""
        if not view.ledger or view.seat is None:
            return BEGINS_AT
        judge = judge_of(self.game)
        if not isinstance(judge, Judge):
            return BEGINS_AT
        ahead = view.ledger[view.seat] / judge.model.about.sigma
        return min(max(BEGINS_AT - round(ahead), 0), len(RUNGS) - 1)


BOTS: Mapping[str, Callable[[Game, int | str], Bot]] = {
    bot.name: bot for bot in (NoviceBot, GoodBot, QuickBot, EvenBot)
}

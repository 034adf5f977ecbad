"""What truthful table talk proves of the cards of those who talk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from matto.blocks.announce import SILENCE
from matto.blocks.table_talk import Answer, Phrase, SinceLastCard, TalkRules
from matto.blocks.talk_claims import Suit
from matto.blocks.talk_context import TalkContext
from matto.engine.options import Options
from matto.engine.table import SAY, Event, Trick, View
from matto.engine.tricks import FoolRule
from matto.inference.constraint import Constraint, Inference
from matto.inference.constraints.claims import proved

Sides = Callable[[View, int], frozenset[int] | None]
"""The seats of one party as all know them at an event, None while nobody may talk."""


class SeenTalk(TalkContext):
    """The context at an event of a view, by a speaker who has seen the talon that all have."""

    def __init__(
        self, view: View, at: int, party: frozenset[int], fool: FoolRule, seat: int
    ) -> None:
        self.view = view
        self.at = at
        tricks: list[Trick] = []
        lying: list[tuple[int, str]] = []
        heard: list[tuple[int, str]] = []
        for event in view.events[:at]:
            if event.kind == "play":
                lying.append((event.seat, event.what[0]))
                heard = []
            elif event.kind == "trick":
                cards = tuple(card for _, card in lying)
                tricks.append(Trick(lying[0][0], cards, event.seat))
                lying, heard = [], []
            elif event.kind == SAY:
                heard.append((event.seat, event.what[0]))

        def partners_of(one: int) -> tuple[int, ...]:
            around = ((one + step) % view.seats for step in range(1, view.seats))
            return tuple(other for other in around if (other in party) == (one in party))

        super().__init__(seat, view.pack, tricks, partners_of, fool)
        self.lying, self.heard = lying, heard

    def talon(self) -> frozenset[str]:
        """The cards of the talon, if the viewer knows that the speaker has seen them."""
        bit = 1 << self.seat
        return frozenset(
            card
            for event in self.view.events[: self.at]
            if event.kind == "talon" and event.seen_by & bit
            for card in event.what
        )

    def by(self, seat: int) -> SeenTalk:
        """The same context, looked at by another speaker."""
        other = SeenTalk.__new__(SeenTalk)
        other.__dict__.update(self.__dict__, seat=seat)
        return other


def truthful_talk(
    rules_of: Callable[[Options], TalkRules], party_of: Sides, fool: FoolRule
) -> Inference:
    """All that is said aside of one's cards is true, where the rules of the talk say so."""

    def inference(view: View) -> Iterator[Constraint]:
        rules = rules_of(view.options)
        if not rules.truthful or not rules.phrases:
            return
        for index, event in enumerate(view.events):
            if event.kind == SAY and event.seat != view.seat:
                party = party_of(view, index)
                if party is not None:
                    context = SeenTalk(view, index, party, fool, event.seat)
                    yield from _said(rules, context, event)

    return inference


def _said(rules: TalkRules, context: SeenTalk, event: Event) -> Iterator[Constraint]:
    """What one phrase or answer proves."""
    word = event.what[0]
    said, suit = _phrase_or_answer(rules, context, word)
    if said is not None:
        yield from proved(said.true, context, suit, context.at)


def _phrase_or_answer(
    rules: TalkRules, context: SeenTalk, word: str
) -> tuple[Phrase | Answer | None, Suit]:
    question = SinceLastCard.of(context, rules).open_question
    if question is None:
        return rules.by_word[word], None
    asker, phrase = question
    if word == SILENCE:
        return None, None
    suit = None if phrase.suit is None else phrase.suit(context.by(asker))
    return next(answer for answer in phrase.answers if answer.word == word), suit

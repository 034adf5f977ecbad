"""The fixed phrases that partners may say aloud to each other during the play.

Phrases are data: where one may be said, what it points to, how it is answered and what makes it
true. Everything is judged by what its speaker sees (`SpeakerContext`). Who has spoken is read
off the events when somebody wants to know, so that talk costs nothing where nobody talks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property

from matto.blocks.auction import SILENCE
from matto.blocks.talk_claims import (
    Anything,
    Claim,
    SpeakerContext,
    SpeakerRole,
    SuitOf,
    TalkContext,
)
from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.events import SAY
from matto.engine.game import ChoiceSet
from matto.engine.table import Asides, Table
from matto.engine.tricks import FoolRule
from matto.engine.words import text

IN_TRICK = SpeakerRole.PLAYERS_PARTNER | SpeakerRole.PLAYER

Condition = Callable[[SpeakerContext], bool]
"""When a phrase has a meaning, from what all see."""

ANYTHING = Anything()


def always(_context: SpeakerContext) -> bool:
    """Hold at any time."""
    return True


@dataclass(frozen=True)
class Answer:
    """One answer; `fits` and `true` get the context of the one asked and the suit meant."""

    word: str
    true: Claim = ANYTHING
    fits: Callable[[SpeakerContext, int | None], bool] = lambda _context, _suit: True


@dataclass(frozen=True)
class Phrase:
    """One phrase: a question if it has `answers`.

    `fits` says when it has a meaning, from what all see; `true` is judged by what the speaker
    holds and has seen. `suit` is the suit it points to: without one it cannot be said.
    A phrase `in_return_for` another may be said besides the speaker's own. With `shows_card`
    it is said with a card that may be played, which only his partners see. A question is for
    all partners, or for `who_still_plays` to the trick.
    """

    word: str
    means: str
    roles: SpeakerRole
    answers: tuple[Answer, ...] = ()
    fits: Condition = always
    true: Claim = ANYTHING
    suit: SuitOf | None = None
    in_return_for: str = ""
    shows_card: bool = False
    who_still_plays: bool = False

    def fits_now(self, context: SpeakerContext) -> bool:
        """Return whether the leads so far give it a meaning, where it may be said."""
        if self.answers and not self.asked(context, context.seat):
            return False
        return (self.suit is None or self.suit(context) is not None) and self.fits(context)

    def asked(self, context: TalkContext, asker: int) -> tuple[int, ...]:
        """Return whom one asks by it."""
        partners = context.partners_of(asker)
        return context.still_to_play(partners) if self.who_still_plays else partners

    def spellings(self, context: SpeakerContext) -> tuple[str, ...]:
        """The word, or the word with each card that may be shown."""
        if not self.shows_card:
            return (self.word,)
        return self.with_cards(context.pack.sort(context.may_play))

    def with_cards(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The word with each card that is shown."""
        return tuple(f"{self.word}:{card}" for card in cards)


@dataclass(frozen=True)
class TalkRules:
    """Phrases, whether they must be true, and the clauses of the refusals.

    At the last trick, where nobody has a choice of cards, they are said only if `to_the_last`.
    """

    phrases: tuple[Phrase, ...]
    _: KW_ONLY
    truthful: bool
    who: str
    moment: str
    truth: str
    to_the_last: bool = False

    def question(self, pack: Pack) -> ChoiceSet:
        """All that can be said aside: phrases, answers, and silence where an answer is due."""
        phrases = [
            spelling
            for phrase in self.phrases
            for spelling in (
                phrase.with_cards(pack.codes) if phrase.shows_card else (phrase.word,)
            )
        ]
        answers = [answer.word for phrase in self.phrases for answer in phrase.answers]
        return ChoiceSet(SAY, (*phrases, *answers, *((SILENCE,) if answers else ())), 0)

    @cached_property
    def by_word(self) -> dict[str, Phrase]:
        """The phrases by their words."""
        return {phrase.word: phrase for phrase in self.phrases}

    @cached_property
    def by_role(self) -> dict[SpeakerRole, tuple[Phrase, ...]]:
        """The phrases that may be said where somebody stands."""
        return {
            role: tuple(phrase for phrase in self.phrases if role in phrase.roles)
            for role in SpeakerRole
        }


@dataclass
class SinceLastCard:
    """The talk since the last card: phrases in order, the question, who is to answer."""

    spoken: list[tuple[int, Phrase]]
    to_answer: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, context: TalkContext, rules: TalkRules) -> SinceLastCard:
        """Sort what was heard since the last card into phrases and answers."""
        since = cls([])
        for seat, word in context.heard:
            if since.to_answer:  # only answers can come now
                since.to_answer.discard(seat)
                continue
            phrase = rules.by_word[word]
            since.spoken.append((seat, phrase))
            if phrase.answers:
                since.to_answer = set(phrase.asked(context, seat))
        return since

    @property
    def open_question(self) -> tuple[int, Phrase] | None:
        """The last question, while somebody has still to answer it."""
        return self.spoken[-1] if self.to_answer else None

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of the phrases."""
        return frozenset(phrase.word for _, phrase in self.spoken)


class TableTalk(Asides):
    """The talk of partners, two or more, from the first lead on.

    One phrase each at a moment, the partners of the one about to play before him; a question
    is answered before anything else is said, by each who is asked. Going on without an answer
    is silence.
    """

    def __init__(
        self,
        table: Table,
        partners: Sequence[int],
        leader: int,
        fool: FoolRule,
        rules: TalkRules,
    ) -> None:
        super().__init__(table, rules.moment if rules.phrases else rules.who)
        self.partners = tuple(partners)
        self.leader = leader
        self.fool = fool
        self.rules = rules
        self.opened = len(table.events)
        self._partners_of = tuple(
            tuple(other for other in table.others(seat) if other in self.partners)
            for seat in range(table.seats)
        )

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """The other ones, in the order of play."""
        return self._partners_of[seat]

    def context_of(self, seat: int) -> SpeakerContext:
        """Return what a seat sees now."""
        return SpeakerContext(
            self.table, seat, self.partners_of, self.fool, self.leader, self.opened
        )

    def __call__(self, seat: int) -> tuple[str, ...]:
        """The phrases or answers that a seat may say now."""
        if not self.rules.phrases:
            return ()
        return self._open_to(seat, truthful=self.rules.truthful)

    def say(self, seat: int, phrase: str) -> None:
        """Let all hear a phrase; a card that is shown is seen by the partners alone."""
        word, _, card = phrase.partition(":")
        self.table.tell(SAY, seat, word)
        if card:
            self.table.tell("shows", seat, card, to=(seat, *self.partners_of(seat)))

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say whether the wrong one speaks, or untruly, or at the wrong moment."""
        rules, cite = self.rules, self.table.clause
        if seat not in self.partners:
            return Refusal(cite(rules.who), text("Only partners may talk to each other."))
        if phrase in self._open_to(seat, truthful=False):
            sentence = text(
                "“{phrase}” is not true as far as you see, or names a card you cannot play.",
                phrase=phrase,
            )
            return Refusal(cite(rules.truth), sentence)
        return super().refuse(seat, phrase)

    def _open_to(self, seat: int, *, truthful: bool) -> tuple[str, ...]:
        if seat not in self.partners:
            return ()
        context = self.context_of(seat)
        if context.role is None or (context.last_trick and not self.rules.to_the_last):
            return ()
        since = SinceLastCard.of(context, self.rules)
        if since.open_question is not None:
            if seat not in since.to_answer:
                return ()
            return self._answers(context, since.open_question, truthful=truthful)
        has_turn = self._has_turn(context, since)
        return tuple(
            spelling
            for phrase in self.rules.by_role[context.role]
            if (_in_return(since, phrase) if phrase.in_return_for else has_turn)
            and phrase.fits_now(context)
            and (not truthful or phrase.true(context))
            for spelling in phrase.spellings(context)
        )

    def _has_turn(self, context: SpeakerContext, since: SinceLastCard) -> bool:
        """Return whether a speaker has his one phrase left, and nobody after him has spoken."""
        order = (*self.partners_of(context.next_seat), context.next_seat)
        own = order.index(context.seat)
        return not any(
            order.index(seat) > own or (seat == context.seat and not spoken.in_return_for)
            for seat, spoken in since.spoken
        )

    def _answers(
        self, context: SpeakerContext, question: tuple[int, Phrase], *, truthful: bool
    ) -> tuple[str, ...]:
        asker, phrase = question
        suit = None if phrase.suit is None else phrase.suit(self.context_of(asker))
        return (
            *(
                answer.word
                for answer in phrase.answers
                if answer.fits(context, suit) and (not truthful or answer.true(context, suit))
            ),
            SILENCE,
        )


def _in_return(since: SinceLastCard, phrase: Phrase) -> bool:
    """Return whether a phrase may be said in return for one that was said."""
    return phrase.in_return_for in since.said and phrase.word not in since.said


class PartiesTalk(Asides):
    """The talk of one or more parties, each among themselves, once all know who they are.

    `known` tells whether they do; before that nobody may say anything, and no refusal tells
    more than that. `unknown_clause` says so.
    """

    def __init__(
        self, talks: Sequence[TableTalk], known: Callable[[], bool], unknown_clause: str
    ) -> None:
        super().__init__(talks[0].table)
        self.talk_of = {seat: talk for talk in talks for seat in talk.partners}
        self._known = known
        self._open = False
        self.silent = talks[0]
        self.unknown_clause = unknown_clause

    def known(self) -> bool:
        """Return whether all know the parties; once they do, they do not forget."""
        self._open = self._open or self._known()
        return self._open

    def __call__(self, seat: int) -> tuple[str, ...]:
        """The phrases or answers that a seat may say now to its own party."""
        if seat not in self.talk_of or not self.known():
            return ()
        return self.talk_of[seat](seat)

    def say(self, seat: int, phrase: str) -> None:
        """Let all hear a phrase."""
        self.talk_of[seat].say(seat, phrase)

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say that it is too early, or what is wrong with the phrase."""
        if not self.known():
            return Refusal(
                self.table.clause(self.unknown_clause),
                text("Nobody may talk before all know who plays with whom."),
            )
        return self.talk_of.get(seat, self.silent).refuse(seat, phrase)

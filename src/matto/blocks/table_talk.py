"""What partners may say to each other while the cards are played, aloud, in fixed phrases.

Phrases are data: where one may be said, what it points to, how it is answered and what makes it
true. Everything is judged by what its speaker sees (`Sight`). Who has spoken is read off the
events when somebody wants to know, so that talk costs nothing where nobody talks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matto.blocks.announce import SILENCE
from matto.blocks.talk_claims import Anything, Claim, SuitOf
from matto.blocks.talk_sight import Place, Scene, Sight
from matto.engine.errors import Refusal
from matto.engine.table import SAY, Asides, Table
from matto.engine.tricks import FoolRule
from matto.engine.words import text

BEFORE_LEAD = Place.LEADERS_PARTNER | Place.LEADER
IN_TRICK = Place.PLAYERS_PARTNER | Place.PLAYER

Condition = Callable[[Sight], bool]
"""When a phrase has a meaning, from what all see."""

ANYTHING = Anything()


def always(_sight: Sight) -> bool:
    """Hold at any time."""
    return True


@dataclass(frozen=True)
class Answer:
    """One answer; `fits` and `true` get the sight of the one asked and the suit meant."""

    word: str
    true: Claim = ANYTHING
    fits: Callable[[Sight, int | None], bool] = lambda _sight, _suit: True


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
    places: Place
    answers: tuple[Answer, ...] = ()
    fits: Condition = always
    true: Claim = ANYTHING
    suit: SuitOf | None = None
    in_return_for: str = ""
    shows_card: bool = False
    who_still_plays: bool = False

    def fits_now(self, sight: Sight) -> bool:
        """Tell whether the leads so far give it a meaning, in a place where it may be said."""
        if self.answers and not self.asked(sight, sight.seat):
            return False
        return (self.suit is None or self.suit(sight) is not None) and self.fits(sight)

    def asked(self, scene: Scene, asker: int) -> tuple[int, ...]:
        """Whom one asks by it."""
        partners = scene.partners_of(asker)
        return scene.still_to_play(partners) if self.who_still_plays else partners

    def spellings(self, sight: Sight) -> tuple[str, ...]:
        """The word, or the word with each card that may be shown."""
        if not self.shows_card:
            return (self.word,)
        shown = sight.talk.table.pack.sort(sight.may_play)
        return tuple(f"{self.word}:{card}" for card in shown)


@dataclass(frozen=True)
class TalkRules:
    """Phrases, whether they must be true, and the clauses of the refusals."""

    phrases: tuple[Phrase, ...]
    truthful: bool
    who: str
    moment: str
    truth: str

    @cached_property
    def by_word(self) -> dict[str, Phrase]:
        """The phrases by their words."""
        return {phrase.word: phrase for phrase in self.phrases}

    @cached_property
    def by_place(self) -> dict[Place, tuple[Phrase, ...]]:
        """The phrases that may be said where somebody stands."""
        return {
            place: tuple(phrase for phrase in self.phrases if place in phrase.places)
            for place in Place
        }


@dataclass
class Moment:
    """What was said since the last card: phrases in order, the question, who is to answer."""

    spoken: list[tuple[int, Phrase]]
    to_answer: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, scene: Scene, rules: TalkRules) -> Moment:
        """Sort what was heard since the last card into phrases and answers."""
        moment = cls([])
        for seat, word in scene.heard:
            if moment.to_answer:  # only answers can come now
                moment.to_answer.discard(seat)
                continue
            phrase = rules.by_word[word]
            moment.spoken.append((seat, phrase))
            if phrase.answers:
                moment.to_answer = set(phrase.asked(scene, seat))
        return moment

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
        sight = Sight(self, seat)
        if sight.place is None:
            return ()
        moment = Moment.of(sight, self.rules)
        if moment.open_question is not None:
            if seat not in moment.to_answer:
                return ()
            return self._answers(sight, moment.open_question, truthful=truthful)
        has_turn = self._has_turn(sight, moment)
        return tuple(
            spelling
            for phrase in self.rules.by_place[sight.place]
            if (_in_return(moment, phrase) if phrase.in_return_for else has_turn)
            and phrase.fits_now(sight)
            and (not truthful or phrase.true(sight))
            for spelling in phrase.spellings(sight)
        )

    def _has_turn(self, sight: Sight, moment: Moment) -> bool:
        """Tell whether a speaker has his one phrase left, and nobody after him has spoken."""
        order = (*self.partners_of(sight.next_seat), sight.next_seat)
        own = order.index(sight.seat)
        return not any(
            order.index(seat) > own or (seat == sight.seat and not spoken.in_return_for)
            for seat, spoken in moment.spoken
        )

    def _answers(
        self, sight: Sight, question: tuple[int, Phrase], *, truthful: bool
    ) -> tuple[str, ...]:
        asker, phrase = question
        suit = None if phrase.suit is None else phrase.suit(Sight(self, asker))
        return (
            *(
                answer.word
                for answer in phrase.answers
                if answer.fits(sight, suit) and (not truthful or answer.true(sight, suit))
            ),
            SILENCE,
        )


def _in_return(moment: Moment, phrase: Phrase) -> bool:
    """Tell whether a phrase may be said in return for one that was said."""
    return phrase.in_return_for in moment.said and phrase.word not in moment.said

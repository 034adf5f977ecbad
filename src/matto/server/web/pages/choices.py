"""What the viewer may say or choose now, and what he may not: the question and its answers."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from matto.blocks.declare import SHOW
from matto.engine.cards import FOOL, NUMBER
from matto.engine.errors import Refusal
from matto.engine.table import Decision, View
from matto.engine.words import N_
from matto.server.tables.views import NO_WORD, Phase
from matto.server.web.pages.context import CitedClause, PageContext
from matto.server.web.pages.hand import choosable
from matto.server.web.pages.picks import Picks, marks_told, picks_for
from matto.server.web.pages.prices import Found, PriceOf, in_brief, price_list, prices_found
from matto.telling.prices import gained
from matto.telling.questions import answers_in_full, in_order, question_of
from matto.telling.spans import spans

NUMBERS = re.compile(r"\d+")
"""A word of no game: how it is refused tells how words are that do not belong here."""

OTHERS_TURN: Mapping[str, str] = {
    "play": N_("{name} is to play."),
    "discard": N_("{name} is laying cards away."),
    "give": N_("{name} is choosing a card to give."),
    "show": N_("{name} is choosing a card to show."),
}
ANOTHER_SPEAKS = N_("{name} is to speak.")
SHOW_THESE = N_("Show these:")
YOU_LEAD, MORE_TO_SHOW = N_("You lead."), N_("{number} more to show.")


class Word(msgspec.Struct, frozen=True):
    """A word that may be said, with what it means in plain language, and its price in brief."""

    choice: str
    said: Markup
    meaning: Markup
    price: Markup = Markup("")


class Amounts(msgspec.Struct, frozen=True):
    """A word with a number: all amounts that may be said, each with what it brings or costs.

    `known` tells that the word may also be said without one, which tells its meaning.
    """

    said: Markup
    meaning: Markup
    amounts: tuple[tuple[str, str, str], ...]
    known: bool


class LaidAway(msgspec.Struct, frozen=True):
    """What has been laid away so far, and how many cards are still to go."""

    cards: tuple[str, ...]
    left: int


class Question(msgspec.Struct, frozen=True):
    """What is asked of the viewer (`own`) or of another, and what there is to answer.

    `lets_wait` is the choice by which the seat asked says nothing for now; `may_wait` tells
    that the viewer may let others speak first although another is asked. `beside` the question
    stands that his card is the first of a trick, or how many he is to show.
    """

    text: Markup
    own: bool
    clause: CitedClause | None
    words: tuple[Word, ...] = ()
    amounts: tuple[Amounts, ...] = ()
    picks: tuple[Picks, ...] = ()
    marks: tuple[tuple[str, Markup], ...] = ()
    barred: tuple[Word, ...] = ()
    laid_away: LaidAway | None = None
    lets_wait: str = ""
    may_wait: bool = False
    from_hand: bool = False
    beside: Markup = Markup("")
    deadline: float | None = None
    prices: tuple[PriceOf, ...] = ()

    @property
    def offers(self) -> bool:
        """Tell whether there is anything to choose besides the hand."""
        return bool(self.answers)

    @property
    def answers(self) -> int:
        """How many things there are to choose besides the hand; cards to name are many."""
        waits = bool(self.lets_wait or self.may_wait)
        return (
            len(self.words) + len(self.amounts) + waits + sum(len(p.cards) for p in self.picks)
        )


def question_for(context: PageContext) -> Question | None:
    """What the table waits for; None when it waits for nobody."""
    view = context.view
    if view is None or view.waiting is None or context.table_view.phase is not Phase.PLAYING:
        return None
    decision = None if context.stood_in else view.decision
    if decision is None:
        return _of_another(context, view)
    choices = in_order(view, decision)
    said = [choice for choice in choices if choice not in NUMBER and choice != decision.wait]
    found = prices_found(context, view, [one for one in choices if one != decision.wait])
    words, amounts = _words_of(context, view, said, found)
    hand = choosable(decision, view.hand)
    picks = () if hand else picks_for(context, choices, view.hand)
    return Question(
        text=context.say(question_of(context.table_view.game, decision)),
        own=is_own_turn(context),
        clause=context.clause(decision.clause),
        words=(*words, *_shown_together(context, decision, choices)),
        amounts=amounts,
        picks=picks,
        marks=marks_told(context, decision, picks),
        barred=_barred(context, decision),
        laid_away=_laid_away(view, decision),
        lets_wait=decision.wait if decision.wait in decision.options else "",
        may_wait=context.table_view.may_wait,
        from_hand=bool(hand),
        beside=_beside(context, view, decision),
        deadline=context.table_view.deadline,
        prices=price_list(context, found),
    )


def is_own_turn(context: PageContext) -> bool:
    """Tell whether the table waits for the viewer, first or among others."""
    view = context.view
    if view is None or view.decision is None or view.waiting is None or context.stood_in:
        return False
    return view.waiting.seat == view.seat or context.table_view.may_wait


def _of_another(context: PageContext, view: View) -> Question | None:
    waiting = view.waiting
    if waiting is None:
        return None
    sentence = OTHERS_TURN.get(waiting.kind, ANOTHER_SPEAKS)
    if context.stood_in:
        sentence = N_("A bot plays for you.")
    return Question(
        text=context.say(sentence, name=context.names[waiting.seat]),
        own=False,
        clause=context.clause(waiting.clause),
        deadline=context.table_view.deadline,
    )


def _words_of(
    context: PageContext, view: View, said: list[str], found: Found
) -> tuple[tuple[Word, ...], tuple[Amounts, ...]]:
    words: list[Word] = []
    amounts: list[Amounts] = []
    in_full = answers_in_full(context.table_view.game, view.asked)
    for span in spans(said):
        if len(span.words) == 1:
            word = word_of(context, span.words[0])
            price = in_brief(context, found, word.choice)
            meaning = Markup("") if in_full else word.meaning
            words.append(msgspec.structs.replace(word, meaning=meaning, price=price))
            continue
        head = span.words[0].partition(":")[0]
        numbers = tuple(
            (word, word.partition(":")[2], gained(context.naming, view, word))
            for word in span.words
        )
        bare = word_of(context, head)
        amounts.append(Amounts(bare.said, bare.meaning, numbers, known=head in said))
    return tuple(words), tuple(amounts)


def word_of(context: PageContext, choice: str) -> Word:
    """A word with what it means."""
    meaning = context.naming.meaning(choice)
    return Word(choice, context.word(choice), context.marked_up(meaning))


def _barred(context: PageContext, decision: Decision) -> tuple[Word, ...]:
    """Words of the game that belong to this question but may not be said now.

    A word belongs to it if it is refused for a reason of its own: one that is nothing but
    foreign here is refused as `NO_WORD` is.
    """
    refusals = context.table_view.refusals
    if NO_WORD not in refusals or all(choice in NUMBER for choice in decision.options):
        return ()
    foreign = _reason(refusals[NO_WORD])
    families: dict[str, str] = {}  # of words that differ in a number only, one is enough
    for word in context.table_view.game.vocabulary.glossary:
        if word in decision.options or _is_offered_with_more(word, decision):
            continue
        if word in refusals and _reason(refusals[word]) != foreign:
            families.setdefault(NUMBERS.sub("", word), word)
    return tuple(word_of(context, word) for word in families.values())


def _reason(refusal: Refusal) -> tuple[str, str]:
    return refusal.clause, refusal.sentence.msgid


def _is_offered_with_more(word: str, decision: Decision) -> bool:
    return any(choice.startswith(f"{word}:") for choice in decision.options)


def _beside(context: PageContext, view: View, decision: Decision) -> Markup:
    if decision.kind == "play" and not view.lying:
        return context.say(YOU_LEAD)
    if decision.kind == SHOW and decision.left > 1:
        return context.say(MORE_TO_SHOW, number=decision.left)
    return Markup("")


def _laid_away(view: View, decision: Decision) -> LaidAway | None:
    """While cards are laid away: which ones are, and how many are to come."""
    if decision.kind != "discard":
        return None
    own = tuple(card for seat, card in view.heard("laid away") if seat == view.seat)
    return LaidAway(own, decision.left)


def _shown_together(
    context: PageContext, decision: Decision, choices: tuple[str, ...]
) -> tuple[Word, ...]:
    """The lowest of the cards that may be shown, as many as are wanted: one answer for all."""
    if decision.kind != SHOW or decision.left == 1:
        return ()
    lowest = sorted(choices, key=FOOL.__ne__)[-decision.left :]
    return (Word(" ".join(lowest), context.say(SHOW_THESE), context.chips(lowest)),)

"""The question: what may be said or named, what it wins and costs, what others ask for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from matto.blocks.declare import SHOW
from matto.engine.cards import FOOL, NUMBER
from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.view import View
from matto.engine.words import N_
from matto.server.tables.views import NO_WORD, ProposalKind, ProposalResult, ProposalView
from matto.server.web.page_context import PageContext
from matto.server.web.rendering import for_templates, known_to_templates
from matto.server.web.seats_and_cards import choosable, talon_on_table
from matto.telling.bid_prices import PriceSentence, price_sentences, sure_gain
from matto.telling.questions import answers_in_full, in_order, question_of, spans

known_to_templates(gained=sure_gain)

FoundPrices = Mapping[str, tuple[PriceSentence, ...]]


@for_templates
def in_brief(context: PageContext, found: FoundPrices, choice: str) -> Markup:
    """The price of a word in one line: of what most is told of."""
    price = found.get(choice, ())
    if not price:
        return Markup("")
    if price[0].free:
        differs = any(not one[0].free for one in found.values())
        return context.say("costs nothing") if differs else Markup("")
    named = Counter(item for one in price for item, _ in one.items)
    most = max(price, key=lambda one: sum(named[item] for item, _ in one.items))
    if len(price) == 1:
        return context.marked_up(most.sentence)
    items = ", ".join(context.tagged.said(item) for item, _ in most.items)
    named_already = most.sentence.startswith(items)
    return context.marked_up(f"{'' if named_already else f'{items}: '}{most.sentence} …")


@for_templates
def price_list(found: FoundPrices) -> Iterator[tuple[Sequence[str], tuple[PriceSentence, ...]]]:
    """All prices, cards of the same price together."""
    alike: dict[tuple[bool, tuple[PriceSentence, ...]], list[str]] = {}
    for choice, price in found.items():
        alike.setdefault((choice in NUMBER, price), []).append(choice)
    for (_, price), choices in alike.items():
        yield choices, price


CALL = "call"
OWN, OPEN = "own", "open"
"""Marks of a card: one holds it oneself, or it lies open before all."""

SPOKEN: Mapping[str, str] = {
    "": "{card}",
    OWN: N_("{card}, in your hand"),
    OPEN: N_("{card}, lies open"),
}
NAMED: Mapping[str, str] = {OWN: N_("Cards in your own hand."), OPEN: N_("Cards lying open.")}
OWN_CALLED = N_("Cards in your own hand: call one, and you play alone, unknown to all.")
OPEN_CALLED = N_("Cards lying open: call one, and you play with {name}, known to all.")
OPEN_CALLED_ALONE = N_("Cards lying open: call one, and you play alone, known to all.")
"""What it means to name a marked card."""


@for_templates
def marks_of(context: PageContext, cards: Sequence[str]) -> Mapping[str, str]:
    view = context.view
    over = None if view is None or not cards else talon_on_table(context.game, view)
    lie_open = () if over is None or over.alone else over.seen
    own = () if view is None else view.hand
    return {card: OWN if card in own else OPEN for card in cards if card in {*lie_open, *own}}


@for_templates
def card_spoken(context: PageContext, card: str, mark: str) -> Markup:
    """A card that may be named as it is read out, with its mark."""
    spoken = context.spoken(card)
    return context.say(SPOKEN[mark], card=spoken) if mark else spoken


@for_templates
def marks_told(
    context: PageContext, decision: Decision, marks: Mapping[str, str]
) -> Iterator[tuple[str, Markup]]:
    found = {mark: card for card, mark in marks.items()}
    for mark in NAMED:
        if mark in found:
            yield mark, _meaning(context, decision, mark, found[mark])


def _meaning(context: PageContext, decision: Decision, mark: str, card: str) -> Markup:
    view = context.view
    if decision.kind != CALL or view is None:
        return context.say(NAMED[mark])
    if mark == OWN:
        return context.say(OWN_CALLED)
    partner = next(_partners(context, view, card, decision.seat), None)
    if partner is None:
        return context.say(OPEN_CALLED_ALONE)
    return context.say(OPEN_CALLED, name=context.names[partner])


def _partners(context: PageContext, view: View, card: str, seat: int) -> Iterator[int]:
    for prospect in context.table_view.game.prospects(view, card):
        side = () if prospect.after is None else prospect.after.side
        yield from (one for one in range(len(side)) if side[one] == side[seat] and one != seat)


NUMBERS = re.compile(r"\d+")

OTHERS_TURN: Mapping[str, str] = {
    "play": N_("{name} is to play."),
    "discard": N_("{name} is laying cards away."),
    "give": N_("{name} is choosing a card to give."),
    "show": N_("{name} is choosing a card to show."),
}
ANOTHER_SPEAKS = N_("{name} is to speak.")


class Offer(msgspec.Struct, frozen=True):
    """What one may answer with besides the cards of his hand.

    `amounts` are words with numbers, each with all that may be said; `cards` may be named,
    those that are `shown` only together. `waits`: one may let others speak first.
    """

    words: tuple[str, ...] = ()
    amounts: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    waits: bool = False
    prices: FoundPrices = {}

    @property
    def answers(self) -> int:
        shown = len(self.words) + len(self.amounts) + len(self.cards)
        return shown + bool(self.shown) + self.waits


@for_templates
def offer_to(context: PageContext) -> Offer:
    """Return what the viewer is offered; nothing where he is not asked."""
    decision, view = context.decision, context.view
    if decision is None or view is None:
        return Offer()
    choices = [choice for choice in in_order(view, decision) if choice != decision.wait]
    cards = tuple(choice for choice in choices if choice in NUMBER)
    found = [*spans([choice for choice in choices if choice not in NUMBER])]
    prices = {
        word: price_sentences(context.tagged, context.names, view, word) for word in choices
    }
    return Offer(
        words=tuple(span.words[0] for span in found if len(span.words) == 1),
        amounts=tuple(span.words for span in found if len(span.words) > 1),
        cards=() if choosable(decision, view.hand) else cards,
        shown=_shown_together(decision, cards),
        waits=decision.wait in decision.options or context.table_view.may_wait,
        prices={word: price for word, price in prices.items() if price},
    )


@for_templates
def question_text(context: PageContext) -> Markup:
    if context.decision is not None:
        return context.say(question_of(context.game, context.decision))
    if context.waiting is None:
        return Markup("")
    sentence = OTHERS_TURN.get(context.waiting.kind, ANOTHER_SPEAKS)
    if context.stood_in:
        sentence = N_("A bot plays for you.")
    return context.say(sentence, name=context.names[context.waiting.seat])


@for_templates
def meaning_of(context: PageContext, word: str) -> Markup:
    """Return what a word means; nothing where the question itself tells it."""
    decision = context.decision
    if decision is not None and answers_in_full(context.game, decision):
        return Markup("")
    return context.marked_up(context.naming.meaning(word))


@for_templates
def barred_words(context: PageContext, decision: Decision) -> Collection[str]:
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
        if any(choice.partition(":")[0] == word for choice in decision.options):
            continue
        if word in refusals and _reason(refusals[word]) != foreign:
            families.setdefault(NUMBERS.sub("", word), word)
    return families.values()


def _reason(refusal: Refusal) -> tuple[str, str]:
    return refusal.clause, refusal.sentence.msgid


@for_templates
def own_laid_away(view: View) -> tuple[str, ...]:
    return tuple(card for seat, card in view.heard("laid away") if seat == view.seat)


def _shown_together(decision: Decision, cards: Sequence[str]) -> tuple[str, ...]:
    """The lowest of the cards that may be shown, as many as are wanted: one answer for all."""
    if decision.kind != SHOW or decision.left == 1:
        return ()
    return tuple(sorted(cards, key=FOOL.__ne__)[-decision.left :])


FREED = N_("The seat is free: anybody may sit down there.")
STAYS, GOES_ON = N_("What was played stays."), N_("The match goes on.")
PLAY_ON, RATHER_NOT = N_("Let us play on"), N_("I would rather not")
LEAVE_IT, KEPT = N_("Leave it"), N_("The seat stays kept.")


class Wording(NamedTuple):
    """How something is asked of all, and what follows from each answer."""

    mine: str
    asked: str
    agreed: str
    declines: str
    declined: str
    withdraws: str
    withdrawn: str
    ended: str
    mine_granted: str = ""
    granted: str = ""


WORDINGS: Mapping[ProposalKind, Wording] = {
    ProposalKind.BACK: Wording(
        mine=N_("You ask to take back {what}."),
        asked=N_("{name} asks to take back {what}."),
        agreed=N_("The deal goes on from there."),
        declines=RATHER_NOT,
        declined=STAYS,
        withdraws=LEAVE_IT,
        withdrawn=STAYS,
        ended=N_("Nothing is taken back: the play goes on."),
        mine_granted=N_("You have taken it back."),
        granted=N_("{name} has taken it back."),
    ),
    ProposalKind.CLAIM: Wording(
        mine=N_("You claim the rest of the tricks."),
        asked=N_("{name} claims the rest of the tricks."),
        agreed=N_("The rest is played out, and {name} has all its tricks."),
        declines=PLAY_ON,
        declined=N_("Somebody else may still win a trick."),
        withdraws=N_("Play on myself"),
        withdrawn=N_("Nothing is claimed any more."),
        ended=N_("The rest is no longer claimed: the play goes on."),
        mine_granted=N_("The rest of the tricks is yours."),
        granted=N_("The rest of the tricks goes to {name}."),
    ),
    ProposalKind.CLOSE: Wording(
        mine=N_("You ask to give the table up."),
        asked=N_("{name} asks to give the table up."),
        agreed=N_("The match ends here for everybody."),
        declines=PLAY_ON,
        declined=GOES_ON,
        withdraws=LEAVE_IT,
        withdrawn=GOES_ON,
        ended=GOES_ON,
    ),
    ProposalKind.FREE: Wording(
        mine=N_("You ask to free the seat of {other}."),
        asked=N_("{name} asks to free the seat of {other}."),
        agreed=N_("Anybody may sit down there; until then a bot plays."),
        declines=RATHER_NOT,
        declined=KEPT,
        withdraws=LEAVE_IT,
        withdrawn=KEPT,
        ended=KEPT,
        mine_granted=FREED,
        granted=FREED,
    ),
}
known_to_templates(wordings=WORDINGS)

YOUR_SEAT = N_("{name} asks to free your seat: play again yourself, and you keep it.")


@for_templates
def proposal_wording(context: PageContext, found: ProposalView) -> Markup:
    wording, seat = WORDINGS[found.wish], context.table_view.seat
    sentence = wording.mine if found.seat == seat else wording.asked
    if found.frees is not None and found.frees == seat:
        sentence = YOUR_SEAT
    return context.say(
        sentence,
        name=context.names[found.seat],
        what=context.word(found.choice) if found.choice else context.say("the last choice"),
        other="" if found.frees is None else context.names[found.frees],
    )


@for_templates
def proposal_outcome(context: PageContext) -> Markup | None:
    """Return how the last proposal ended; None once somebody has acted."""
    found = context.table_view.answered
    if found is None:
        return None
    name = "" if found.by is None else context.names[found.by]
    return context.say(_ended(found, own=found.by == context.table_view.seat), name=name)


def _ended(found: ProposalResult, *, own: bool) -> str:
    """Return the end of a proposal; `own`: by the viewer himself."""
    if found.by is None:
        return N_("Not all have agreed in time: the play goes on.")
    if found.untrue:
        return N_("All have agreed, but the cards do not allow it: the play goes on.")
    wording = WORDINGS[found.wish]
    if found.granted:
        return wording.mine_granted if own else wording.granted
    if found.by == found.seat:
        return wording.ended
    if found.by == found.frees:
        return N_("You keep your seat.") if own else N_("{name} plays again.")
    if own:
        return N_("You do not agree: the play goes on.")
    return N_("{name} does not agree: the play goes on.")

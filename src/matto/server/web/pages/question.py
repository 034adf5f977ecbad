"""The question: what may be said or named, what it wins and costs, what others ask for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from matto.blocks.declare import SHOW
from matto.engine.cards import FOOL, NUMBER, SUITS
from matto.engine.errors import Refusal
from matto.engine.events import Decision
from matto.engine.view import View
from matto.engine.words import N_
from matto.server.tables.views import NO_WORD, Answered, Phase, ProposalView, Wish
from matto.server.web.pages.card_faces import drawn
from matto.server.web.pages.cards import choosable, over_of, rising
from matto.server.web.pages.context import CitedClause, PageContext, by_suit
from matto.telling.naming import SIGNS
from matto.telling.prices import Priced, gained, priced
from matto.telling.questions import answers_in_full, in_order, question_of, spans

FEW_CARDS = 8
"""So many cards are named one by one; of more it is said how many."""


class PricedItem(msgspec.Struct, frozen=True):
    """Items of the score sheet that are alike, each with its clause, and what they pay."""

    items: tuple[tuple[Markup, CitedClause | None], ...]
    sentence: Markup


class PriceOf(msgspec.Struct, frozen=True):
    """A word, or cards that cost the same, with all that it wins and costs."""

    said: Markup
    items: tuple[PricedItem, ...]


Found = Mapping[str, tuple[Priced, ...]]


def prices_found(context: PageContext, view: View, choices: Sequence[str]) -> Found:
    found = {choice: priced(context.tagged, context.names, view, choice) for choice in choices}
    return {choice: price for choice, price in found.items() if price}


def in_brief(context: PageContext, found: Found, choice: str) -> Markup:
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


def price_list(context: PageContext, found: Found) -> tuple[PriceOf, ...]:
    """All prices, cards of the same price together."""
    alike: dict[tuple[bool, tuple[Priced, ...]], list[str]] = {}
    for choice, price in found.items():
        key = choice in NUMBER, price
        alike.setdefault(key if choice in NUMBER else (False, price), []).append(choice)
    return tuple(
        PriceOf(_said(context, choices), tuple(_item(context, one) for one in price))
        for (_, price), choices in alike.items()
    )


def _said(context: PageContext, choices: Sequence[str]) -> Markup:
    if all(choice in NUMBER for choice in choices):
        if len(choices) > FEW_CARDS:
            return context.say("{number} cards", number=len(choices))
        return context.chips(choices)
    return Markup(", ").join(context.word(choice) for choice in choices)


def _item(context: PageContext, price: Priced) -> PricedItem:
    return PricedItem(
        tuple((context.word(item), context.clause(clause)) for item, clause in price.items),
        context.marked_up(price.sentence),
    )


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


class Pick(msgspec.Struct, frozen=True):
    """A card that may be named; `mark` is `own`, `open` or nothing."""

    card: str
    written: Markup
    spoken: Markup
    mark: str


class Picks(msgspec.Struct, frozen=True):
    """The cards of one suit that may be named; `rising`: the lower number wins."""

    name: str
    letter: str
    sign: Markup
    rising: bool
    cards: tuple[Pick, ...]


def picks_for(
    context: PageContext, choices: Sequence[str], hand: Sequence[str]
) -> tuple[Picks, ...]:
    """The cards among some choices, by suits."""
    cards = tuple(choice for choice in choices if choice in NUMBER)
    over = over_of(context) if cards else None
    marks = {
        **dict.fromkeys(() if over is None or over.alone else over.seen, OPEN),
        **dict.fromkeys(hand, OWN),
    }
    return tuple(
        Picks(
            context.suit_name(letter),
            letter,
            drawn(SIGNS.get(letter, "")),
            letter in SUITS and rising(context.naming.pack.ranks_of[letter]),
            tuple(_pick(context, card, marks.get(card, "")) for card in group),
        )
        for letter, group in by_suit(cards)
    )


def _pick(context: PageContext, card: str, mark: str) -> Pick:
    spoken = context.spoken(card)
    if mark:
        spoken = context.say(SPOKEN[mark], card=spoken)
    return Pick(card, context.short(card), spoken, mark)


def marks_told(
    context: PageContext, decision: Decision, picks: Sequence[Picks]
) -> tuple[tuple[str, Markup], ...]:
    """What each mark among the cards means."""
    found = {pick.mark: pick.card for suit in picks for pick in suit.cards if pick.mark}
    return tuple(
        (mark, _meaning(context, decision, mark, found[mark]))
        for mark in NAMED
        if mark in found
    )


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


WORDINGS: Mapping[Wish, Wording] = {
    Wish.BACK: Wording(
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
    Wish.CLAIM: Wording(
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
    Wish.CLOSE: Wording(
        mine=N_("You ask to give the table up."),
        asked=N_("{name} asks to give the table up."),
        agreed=N_("The match ends here for everybody."),
        declines=PLAY_ON,
        declined=GOES_ON,
        withdraws=LEAVE_IT,
        withdrawn=GOES_ON,
        ended=GOES_ON,
    ),
    Wish.FREE: Wording(
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
YOUR_SEAT = N_("{name} asks to free your seat: play again yourself, and you keep it.")


class Reply(msgspec.Struct, frozen=True):
    """Something to answer with: the command, its word, and what follows from it."""

    command: str
    said: Markup
    meaning: Markup


class AskedOfAll(msgspec.Struct, frozen=True):
    """A proposal as the page shows it.

    `own`: the viewer has to answer; `mine`: he has asked. `claims`: the rest of the tricks is
    claimed, and `seen` are the open cards of `name`.
    """

    text: Markup
    own: bool
    mine: bool
    answers: tuple[Reply, ...]
    seen: tuple[str, ...]
    drawn: bool
    waits_for: tuple[str, ...]
    until: float
    claims: bool
    name: str


def asked_for(context: PageContext) -> AskedOfAll | None:
    """What is asked of all now; None where nobody asks for anything."""
    found, seat = context.table_view.proposal, context.table_view.seat
    if found is None:
        return None
    mine, own = found.seat == seat, seat in found.waits_for
    return AskedOfAll(
        text=_asked(context, found),
        own=own,
        mine=mine,
        answers=_answers(context, found) if own or mine else (),
        seen=found.seen,
        drawn=found.drawn,
        waits_for=tuple(context.names[other] for other in found.waits_for),
        until=found.until,
        claims=found.claims,
        name=context.names[found.seat],
    )


def _asked(context: PageContext, found: ProposalView) -> Markup:
    wording, seat = WORDINGS[found.wish], context.table_view.seat
    sentence = wording.mine if found.seat == seat else wording.asked
    if found.frees is not None and found.frees == seat:
        sentence = YOUR_SEAT
    return context.say(
        sentence,
        name=context.names[found.seat],
        what=_choice(context, found.choice) if found.choice else context.say("the last choice"),
        other="" if found.frees is None else context.names[found.frees],
    )


def _answers(context: PageContext, found: ProposalView) -> tuple[Reply, ...]:
    say, wording = context.say, WORDINGS[found.wish]
    if found.seat == context.table_view.seat:
        return (Reply("decline", say(wording.withdraws), say(wording.withdrawn)),)
    follows = say(wording.agreed, name=context.names[found.seat])
    return (
        Reply("agree", say("Agreed"), follows),
        Reply("decline", say(wording.declines), say(wording.declined)),
    )


def answered_with(context: PageContext) -> Markup | None:
    """How the last proposal ended; None once somebody has acted."""
    found = context.table_view.answered
    if found is None:
        return None
    name = "" if found.by is None else context.names[found.by]
    return context.say(_ended(found, own=found.by == context.table_view.seat), name=name)


def _ended(found: Answered, *, own: bool) -> str:
    """How it ended; `own`: by the viewer himself."""
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


def _choice(context: PageContext, choice: str) -> Markup:
    return context.chip(choice) if choice in NUMBER else context.word(choice)

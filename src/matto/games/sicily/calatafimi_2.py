"""Tarocchi of Calatafimi for two, 62 cards, and a first deal for newcomers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matto.blocks.play import TrickState, play_trick, play_tricks
from matto.blocks.talon import Stock, look_at_bottom
from matto.blocks.terms import points_above
from matto.engine.events import EACH_FOR_SELF, Contract, Deal, Result
from matto.engine.game import Lesson, LessonStep, OpenCards, TrickRules
from matto.engine.options import choice
from matto.engine.outcome import Outcome, stake
from matto.engine.scoring import POINTS, PayRule, RowLabel, between
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    CARD_WORDS,
    FUGGITIVO,
    SICILIAN_WITHOUT_4,
    card_names,
    open_to_all,
    pack_names_option,
    sicilian_game,
)

HAND_OF_LESSON = "SK S7 S5 CQ C9 C6 DC D10 D7 T18 T14 T9 T4 T1 F"
OTHER_HAND_OF_LESSON = "BK B9 B6 SJ S10 S9 CK C8 C7 D9 D5 DJ T16 T11 T7"
STOCK_OF_LESSON = (
    "B8 C5 T3 D8 SQ T13 BJ S6 C10 D6 BQ T5 DK S8 CJ T20 B5 T2 CC DQ T10 B10 T19 SC T6 T15 BC "
    "T0 T12 T8 T17 B7"
)
WITH_STOCK, WITHOUT_STOCK = 2, 16
"""After so many tricks something has been drawn a few times; nothing is left to draw."""

STEPS_OF_LESSON = (
    LessonStep(
        N_("The pack"),
        N_(
            "You hold 15 of 62 cards. There are four suits with King, Queen, Cavallo and Donna "
            "above the numbers, 21 trumps with a large number, and one Fool (Fuggitivo). "
            "The other player has led: one card each makes a trick."
        ),
        "1.1",
        lambda _now: True,
    ),
    LessonStep(
        N_("No such suit: a trump"),
        N_(
            "You hold no card of the suit that was led, so you must play a trump; the Fool "
            "alone may be played instead. Any trump beats every card of a suit, and a higher "
            "trump beats a lower one."
        ),
        "4.4",
        lambda now: now.must_trump,
    ),
    LessonStep(
        N_("Follow suit"),
        N_(
            "You hold cards of what was led, so you must play one of them (or the Fool): those "
            "that are raised. The higher one takes the trick; you need not win it."
        ),
        "4.3",
        lambda now: bool(now.led) and now.holds_led,
    ),
    LessonStep(
        N_("The stock"),
        N_(
            "After each trick both draw a card from the stock, the winner first, and show it. "
            "So you hold 15 cards until the stock is empty."
        ),
        "4.18",
        lambda now: now.tricks > 0,
    ),
    LessonStep(
        N_("You lead"),
        N_(
            "Who has won a trick leads to the next, whatever card he likes; only the Fool is "
            "led to nothing but the last trick."
        ),
        "4.2",
        lambda now: now.leads,
    ),
    LessonStep(
        N_("What counts"),
        N_(
            "Win tricks with points in them: 10 each for trump 20, trump 1 and the Fool; 5 for "
            "each King and the trumps 19 to 16; 4, 3, 2 for Queen, Cavallo, Donna."
        ),
        "1.6",
        lambda now: now.tricks >= WITH_STOCK,
    ),
    LessonStep(
        N_("The Fool"),
        N_(
            "The Fool frees you once from following suit and from trumping. It wins nothing, "
            "but it stays yours if you have won a trick, and counts its 10."
        ),
        "4.9",
        lambda now: not now.leads and now.tricks >= WITH_STOCK,
    ),
    LessonStep(
        N_("The stock is empty"),
        N_(
            "Nothing is drawn any more: fifteen tricks are still to be played, with the same "
            "rules. What you have not seen, the other one holds."
        ),
        "4.21",
        lambda now: now.tricks >= WITHOUT_STOCK,
    ),
    LessonStep(
        N_("The last trick"),
        N_("This is the last trick. Whoever wins it counts 5 points more."),
        "5.2",
        lambda now: len(now.hand) == 1,
    ),
)
LAST_STEP_OF_LESSON = LessonStep(
    N_("The count"),
    N_(
        "Both count their cards in lots of three; who has more receives the difference. Unfold "
        "the row below to see how. That was your first deal: the next one is like any other."
    ),
    "5.4",
    lambda _now: False,
)
FIRST_DEAL = Lesson(
    deal=Deal(
        hands=(tuple(HAND_OF_LESSON.split()), tuple(OTHER_HAND_OF_LESSON.split())),
        talon=tuple(STOCK_OF_LESSON.split()),
    ),
    dealer=0,
    learner=0,
    steps=STEPS_OF_LESSON,
    last=LAST_STEP_OF_LESSON,
)


ID = "calatafimi-2"
PACKETS, PACKET = 3, 5  # 2.5
STOCK = 32  # 2.6
EACH_ALONE = (0, 1)  # 2.1: the party of each seat

TRICKS = TrickRules(
    follow="4.3", trump="4.4", fool=FUGGITIVO, fool_clause="4.9", fool_leads="4.12", turn="4.2"
)

OPTIONS = (
    pack_names_option("1.8"),
    choice(
        "bottom_card",
        "2.3",
        N_("Who sees the bottom card of the pack, the last of the stock, before the deal."),
        nobody=N_("nobody"),
        dealer=N_("the dealer"),
    ),
)

GLOSSARY: Mapping[str, str] = {
    "stock": N_("The 32 cards left over, face down; after each trick both draw its top card."),
    **CARD_WORDS,
}


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to the payment."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    if t.options["bottom_card"] == "dealer":  # 2.3
        look_at_bottom(t, t.dealer)
    for _ in range(PACKETS):  # 2.5
        t.deal_packet(PACKET)
    stock = Stock(t)  # 2.6
    leader = t.after(t.dealer)  # 4.1
    t.contract = Contract(  # 4.14, 4.15
        EACH_ALONE, leader, fool_needs_trick=True, word=EACH_FOR_SELF
    )
    trick = TrickState(t, TRICKS)
    while stock:  # 4.20
        leader = yield from play_trick(t, trick, leader)
        for seat in t.all_from(leader):  # 4.18, 4.19
            stock.draw(seat)
    yield from play_tricks(t, TRICKS, leader)  # 4.21
    return GAME.settle(t)


@dataclass(frozen=True)
class Difference:
    """The winner receives the difference of the card points, and nothing else is paid."""

    item: str
    clause: str
    draw: str
    draw_clause: str

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Each pays the other one's points; both in one row."""
        note = N_("{first} to {second} card points")
        for seat in EACH_ALONE:
            yield PayRule(
                POINTS,
                seat,
                earned=between(seat, 1 - seat, 1, outcome.seats),
                table=points_above(outcome, 0),
                line=RowLabel(self.item, self.clause, note),
                even=RowLabel(self.draw, self.draw_clause, note),
                joined=seat > 0,
            )


SCORE = (Difference(N_("difference"), "5.4", draw=N_("draw"), draw_clause="5.5"),)


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.14, 4.17."""
    return open_to_all(view, EACH_ALONE, frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Calatafimi, two players"),
    seats=2,
    pack=SICILIAN_WITHOUT_4,
    dealt=PACKETS * PACKET,
    talon=STOCK,
    stock=True,
    script=script,
    stakes=lambda _options: [stake(SICILIAN_WITHOUT_4, EACH_ALONE)],
    contracts=(EACH_FOR_SELF,),
    lesson=FIRST_DEAL,
    about=N_("Two players draw from a stock after every trick; the winner is paid by points."),
    options=OPTIONS,
    card_names=card_names,  # 1.8
    glossary=GLOSSARY,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=SCORE,
)

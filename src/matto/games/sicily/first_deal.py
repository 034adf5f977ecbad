"""A first deal for newcomers, for two: the cards and what is told of them, clause by clause."""

from __future__ import annotations

from matto.engine.events import Deal
from matto.engine.lesson import Lesson, LessonStep
from matto.engine.words import N_

OWN = "SK S7 S5 CQ C9 C6 DC D10 D7 T18 T14 T9 T4 T1 F"
OTHERS = "BK B9 B6 SJ S10 S9 CK C8 C7 D9 D5 DJ T16 T11 T7"
STOCK = (
    "B8 C5 T3 D8 SQ T13 BJ S6 C10 D6 BQ T5 DK S8 CJ T20 B5 T2 CC DQ T10 B10 T19 SC T6 T15 BC "
    "T0 T12 T8 T17 B7"
)
WITH_STOCK, WITHOUT_STOCK = 2, 16
"""After so many tricks something has been drawn a few times; nothing is left to draw."""

STEPS = (
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
COUNT = LessonStep(
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
        hands=(tuple(OWN.split()), tuple(OTHERS.split())),
        talon=tuple(STOCK.split()),
    ),
    dealer=0,
    learner=0,
    steps=STEPS,
    last=COUNT,
)

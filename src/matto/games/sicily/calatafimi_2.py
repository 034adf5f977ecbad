"""Tarocchi of Calatafimi for two, 62 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matto.blocks.play import TrickRules, TrickState, play_trick, play_tricks
from matto.blocks.stock import Stock
from matto.blocks.talon import look_at_bottom
from matto.blocks.terms import points_above
from matto.engine.events import EACH_FOR_SELF
from matto.engine.game import OpenCards
from matto.engine.options import choice
from matto.engine.outcome import Outcome, stake
from matto.engine.payrules import POINTS, PayRule, RowLabel
from matto.engine.scoring import between
from matto.engine.table import Asides, Contract, Result, Script, Table, View
from matto.engine.words import N_
from matto.games.sicily.common import FUGGITIVO, SICILIAN_WITHOUT_4, open_to_all, sicilian_game
from matto.games.sicily.first_deal import FIRST_DEAL
from matto.games.sicily.piedmontese import card_names, pack_names_option
from matto.games.sicily.vocabulary import CARD_WORDS

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

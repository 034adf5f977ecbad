"""Tarocchi of Calatafimi for three, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from matto.blocks.bid_prices import played_for
from matto.blocks.play import play_dutifully
from matto.engine.events import EACH_FOR_SELF, Contract, Result
from matto.engine.game import ChoiceSet, DutyClauses, OpenCards, Prospect, Stake, TrickRules
from matto.engine.options import Options
from matto.engine.outcome import stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    CARD_WORDS,
    FUGGITIVO,
    SICILIAN,
    bargain,
    bottom_card_option,
    card_names,
    dealer_may_look,
    difference_to_third,
    open_to_all,
    pack_names_option,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

ID = "calatafimi-3"
SEATS = 3
PACKETS_BEFORE, PACKETS, TALON = 3, 4, 3  # 2.4, 2.19
EACH_ALONE = (0, 1, 2)  # 2.1

OPTIONS = (
    pack_names_option("1.10"),
    bottom_card_option("2.3"),
    *bargain.BARGAIN_OPTIONS,  # 2.6, 2.16
)
TRICKS = TrickRules(
    follow="4.2",
    trump="4.3",
    fool=FUGGITIVO,
    fool_clause="4.7",
    fool_leads="4.8",
    turn="4.2",
    duties=DutyClauses(king="4.12", king_led="4.13", cavalier="4.14", jack="4.15"),
)
LAYING_AWAY = sicilian_discard(clause="3.3", never_clause="3.4", last_resort_clause="3.5")
SCORE = (difference_to_third(N_("each for self"), "5.2"),)

GLOSSARY: Mapping[str, str] = {**bargain.NEGOTIATION_WORDS, **CARD_WORDS}


def script(t: Table) -> Script[Result]:
    """The deal from the bottom card to the payment."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    dealer_may_look(t)  # 2.3
    said = yield from bargain.deal_and_bargain(t, PACKETS_BEFORE)  # 2.4 to 2.19
    if said.agreed:
        return t.throw_in(bargain.bought_out(t, said))  # 2.14, 2.18
    yield from take_and_lay_away(t, t.dealer, LAYING_AWAY)  # 3.2 to 3.6
    leader = t.after(t.dealer)
    t.contract = Contract(  # 4.10
        EACH_ALONE, leader, t.dealer, fool_needs_trick=True, word=EACH_FOR_SELF
    )
    yield from play_dutifully(t, TRICKS, leader)  # 4.1 to 4.18
    return GAME.settle(t)


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    return bargain.bargaining(options).question(SEATS), LAYING_AWAY.question(SICILIAN, TALON)


def stakes(options: Options) -> Iterable[Stake]:
    """All that may be paid, by card points or for a deal given up."""
    return stake(SICILIAN, EACH_ALONE, 0), bargain.most_bought_out(options, SEATS)


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.5 to 2.17, 5.2."""
    if word == bargain.HOLD:
        yield Prospect(played_for(view, EACH_ALONE, view.dealer))
    yield from bargain.prospects(view, word)


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.9, 4.11."""
    return open_to_all(view, EACH_ALONE, frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Calatafimi, three players"),
    seats=SEATS,
    dealt=PACKETS * bargain.PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(EACH_FOR_SELF,),
    prospects=prospects,
    costless=bargain.COSTLESS,
    about=N_("Bargaining, then each for himself, with Kings that may not be kept back."),
    options=OPTIONS,
    card_names=card_names,  # 1.10
    glossary=GLOSSARY,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=SCORE,
)

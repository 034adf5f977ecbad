"""Tarocchi of Tortorici, for four, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from matto.blocks import auction, bid_prices, call, declare
from matto.blocks.auction import SILENCE
from matto.blocks.bid_prices import played_for
from matto.blocks.call import sides
from matto.blocks.declare import Message, cards_told, tell_of_cards
from matto.blocks.play import play_tricks
from matto.engine.cards import KINGS
from matto.engine.errors import Refusal
from matto.engine.events import Contract, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, TrickRules
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.games.sicily import (
    CARD_WORDS,
    CINQUINE,
    DECINE,
    FUGGITIVO,
    MISCHIO,
    SICILIAN_WITH_ACE,
    TENGO,
    DifferenceToHalf,
    bottom_card_option,
    dealer_may_look,
    open_to_all,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

ID = "tortorici-4"
SEATS = 4
PACKETS, PACKET, TALON = 3, 5, 3  # 2.5
LAST_PAUSE = 2  # 2.6, 2.8
RIGHT, ACROSS, LEFT, SELF = 1, 2, 3, 0  # seats on from the dealer: 2.2

OPTIONS = (
    bottom_card_option("2.4"),
    choice(
        "turned_up",
        "2.6",
        N_("How many cards the dealer may turn up, and when."),
        before="each_round",
        each_round=N_("one in each of the two rounds"),
        once=N_("one in both rounds together"),
        of_each_player=N_("one of each player in each round"),
    ),
    choice(
        "turn_up",
        "2.7",
        N_("Whose card the dealer may turn up: one of the others', or his own too."),
        others=N_("one of the others"),
        anybody=N_("also his own"),
    ),
    switch(
        "messages",
        "2.8",
        N_("The forehand, and then the dealer's partner, may tell of important cards."),
        default=True,
    ),
    switch(
        "told_again",
        "2.10",
        N_("A card told in the first pause may be told again in the second."),
        default=True,
        before=False,
    ),
    choice(
        "decision",
        "2.15",
        N_("When it is decided whether to play: in each pause with a message, or once."),
        each_pause=N_("in each pause with a message"),
        after_second=N_("once, after the second pause"),
    ),
)
TURN_UP = {  # 2.7
    "turn_up_right": RIGHT,
    "turn_up_partner": ACROSS,
    "turn_up_left": LEFT,
    "turn_up_own": SELF,
}
TURN_UP_NONE = "turn_up_none"
MESSAGE = Message(
    cards=CINQUINE | DECINE,  # 2.9
    most=2,
    few=KINGS,
    most_few=2,
    clause="2.8",
    cards_clause="2.9",
    true_clause="2.10",
    few_clause="2.11",
)
IN_RETURN = replace(MESSAGE, clause="2.12")
TRICKS = TrickRules(
    follow="4.2", trump="4.3", fool=FUGGITIVO, fool_clause="4.7", fool_leads="4.8", turn="4.2"
)
LAYING_AWAY = sicilian_discard(clause="3.2", never_clause="3.3", last_resort_clause="3.4")
SCORE = (DifferenceToHalf(N_("difference"), "5.2", even="5.4"),)

GLOSSARY: Mapping[str, str] = {
    "turn_up_right": N_("The last card of my right-hand neighbour is turned up."),
    "turn_up_partner": N_("The last card of my partner is turned up."),
    "turn_up_left": N_("The last card of my left-hand neighbour is turned up."),
    "turn_up_own": N_("My own last card is turned up."),
    TURN_UP_NONE: N_("No card is turned up."),
    SILENCE: N_("I say nothing."),
    MISCHIO: N_("“Mischio.” Shuffle: the cards are thrown in."),
    TENGO: N_("“Tengo.” I hold: I want to play."),
    **CARD_WORDS,
}

SPOKEN = {
    "turn up right": N_("my right-hand neighbour’s"),
    "turn up partner": N_("my partner’s"),
    "turn up left": N_("my left-hand neighbour’s"),
    "turn up own": N_("my own"),
    "turn up none": N_("nobody’s"),
}
COSTLESS = {
    **dict.fromkeys([*TURN_UP, TURN_UP_NONE], bid_prices.turning_up("2.6")),
    declare.TELL: bid_prices.telling("2.10"),
    SILENCE: bid_prices.nothing_said("2.8"),
    MISCHIO: bid_prices.given_up("2.17"),
}
PROMPTS = {call.CALL: N_("Whose last card shall be turned up?")}


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to what the parties write down."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    dealer_may_look(t)  # 2.4
    for packet in range(1, PACKETS + 1):
        t.deal_packet(PACKET)  # 2.5
        if packet <= LAST_PAUSE:
            yield from turn_up(t, packet)
            if not (yield from pause(t, packet)):
                return t.throw_in()  # 2.17
    yield from take_and_lay_away(t, t.dealer, LAYING_AWAY)  # 3.1 to 3.5
    leader = t.after(t.dealer)
    side = parties(t.dealer)
    t.contract = Contract(
        side, leader, t.dealer, fool_needs_trick=True, word="partners"
    )  # 4.10
    yield from play_tricks(t, TRICKS, leader)  # 4.1
    return GAME.settle(t)


def questions(options: Options) -> Iterator[ChoiceSet]:
    """All that is asked, in the order of the script."""
    words = turned_up_by(options)
    once = 1 if options["turned_up"] != "of_each_player" else len(words)
    yield ChoiceSet(call.CALL, (*words, TURN_UP_NONE), once * LAST_PAUSE)
    if options.on("messages"):
        yield MESSAGE.question(SICILIAN_WITH_ACE, 2 * LAST_PAUSE)
        yield ChoiceSet(auction.TALK, (MISCHIO, TENGO), 2 * LAST_PAUSE)
    yield LAYING_AWAY.question(SICILIAN_WITH_ACE, TALON)


def turned_up_by(options: Options) -> list[str]:
    """The words that turn a card up: 2.7."""
    anybody = options["turn_up"] == "anybody"
    return [word for word, on in TURN_UP.items() if anybody or on != SELF]


def turn_up(t: Table, packet: int) -> Script[None]:
    """The dealer may turn up the last card that he has just given to one player: 2.6, 2.7."""
    words, how_often = turned_up_by(t.options), t.options["turned_up"]
    if how_often == "once" and any(event.kind == "turned up" for event in t.events):
        return

    def refuse(word: str) -> Refusal:
        sentence = text("Say {words}.", words=", ".join([*words, TURN_UP_NONE]))
        return Refusal(t.clause("2.7"), sentence)

    while words:
        word = yield from t.ask(
            t.dealer, call.CALL, (*words, TURN_UP_NONE), "2.6", explain=refuse
        )
        if word == TURN_UP_NONE:
            return
        owner = t.after(t.dealer, TURN_UP[word])
        t.tell("turned up", owner, t.setup.deal.hands[owner][packet * PACKET - 1])
        words.remove(word)
        if how_often != "of_each_player":
            return


def pause(t: Table, packet: int) -> Script[bool]:
    """The messages, and whether the deal goes on: 2.8 to 2.16."""
    if not t.options.on("messages"):
        return True
    forehand = t.after(t.dealer)
    again = t.options.on("told_again")  # 2.10
    told = yield from tell_of_cards(t, forehand, replace(MESSAGE, again=again))  # 2.8
    if told:
        partner = t.after(t.dealer, ACROSS)
        yield from tell_of_cards(t, partner, replace(IN_RETURN, again=again))  # 2.12
    if t.options["decision"] == "after_second":  # 2.15
        told = packet == LAST_PAUSE and bool(cards_told(t, forehand))
    if not told:
        return True  # 2.16
    return (yield from holds(t, t.after(t.dealer, LEFT), "2.13")) and (
        yield from holds(t, t.dealer, "2.14")
    )


def holds(t: Table, seat: int, clause: str) -> Script[bool]:
    """Ask a seat whether the cards are to be played."""

    def refuse(_word: str) -> Refusal:
        return Refusal(t.clause(clause), text("Decide: say mischio or tengo."))

    word = yield from t.ask(seat, auction.TALK, (MISCHIO, TENGO), clause, explain=refuse)
    return word == TENGO


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what is played for by one who holds: 2.2, 2.13."""
    if word == TENGO:
        yield Prospect(played_for(view, parties(view.dealer), view.dealer))


def parties(dealer: int) -> tuple[int, ...]:
    """The dealer and the player opposite him are one party, the two others the other: 2.2."""
    return sides(SEATS, {dealer, (dealer + ACROSS) % SEATS})


def friends(view: View) -> frozenset[int]:
    """The player opposite: 2.2."""
    return frozenset() if view.seat is None else frozenset({(view.seat + ACROSS) % SEATS})


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.9, 4.11."""
    return open_to_all(view, parties(view.dealer), frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Tortorici, four players"),
    seats=SEATS,
    pack=SICILIAN_WITH_ACE,
    dealt=PACKETS * PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=lambda _options: [stake(SICILIAN_WITH_ACE, parties(0), 0)],
    contracts=("partners",),
    prospects=prospects,
    costless=COSTLESS,
    about=N_("Two against two for the card points, after a word on some important cards."),
    options=OPTIONS,
    glossary=GLOSSARY,
    spoken=SPOKEN,
    prompts=PROMPTS,
    friends=friends,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=SCORE,
)

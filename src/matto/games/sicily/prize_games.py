"""The common parts of the Sicilian games for prizes: packets with talk, talon, payments.

One player takes the talon and plays, alone or with a partner, against the others. The clauses
cited are those that the rulebooks of these games number alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from matto.blocks import bid_prices
from matto.blocks.auction import (
    SILENCE,
    TALK,
    PacketTalk,
    Pause,
    TalkClauses,
    announce,
    buying_out,
    talk_in_pause,
)
from matto.blocks.bid_prices import announced, of_one, one_of, played_for, said_in
from matto.blocks.call import Called, on_own_side, sides
from matto.blocks.play import play_tricks
from matto.blocks.table_talk import TableTalk, TalkRules
from matto.blocks.talon import lay_away, look_at_bottom, look_at_talon, show_talon, take_talon
from matto.blocks.terms import AllOf, Captured, LastTrick, MajorityOfPoints, Wager
from matto.engine.cards import KINGS, cards
from matto.engine.events import Contract
from matto.engine.game import Prospect, TrickRules
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import Outcome
from matto.engine.scoring import Row
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    ALTRE_CINQUE,
    ARIE,
    ARIE_CINQUINE,
    CHIAMO,
    DECINE,
    FATTO_E,
    FUGGITIVO,
    GIOVE,
    PAGO,
    PASSO,
    PICCIOTTI,
    PRENDO,
    RIVANTO,
    SCOMMESSA,
    VADO_SOLO,
    sicilian_discard,
)
from matto.games.sicily.phrases import BASIC, FURTHER, SHOWING

SOLO_ROUNDS = choice(
    "solo_rounds",
    "2.8",
    N_("After which packets one may go solo: the first and the last, or every one."),
    first_and_last=N_("after the first and the last"),
    every=N_("after every packet"),
)
LEADER = choice(
    "leader",
    "4.1",
    N_("Who leads to the first trick: the soloist's right neighbour or the soloist."),
    right_of_soloist=N_("the soloist’s right-hand neighbour"),
    soloist=N_("the soloist"),
)
TALK_OPTIONS = (
    choice(
        "table_talk",
        "7.1",
        N_("Which phrases partners may say to each other during the play."),
        basic=N_("the usual ones"),
        off=N_("none"),
        further=N_("the usual ones and some more"),
    ),
    choice(
        "talk_truth",
        "7.10",
        N_("Whether what is said about cards must be true as far as the speaker sees."),
        truthful=N_("they must be true"),
        free=N_("they may be false"),
    ),
    switch("show_card", "7.14", N_("A leader may show his partner a card and ask about it.")),
)

LAYING_AWAY = sicilian_discard(clause="3.5", never_clause="3.6", last_resort_clause="3.7")
LAID_AWAY = 3
TRICKS = TrickRules(
    follow="4.2", trump="4.3", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.2"
)
PHRASES = {"off": (), "basic": BASIC, "further": FURTHER}  # 7.1
EARLY = 2  # by what a solo before the last packet multiplies everything
PRIZES = (
    Captured("pigliate", "5.2", cards=ARIE | cards(PICCIOTTI)),
    LastTrick("vanto", "5.3", raised_by=RIVANTO, raised_clause="5.4"),
    MajorityOfPoints("rimatura", "5.5", needs=55),
    AllOf("arie", "5.6", cards=ARIE_CINQUINE, crown=cards(GIOVE), crowned_pays=2),
    AllOf("quattro_re", "5.7", cards=KINGS),
    Wager("scommessa", "5.8", announced=SCOMMESSA, cards=DECINE),
)


def take_and_lay_away(table: Table, seat: int) -> Script[None]:
    """Take the talon up and lay three cards away: 3.4 to 3.9."""
    take_talon(table, seat)
    yield from lay_three_away(table, seat)


def lay_three_away(table: Table, seat: int) -> Script[None]:
    """Lay three cards away and say that it is done: 3.5 to 3.9."""
    yield from lay_away(table, seat, LAID_AWAY, LAYING_AWAY)
    table.tell("says", seat, FATTO_E)


def ask_for_scommessa(table: Table, declarer: int) -> Script[None]:
    """The declarer may bet on the tens: 3.11, 3.14."""
    yield from announce(table, declarer, [SCOMMESSA], clause="3.11", barred={RIVANTO: "3.14"})


def ask_for_rivanto(
    table: Table, seat: int, *, early: bool, barred: Mapping[str, str] | None = None
) -> Script[None]:
    """An opponent may raise the last trick, after an early solo or a late one: 3.12, 3.13.

    `barred` gives the clause by which this one may not, though he is asked like the others.
    """
    words = [] if barred else [RIVANTO]
    clause = "3.13" if early else "3.12"
    never = {SCOMMESSA: "3.11", **(barred or {})}
    yield from announce(table, seat, words, clause=clause, barred=never)


def first_leader(table: Table, declarer: int) -> int:
    """Return who leads to the first trick: 4.1."""
    return declarer if table.options["leader"] == "soloist" else table.after(declarer)


def talk_rules(options: Options) -> TalkRules:
    """Return what may be said during the play: section 7."""
    level = str(options["table_talk"])
    showing = SHOWING if options.on("show_card") and level != "off" else ()
    return TalkRules(
        (*PHRASES[level], *showing),
        truthful=options["talk_truth"] == "truthful",
        who="7.1",
        moment="7.2",
        truth="7.10",
    )


def talk_among(table: Table, partners: Collection[int], leader: int) -> TableTalk:
    """The talk of partners during the play: section 7."""
    return TableTalk(table, tuple(partners), leader, FUGGITIVO, talk_rules(table.options))


def contract_of(
    declarer: int,
    side: Sequence[int],
    leader: int,
    word: str,
    *,
    times: int = 1,
    called: str = "",
) -> Contract:
    """Return who plays with whom and for how much; a Fuggitivo needs a trick: 4.12."""
    return Contract(
        tuple(side), leader, declarer, times, called, fool_needs_trick=True, word=word
    )


@dataclass(frozen=True)
class Party:
    """Who plays with the declarer; `called` while that is not known to all."""

    declarer: int
    members: frozenset[int]
    called: Called | None = None
    early: bool = False

    def contract(self, seats: int, leader: int) -> Contract:
        """The same as all games say it: 5.10."""
        times, card = EARLY if self.early else 1, self.called.card if self.called else ""
        side = sides(seats, self.members)
        word = CHIAMO if self.called else VADO_SOLO
        return contract_of(self.declarer, side, leader, word, times=times, called=card)


def play_out(table: Table, contract: Contract) -> Script[None]:
    """Play the cards: 4.1 to 4.12."""
    table.contract = contract
    yield from play_tricks(table, TRICKS, contract.leader)


def is_early(options: Options, packet: int, packets: int) -> bool:
    """Return whether a solo is asked for after a packet that is not the last: 2.8."""
    return packet < packets and (packet == 1 or options["solo_rounds"] == "every")


PACKETS, PACKET, TALON = 4, 5, 3  # 2.4
FIRST, LAST = 1, PACKETS
ALL_PAUSES = frozenset(range(FIRST, LAST + 1))
MOST_OFFERS = 2  # 2.14
BOUGHT_OUT = (MOST_OFFERS, -1, -1)  # 2.18, 2.19: at the most
COSTLESS = {
    ALTRE_CINQUE: bid_prices.more_cards("2.11"),
    PASSO: bid_prices.given_up("2.17"),
    SILENCE: bid_prices.nothing_announced("3.10"),
}

TAKEN_OFFERS = (
    switch(
        "solo_after_prendo",
        "2.16",
        N_("The third player may still go solo when an offer has been taken."),
    ),
    choice(
        "offer_without_taker",
        "2.20",
        N_("Whether an offer that nobody takes leads to the next packet or ends the deal."),
        next_packet=N_("the next packet is dealt"),
        thrown_in=N_("the cards are thrown in"),
    ),
)

Announcing = Callable[[Table, int, Pause], Script[None]]
"""Announcements before the first card, by the soloist and the pause in which he said it."""


def talk_of(options: Options, solo_pauses: frozenset[int] | None = None) -> PacketTalk:
    """Return what may be said after the packets: 2.6 to 2.22."""
    every = options["solo_rounds"] == "every"
    usual = ALL_PAUSES if every else frozenset({FIRST, LAST})
    return PacketTalk(
        TalkClauses(
            turn="2.6",
            words="2.7",
            solo="2.8",
            more_waits="2.12",
            more_never="2.13",
            offer="2.14",
            take="2.15",
            taken="2.16",
        ),
        pauses=PACKETS,
        solo_pauses=usual if solo_pauses is None else solo_pauses,
        solo=VADO_SOLO,
        more=ALTRE_CINQUE,
        offer=PAGO,
        take=PRENDO,
        give_up=PASSO,
        most_offers=MOST_OFFERS,
        solo_after_take=options.on("solo_after_prendo"),
        unmet_offer_ends=options["offer_without_taker"] == "thrown_in",
    )


def deal_and_talk(
    table: Table, talk: PacketTalk, pauses: Collection[int] = ALL_PAUSES
) -> Script[Pause]:
    """Deal packet after packet, with talk in some pauses; gives the pause that ended it.

    Nothing has been said in that pause only if there was none after the last packet.
    """
    table.asides = Asides(table, clause="7.1")  # nothing is said aside before the play
    look_at_bottom(table, table.dealer)  # 2.3
    pause = Pause(talk, FIRST)
    for packet in range(FIRST, LAST + 1):
        table.deal_packet(PACKET)  # 2.4
        if packet == LAST:
            look_at_talon(table, table.dealer)  # 3.2
        pause = Pause(talk, packet)
        if packet not in pauses:
            continue
        pause = yield from talk_in_pause(table, talk, packet)  # 2.6
        if pause.soloist is not None or not pause.deals_on:
            return pause
    return pause


def bought_out(table: Table, pause: Pause) -> Sequence[Row]:
    """Return what is paid when a deal is given up: 2.18 to 2.21."""
    return buying_out(pause, table.seats, PRENDO, table.clause("2.19"))


def play_solo(
    table: Table, soloist: int, pause: Pause, announcing: Announcing, *, early: int = EARLY
) -> Script[None]:
    """One plays against two, from the talon to the last trick.

    `early` is by what a solo before the last packet multiplies everything.
    """
    if pause.early:
        for _ in range(pause.number, PACKETS):
            table.deal_packet(PACKET)  # 2.9
        look_at_talon(table, table.dealer)  # 3.2
    if pause.early or soloist != table.dealer:
        show_talon(table)  # 3.3
    yield from take_and_lay_away(table, soloist)  # 3.4 to 3.9
    yield from announcing(table, soloist, pause)  # 3.10
    leader = first_leader(table, soloist)
    table.asides = talk_among(table, table.others(soloist), leader)  # 7
    times = early if pause.early else 1
    side = sides(table.seats, {soloist})
    yield from play_out(table, contract_of(soloist, side, leader, VADO_SOLO, times=times))


def may_say_rivanto(pause: Pause, opponent: int, who: object) -> bool:
    """Return which opponents may raise the last trick: 3.12, 3.13."""
    if pause.early or who == "both":
        return True
    if who == "not_passed":
        return opponent not in pause.seats_that_said(PASSO)
    return opponent not in pause.speakers


def soloists(view: View) -> frozenset[int]:
    """Return who goes alone, once it has been said."""
    return frozenset(seat for seat, word in view.heard("talk") if word == VADO_SOLO)


def opponents_together(view: View) -> frozenset[int]:
    """The friends of an opponent of the soloist: the other opponents."""
    return on_own_side(view, soloists(view) or None)


# -- what may be played for --------------------------------------------------------------------


def prospects(
    view: View, word: str, talk: PacketTalk, early: int = EARLY
) -> Iterator[Prospect]:
    """Yield what a solo is played for, what raises it, and what a deal given up costs."""
    seat, pauses = view.asked.seat, pauses_heard(view, talk)
    if word == VADO_SOLO:
        yield Prospect(solo_of(view, seat, pauses[-1], early))  # 3.1, 5.10
    elif word == PRENDO:  # 2.19
        taken = pauses[-1].and_then(seat, word)
        yield Prospect(rows=buying_out(taken, view.seats, PRENDO, f"{view.game} 2.19"))
    elif word == PAGO:  # 2.19, whoever takes it
        offer = ((seat, PAGO), (one_of(view, seat), PRENDO))
        rows = buying_out(Pause(talk, FIRST, offer), view.seats, PAGO, f"{view.game} 2.19")
        yield Prospect(rows=of_one(seat, rows), if_agreed=True)
    elif word in {SCOMMESSA, RIVANTO}:  # 3.11 to 3.13
        solo = next(pause for pause in pauses if pause.soloist is not None)
        stands = solo_of(view, solo.soloist or 0, solo, early)
        yield announced(replace(stands, said=said_in(view, "announce")), seat, word)


def solo_of(view: View, soloist: int, pause: Pause, early: int) -> Outcome:
    """One against two, for more before the last packet: 3.1, 5.10."""
    side, times = sides(view.seats, {soloist}), early if pause.early else 1
    return played_for(view, side, soloist, times=times)


def pauses_heard(view: View, talk: PacketTalk) -> list[Pause]:
    """Return what has been said after each packet so far."""
    pauses: list[Pause] = []
    for event in view.events:
        if event.kind == "packet" and event.seat == view.dealer:
            pauses.append(Pause(talk, len(pauses) + 1))
        elif event.kind == TALK:
            pauses[-1] = pauses[-1].and_then(event.seat, event.what[0])
    return pauses

"""Three Sicilian players: four packets with talk after each, then one goes alone.

The clauses cited are those that the rulebooks of these games number alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from matto.blocks import costless
from matto.blocks.announce import SILENCE
from matto.blocks.call import on_own_side, sides
from matto.blocks.packet_talk import (
    KIND,
    PacketTalk,
    Pause,
    TalkClauses,
    buying_out,
    talk_in_pause,
)
from matto.blocks.prospects import announced, of_one, one_of, played_for, said_in
from matto.blocks.talon import look_at_bottom, look_at_talon, show_talon
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import Outcome
from matto.engine.prospect import Prospect
from matto.engine.scoring import Row
from matto.engine.table import Asides, Script, Table, View
from matto.engine.words import N_
from matto.games.sicily.prizes import (
    EARLY,
    contract_of,
    first_leader,
    play_out,
    take_and_lay_away,
    talk_among,
)
from matto.games.sicily.vocabulary import (
    ALTRE_CINQUE,
    PAGO,
    PASSO,
    PRENDO,
    RIVANTO,
    SCOMMESSA,
    VADO_SOLO,
)

PACKETS, PACKET, TALON = 4, 5, 3  # 2.4
FIRST, LAST = 1, PACKETS
ALL_PAUSES = frozenset(range(FIRST, LAST + 1))
MOST_OFFERS = 2  # 2.14
BOUGHT_OUT = (MOST_OFFERS, -1, -1)  # 2.18, 2.19: at the most
COSTLESS = {
    ALTRE_CINQUE: costless.more_cards("2.11"),
    PASSO: costless.given_up("2.17"),
    SILENCE: costless.nothing_announced("3.10"),
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
"""What is announced before the first card, by the soloist and the pause in which he said it."""


def talk_of(options: Options, solo_pauses: frozenset[int] | None = None) -> PacketTalk:
    """What may be said after the packets: 2.6 to 2.22."""
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
    """What is paid when a deal is given up: 2.18 to 2.21."""
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
    """Tell which opponents may raise the last trick: 3.12, 3.13."""
    if pause.early or who == "both":
        return True
    if who == "not_passed":
        return opponent not in pause.seats_that_said(PASSO)
    return opponent not in pause.speakers


def soloists(view: View) -> frozenset[int]:
    """Who goes alone, once it has been said."""
    return frozenset(seat for seat, word in view.heard("talk") if word == VADO_SOLO)


def opponents_together(view: View) -> frozenset[int]:
    """The friends of an opponent of the soloist: the other opponents."""
    return on_own_side(view, soloists(view) or None)


# -- what may be played for --------------------------------------------------------------------


def prospects(
    view: View, word: str, talk: PacketTalk, early: int = EARLY
) -> Iterator[Prospect]:
    """What a solo is played for, what raises it, and what a deal given up costs."""
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
    """What has been said after each packet so far."""
    pauses: list[Pause] = []
    for event in view.events:
        if event.kind == "packet" and event.seat == view.dealer:
            pauses.append(Pause(talk, len(pauses) + 1))
        elif event.kind == KIND:
            pauses[-1] = pauses[-1].and_then(event.seat, event.what[0])
    return pauses

"""The bargaining of Sicilian games in which the cards come after it is settled to play.

The clauses cited are those that the rulebooks of these games number alike.
"""

from __future__ import annotations

from matto.blocks.negotiate import Bargain, Negotiation, NegotiationClauses, negotiate
from matto.engine.options import Options, choice, number
from matto.engine.table import Script, Table
from matto.engine.words import N_

BARGAIN_OPTIONS = (
    number(
        "highest_offer",
        "2.6",
        N_("The most points that one player may offer to have the deal given up."),
        10,
        values=range(1, 31),
    ),
    choice(
        "no_offers_left",
        "2.13",
        N_("What a prendo means when all offers have been withdrawn."),
        before="no_agreement",
        no_agreement=N_("no agreement"),
        given_up=N_("the deal is given up unpaid"),
    ),
    number(
        "words_each",
        "2.16",
        N_("How often each player may speak in a negotiation before only tengo is left."),
        6,
        values=range(1, 21),
    ),
)
CLAUSES = NegotiationClauses(
    turn="2.15",
    words="2.5",
    offer="2.6",
    take="2.8",
    part="2.9",
    latest="2.11",
    paid="2.14",
    wait="2.15",
    enough="2.16",
)
PACKET = 5


def bargaining(options: Options) -> Negotiation:
    """What may be offered, and how often one may speak: 2.6, 2.16."""
    return Negotiation(
        CLAUSES,
        options.number("highest_offer"),
        options.number("words_each"),
        nothing_taken=options["no_offers_left"] == "given_up",  # 2.13
    )


def deal_and_bargain(table: Table, packets: int) -> Script[Bargain]:
    """Deal some packets, bargain, and deal one more if the deal is played: 2.4 to 2.19."""
    for _ in range(packets):
        table.deal_packet(PACKET)
    bargain = yield from negotiate(table, bargaining(table.options))
    if not bargain.agreed:
        table.deal_packet(PACKET)
    return bargain

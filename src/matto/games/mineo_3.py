"""Tarocchi of Mineo, three players, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from matto.blocks.announce import announce
from matto.blocks.call import on_own_side, sides
from matto.blocks.discard import lay_away
from matto.blocks.outcome import Outcome, outcome_of
from matto.blocks.packet_talk import PacketTalk, Pause, TalkClauses, buying_out, talk_in_pause
from matto.blocks.play import TrickRules, play_tricks
from matto.blocks.sicilian import (
    ARIE,
    ARIE_CINQUINE,
    CARD_NAMES,
    DECINE,
    FUGGITIVO,
    GIOVE,
    PICCIOTTI,
    SICILIAN,
    sicilian_discard,
    sicilian_points,
)
from matto.blocks.sicilian_phrases import BASIC, FURTHER, MEANINGS, SHOWING
from matto.blocks.sicilian_words import (
    ALTRE_CINQUE,
    FATTO_E,
    PAGO,
    PASSO,
    PRENDO,
    PRIZE_WORDS,
    RIVANTO,
    SCOMMESSA,
    TALK_WORDS,
    VADO_SOLO,
)
from matto.blocks.table_talk import TableTalk, TalkRules
from matto.blocks.talon import look_at_bottom, look_at_talon, show_talon, take_talon
from matto.blocks.terms import AllOf, Captured, LastTrick, MajorityOfPoints, Wager, settle
from matto.cards import KINGS, cards
from matto.game import Dealing, Game
from matto.games.hints.mineo_3 import THUMB
from matto.options import Options, choice, switch
from matto.scoring import Row
from matto.table import Result, Script, Table, View
from matto.words import N_

ID = "mineo-3"
SEATS = 3
PACKETS, PACKET, TALON = 4, 5, 3  # 2.4
EARLY = 2  # by what an early solo multiplies everything: 5.10

OPTIONS = (
    choice(
        "solo_rounds",
        "2.8",
        N_("After which packets one may go solo: the first and the last, or every one."),
        "first_and_last",
        "every",
    ),
    switch(
        "solo_after_prendo",
        "2.16",
        N_("The third player may still go solo when an offer has been taken."),
        default=True,
    ),
    choice(
        "offer_without_taker",
        "2.20",
        N_("Whether an offer that nobody takes leads to the next packet or ends the deal."),
        "next_packet",
        "thrown_in",
    ),
    choice(
        "rivanto",
        "3.12",
        N_("Which opponents may say Rivanto after a solo that follows the last packet."),
        "behind",
        "both",
        "not_passed",
    ),
    choice(
        "leader",
        "4.1",
        N_("Who leads to the first trick: the soloist's right neighbour or the soloist."),
        "right_of_soloist",
        "soloist",
    ),
    choice(
        "table_talk",
        "7.1",
        N_("Which phrases the two opponents may say to each other during the play."),
        "basic",
        "off",
        "further",
    ),
    choice(
        "talk_truth",
        "7.10",
        N_("Whether what is said about cards must be true as far as the speaker sees."),
        "truthful",
        "free",
    ),
    switch("show_card", "7.14", N_("A leader may show his partner a card and ask about it.")),
)
PRESETS = {
    "palagonia": {"solo_rounds": "every"},  # 8.1
    "dummett": {"rivanto": "both"},  # 8.2
}

PHRASES = {"off": (), "basic": BASIC, "further": FURTHER}  # 7.1
TRICKS = TrickRules(
    follow="4.2", trump="4.3", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.2"
)
SCORE = (
    Captured("pigliate", "5.2", ARIE | cards(PICCIOTTI)),
    LastTrick("vanto", "5.3", raised_by=RIVANTO, raised_clause="5.4"),
    MajorityOfPoints("rimatura", "5.5", needs=55, points=sicilian_points),
    AllOf("arie", "5.6", ARIE_CINQUINE, crown=cards(GIOVE), crowned_pays=2),
    AllOf("quattro_re", "5.7", KINGS),
    Wager("scommessa", "5.8", SCOMMESSA, DECINE),
)


def talk_of(options: Options) -> PacketTalk:
    """What may be said after the packets: 2.6 to 2.22."""
    every = options["solo_rounds"] == "every"
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
        solo_pauses=frozenset(range(1, PACKETS + 1) if every else (1, PACKETS)),
        solo=VADO_SOLO,
        more=ALTRE_CINQUE,
        offer=PAGO,
        take=PRENDO,
        give_up=PASSO,
        most_offers=2,
        solo_after_take=options.on("solo_after_prendo"),
        unmet_offer_ends=options["offer_without_taker"] == "thrown_in",
    )


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    look_at_bottom(t, t.dealer)  # 2.3
    talk = talk_of(t.options)
    for packet in range(1, PACKETS + 1):
        t.deal_packet(PACKET)  # 2.4
        if packet == PACKETS:
            look_at_talon(t, t.dealer)  # 3.2
        pause = yield from talk_in_pause(t, talk, packet)  # 2.6
        if pause.soloist is not None:
            return (yield from solo(t, pause.soloist, pause))
        if not pause.deals_on:
            break
    return t.throw_in(buying_out(pause, SEATS, PRENDO, t.clause("2.19")))  # 2.18 to 2.21


def solo(t: Table, soloist: int, pause: Pause) -> Script[Result]:
    """One plays against two, from the talon to the payment."""
    if pause.early:
        for _ in range(pause.number, PACKETS):
            t.deal_packet(PACKET)  # 2.9
        look_at_talon(t, t.dealer)  # 3.2
    if pause.early or soloist != t.dealer:
        show_talon(t)  # 3.3
    take_talon(t, soloist)  # 3.4
    yield from lay_away(t, soloist, TALON, sicilian_discard("3.5", "3.6", "3.7"))
    t.tell("says", soloist, FATTO_E)  # 3.9
    yield from announcements(t, soloist, pause)
    leads = soloist if t.options["leader"] == "soloist" else t.after(soloist)
    t.asides = TableTalk(t, t.others(soloist), leads, FUGGITIVO, table_talk(t.options))  # 7
    yield from play_tricks(t, TRICKS, leads)  # 4.1
    outcome = outcome_of(
        t,
        sides(SEATS, {soloist}),
        declarer=soloist,
        times=EARLY if pause.early else 1,
        fool_needs_trick=True,  # 4.10 to 4.12
    )
    points = tuple(sicilian_points(outcome, side) for side in outcome.side)
    return t.finish(score(outcome, t.options), points)


def announcements(t: Table, soloist: int, pause: Pause) -> Script[None]:
    """The soloist may bet, then his opponents may raise the last trick: 3.10."""
    yield from announce(t, soloist, [SCOMMESSA], "3.11", barred={RIVANTO: "3.14"})
    clause = "3.13" if pause.early else "3.12"
    for seat in t.others(soloist):
        if may_say_rivanto(t, seat, pause):
            yield from announce(t, seat, [RIVANTO], clause, barred={SCOMMESSA: "3.11"})


def may_say_rivanto(t: Table, opponent: int, pause: Pause) -> bool:
    """Tell which opponents may raise the last trick: 3.12, 3.13."""
    if pause.early or t.options["rivanto"] == "both":
        return True
    if t.options["rivanto"] == "not_passed":
        return opponent not in pause.seats_that_said(PASSO)
    return opponent not in pause.speakers


def table_talk(options: Options) -> TalkRules:
    """What the soloist's opponents may say to each other: section 7."""
    level = str(options["table_talk"])
    showing = SHOWING if options.on("show_card") and level != "off" else ()
    return TalkRules(
        (*PHRASES[level], *showing),
        truthful=options["talk_truth"] == "truthful",
        who="7.1",
        moment="7.2",
        truth="7.10",
    )


def score(outcome: Outcome, _options: Options) -> tuple[Row, ...]:
    """Write the score sheet: section 5."""
    return tuple(settle(outcome, SCORE, lambda clause: f"{ID} {clause}"))


def friends(view: View) -> frozenset[int]:
    """The two opponents of a soloist are friends: 3.1."""
    soloists = {seat for seat, word in view.heard("talk") if word == VADO_SOLO}
    return on_own_side(view, frozenset(soloists) or None)


GAME = Game(
    id=ID,
    name=N_("Tarocchi of Mineo, three players"),
    seats=SEATS,
    pack=lambda _options: SICILIAN,
    dealing=lambda _options: Dealing(hands=(PACKETS * PACKET,) * SEATS, talon=TALON),
    script=script,
    about=N_("One plays alone against two for a handful of prizes, after much bargaining."),
    options=OPTIONS,
    presets=PRESETS,
    card_names=CARD_NAMES,
    glossary={**TALK_WORDS, **PRIZE_WORDS, **MEANINGS},
    thumb=THUMB,
    friends=friends,
)

"""Tarocchi of Mineo, four players, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from matto.blocks import bid_prices
from matto.blocks.auction import (
    SILENCE,
    WhyNoBid,
    announcing,
    bidding,
    first_bid,
    round_of_bids,
)
from matto.blocks.bid_prices import announced, one_of, played_for, said_in
from matto.blocks.call import (
    Called,
    call_one_of,
    calling,
    on_own_side,
    party_known_to_all,
    party_of_called,
    sides,
    sides_as_known,
)
from matto.blocks.table_talk import PartiesTalk
from matto.blocks.talon import show_talon, take_talon
from matto.engine.cards import TRUMPS
from matto.engine.events import ALL, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import Outcome, stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text
from matto.games.sicily import (
    ARIE,
    CALLING_WORDS,
    CHIAMO,
    GIOVE,
    PASSO,
    PRIZE_WORDS,
    RIVANTO,
    SCOMMESSA,
    SICILIAN,
    SOLO_FORZATO,
    VADO_SOLO,
    bottom_card_option,
    dealer_may_look,
    open_to_all,
    prize_games,
    sicilian_game,
)
from matto.games.sicily.phrases import LANGUAGES, MEANINGS

ID = "mineo-4"
SEATS = 4
PACKETS, PACKET, TALON = 3, 5, 3  # 2.4

OPTIONS = (
    bottom_card_option("2.3"),
    prize_games.SOLO_ROUNDS,  # 2.8
    choice(
        "call",
        "2.13",
        N_("Which trump is called: the highest not held, or any from 20 to 16."),
        highest=N_("the highest that one does not hold"),
        any=N_("any from 20 to 16"),
    ),
    switch(
        "forced_call", "2.17", N_("When all pass, the holder of the Giove must call a trump.")
    ),
    choice(
        "rivanto",
        "3.12",
        N_("Which opponents may say Rivanto after the bidding."),
        behind=N_("those who speak later"),
        all=N_("all, wherever they sit"),
    ),
    choice(
        "early_rivanto",
        "3.13",
        N_("Which opponents may say Rivanto after a solo in a pause."),
        before="all",
        all=N_("all, wherever they sit"),
        behind=N_("those who speak later"),
    ),
    prize_games.LEADER,  # 4.1
    switch(
        "caller_leads", "4.1", N_("Where the soloist leads, a caller leads too."), before=True
    ),
    *prize_games.TALK_OPTIONS,  # 7.1, 7.10, 7.14
    choice(
        "talk_parties",
        "7.17",
        N_("Who may talk in a call: partners on both sides, or the opponents only."),
        both=N_("the partners of both sides"),
        opponents=N_("only the caller’s opponents"),
    ),
)
FAGLIO = N_("“Faglio!” Lead a suit in which an opponent is void.")
PRESETS = {
    "palagonia": {"solo_rounds": "every"},  # 8.1
    "dummett": {"call": "any", "rivanto": "all"},  # 8.2
}


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    t.asides = Asides(t, clause="7.1")  # no talk before the play
    dealer_may_look(t)  # 2.3
    party = yield from deal_and_bid(t)
    if party is None:
        return t.throw_in()  # 2.17, 2.19, 2.21
    declarer = party.declarer
    yield from prize_games.lay_three_away(t, declarer)  # 3.5 to 3.9
    yield from announcements(t, party)  # 3.10
    leads = party.called is None or t.options.on("caller_leads")
    leader = prize_games.first_leader(t, declarer) if leads else t.after(declarer)
    t.asides = talk(t, party, leader)
    yield from prize_games.play_out(t, party.contract(SEATS, leader))  # 4.1
    return GAME.settle(t)


def questions(options: Options) -> Iterator[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    rounds = [
        packet for packet in range(1, PACKETS) if prize_games.is_early(options, packet, PACKETS)
    ]
    bids = [f"{CHIAMO}:{card}" for card in ever_called(options, PACKETS * PACKET)]
    yield bidding([VADO_SOLO, *bids], PASSO, SEATS * (len(rounds) + 1))
    if options.on("forced_call"):
        yield calling(SICILIAN, ever_called(options, PACKETS * PACKET + TALON))
    yield prize_games.LAYING_AWAY.question(SICILIAN, prize_games.LAID_AWAY)
    yield announcing([SCOMMESSA, RIVANTO], SEATS)
    yield prize_games.talk_rules(options).question(SICILIAN)


def stakes(_options: Options) -> Iterator[Stake]:
    """All that may be paid: by parties, and by what is said."""
    said = {RIVANTO: (0,), SCOMMESSA: (0,)}
    yield stake(SICILIAN, sides(SEATS, {0}), 0, said=said, times=prize_games.EARLY)
    for partner in range(1, SEATS):
        yield stake(SICILIAN, sides(SEATS, {0, partner}), 0, said=said)


def deal_and_bid(t: Table) -> Script[prize_games.Party | None]:
    """Three packets, a pause, the bidding; the declarer takes the talon: 2.4 to 3.4."""
    order = t.all_from(t.after(t.dealer))
    for packet in range(1, PACKETS + 1):
        t.deal_packet(PACKET)  # 2.4
        if prize_games.is_early(t.options, packet, PACKETS):  # 2.6 to 2.10
            solo = yield from first_bid(
                t, order, [VADO_SOLO], PASSO, clause="2.6", other_clause="2.7"
            )
            if solo is not None:
                return early_solo(t, solo[0], packet)
    bid = yield from round_of_bids(  # 2.11 to 2.16
        t,
        order,
        VADO_SOLO,
        lambda seat: calls(t, seat),
        PASSO,
        clause="2.11",
        why=why_no_bid(t),
    )
    if bid is None:
        return (yield from forced_call(t))  # 2.17
    show_talon(t)  # 3.3
    party = party_of(t, *bid)
    take_talon(t, party.declarer)  # 3.4
    return party


def early_solo(t: Table, soloist: int, packet: int) -> prize_games.Party:
    """A solo before the last packet: 2.9, 3.3, 3.4."""
    for _ in range(packet, PACKETS):
        t.deal_packet(PACKET)
    show_talon(t)
    take_talon(t, soloist)
    return prize_games.Party(soloist, frozenset({soloist}), early=True)


def callable_trumps(t: Table, seat: int) -> tuple[str, ...]:
    """The trumps that a seat may call: 2.13."""
    if t.options["call"] == "any":
        return t.pack.sort(ARIE)
    return t.pack.sort(TRUMPS & t.pack.cards - set(t.hand(seat)))[:1]


def ever_called(options: Options, held: int) -> tuple[str, ...]:
    """The trumps that one with so many cards may have to call: 2.13."""
    if options["call"] == "any":
        return SICILIAN.sort(ARIE)
    return SICILIAN.sort(TRUMPS & SICILIAN.cards)[: held + 1]


def calls(t: Table, seat: int) -> list[str]:
    """The calls that a seat may make: 2.12."""
    return [f"{CHIAMO}:{card}" for card in callable_trumps(t, seat)]


def why_no_bid(t: Table) -> WhyNoBid:
    """Say what is wrong with a bid: 2.12 to 2.14."""

    def why(seat: int, word: str, called: bool) -> tuple[str, Text]:
        if not word.startswith(CHIAMO):
            return "2.12", text("Go alone, call a trump, or pass.")
        if called:
            return "2.14", text("A trump has been called: only a solo tops that.")
        return "2.13", text("You may call {cards}.", cards=", ".join(callable_trumps(t, seat)))

    return why


def party_of(t: Table, declarer: int, bid: str) -> prize_games.Party:
    """A solo if no card was called or it lies in the talon, else a call: 3.1, 3.15, 3.19."""
    card = bid.removeprefix(f"{CHIAMO}:")
    partner = None if bid == VADO_SOLO else t.holder(card)
    if partner is None:
        if bid != VADO_SOLO:
            t.tell("says", declarer, SOLO_FORZATO)  # 3.15
        return prize_games.Party(declarer, frozenset({declarer}))
    called = Called(declarer, card, may_be_own=t.options["call"] == "any")
    return prize_games.Party(declarer, frozenset({declarer, partner}), called)


def forced_call(t: Table) -> Script[prize_games.Party | None]:
    """When all have passed, the holder of the Giove may have to call: 2.17 to 2.20."""
    caller = t.holder(GIOVE)
    if not t.options.on("forced_call") or caller is None:
        return None
    t.tell("shown", caller, GIOVE)  # 2.18
    show_talon(t)
    take_talon(t, caller)
    trumps = callable_trumps(t, caller)
    reason = "2.20", text("You may call {cards}.", cards=", ".join(trumps))
    card = yield from call_one_of(t, caller, trumps, clause="2.20", why=lambda _word: reason)
    return party_of(t, caller, card)


def announcements(t: Table, party: prize_games.Party) -> Script[None]:
    """The declarer may bet, then opponents may raise the last trick: 3.10 to 3.17."""
    declarer, called = party.declarer, party.called
    yield from prize_games.ask_for_scommessa(t, declarer)  # 3.11
    order = t.all_from(t.after(t.dealer))
    asked = order[order.index(declarer) + 1 :]
    known = party.members if called is None else party_known_to_all(t.events, SEATS, called)
    alone = known == frozenset({declarer})  # not in a secret solo, which asking would betray
    which = t.options["early_rivanto" if party.early else "rivanto"]
    if alone and which == "all":
        asked = t.others(declarer)
    for seat in asked:  # 3.12, 3.13
        barred = {RIVANTO: "3.16"} if seat in party.members else None
        yield from prize_games.ask_for_rivanto(t, seat, early=party.early, barred=barred)


def talk(t: Table, party: prize_games.Party, leader: int) -> Asides:
    """Return who may talk to whom during the play, and from when: 7.1, 7.16, 7.17."""
    opponents = [seat for seat in range(SEATS) if seat not in party.members]
    among_opponents = prize_games.talk_among(t, opponents, leader)
    called = party.called
    if called is None:
        return among_opponents
    talks = [among_opponents]
    if len(party.members) > 1 and t.options["talk_parties"] == "both":
        talks.append(prize_games.talk_among(t, party.members, leader))
    raised = t.said.get(RIVANTO, ())

    def known() -> bool:
        return party_known_to_all(t.events, SEATS, called, raised) is not None  # 3.18

    return PartiesTalk(talks, known, unknown_clause="7.16")


# -- who plays with whom, as far as a view tells -----------------------------------------------


def contract_heard(view: View) -> tuple[int, str] | None:
    """The declarer and the card called, `""` in a solo; None before the talon is seen."""
    if not any(event.kind == "talon" and event.seen_by == ALL for event in view.beside_play):
        return None
    bids = [bid for bid in view.heard("bid") if bid[1] != PASSO]
    said = (*bids, *view.heard("call"))
    if not said:
        return None
    declarer, word = said[-1]
    return declarer, word.removeprefix(f"{CHIAMO}:").replace(VADO_SOLO, "")


def raised(view: View) -> frozenset[int]:
    """Return who has said Rivanto, and so is an opponent: 3.16."""
    return frozenset(seat for seat, word in view.heard("announce") if word == RIVANTO)


def party_known(view: View) -> frozenset[int] | None:
    """The declarer's party as everybody knows it: 3.1, 3.18."""
    found = contract_heard(view)
    if found is None:
        return None
    declarer, card = found
    if not card:
        return frozenset({declarer})
    called = Called(declarer, card, may_be_own=view.options["call"] == "any")
    return party_known_to_all(view.events, SEATS, called, raised(view))


def party_seen(view: View) -> frozenset[int] | None:
    """The declarer's party as far as a view knows it: one's own hand tells more."""
    found, known = contract_heard(view), party_known(view)
    if found is None or known is not None or view.seat is None:
        return known
    declarer, card = found
    held = party_of_called(view, declarer, card)
    if held is not None:
        return held
    is_caller = view.seat == declarer
    called = Called(declarer, card, may_be_own=view.options["call"] == "any" and not is_caller)
    return party_known_to_all(view.events, SEATS, called, raised(view) | {view.seat})


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.8 to 2.20, 3.10 to 3.15, 5.10."""
    seat, card = view.asked.seat, word.removeprefix(f"{CHIAMO}:")
    alone = played_for(view, sides(SEATS, {seat}), seat, times=times_so_far(view))
    if word in {SCOMMESSA, RIVANTO}:
        yield announced(stands(view, seat), seat, word)
    elif word == VADO_SOLO or card in view.hand:
        yield Prospect(alone)
    elif card in TRUMPS:
        yield Prospect(played_for(view, sides(SEATS, {seat, one_of(view, seat)}), seat))
        if word != card:  # 3.15: it may lie in the talon
            yield Prospect(replace(alone, times=1))


def times_so_far(view: View) -> int:
    """By what everything is multiplied for a solo said now, or for the one said: 2.9, 5.10."""
    packets = 0
    for event in view.events:
        packets += event.kind == "packet" and event.seat == view.dealer
        if event.kind == "bid" and event.what[0] != PASSO:
            break
    return prize_games.EARLY if packets < PACKETS else 1


def stands(view: View, seat: int) -> Outcome:
    """Return what is played for before a seat announces anything."""
    declarer, _ = contract_heard(view) or (seat, "")
    other = one_of(view, declarer, seat, *raised(view))
    party = party_seen(view) or frozenset({declarer, other})
    said = said_in(view, "announce")
    return played_for(view, sides(SEATS, party), declarer, said=said, times=times_so_far(view))


def friends(view: View) -> frozenset[int]:
    """The other seats that a view knows to be on its side: 3.1, 3.18."""
    return on_own_side(view, party_seen(view))


def heaps(view: View) -> tuple[int, ...]:
    """By whose tricks each seat's own lie: its own until all know the parties: 4.15."""
    return sides_as_known(SEATS, party_known(view))


def lying_open(view: View) -> OpenCards:
    """Captured cards, and a Fuggitivo still waiting for a trick: 4.11, 4.14."""
    return open_to_all(view, heaps(view))


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Mineo, four players"),
    seats=SEATS,
    dealt=PACKETS * PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(CHIAMO, VADO_SOLO),
    prospects=prospects,
    costless={
        PASSO: bid_prices.passing("2.12"),
        SILENCE: bid_prices.nothing_announced("3.10"),
        RIVANTO: bid_prices.said_before("5.4"),
    },
    about=N_("One plays alone against three, or calls a trump whose holder helps unknown."),
    options=OPTIONS,
    presets=PRESETS,
    glossary={**CALLING_WORDS, **PRIZE_WORDS, **MEANINGS, "faglio": FAGLIO},
    languages=LANGUAGES,
    friends=friends,
    lying_open=lying_open,
    trick_rules=prize_games.TRICKS,
    terms=prize_games.PRIZES,
)

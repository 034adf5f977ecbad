"""Tarot of the Abbé de Marolles, for three. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial

from matto.blocks import bid_prices, declare, payments
from matto.blocks.declare import Declaration, Declaring, all_of, declare_one, explained
from matto.blocks.play import TrickState, play_trick
from matto.blocks.talon import LayingAway, lay_away
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS, SUITS, THE_FOOL, TRUMPS, cards
from matto.engine.events import EACH_FOR_SELF, Contract, Result
from matto.engine.game import ChoiceSet, Dealing, Game, Stake, TrickRules, Vocabulary, as_typed
from matto.engine.options import Options, choice, number, switch
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.scoring import LOTS
from matto.engine.table import Script, Table
from matto.engine.tricks import LEADS_AT_LAST, LEADS_FREELY, FoolRule
from matto.engine.words import N_
from matto.games import tarots
from matto.games.tarots import TAROTS, THE_THREE, TRIUMPHS, ULTIMO

ID = "marolles"
EACH_ALONE = (0, 1, 2)  # 2.1: the party of each seat
BELLE = cards("DA")  # 1.5
PACKS = {66: tarots.SHORT_PACK, 78: tarots.WHOLE_PACK}  # 1.1
PACKETS, PACKET = 4, {66: 5, 78: 6}  # 2.4, 2.5
LAST_PACKET = LAYS_AWAY = (1, 1, 4)  # 2.4, 3.1: the dealer is the last
LAYING_AWAY = LayingAway(clause="3.1", never={"3.3": TAROTS}, last_resort_clause="3.4")
WHO_HAS_HIS, HAS_NONE, HAS_HIS = "who_has_his", "has_none", "has_his"
BELLE_WORD, INSTEAD_OF_PLAYING = "belle", "instead_of_playing"

OPTIONS = (
    number("cards", "1.1", N_("How many cards are in the pack."), 66, values=range(66, 79, 12)),
    choice(
        "forced_trumps",
        "3.4",
        N_("What trumps cost that one has to lay away."),
        free=N_("nothing"),
        penalty=N_("as much as forbidden cards"),
    ),
    choice(
        "declaration_time",
        "3.6",
        N_("When one declares."),
        first_card=N_("before one’s own first card"),
        before_play=N_("all in turn, before any card is played"),
    ),
    switch("maximal", "3.13", N_("Only the largest size of a kind may be declared.")),
    choice(
        "kings_scale",
        "3.15",
        N_("Whose prices hold for Kings."),
        author=N_("the author’s"),
        marolles="marolles",
    ),
    choice(
        "belle_shown",
        "3.22",
        N_("Who may declare la Belle, and whether playing her is paid for as well."),
        off=N_("nobody"),
        with_seven_tarots=N_("whoever shows all seven tarots with her"),
        at_will=N_("whoever holds her"),
        instead_of_playing=N_("whoever holds her, instead of for playing her"),
    ),
    choice(
        "math_lead",
        "4.10",
        N_("Whether the Math may be led."),
        allowed=N_("to any trick"),
        forbidden=N_("only as one’s last card"),
    ),
    choice(
        "math_kept",
        "5.5",
        N_("When the Math costs two chips to each."),
        before="last_trick",
        last_trick=N_("when it is played to the last trick"),
        led=N_("when it is led to the last trick"),
        free=N_("never"),
    ),
    choice(
        "ultimo_lost",
        "5.8",
        N_("Whether a last trick lost costs 6 to each."),
        pays=N_("yes"),
        free=N_("no, it costs nothing more"),
    ),
    choice(
        "points_table",
        "5.11",
        N_("How far the points table goes."),
        full=N_("to its end"),
        marolles="marolles",
    ),
    choice(
        "discard_penalty",
        "7.1",
        N_("Whether each forbidden card costs 2."),
        per_card=N_("for every forbidden card"),
        once=N_("once, however many they are"),
    ),
)
PRESETS: Mapping[str, Mapping[str, int | str]] = {
    "whole_pack": {"cards": 78},
    "as_printed": {
        "kings_scale": "marolles",
        "belle_shown": "with_seven_tarots",
        "points_table": "marolles",
        "ultimo_lost": "free",
        "discard_penalty": "once",
    },
}

IMPERIALES = (
    *(
        all_of(f"imperiale_{name}", "3.17", cards(f"{suit}{court}" for court in "KQCJ"), 1)
        for suit, name in zip(SUITS, ("swords", "batons", "cups", "coins"), strict=True)
    ),
    all_of("imperiale_queens", "3.18", QUEENS, 1),
    all_of("imperiale_cavaliers", "3.18", CAVALIERS, 1),
    all_of("imperiale_jacks", "3.18", JACKS, 1),
)
DECLARATIONS = (
    *declare.sizes_of("tarots", "3.14", TAROTS, {4: 1, 5: 2, 6: 3, 7: 4}),
    *declare.sizes_of("triumphs", "3.16", TRIUMPHS, {10: 1, 15: 2, 20: 3}),
    *IMPERIALES,
    *declare.runs_of("brizigole_high", "3.19", tarots.FROM_THE_TOP, {4: 1, 5: 2, 6: 3}),
    *declare.runs_of("brizigole_low", "3.19", tarots.FROM_THE_BOTTOM, {4: 1, 5: 2, 6: 3}),
    all_of("all_three", "3.20", THE_THREE, 3),
    Declaration(
        WHO_HAS_HIS,
        WHO_HAS_HIS,
        "3.21",
        amount=1,
        all_of=cards(""),
        some_of=THE_THREE,
        count=2,
        exactly=True,
        paid_by=HAS_NONE,
    ),
)
KINGS_SHOWN = {  # 3.15: how many Kings, with the Math or without, by the author and Marolles
    "kings_2_math": (2, THE_FOOL, {"author": 1, "marolles": 1}),
    "kings_3": (3, cards(""), {"author": 1, "marolles": 1}),
    "kings_3_math": (3, THE_FOOL, {"author": 2, "marolles": 2}),
    "kings_4": (4, cards(""), {"author": 3, "marolles": 4}),
    "kings_4_math": (4, THE_FOOL, {"author": 4, "marolles": 6}),
}
BELLE_SHOWN = {  # 3.22: which cards one shows
    "off": None,
    "with_seven_tarots": TAROTS | BELLE,
    "at_will": BELLE,
    INSTEAD_OF_PLAYING: BELLE,
}
IN_ONE_SIZE = frozenset({"tarots", "kings", "triumphs", "brizigole_high", "brizigole_low"})

TURNED_UP, WRONGLY_LAID_AWAY = "tarot_turned_up", "wrongly_laid_away"
TAROT_TURNED_UP = payments.Said(N_("tarot turned up"), "2.7", said=TURNED_UP, pays=1)
TAROT_PLAYED = payments.Played(
    N_("tarot played"), "5.2", cards=TAROTS, lost_item=N_("tarot lost"), lost_clause="5.3"
)
BELLE_PLAYED = payments.Played(N_("la Belle played"), "5.6", cards=BELLE, pays=1)
IN_TRICKS = {how: (TAROT_PLAYED, BELLE_PLAYED) for how in BELLE_SHOWN} | {
    INSTEAD_OF_PLAYING: (TAROT_PLAYED, replace(BELLE_PLAYED, shown_as=BELLE_WORD))  # 3.22
}
LAID_AWAY = payments.Penalty(N_("triumphs or tarots laid away"), "7.1", WRONGLY_LAID_AWAY, 2)
KEPT = payments.LastTrickWith(
    "", "", cards=THE_FOOL, wins=0, lost_item=N_("Math not excused"), lost_clause="5.5", costs=2
)
MATH_NOT_EXCUSED = {  # 5.5
    "last_trick": (KEPT,),
    "led": (replace(KEPT, if_led=True),),
    "free": (),
}
LAST_TRICK = {  # 5.7, 5.8
    how: payments.LastTrickWith(
        N_("ultimo"),
        "5.7",
        cards=ULTIMO,
        wins=6,
        lost_item=N_("ultimo lost"),
        lost_clause="5.8",
        costs=costs,
    )
    for how, costs in (("pays", 6), ("free", 0))
}
AS_PRINTED = {20: 1, 15: 2, 10: 3}
POINTS_TABLES = {"marolles": AS_PRINTED, "full": AS_PRINTED | {5: 4, 0: 5}}  # 5.11

_FAMILIES = {
    "tarots": N_("Of the seven tarots: four Kings, Monde, Bagat and Math."),
    "kings": N_("So many Kings, alone or with the Math."),
    "triumphs": N_("So many triumphs: trumps and Math."),
    "imperiale": N_("All four honneurs (court cards) of a suit, or all four of a rank."),
    "brizigole_high": N_("Of the highest trumps, from XXI down without a gap."),
    "brizigole_low": N_("Of the lowest trumps, from I up without a gap."),
}
CARD_NAMES: Mapping[str, str] = {
    **dict.fromkeys(KINGS, "Roy"),
    **dict.fromkeys(QUEENS, "Royne"),
    **dict.fromkeys(CAVALIERS, "Cheualier"),
    **dict.fromkeys(JACKS, "Faon"),
    **{"T21": "Monde", "T1": "Bagat", "F": "Math", "DA": "la Belle"},
}
SPOKEN: Mapping[str, str] = {
    **as_typed(N_("all three"), N_("who has his"), N_("has his"), N_("has none")),
    "kings 2 math": N_("2 Kings with the Math"),
    "kings 3 math": N_("3 Kings with the Math"),
    "kings 4 math": N_("4 Kings with the Math"),
    **as_typed(N_("swords"), N_("batons"), N_("cups"), N_("coins"), N_("high"), N_("low")),
    **as_typed(N_("kings"), N_("queens"), N_("cavaliers"), N_("jacks")),
    **as_typed(N_("tarots"), N_("triumphs")),
}
GLOSSARY: Mapping[str, str] = {
    **explained((*KINGS_SHOWN, *(one.word for one in DECLARATIONS)), _FAMILIES),
    "all_three": N_("Monde, Bagat and Math together."),
    WHO_HAS_HIS: N_("I have two of Monde, Bagat and Math: who has none of them pays me."),
    HAS_HIS: N_("I have the third and pay nothing."),
    HAS_NONE: N_("I have none of the three and pay."),
    BELLE_WORD: N_("La Belle, the ace of coins."),
    "no_more": N_("I declare nothing more."),
}


@cache
def declaring(options: Options) -> Declaring:
    """Return what may be declared (3.7), and whether in the largest size only (3.13)."""
    scale = str(options["kings_scale"])
    kings = tuple(
        Declaration(word, "kings", "3.15", amounts[scale], math, some_of=KINGS, count=count)
        for word, (count, math, amounts) in KINGS_SHOWN.items()
    )
    shown = BELLE_SHOWN[str(options["belle_shown"])]
    belle = (all_of(BELLE_WORD, "3.22", shown, 1),) if shown else ()
    return Declaring(
        (*DECLARATIONS, *kings, *belle),
        clause="3.7",
        once_clause="3.8",
        in_hand_clause="3.11",
        largest=IN_ONE_SIZE if options.on("maximal") else frozenset(),
        largest_clause="3.13",
    )


def terms(_outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """All that is paid, each on its own and nothing doubled (5.1)."""
    table = POINTS_TABLES[str(options["points_table"])]
    once = options["discard_penalty"] == "once"
    return (
        TAROT_TURNED_UP,
        *payments.declared(declaring(options)),
        *IN_TRICKS[str(options["belle_shown"])],
        *MATH_NOT_EXCUSED[str(options["math_kept"])],
        LAST_TRICK[str(options["ultimo_lost"])],
        payments.TooFewPoints(N_("too few card points"), "5.11", table=table),
        replace(LAID_AWAY, once=once),
    )


def trick_rules(options: Options) -> TrickRules:
    """Return how the cards are played; whether the Math may be led is an option (4.10)."""
    leads = LEADS_FREELY if options["math_lead"] == "allowed" else LEADS_AT_LAST
    return TrickRules(
        follow="4.2",
        trump="4.3",
        fool=FoolRule(leads=leads),
        fool_clause="4.7",
        fool_leads="4.10",
        turn="4.1",
        trump_led="4.3",
        over=dict.fromkeys(declaring(options).words, "3.10"),
    )


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to the payment of the card points."""
    first = t.after(t.dealer)  # 2.2
    deal(t)  # 2.4, 2.5
    turn_up_the_last_card(t)  # 2.6, 2.7
    for seat, count in zip(t.all_from(first), LAYS_AWAY, strict=True):  # 3.5
        yield from lay_away(t, seat, count, LAYING_AWAY)  # 3.1 to 3.4
    if t.options["declaration_time"] == "before_play":  # 3.6
        for seat in t.all_from(first):
            yield from declarations(t, seat)
    t.contract = Contract(EACH_ALONE, first, word=EACH_FOR_SELF)
    yield from play(t, first)  # 4.1
    note_trumps_laid_away(t)  # 3.4, 7.1
    return GAME.settle(t)  # 4.8, 4.9; 6.1: the next seat deals


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script."""
    pack, rules = PACKS[options.number("cards")], declaring(options)
    return (
        LAYING_AWAY.question(pack, sum(LAYS_AWAY)),
        *rules.questions(pack, len(EACH_ALONE) * (len(rules.kinds) + 1)),
    )


def stakes(options: Options) -> Iterable[Stake]:
    """All that may be paid, with all that one can declare: who has the three, others not."""
    said = declaring(options).dearest() | {TURNED_UP: (0,), HAS_NONE: (1, 2)}
    if options["forced_trumps"] == "penalty":
        said[WRONGLY_LAID_AWAY] = (0,) * max(LAYS_AWAY)
    return [stake(PACKS[options.number("cards")], EACH_ALONE, said=said)]


def dealing(options: Options) -> Dealing:
    """21, 21 and 24 cards, or 25, 25 and 28; no card is left over (2.4, 2.5)."""
    packets = PACKETS * PACKET[options.number("cards")]
    return Dealing(tuple(packets + last for last in LAST_PACKET), talon=0)


def deal(t: Table) -> None:
    """Deal four packets all round, then one to each of the others and four to the dealer."""
    for _ in range(PACKETS):
        t.deal_packet(PACKET[t.options.number("cards")])
    for seat, size in zip(t.all_from(t.after(t.dealer)), LAST_PACKET, strict=True):
        t.deal_packet(size, (seat,))


def turn_up_the_last_card(t: Table) -> None:
    """Show all the last card of the deal, the dealer's; a tarot is paid at once."""
    last = t.setup.deal.hands[t.dealer][-1]
    t.tell("turned up", t.dealer, last)
    if last in TAROTS:
        t.note(TURNED_UP, t.dealer)
        payments.pay_for_word(t, t.dealer, TURNED_UP, (TAROT_TURNED_UP,))


def declarations(t: Table, seat: int) -> Script[None]:
    """A seat declares one thing after another until it has no more (3.7 to 3.13)."""
    rules = declaring(t.options)
    while one := (yield from declare_one(t, seat, rules)):
        if one.word == WHO_HAS_HIS:
            answer_who_has_his(t, seat)
        payments.pay_for_word(t, seat, one.word, payments.declared(rules))


def answer_who_has_his(t: Table, asks: int) -> None:
    """The others answer truthfully, for all to hear, who has the third and who none (3.21)."""
    for seat in t.others(asks):
        answer = HAS_NONE if THE_THREE.isdisjoint(t.setup.deal.hands[seat]) else HAS_HIS
        t.tell("answers", seat, answer)
        t.note(answer, seat)


def play(t: Table, leader: int) -> Script[None]:
    """Play all tricks; each declares before his first card, unless it is done already (3.6)."""
    state = TrickState(t, trick_rules(t.options))
    while t.plain[leader] or t.tarocks[leader]:
        declares = t.options["declaration_time"] == "first_card" and not t.tricks
        state.before = partial(declarations, t) if declares else None
        leader = yield from play_trick(t, state, leader)
        payments.pay_for_trick(t, IN_TRICKS[str(t.options["belle_shown"])])


def note_trumps_laid_away(t: Table) -> None:
    """Trumps laid away for want of other cards are mistakes by an option (3.4)."""
    if t.options["forced_trumps"] == "penalty":
        for seat in EACH_ALONE:
            for _ in TRUMPS.intersection(t.laid_away[seat]):
                t.note(WRONGLY_LAID_AWAY, seat)


GAME = Game(
    id=ID,
    name=N_("Tarot of the Abbé de Marolles"),
    seats=3,
    pack=lambda options: PACKS[options.number("cards")],
    dealing=dealing,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(EACH_FOR_SELF,),
    prospects=bid_prices.of_declarations(declaring, EACH_ALONE),  # 5.1
    costless={declare.NO_MORE: bid_prices.nothing_announced("3.7")},
    about=N_("The oldest known rules, of 1637: three play, each for himself, for chips."),
    options=OPTIONS,
    presets=PRESETS,
    unit_name=N_("chips"),
    single_unit=N_("chip"),
    vocabulary=Vocabulary(
        CARD_NAMES,
        GLOSSARY,
        SPOKEN,
        presets={"as_printed": N_("As printed"), "whole_pack": N_("The whole pack")},
        language="fr",
    ),
    trick_rules=trick_rules,
    terms=terms,
    counting=lambda _options: tarots.counting(LOTS),
)

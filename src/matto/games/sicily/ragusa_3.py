"""Tarocchi of Ragusa for three, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from matto.blocks import bid_prices
from matto.blocks.auction import PacketTalk, Pause, announcing
from matto.blocks.call import sides
from matto.blocks.terms import LastTrick
from matto.engine.events import EACH_FOR_SELF, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import stake
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    PRIZE_WORDS,
    RIVANTO,
    SCOMMESSA,
    SICILIAN,
    TALK_WORDS,
    VADO_SOLO,
    open_to_all,
    prize_games,
    sicilian_game,
)
from matto.games.sicily.phrases import LANGUAGES, MEANINGS

ID = "ragusa-3"
SEATS = 3
EACH_ALONE = (0, 1, 2)  # 3.15

OPTIONS = (
    switch(
        "pauses",
        "2.6",
        N_("There is talk after every packet, and not after the last one only."),
        default=True,
    ),
    prize_games.SOLO_ROUNDS,  # 2.8
    *prize_games.TAKEN_OFFERS,  # 2.16, 2.20
    choice(
        "parties",
        "3.1",
        N_("Whether one plays against two, or each for himself."),
        solo=N_("one against two"),
        each_for_self=N_("each for himself"),
    ),
    choice(
        "rivanto",
        "3.12",
        N_("Whether the last trick may be raised, and by which opponents of a soloist."),
        off=N_("nobody"),
        behind=N_("those who speak later"),
        both=N_("both, always"),
        not_passed=N_("whoever has not passed"),
    ),
    prize_games.LEADER,  # 4.1
    choice(
        "early_solo",
        "5.4",
        N_("What a solo pays that was said before the last packet."),
        single=N_("as much as any other"),
        double=N_("twice as much"),
    ),
    *prize_games.TALK_OPTIONS,  # 7.1, 7.10, 7.14
)
SCORE = (LastTrick("vanto", "5.2", raised_by=RIVANTO, raised_clause="5.3"),)


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    pause = yield from prize_games.deal_and_talk(
        t, packet_talk(t.options), pauses(t.options)
    )  # 2.3 to 2.24
    if pause.soloist is not None:
        early = early_times(t.options)
        yield from prize_games.play_solo(t, pause.soloist, pause, announcements, early=early)
    elif is_each_for_self(t.options) and not pause.said:
        yield from each_for_self(t)  # 3.15
    else:
        return t.throw_in(prize_games.bought_out(t, pause))  # 2.18 to 2.21
    return GAME.settle(t)  # 5.1 to 5.7


def questions(options: Options) -> Iterator[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    yield packet_talk(options).question(SEATS, pauses(options))
    yield prize_games.LAYING_AWAY.question(SICILIAN, prize_games.LAID_AWAY)
    if not is_each_for_self(options):
        if options["rivanto"] != "off":
            yield announcing([RIVANTO], SEATS - 1)
        yield prize_games.talk_rules(options).question(SICILIAN)


def stakes(options: Options) -> Iterator[Stake]:
    """All that may be paid: by parties, by what is said, and for a deal given up."""
    yield prize_games.BOUGHT_OUT
    if is_each_for_self(options):
        yield stake(SICILIAN, EACH_ALONE, 0)
    else:
        said = {} if options["rivanto"] == "off" else {RIVANTO: (0,)}
        yield stake(SICILIAN, sides(SEATS, {0}), 0, said=said, times=early_times(options))


def prospects(view: View, word: str) -> Iterable[Prospect]:
    """Return what a word is played for: 2.8 to 2.19, 3.10, 5.4."""
    return prize_games.prospects(
        view, word, packet_talk(view.options), early_times(view.options)
    )


def early_times(options: Options) -> int:
    """By what a solo before the last packet multiplies everything: 5.4."""
    return prize_games.EARLY if options["early_solo"] == "double" else 1


def is_each_for_self(options: Options) -> bool:
    """Return whether nobody goes solo: 3.1."""
    return options["parties"] == "each_for_self"


def packet_talk(options: Options) -> PacketTalk:
    """Return what may be said after the packets; no solo when each plays for himself: 2.24."""
    if not is_each_for_self(options):
        return prize_games.talk_of(options)
    talk = prize_games.talk_of(options, frozenset())
    return replace(talk, clauses=replace(talk.clauses, solo="2.24"))


def pauses(options: Options) -> frozenset[int]:
    """After which packets there is talk: 2.6, 2.24."""
    held = prize_games.ALL_PAUSES if options.on("pauses") else frozenset({prize_games.LAST})
    return held - {prize_games.LAST} if is_each_for_self(options) else held


def announcements(t: Table, soloist: int, pause: Pause) -> Script[None]:
    """Opponents may raise the last trick where that is played: 3.10 to 3.14."""
    who = t.options["rivanto"]
    for seat in t.others(soloist):
        if who != "off" and prize_games.may_say_rivanto(pause, seat, who):
            yield from prize_games.ask_for_rivanto(t, seat, early=pause.early)


def each_for_self(t: Table) -> Script[None]:
    """The dealer takes the talon, and all play against each other: 3.15."""
    yield from prize_games.take_and_lay_away(t, t.dealer)
    contract = prize_games.contract_of(
        t.dealer, EACH_ALONE, prize_games.first_leader(t, t.dealer), EACH_FOR_SELF
    )
    yield from prize_games.play_out(t, contract)


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.11, 4.14."""
    alone = is_each_for_self(view.options)
    side = EACH_ALONE if alone else sides(SEATS, prize_games.soloists(view))
    return open_to_all(view, side, frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Ragusa"),
    seats=SEATS,
    dealt=prize_games.PACKETS * prize_games.PACKET,
    talon=prize_games.TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(VADO_SOLO, EACH_FOR_SELF),
    prospects=prospects,
    costless={**prize_games.COSTLESS, RIVANTO: bid_prices.said_before("5.3")},
    about=N_("Nothing counts but the last trick."),
    options=OPTIONS,
    glossary={
        **{word: means for word, means in TALK_WORDS.items() if word != SCOMMESSA},
        "vanto": PRIZE_WORDS["vanto"],
        **MEANINGS,
    },
    languages=LANGUAGES,
    friends=prize_games.opponents_together,  # 3.1
    lying_open=lying_open,
    trick_rules=prize_games.TRICKS,
    terms=SCORE,
)

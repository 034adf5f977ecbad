"""Tarocchi of Mineo, three players, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from matto.blocks import costless
from matto.blocks.announce import announcing
from matto.blocks.call import sides
from matto.blocks.packet_talk import Pause
from matto.engine.game import OpenCards, Stake
from matto.engine.options import Options, choice
from matto.engine.outcome import stake
from matto.engine.prospect import Prospect
from matto.engine.questions import ChoiceSet
from matto.engine.table import Result, Script, Table, View
from matto.engine.words import N_
from matto.games.sicily import packets, prizes
from matto.games.sicily.common import SICILIAN, open_to_all, sicilian_game
from matto.games.sicily.phrases import LANGUAGES, MEANINGS
from matto.games.sicily.vocabulary import (
    PRIZE_WORDS,
    RIVANTO,
    SCOMMESSA,
    TALK_WORDS,
    VADO_SOLO,
)

ID = "mineo-3"
SEATS = 3

OPTIONS = (
    prizes.SOLO_ROUNDS,  # 2.8
    *packets.TAKEN_OFFERS,  # 2.16, 2.20
    choice(
        "rivanto",
        "3.12",
        N_("Which opponents may say Rivanto after a solo that follows the last packet."),
        behind=N_("those who speak later"),
        both=N_("both, always"),
        not_passed=N_("whoever has not passed"),
    ),
    prizes.LEADER,  # 4.1
    *prizes.TALK_OPTIONS,  # 7.1, 7.10, 7.14
)
PRESETS = {
    "palagonia": {"solo_rounds": "every"},  # 8.1
    "dummett": {"rivanto": "both"},  # 8.2
}


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    pause = yield from packets.deal_and_talk(t, packets.talk_of(t.options))  # 2.3 to 2.22
    if pause.soloist is None:
        return t.throw_in(packets.bought_out(t, pause))  # 2.18 to 2.21
    yield from packets.play_solo(t, pause.soloist, pause, announcements)  # 3.2 to 4.14
    return GAME.settle(t)  # 5.1 to 5.13


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    return (
        packets.talk_of(options).question(SEATS, packets.ALL_PAUSES),
        prizes.LAYING_AWAY.question(SICILIAN, prizes.LAID_AWAY),
        announcing([SCOMMESSA, RIVANTO], SEATS),
        prizes.talk_rules(options).question(SICILIAN),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid: by parties, by what is said, and for a deal given up."""
    said = {RIVANTO: (0,), SCOMMESSA: (0,)}
    return stake(
        SICILIAN, sides(SEATS, {0}), 0, said=said, times=prizes.EARLY
    ), packets.BOUGHT_OUT


def announcements(t: Table, soloist: int, pause: Pause) -> Script[None]:
    """The soloist may bet, then his opponents may raise the last trick: 3.10."""
    yield from prizes.ask_for_scommessa(t, soloist)  # 3.11
    for seat in t.others(soloist):
        if packets.may_say_rivanto(pause, seat, t.options["rivanto"]):  # 3.12, 3.13
            yield from prizes.ask_for_rivanto(t, seat, early=pause.early)


def lying_open(view: View) -> OpenCards:
    """Captured cards, and a Fuggitivo still waiting for a trick: 4.11, 4.14."""
    return open_to_all(view, sides(view.seats, packets.soloists(view)))


def prospects(view: View, word: str) -> Iterable[Prospect]:
    """What a word is played for: 2.8 to 2.19, 3.10, 5.10."""
    return packets.prospects(view, word, packets.talk_of(view.options))


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Mineo, three players"),
    seats=SEATS,
    dealt=packets.PACKETS * packets.PACKET,
    talon=packets.TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(VADO_SOLO,),
    prospects=prospects,
    costless={**packets.COSTLESS, RIVANTO: costless.said_before("5.4")},
    about=N_("One plays alone against two for a handful of prizes, after much bargaining."),
    options=OPTIONS,
    presets=PRESETS,
    glossary={**TALK_WORDS, **PRIZE_WORDS, **MEANINGS},
    languages=LANGUAGES,
    friends=packets.opponents_together,  # 3.1
    lying_open=lying_open,
    trick_rules=prizes.TRICKS,
    terms=prizes.PRIZES,
)

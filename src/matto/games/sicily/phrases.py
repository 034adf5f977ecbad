"""The phrases of Sicilian partners: requests, questions, statements, and what they mean.

`BASIC` are the common ones, `FURTHER` those together with the ones allowed only in some places;
`SHOWING` is the card shown to the partner.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from matto.blocks.auction import SILENCE
from matto.blocks.table_talk import IN_TRICK, Answer, Phrase
from matto.blocks.talk_claims import (
    Both,
    CanPlay,
    CanPlaySuit,
    DoesNotKnowOf,
    HasAll,
    HasAllAbove,
    HasNone,
    HasOfSuit,
    SpeakerContext,
    SpeakerRole,
    SuitOf,
    TalkContext,
    is_plain,
)
from matto.engine.cards import SUITS, cards, suit_of
from matto.engine.tricks import TRUMP
from matto.engine.words import N_
from matto.games.sicily import ARIE, SICILIAN


def suit_led(context: TalkContext) -> int | None:
    """The suit of the trick that is going on."""
    return context.led_suit


def last_suit(context: TalkContext) -> int | None:
    """The suit of the trick before."""
    return context.leads[-1][1] if context.leads else None


def first_suit(context: TalkContext) -> int | None:
    """The suit led to the first trick."""
    return context.leads[0][1] if context.leads else None


def second_suit(context: TalkContext) -> int | None:
    """The next suit led that is different from the first."""
    first = first_suit(context)
    return next((suit for _, suit in context.leads if suit != first), None)


def my_suit(context: TalkContext) -> int | None:
    """The first suit that the speaker has led."""
    return _first_led_by(context, context.seat)


def your_suit(context: TalkContext) -> int | None:
    """The first suit that a partner of the speaker has led."""
    return _first_led_by(context, *context.partners)


def trumps(_context: TalkContext) -> int | None:
    """Trumps, whatever has been led."""
    return TRUMP


def _first_led_by(context: TalkContext, *seats: int) -> int | None:
    return next((suit for leader, suit in context.leads if leader in seats), None)


# -- when a phrase fits, and of which card it speaks -------------------------------------------


def plain_suit_led(context: TalkContext) -> bool:
    """A plain suit was led."""
    return is_plain(context.led_suit)


def own_card_of_suit_lies(context: TalkContext) -> bool:
    """The speaker's card of the suit led lies in the trick."""
    return own_lying(context) is not None


def own_lying(context: TalkContext) -> str | None:
    """The speaker's card of the suit led, if it lies in the trick."""
    return next(
        (
            card
            for seat, card in context.lying
            if seat == context.seat and suit_of(card) == context.led_suit
        ),
        None,
    )


def court(rank: str, suit: int | None) -> str:
    """A court of a plain suit; no card at all of other suits."""
    return SUITS[suit] + rank if suit is not None and is_plain(suit) else ""


ARIE_BY_HEIGHT = SICILIAN.sort(ARIE)
MOST_CARDS_UNSEEN = 20  # of the trumps, when one has been led


# -- answers ---------------------------------------------------------------------------------

YES_OR_NO = (Answer("si"), Answer("no"))


def holding(rank: str) -> HasOfSuit:
    """The speaker holds a court of the suit led, or of the suit he is asked for."""
    return HasOfSuit(partial(court, rank))


def about_plain_suit(_context: SpeakerContext, suit: int | None) -> bool:
    """The question points to a plain suit."""
    return is_plain(suit)


KING_OR_QUEEN = (
    Answer("mi_fici_u_re", true=holding("K"), fits=about_plain_suit),
    Answer("mi_fici_a_regina", true=holding("Q"), fits=about_plain_suit),
)


def highest_aria_is(aria: str) -> Both:
    """The highest aria of the one asked."""
    higher = ARIE_BY_HEIGHT[: ARIE_BY_HEIGHT.index(aria)]
    return Both(HasAll(cards(aria)), HasNone(cards(higher)))


HOW_MANY = tuple(
    Answer(f"mancanu_{count}", DoesNotKnowOf(count)) for count in range(MOST_CARDS_UNSEEN + 1)
)
WHICH_ARIA = (
    *(Answer(f"aria_{aria[1:]}", highest_aria_is(aria)) for aria in ARIE_BY_HEIGHT),
    Answer("nudda", HasNone(ARIE)),
)


def has_or_not(card: str) -> tuple[Answer, ...]:
    """Yes or no, by whether the one asked holds a card."""
    return Answer("si", HasAll(cards(card))), Answer("no", HasNone(cards(card)))


# -- the phrases -----------------------------------------------------------------------------


def request(word: str, means: str, suit: SuitOf | None = None) -> Phrase:
    """Return what the partner of the one about to lead would like led; an opinion."""
    return Phrase(word, means, SpeakerRole.LEADERS_PARTNER, suit=suit)


def may_i_lead(word: str, means: str, suit: SuitOf, answers: tuple[Answer, ...]) -> Phrase:
    """The leader asks whether to lead a suit, of which he holds a card."""
    return Phrase(word, means, SpeakerRole.LEADER, answers, true=CanPlaySuit(suit), suit=suit)


def statement(word: str, means: str, rank: str) -> Phrase:
    """One of the partners holds a court of the plain suit led."""
    return Phrase(word, means, IN_TRICK, fits=plain_suit_led, true=holding(rank))


REQUESTS = (
    request("faglio", N_("“Faglio!” Lead the suit in which the soloist is void.")),
    request(
        "u_stissu_jocu", N_("“’U stissu jocu!” Lead the suit of the last trick."), last_suit
    ),
    request(
        "jocu_novu",
        N_("“’N ’auto jocu!” or “jocu novu!” Lead another suit than that of the last trick."),
        last_suit,
    ),
    request(
        "u_primu_jocu", N_("“’U primu jocu!” Lead the suit that was led first."), first_suit
    ),
    request(
        "u_sicunnu_jocu",
        N_("“’U sicunnu jocu!” Lead the suit that was led second."),
        second_suit,
    ),
    request(
        "di_unni_vuliti",
        N_("“Di unni vuliti vuliti tutti cosi!” Lead the highest card of a suit you choose."),
    ),
    request(
        "joca_unni_hai_u_re", N_("“Joca unni hai ’u Re!” Lead a suit whose King you hold.")
    ),
    request(
        "joca_unni_nunn_hai_u_re",
        N_("“Joca uno nunn’hai ’u Re!” Lead a suit whose King you do not hold."),
    ),
    request("trunfu", N_("“Trunfu!” Lead a trump.")),
)

LARGE_OR_SMALL = Phrase(
    "grossu_o_picciriddu",
    N_("“Grossu o picciriddu?” A large trump or a small one?"),
    SpeakerRole.LEADER,
    (Answer("grossu"), Answer("picciriddu")),
    in_return_for="trunfu",
)


LEADS_ASKED_ABOUT: tuple[tuple[str, str, SuitOf], ...] = (
    (
        "pozzu_turnari",
        N_("“Pozzu turnari?” Shall I lead the suit of the last trick?"),
        last_suit,
    ),
    (
        "u_pozzu_fare_u_me_iocu",
        N_("“’U pozzu fare u me iocu?” Shall I lead the suit that I have led?"),
        my_suit,
    ),
    (
        "u_vostru_primu_jocu",
        N_("“’U vostru primu jocu vi piaci?” Shall I lead the suit that you have led?"),
        your_suit,
    ),
    ("lhaja_fari_a_reula", N_("“L’haj’a fari a ’rèula?” Shall I lead a trump?"), trumps),
    (
        "u_primu_jocu_vi_piace",
        N_("“’U primu jocu vi piace?” Shall I lead the suit that was led first?"),
        first_suit,
    ),
    (
        "u_sicunnu_jocu_vi_piace",
        N_("“’U sicunnu jocu vi piace?” Shall I lead the suit that was led second?"),
        second_suit,
    ),
)


def leaders_questions(answers: tuple[Answer, ...]) -> tuple[Phrase, ...]:
    """Return what the one about to lead may ask."""
    return tuple(
        may_i_lead(word, means, suit, answers) for word, means, suit in LEADS_ASKED_ABOUT
    )


DURING_A_TRICK = (
    Phrase(
        "ci_putiti",
        N_("“Ci putiti?” Can you win the trick?"),
        IN_TRICK,
        YES_OR_NO,
        who_still_plays=True,
    ),
    Phrase(
        "ci_putiti_abbivirari",
        N_("“Ci putiti abbivirari?” Can you bring points into the trick?"),
        IN_TRICK,
        YES_OR_NO,
        who_still_plays=True,
    ),
    Phrase(
        "tutti_cosi",
        N_("“Tutti cosi?” Shall I play my most valuable card of the suit led?"),
        SpeakerRole.PLAYER,
        YES_OR_NO,
        true=CanPlaySuit(suit_led),
    ),
    Phrase(
        "lassu_a_to",
        N_("“Lassu ’a ’tò?” Do you want to make the trick?"),
        SpeakerRole.PLAYER,
        YES_OR_NO,
    ),
    Phrase(
        "lhaj_a_fare_u_re",
        N_("“L’haj’ a fare ’u Re?” Shall I make the trick with the King?"),
        SpeakerRole.PLAYER,
        YES_OR_NO,
        fits=plain_suit_led,
        true=holding("K"),
    ),
    Phrase(
        "quantu_ti_nni_mancanu",
        N_("“Quantu ti ’nni mancanu?” How many cards of this suit do you not know of?"),
        IN_TRICK,
        HOW_MANY,
    ),
    Phrase(
        "chistu_e_u_re",
        N_("“Chistu è ’u Re.” My card is the highest of the suit led."),
        IN_TRICK,
        fits=own_card_of_suit_lies,
        true=HasAllAbove(own_lying),
    ),
    statement(
        "carte_al_petto",
        N_("(Holding the cards to the chest) I have the Queen of the suit led."),
        "Q",
    ),
)

IN_SOME_PLACES = (
    request("jocu_novu_novu", N_("“Jocu novu novu!” Lead coins.")),
    statement("mi_fici_u_re", N_("“Mi fici ’u re.” I have the King of that suit."), "K"),
    statement(
        "mi_fici_a_regina", N_("“Mi fici a regina.” I have the Queen of that suit."), "Q"
    ),
    Phrase(
        "ochi_hai_docu",
        N_("“Ochi hai docu?” Which is your highest aria?"),
        SpeakerRole.LEADER | IN_TRICK,
        WHICH_ARIA,
    ),
    *(
        Phrase(
            f"u_{aria[1:]}",
            N_("“U’ X?” Have you the aria of this number?"),
            SpeakerRole.LEADER | IN_TRICK,
            has_or_not(aria),
        )
        for aria in ARIE_BY_HEIGHT
    ),
    *(
        Phrase(
            f"me_lo_faccio_{aria[1:]}",
            N_("“Me lo faccio il X?” Shall I take the trick with the aria of this number?"),
            SpeakerRole.PLAYER,
            YES_OR_NO,
            true=CanPlay(aria),
        )
        for aria in ARIE_BY_HEIGHT
    ),
)

SHOWING = (
    Phrase(
        "mostra",
        N_("I show my partner, and nobody else, a card: shall I lead it?"),
        SpeakerRole.LEADER,
        YES_OR_NO,
        shows_card=True,
    ),
)

BASIC = (*REQUESTS, LARGE_OR_SMALL, *leaders_questions(YES_OR_NO), *DURING_A_TRICK)
FURTHER = (
    *REQUESTS,
    LARGE_OR_SMALL,
    *leaders_questions((*YES_OR_NO, *KING_OR_QUEEN)),
    *DURING_A_TRICK,
    *IN_SOME_PLACES,
)

ITALIAN = frozenset(
    {"faglio", "carte_al_petto", "mostra", "si", "no"}
    | {f"{words}_{aria[1:]}" for words in ("aria", "me_lo_faccio") for aria in ARIE_BY_HEIGHT}
)
"""The phrases that are not Sicilian."""

MEANINGS: Mapping[str, str] = {
    **{phrase.word: phrase.means for phrase in (*FURTHER, *SHOWING)},
    "si": N_("Yes."),
    "no": N_("No."),
    "grossu": N_("A large one."),
    "picciriddu": N_("A small one."),
    "nudda": N_("None."),
    SILENCE: N_("I say nothing."),
    **{answer.word: N_("I do not know of so many.") for answer in HOW_MANY},
    **{f"aria_{aria[1:]}": N_("This is my highest aria.") for aria in ARIE_BY_HEIGHT},
}
LANGUAGES: Mapping[str, str] = {
    word: "scn" for word in MEANINGS if word not in ITALIAN | {SILENCE}
}

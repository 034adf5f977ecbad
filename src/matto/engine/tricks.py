"""The rules of a trick as plain functions of whole numbers.

The engine runs them as they are, the kernel compiles them from this same source: hence no
objects, no strings, no sets. A hand is two words (see `matto.engine.cards`); `led` is the state
of the trick as far as duties go, one of the constants below or a suit 0 … 3.
"""

from __future__ import annotations

from typing import NamedTuple

SUIT_BITS = 0x3FFF
RANKS_IN_SUIT = 14
TRUMP_BITS = 0x3FFFFF
FOOL_BIT = 0x400000

TRUMP = 4
LEADING = 6  # no card lies yet
FREE = 7  # a Fool was led that leaves the next card free and decisive
DEMANDED = 8  # a Fool was led that demands trump; DEMANDED + 1 + suit: no trump came yet

FOOL_NUMBER = 78
FIRST_TRUMP_NUMBER = 56

STANDS_FOR_TRUMP = 0
EXCUSES = 1
IS_THROWN_OFF = 2  # by one who can neither follow nor trump

EVERY_TRICK = 99

PIP_BITS, JACK_BIT, CAVALIER_BIT, KING_BIT = 0x3FF, 0x400, 0x800, 0x2000  # within a suit

LEADS_FREELY = 0
LEADS_AT_LAST = 1  # only when it is the holder's last card
LEADS_FOR_TRUMP = 2
LEADS_AS_TRUMP = 3

BINDS_NEVER = 0
BINDS_UNTIL_TRUMP = 1
BINDS_ALWAYS = 2


class FoolRule(NamedTuple):
    """How the Fool behaves, as whole numbers.

    `excuses`: `EXCUSES` when it may be played instead of following suit or trumping,
    `STANDS_FOR_TRUMP` when only instead of trumping, `IS_THROWN_OFF` when neither. `forced`:
    1 when it must be played by one who can neither follow nor trump otherwise. `leads`: one of
    the `LEADS_…` constants. `binds`: after it was led for trump and the next card was plain,
    for how long its suit binds the trumpless, one of `BINDS_…`. `until`: the number of the
    last trick in which it excuses; later it is only thrown off (see `fool_in_trick`).
    Where it is a trump like the others the rule is `FOOL_IS_TRUMP`, and the pack has it among
    its trumps.
    """

    excuses: int = EXCUSES
    forced: int = 0
    leads: int = LEADS_FREELY
    binds: int = BINDS_UNTIL_TRUMP
    until: int = EVERY_TRICK


FOOL_IS_TRUMP = FoolRule(STANDS_FOR_TRUMP, forced=1, leads=LEADS_AS_TRUMP)
"""It is played wherever a trump is, must be where a trump must be, and wins by its strength."""


def fool_in_trick(fool: FoolRule, number: int) -> FoolRule:
    """Return the rule that holds in a trick by its number, the first being 1."""
    if number <= fool.until:
        return fool
    return FoolRule(IS_THROWN_OFF, fool.forced, fool.leads, fool.binds, fool.until)


def legal(plain: int, tarocks: int, led: int, fool: FoolRule) -> tuple[int, int]:  # noqa: C901
    """Return the cards that may be played, as two words, from a hand of two words."""
    if led >= LEADING and led < DEMANDED:
        if led == LEADING and fool.leads == LEADS_AT_LAST and (plain or tarocks != FOOL_BIT):
            return plain, tarocks & TRUMP_BITS
        return plain, tarocks
    if led < TRUMP:
        following = plain & (SUIT_BITS << (RANKS_IN_SUIT * led))
        if following:
            return following, tarocks & FOOL_BIT if fool.excuses == EXCUSES else 0
    if tarocks & TRUMP_BITS:
        return 0, tarocks & TRUMP_BITS if fool.excuses == IS_THROWN_OFF else tarocks
    if tarocks and fool.forced:
        return 0, tarocks
    if led > DEMANDED:
        following = plain & (SUIT_BITS << (RANKS_IN_SUIT * (led - DEMANDED - 1)))
        if following:
            return following, tarocks
    return plain, tarocks


def dutiful(plain: int, led: int, suits_led: int, lying: int) -> int:
    """Narrow the plain cards that may be played where courts have duties.

    A King goes to the first trick of its suit, a Cavalier with one pip and nothing else too,
    and a Jack under the King. `suits_led` has a bit for each plain suit led to an earlier
    trick, `lying` are the plain cards of this trick.
    """
    for suit in range(TRUMP):
        shift = RANKS_IN_SUIT * suit
        own = plain >> shift & SUIT_BITS
        if not own or (led not in (LEADING, suit)):
            continue
        due = 0
        if not suits_led >> suit & 1:
            pip = own & PIP_BITS
            if own & KING_BIT:
                due = KING_BIT
            elif pip and not pip & (pip - 1) and own == CAVALIER_BIT | pip:
                due = CAVALIER_BIT
        if not due and lying >> shift & KING_BIT:
            due = own & JACK_BIT
        if due:
            plain ^= (own ^ due) << shift
    return plain


def led_after(led: int, card: int, fool: FoolRule) -> int:
    """Return the state of a trick after one more card."""
    if led < LEADING:
        return led
    if card == FOOL_NUMBER and fool.leads != LEADS_AS_TRUMP:
        if led == LEADING:
            return DEMANDED if fool.leads == LEADS_FOR_TRUMP else FREE
        return led
    if led < DEMANDED:
        return TRUMP if card >= FIRST_TRUMP_NUMBER else card // RANKS_IN_SUIT
    if card >= FIRST_TRUMP_NUMBER:
        return TRUMP if led == DEMANDED or fool.binds != BINDS_ALWAYS else led
    if led == DEMANDED and fool.binds != BINDS_NEVER:
        return DEMANDED + 1 + card // RANKS_IN_SUIT
    return led


def beats(card: int, best: int, card_strength: int, best_strength: int) -> bool:
    """Return whether a later card takes the trick from the best so far.

    Equal strength goes to the later card. A Fool without strength never takes, and loses to any
    card; a Fool with some is a trump.
    """
    if card == FOOL_NUMBER and not card_strength:
        return False
    if best == FOOL_NUMBER and not best_strength:
        return True
    if card >= FIRST_TRUMP_NUMBER:
        return best < FIRST_TRUMP_NUMBER or card_strength >= best_strength
    if best >= FIRST_TRUMP_NUMBER or card // RANKS_IN_SUIT != best // RANKS_IN_SUIT:
        return False
    return card_strength >= best_strength

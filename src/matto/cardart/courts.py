"""The court figures: a body, a head, the colours of the suit, and what the hand holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from matto.cardart import bodies, heads
from matto.cardart.pen import Drawing, at, draw
from matto.cardart.pips import PIPS, SWORD
from matto.cardart.trump_people import SCEPTRE

DYES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "S": {"1": "B", "2": "R", "3": "Y"},
        "B": {"1": "G", "2": "Y", "3": "R"},
        "C": {"1": "R", "2": "B", "3": "Y"},
        "D": {"1": "Y", "2": "R", "3": "G"},
    }
)
"""What the colours of a costume stand for, by suit."""

OLD_HAIR: Mapping[str, str] = MappingProxyType({"S": "W", "B": "K", "C": "N", "D": "P"})
YOUNG_HAIR: Mapping[str, str] = MappingProxyType({"S": "Y", "B": "K", "C": "N", "D": "N"})
FACE_AT = 40
RIDER_AT = 6

ARCH: Drawing = (
    "1 M-33-1H33V30C33 11 18 4.4 0 4.4S-33 11-33 30Z",
    "Y.| M-27 5.4A3 3 0 1 1-27 11.4 3 3 0 1 1-27 5.4Z",
)
"""The vault over an Italian court."""

FLOWER: Drawing = (
    "-+ M0 0C2 10-1 22 1 34",
    "G. M0 20C-7 20-10 15-10 11-5 11-1 14 0 20ZM1 26C7 25 10 21 10 17 5 17 1 20 1 26Z",
    "R M0-2C-4-1-8-3-8-7-12-8-12-14-8-15-8-20-2-22 0-18 2-22 8-20 8-15 12-14 12-8 8-7 8-3 4-1"
    " 0-2Z",
    "Y. M0-13.6A3.6 3.6 0 1 1 0-6.4 3.6 3.6 0 1 1 0-13.6Z",
)
HALBERD: Drawing = (
    "N M-1.5-14H1.5V44H-1.5Z",
    "W M0-38 3-20V-12H-3V-20Z",
    "W M3-24C8-22 12-25 13-28 16-20 14-12 10-7 8-10 6-12 3-12Z",
    "W M-3-20-10-16-3-13Z",
    "Y. M-3-12H3V-8H-3Z",
)


@dataclass(frozen=True)
class Held:
    """Something in the raised hand: what it is, and where its middle is beside the figure."""

    thing: Drawing
    x: float
    y: float
    scale: float = 1

    def drawn(self) -> str:
        """Draw it."""
        return at(draw(self.thing, scale=self.scale), self.x, self.y, self.scale)


STANDING: Mapping[str, Held] = MappingProxyType(
    {
        "S": Held(PIPS["S"], -20.5, 65, 1.1),
        "B": Held(PIPS["B"], -22, 64, 1.15),
        "C": Held(PIPS["C"], -21.5, 67, 0.95),
        "D": Held(PIPS["D"], -19.5, 66, 1.02),
    }
)
RIDING: Mapping[str, Held] = MappingProxyType(
    {
        "S": Held(PIPS["S"], -21, 26),
        "B": Held(PIPS["B"], -23, 28),
        "C": Held(PIPS["C"], -21, 28),
        "D": Held(PIPS["D"], -21, 28),
    }
)
"""What the Italian courts hold up, by suit: the sign itself."""

REGALIA: Mapping[str, Held] = MappingProxyType(
    {
        "K": Held(SCEPTRE, -22, 64),
        "Q": Held(FLOWER, -22, 62),
        "C": Held(SWORD, -21, 26),
        "J": Held(HALBERD, -22, 62),
    }
)
"""What the French courts hold up, by rank."""


def _arms(dyes: Mapping[str, str], held: Held, right: str) -> str:
    raised = draw(bodies.LEFT_SLEEVE, dyes) + held.drawn() + draw(bodies.LEFT_HAND)
    return right + raised


def _waist_arm(dyes: Mapping[str, str]) -> str:
    return draw(bodies.RIGHT_SLEEVE, dyes) + draw(bodies.RIGHT_HAND)


def king(suit: str, held: Held) -> str:
    """A bearded King in his mantle, with a shield."""
    dyes, hair = DYES[suit], {"3": OLD_HAIR[suit]}
    robe = draw((*bodies.KING_ROBE, *bodies.KING_TUNIC, *bodies.ERMINE), dyes)
    shield = at(draw(bodies.SHIELD, dyes), 18, 120)
    arms = _arms(dyes, held, _waist_arm(dyes))
    return robe + shield + arms + at(draw(heads.KING, hair), 0, FACE_AT)


def queen(suit: str, held: Held) -> str:
    """A Queen in a long gown."""
    dyes, hair = DYES[suit], {"3": YOUNG_HAIR[suit]}
    locks = at(draw(heads.LONG_HAIR, hair), 0, FACE_AT)
    gown = draw(bodies.MANTLE, dyes) + locks + draw(bodies.GOWN, dyes)
    arms = _arms(dyes, held, _waist_arm(dyes))
    return gown + arms + at(draw(heads.QUEEN, hair), 0, FACE_AT)


def cavalier(suit: str, held: Held) -> str:
    """A Cavalier on a white horse."""
    dyes, hair = DYES[suit], {**DYES[suit], "3": YOUNG_HAIR[suit]}
    horse = draw(bodies.CAPE, dyes) + draw((*bodies.HORSE_FAR_LEGS, *bodies.HORSE))
    rider = draw((*bodies.SADDLE, *bodies.RIDER, *bodies.REIN_ARM, *bodies.RAISED_ARM), dyes)
    hand = held.drawn() + draw(bodies.RAISED_HAND)
    return horse + rider + hand + at(draw(heads.CAVALIER, hair), RIDER_AT, FACE_AT)


def page(suit: str, held: Held) -> str:
    """A Jack: a page with a feather in his cap."""
    dyes, hair = DYES[suit], {**DYES[suit], "3": YOUNG_HAIR[suit]}
    arms = _arms(dyes, held, draw(bodies.HIP_ARM, dyes))
    return draw(bodies.PAGE, dyes) + arms + at(draw(heads.JACK, hair), 0, FACE_AT)


def maid(suit: str, held: Held) -> str:
    """A Donna: a young woman without a crown, with a shield for ornament."""
    dyes, hair = DYES[suit], {**DYES[suit], "3": YOUNG_HAIR[suit]}
    shield = at(draw(bodies.SHIELD, dyes), 19, 112)
    arms = _arms(dyes, held, _waist_arm(dyes))
    return draw(bodies.DRESS, dyes) + shield + arms + at(draw(heads.MAID, hair), 0, FACE_AT)


Figure = Callable[[str, Held], str]
FIGURES: Mapping[str, Figure] = MappingProxyType(
    {"K": king, "Q": queen, "C": cavalier, "J": page}
)
MAID: Figure = maid
MAID_HOLDS = Held(FLOWER, -22, 62)
SEATED = frozenset("KQ")


def figure_of(rank: str, *, maids: bool) -> Figure:
    """Tell who a court card shows; the lowest is a maid in some packs."""
    return MAID if maids and rank == "J" else FIGURES[rank]


def italian(code: str, *, maids: bool) -> str:
    """Draw an Italian court card: under its vault, holding the sign of its suit."""
    suit, rank = code[0], code[1]
    held = (RIDING if rank == "C" else STANDING)[suit]
    place = bodies.FLOOR + bodies.THRONE if rank in SEATED else bodies.GRASS
    figure = figure_of(rank, maids=maids)(suit, held)
    return draw(ARCH + place, DYES[suit]) + figure


def french(code: str, *, maids: bool) -> str:
    """Draw the figure of a French court card: with its regalia and nothing behind it."""
    suit, rank = code[0], code[1]
    figure = figure_of(rank, maids=maids)
    return figure(suit, MAID_HOLDS if figure is MAID else REGALIA[rank])

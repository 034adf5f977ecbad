"""Scenes of the trumps that show one person: rulers, virtues, the old man and the juggler."""

from __future__ import annotations

from collections.abc import Mapping

from matto.cardart import bodies, heads
from matto.cardart.motifs import JUG, LION, TABLE, WING
from matto.cardart.pen import MIRROR, Drawing, at, draw
from matto.cardart.pips import SWORD

Dyes = Mapping[str, str]

RED_ROBE: Dyes = {"1": "R", "2": "Y", "3": "B"}
BLUE_ROBE: Dyes = {"1": "B", "2": "Y", "3": "R"}
GREEN_ROBE: Dyes = {"1": "G", "2": "R", "3": "Y"}
GREY, BLACK, BROWN, BLOND = ({"3": letter} for letter in "WKNY")
FACE_AT = 40

SCEPTRE: Drawing = (
    "Y M-1.6-12H1.6V34H-1.6Z",
    "Y M0-30C3-27 6-25 6-20.6 6-16 3-13 0-11-3-13-6-16-6-20.6-6-25-3-27 0-30Z",
    "R. M0-25C2-23 3-22 3-19.6 3-17 1.4-15 0-14-1.4-15-3-17-3-19.6-3-22-2-23 0-25Z",
    "-. M-3.6-11H3.6",
)
ORB: Drawing = (
    "Y M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8Z",
    "R. M-7.8-1.6H7.8V1.8H-7.8Z",
    "Y M-1.4-16H1.4V-13.6H4V-10.8H1.4V-8H-1.4V-10.8H-4V-13.6H-1.4Z",
)
TRIPLE_CROSS: Drawing = (
    "Y M-1.5-34H1.5V-29H5V-26H1.5V-22H7V-19H1.5V-15H9V-12H1.5V34H-1.5V-12H-9V-15H-1.5V-19H-7"
    "V-22H-1.5V-26H-5V-29H-1.5Z",
)
TIARA: Drawing = (
    "P M-10.4-6C-13-18-8-28 0-31 8-28 13-18 10.4-6 4-8-4-8-10.4-6Z",
    "Y M-10.8-6C-11.4-9-11.4-10.6-11-12.4-4-14.4 4-14.4 11-12.4 11.4-10.6 11.4-9 10.8-6 4-8-4-8"
    "-10.8-6Z",
    "Y M-11-16C-10.6-19-9.8-21-8.8-22.6-3-24.2 3-24.2 8.8-22.6 9.8-21 10.6-19 11-16"
    " 4-18-4-18-11-16Z",
    "Y. M0-34A2.2 2.2 0 1 1 0-29.6 2.2 2.2 0 1 1 0-34Z",
    "R.| M-6-11.4 -4.6-9.6-6-7.8-7.4-9.6ZM-5-21-3.8-19.4-5-17.8-6.2-19.4Z",
    "R. M0-12 1.6-9.9 0-7.8-1.6-9.9ZM0-22 1.4-20 0-18-1.4-20Z",
)
COPE: Drawing = (
    "Y M-8 56C-3 60 3 60 8 56L11 60C10 84 12 110 16 146H8C5 114 2 92 0 74-2 92-5 114-8 146H-16"
    "C-12 110-10 84-11 60Z",
    "-. M-9.6 66H-4M9.6 66H4M-10 86-4 85M10 86 4 85M-11.4 106-5 105M11.4 106 5 105M-13"
    " 126-6.6 125M13 126 6.6 125",
    "R. M0 62 3.4 66 0 70-3.4 66Z",
)
BLESSING: Drawing = (
    "S M18 70C14 70 13 66 14 62L16 60 16.4 50C16.4 48 19 48 19 50V58H20V48.6C20 46.4 22.8 46.4"
    " 22.8 48.6V60C25 61 26 64 25 67 24 70 22 71 18 70Z",
)
RAISED_SLEEVE: Drawing = (
    "1 M11.4 55.4C18 57 24 66 24 70L15 71 14 69C16 82 20 90 26 96 29 90 30 80 28 72L25.6 68"
    " 14.4 69 12.4 72Z",
)
BOOK: Drawing = (
    "R M-17-12C-10-15-4-15 0-12 4-15 10-15 17-12V11C10 8 4 8 0 11-4 8-10 8-17 11Z",
    "P M-15-11.4C-9-13.6-4-13.4 0-10.6V8.4C-4 6-9 6-15 8Z",
    "P M15-11.4C9-13.6 4-13.4 0-10.6V8.4C4 6 9 6 15 8Z",
    "-.| M-12-7C-8-8.4-5-8-3-7M-12-3.4C-8-4.8-5-4.4-3-3.4M-12 .2C-8-1.2-5-.8-3 .2M-12 3.8C-8"
    " 2.4-5 2.8-3 3.8",
)
VEIL: Drawing = (
    "P M-10-7C-15-2-14 12-17 22-10 24-8 16-8.6 4L-9-8ZM10-7C15-2 14 12 17 22 10 24 8 16 8.6 4"
    "L9-8Z",
)
SCALES: Drawing = (
    "Y M-1-4H1V3H-1Z",
    "-+ M-10.6 3H10.6",
    "-. M-10 3-13.4 17M-10 3-6.6 17M10 3 6.6 17M10 3 13.4 17",
    "Y M-15 17H-5C-5 22-15 22-15 17ZM5 17H15C15 22 5 22 5 17Z",
)
COLUMN: Drawing = (
    "P M-12-34H12V34H-12Z",
    "-. M-7-34V34M-2.4-34V34M2.4-34V34M7-34V34",
    "Y M-15-41H15L12-33H-12Z",
    "Y M-15 33H15V41H-15Z",
    "-. M-13-37H13M-15 37H15",
)
STREAM: Drawing = ("B M-15 74C-6 80 4 88 11 100L7 103C0 92-8 84-17 79Z",)
CLOAK: Drawing = (
    "1 M-8 52C-22 55-28 68-28 86L-31 150C-20 155 20 155 31 150L28 86C28 68 22 55 8 52Z",
    "-.| M-22 92C-23 112-25 132-26 148M-14 100C-15 118-17 134-18 150",
    "2 M-6 56-10 152H10L6 56Z",
    "-. M-3 98-5 151M3 98 5 151",
    "Y M-9 98C-4 100 4 100 9 98L9.6 102C4 104-4 104-9.6 102Z",
    "-+ M5 102C6 112 4 120 6 130",
)
HOOD: Drawing = (
    "1 M0-18C12-18 16-6 15 4 14 12 18 18 20 22H-20C-18 18-14 12-15 4-16-6-12-18 0-18Z",
    "-. M0-18C-4-14-4-10-4-9M0-18C5-15 6-12 6-10",
)
LANTERN: Drawing = (
    "-. M-4-14A4 4 0 0 1 4-14",
    "Y M0-15 8-8H-8Z",
    "P M-6.6-8H6.6V7H-6.6Z",
    "R M0-5C3-1 4 1 3 4A3.2 3.2 0 0 1-3 4C-4 1-2-1 0-5Z",
    "Y M-8 7H8V11H-8Z",
    "-. M-3.4-8V7M3.4-8V7",
)
STAFF: Drawing = (
    "N M22 70H25.4L26.4 154H22.6Z",
    "Y. M23.8 64.6A3.4 3.4 0 1 1 23.7 71.4 3.4 3.4 0 1 1 23.8 64.6Z",
)
WAND: Drawing = ("Y M-1.4-16H1.4V16H-1.4Z", "R. M-1.4-16H1.4V-11H-1.4ZM-1.4 11H1.4V16H-1.4Z")
CUPS_AND_DICE: Drawing = (
    "Y M-26 95H-16L-17.4 106H-24.6Z",
    "-. M-25 98H-17",
    "R M-12 97H-4L-5 106H-11Z",
    "P M14 99 20 97 25 99V105L19 107 14 105Z",
    "-. M14 99 19 101 25 99M19 101V107",
    "K!. M16.6 103A.8.8 0 1 1 16.5 104.6.8.8 0 1 1 16.6 103ZM22 102A.8.8 0 1 1 21.9 103.6.8.8"
    " 0 1 1 22 102Z",
    "Y. M2 103A4 2 0 1 1 2 107 4 2 0 1 1 2 103ZM8 100A4 2 0 1 1 8 104 4 2 0 1 1 8 100Z",
)
CARDS: Drawing = (
    "P M-7 99-2 97.6 1 107-4 108.4Z",
    "P M-1 97.4 4.4 97 5.4 107 0 107.6Z",
    "P M6 97.4 11 99 8 108.4 3 107Z",
    "R. M1.6 100 3.4 102.2 2.2 104.6.4 102.4Z",
    "P M-22 100H-15V107H-22Z",
    "P M18 101H24V107H18Z",
    "K! M-18.5 102.5A1 1 0 1 1-18.6 104.5 1 1 0 1 1-18.5 102.5ZM19.4 102.4A.8.8 0 1 1 19.3"
    " 104 .8.8 0 1 1 19.4 102.4ZM22.4 104A.8.8 0 1 1 22.3 105.6.8.8 0 1 1 22.4 104Z",
)


def _face(drawing: Drawing, hair: Dyes, dyes: Dyes | None = None, x: float = 0) -> str:
    return at(draw(drawing, {**(dyes or {}), **hair}), x, FACE_AT)


def _arms(dyes: Dyes, held: str) -> str:
    """Both arms: the left one raised before what it holds, the right one at the waist."""
    right = draw(bodies.RIGHT_SLEEVE, dyes) + draw(bodies.RIGHT_HAND)
    return right + draw(bodies.LEFT_SLEEVE, dyes) + held + draw(bodies.LEFT_HAND)


def _raised_right_arm(dyes: Dyes) -> str:
    arm = draw(bodies.LEFT_SLEEVE, dyes) + draw(bodies.LEFT_HAND)
    return f'<g transform="{MIRROR}">{arm}</g>'


def emperor() -> str:
    """The Emperor: enthroned, with sceptre and orb."""
    robe = (
        *bodies.FLOOR,
        *bodies.THRONE,
        *bodies.KING_ROBE,
        *bodies.KING_TUNIC,
        *bodies.ERMINE,
    )
    arms = _arms(RED_ROBE, at(draw(SCEPTRE), -22, 66))
    orb = at(draw(ORB), 13, 89)
    return (
        draw(robe, RED_ROBE) + arms + orb + draw(bodies.RIGHT_HAND) + _face(heads.KING, BROWN)
    )


def empress() -> str:
    """The Empress: enthroned, with sceptre and shield."""
    seat = draw((*bodies.FLOOR, *bodies.THRONE, *bodies.MANTLE), BLUE_ROBE)
    gown = draw(bodies.GOWN, BLUE_ROBE) + at(draw(bodies.SHIELD, RED_ROBE), 18, 110)
    arms = _arms(BLUE_ROBE, at(draw(SCEPTRE), -22, 66))
    hair = _face(heads.LONG_HAIR, BLOND)
    return seat + hair + gown + arms + _face(heads.QUEEN, BLOND)


def pope() -> str:
    """The Pope: enthroned, blessing, with the threefold cross."""
    robe = (*bodies.FLOOR, *bodies.THRONE, *bodies.KING_ROBE)
    hem = draw(COPE)
    cross = draw(bodies.LEFT_SLEEVE, RED_ROBE) + at(draw(TRIPLE_CROSS), -22, 62)
    arms = draw(RAISED_SLEEVE, RED_ROBE) + draw(BLESSING) + cross + draw(bodies.LEFT_HAND)
    face = _face((*heads.LOCKS, *heads.FACE, *heads.BEARD, *TIARA), GREY)
    return draw(robe, RED_ROBE) + hem + arms + face


def popess() -> str:
    """The Popess: enthroned, reading in a book."""
    seat = draw((*bodies.FLOOR, *bodies.THRONE, *bodies.MANTLE), BLUE_ROBE)
    gown = draw(bodies.GOWN, BLUE_ROBE) + draw(COPE[:1], BLUE_ROBE)
    sleeves = draw(bodies.RIGHT_SLEEVE, BLUE_ROBE)
    both = sleeves + f'<g transform="{MIRROR}">{sleeves}</g>'
    hand = draw(bodies.RIGHT_HAND)
    hands = at(hand, 8, 6) + f'<g transform="{MIRROR}">{at(hand, 8, 6)}</g>'
    face = _face(VEIL + heads.FACE + heads.PARTING + TIARA, BROWN)
    return seat + gown + both + at(draw(BOOK), 0, 98) + hands + face


def justice() -> str:
    """Justice: enthroned, with sword and scales."""
    seat = draw((*bodies.FLOOR, *bodies.THRONE, *bodies.MANTLE), GREEN_ROBE)
    gown = _face(heads.LONG_HAIR, BROWN) + draw(bodies.GOWN, GREEN_ROBE)
    sword = draw(bodies.LEFT_SLEEVE, GREEN_ROBE) + at(draw(SWORD, scale=1.1), -20.5, 65, 1.1)
    scales = at(draw(SCALES), 15, 88)
    arms = sword + draw(bodies.LEFT_HAND) + _raised_right_arm(GREEN_ROBE)
    return seat + gown + scales + arms + _face(heads.QUEEN, BROWN)


def temperance() -> str:
    """Temperance: a winged woman who pours from one jug into another."""
    dress = draw(bodies.DRESS[:2] + bodies.DRESS[4:], BLUE_ROBE)
    wing = at(draw(WING, RED_ROBE), 8, 52, 1.05)
    wings = wing + f'<g transform="{MIRROR}">{wing}</g>'
    upper = draw(bodies.LEFT_SLEEVE, BLUE_ROBE) + at(draw(JUG), -20, 74, 1, 55)
    lower = draw(bodies.RIGHT_SLEEVE, BLUE_ROBE) + draw(STREAM) + at(draw(JUG), 13, 108)
    arms = lower + draw(bodies.RIGHT_HAND) + upper + draw(bodies.LEFT_HAND)
    hair = _face(heads.LONG_HAIR, BLOND)
    return (
        draw(bodies.GRASS)
        + wings
        + hair
        + dress
        + arms
        + _face(heads.FACE + heads.PARTING, BLOND)
    )


def _virtue(dyes: Dyes, hair: Dyes, beside: str) -> str:
    dress = draw(bodies.DRESS[:2] + bodies.DRESS[4:], dyes)
    arms = draw(bodies.RIGHT_SLEEVE, dyes) + draw(bodies.LEFT_SLEEVE, dyes)
    hands = draw(bodies.RIGHT_HAND) + draw(bodies.LEFT_HAND)
    person = draw(bodies.GRASS) + _face(heads.LONG_HAIR, hair) + dress + arms
    return person + beside + hands + _face(heads.QUEEN, hair)


def strength() -> str:
    """Strength: a woman who holds a lion."""
    return _virtue(RED_ROBE, BLOND, at(draw(LION), 6, 116, 1.15))


def constancy() -> str:
    """Constancy: a woman with a column that nothing moves."""
    return _virtue(GREEN_ROBE, BLACK, at(draw(COLUMN), -18, 112))


def hermit() -> str:
    """The old man: in a hood, with lantern and staff."""
    dyes = {"1": "B", "2": "N"}
    light = draw(bodies.LEFT_SLEEVE, dyes) + at(draw(LANTERN), -21, 100)
    arms = draw(STAFF) + _raised_right_arm(dyes) + light + draw(bodies.LEFT_HAND)
    head = _face(HOOD, GREY, dyes) + _face(heads.LOCKS + heads.FACE + heads.BEARD, GREY)
    brow = at(draw(HOOD_EDGE, dyes), 0, FACE_AT)
    return draw(bodies.GRASS) + draw(CLOAK, dyes) + arms + head + brow


HOOD_EDGE: Drawing = ("1 M-9.4-2C-9-9-5-11 0-11S9-9 9.4-2C14-6 12-19 0-19S-14-6-9.4-2Z",)


def juggler() -> str:
    """The juggler: behind his table with cups, dice and coins."""
    dyes = GREEN_ROBE
    wand = draw(bodies.LEFT_SLEEVE, dyes) + at(draw(WAND), -22, 78, 1, -20)
    body = draw(bodies.GRASS) + draw(bodies.PAGE, dyes) + draw(bodies.RIGHT_SLEEVE, dyes)
    arms = draw(bodies.RIGHT_HAND) + wand + draw(bodies.LEFT_HAND)
    table = draw(TABLE) + draw(CUPS_AND_DICE)
    return body + table + arms + _face(heads.CAVALIER, BROWN, RED_ROBE)


def gamblers() -> str:
    """The Picciotti: two young men at a table with cards and dice."""
    one = draw(bodies.PAGE[4:], BLUE_ROBE) + _face(heads.JACK, BROWN, BLUE_ROBE)
    other = draw(bodies.PAGE[4:], GREEN_ROBE) + _face(heads.CAVALIER, BLACK, GREEN_ROBE)
    sleeve = draw(bodies.RIGHT_SLEEVE, BLUE_ROBE) + draw(bodies.RIGHT_HAND)
    other_sleeve = draw(bodies.RIGHT_SLEEVE, GREEN_ROBE) + draw(bodies.RIGHT_HAND)
    left = at(one + sleeve, -14, 17, 0.8)
    right = f'<g transform="translate(14 21){MIRROR}scale(.8)">{other + other_sleeve}</g>'
    return draw(bodies.GRASS) + left + right + draw(TABLE) + draw(CARDS)

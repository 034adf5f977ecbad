"""Scenes of the trumps that show love and glory, the heavens, and the fools beneath them."""

from __future__ import annotations

from math import cos, pi, sin

from matto.cardart import bodies, heads
from matto.cardart.motifs import CLOUD, EAGLE, LION, LITTLE_STAR, WING
from matto.cardart.pen import MIRROR, Drawing, at, draw
from matto.cardart.trump_people import FACE_AT, SCEPTRE

CUPID: Drawing = (
    "S M-6 10C-8 14-8 20-5 24H5C8 20 8 14 6 10Z",
    "S| M-4 23C-8 28-9 31-8 34H-4C-4 31-2 28 0 25Z",
    "R M-7 19C-3 22 3 22 8 18L7 24C3 26-3 26-7 24Z",
    "S M0-5A8 8.4 0 1 1 0 11.8 8 8.4 0 1 1 0-5Z",
    "Y M-8 3C-11-8 11-8 8 3 5-2-5-2-8 3Z",
    "-. M-4 3.4H-1.6M1.6 3.4H4M-2 7.6Q0 9 2 7.6",
)
HEART: Drawing = (
    "R M0 9C-2 4-9 1-9-4-9-9-2-10 0-5 2-10 9-9 9-4 9 1 2 4 0 9Z",
    "-. M-6-4C-6-6-4-7-2.6-6",
)
CANOPY: Drawing = (
    "R M-27 22C-18 8 18 8 27 22L28 30 21 34 14 30 7 34 0 30-7 34-14 30-21 34-28 30Z",
    "Y M-27 20C-18 15 18 15 27 20V25C18 20-18 20-27 25Z",
    "-. M-14 12.6-14 17M0 11.6V16M14 12.6V17",
    "Y. M0 5.4A3 3 0 1 1 0 11.4 3 3 0 1 1 0 5.4Z",
    "Y| M-27 31H-23.4V108H-27Z",
)
CAR: Drawing = (
    "N| M-22 98A16 22 0 1 0-22 142 16 22 0 1 0-22 98Z",
    "P.| M-23 104A10.6 16 0 1 0-23 136 10.6 16 0 1 0-23 104Z",
    "-.| M-23 104V136M-33 120H-12",
    "B M-25 92H25L22 126C10 131-10 131-22 126Z",
    "Y M-27 89H27V95H-27Z",
    "Y. M0 99 9 101V110C9 116 4 120 0 122-4 120-9 116-9 110V101Z",
    "R. M0 103 2 108 7 108.4 3.4 111.6 4.6 117 0 114-4.6 117-3.4 111.6-7 108.4-2 108Z",
)
HORSE_HEAD: Drawing = (
    "P M-6 30V6C-9 2-8-6-6-9L-7-16-2-12H2L7-16 6-9C8-6 9 2 6 6V30Z",
    "W M-4 6C-5 12-5 18-3 20H3C5 18 5 12 4 6Z",
    "K!| M-4-3A1.3 1.3 0 1 1-4.1-.4 1.3 1.3 0 1 1-4-3Z",
    "K!| M-1.8 15.4A.9 1.2 0 1 1-1.9 17.8.9 1.2 0 1 1-1.8 15.4Z",
    "R. M-7 3.4H7V6.6H-7ZM-2-12C-3-6-1-4 0 0 1-4 3-6 2-12Z",
    "P| M-6 26C-9 30-9 34-8 38H-2V30Z",
    "K| M-8.6 36H-1.6V41H-9Z",
)
TRUMPET: Drawing = (
    "Y M-5 47-3 50-24 71C-25 76-27 79-30 80L-33 72-29 69C-28 67-27 67-25 66Z",
    "P M-13 58-12 84-16 80-20 84-24 80-23 69Z",
    "R M-17.6 64 -16.6 70.4-12.6 70-12.4 75-17.6 75.4-18 80-20.4 82-20.4 75.6-23.4 75.8-23.3 71"
    "-20.4 70.8-20.4 67Z",
)
HALO: Drawing = (
    "Y M0-17A17 17 0 1 1 0 17 17 17 0 1 1 0-17Z",
    "-. M0-14V-17M-14 0H-17M14 0H17M-10-10-12-12M10-10 12-12",
)
TOMB: Drawing = (
    "P M-29 128H29V152H-29Z",
    "P M-32 122H32V130H-32Z",
    "-. M-20 135H-6V146H-20ZM6 135H20V146H6ZM-29 132H29",
)
RISING: Drawing = (
    "S M-6 8C-8 12-8 18-8 24H8C8 18 8 12 6 8Z",
    "S| M-6 10C-10 8-12 2-11-4L-7.6-4.6C-8 1-6 4-3 6Z",
    "S M0-9A6.4 7 0 1 1 0 5 6.4 7 0 1 1 0-9Z",
    "3 M-6.4-2C-8-12 8-12 6.4-2 4-6-4-6-6.4-2Z",
    "-. M-3-1.4H-1.4M1.4-1.4H3M-1.6 2Q0 3 1.6 2",
)
LEAF: Drawing = ("G. M0 4C-4.6 1-5-4 0-9 5-4 4.6 1 0 4Z",)
WREATH_AT, WREATH_WIDE, WREATH_HIGH, LEAVES = 80, 23.5, 50, 30
BANDS: Drawing = (
    "R M-7 26C-3 29 3 29 7 26V34C3 37-3 37-7 34Z",
    "R M-7 126C-3 129 3 129 7 126V134C3 137-3 137-7 134Z",
    "-. M-3 27.6 0 35.6M1 28 4 35M-3 127.6 0 135.6M1 128 4 135",
)
DANCER: Drawing = (
    "S M-3 96C-5 104-5 112-4 120L-3 124H1L2 112 3 98Z",
    "S M2 96C8 100 11 104 11 108 8 112 3 114-1 115L-1 111C2 110 4 108 5 106L-1 102Z",
    "S M-7 64C-9 70-7 76-6 80-9 86-9 92-7 98H7C9 92 9 86 6 80 7 76 9 70 7 64Z",
    "S M-7 64C-12 66-15 72-16 80L-13 81C-12 75-9 72-6 71ZM7 64C11 62 14 58 15 52L12 51C11 56"
    " 8 58 5 60Z",
    "B M-9 60C-3 70 6 78 8 92 9 98 6 104 10 112L6 113C2 106 4 100 2 96-2 84-9 74-12 62Z",
    "B M7 84C0 88-6 88-8 92L-8 98C-2 94 4 94 8 92Z",
    "Y M12 40H14.4V66H12Z",
    "Y M-17.4 72H-15V94H-17.4Z",
)
BULL: Drawing = (
    "N M-6-6C-6-10 6-10 6-6L5 5C4 9-4 9-5 5Z",
    "Y.| M-5-7C-10-6-12-9-11-13-9-10-7-10-4-9Z",
    "N.| M-6-4-11-3-7 0Z",
    "S. M-4 3C-3 0 3 0 4 3 4 8-4 8-4 3Z",
    "K!| M-3-4A1 1 0 1 1-3.1-2 1 1 0 1 1-3-4ZM-1.6 3.6A.7.7 0 1 1-1.7 5 .7.7 0 1 1-1.6 3.6Z",
)
GLOBE: Drawing = (
    "B M0-27A27 27 0 1 1 0 27 27 27 0 1 1 0-27Z",
    "G. M-20-16C-12-24-4-22-4-17-8-14-4-10-8-7-12-4-12 2-16 2-21 0-24-6-20-16ZM4-12C10-18"
    " 18-16 22-10 25-4 22 2 18 4 16 10 12 16 8 14 4 10 8 6 4 2 0-2 0-8 4-12ZM-14 12C-8 8-2"
    " 12-4 18-8 22-14 20-14 12Z",
    "Y. M-26.6-4C-14 6 14 12 25.4 9.4L24 13C12 15-14 9-27 0Z",
    "-. M0-27C-14-14-14 14 0 27M0-27C14-14 14 14 0 27",
)
ATLAS: Drawing = (
    "S M-13 98C-16 108-12 116-12 122H12C12 116 16 108 13 98Z",
    "-. M0 100V117M-9 106C-5 109-2 108 0 106 2 108 5 109 9 106M-5 113H5",
    "S M-12 124C-22 126-27 132-24 138L-20 150H-11L-13 138-4 132Z",
    "S M12 124C18 128 22 134 20 142L28 146V151H8L6 140 2 130Z",
    "R M-13 119C-4 122 4 122 13 119L17 130C12 136 6 134 2 132L-4 137C-8 137-13 134-16 130Z",
    "-. M-8 122-10 134M-2 123-3 135M5 122 8 133",
    "S M-12 100C-20 98-27 90-27 78L-24 60-18.6 62-19.6 78C-18 84-14 88-9 90Z",
    "S M12 100C20 98 27 90 27 78L24 60 18.6 62 19.6 78C18 84 14 88 9 90Z",
    "S| M-22 55A4.6 4.6 0 1 1-22 64.2 4.6 4.6 0 1 1-22 55Z",
)
BOLT: Drawing = ("Y M-24 6-12 22-17 24-7 38-10 40 2 58-14 44-10.6 42-21 29-16.6 26.6-30 12Z",)
JOVE_ROBE: Drawing = (
    "S M-11 56C-14 66-14 78-12 92H12C14 78 14 66 11 56Z",
    "-. M-9 68C-5 72-2 71 0 68 2 71 5 72 9 68M0 66V84",
    "1 M5 54C18 54 24 62 25 74L29 112H-22C-20 100-15 94-8 88 2 82 6 70 5 54Z",
    "-. M12 62C12 76 6 88-6 96M19 66C20 80 16 94 4 106M24 80C25 92 22 104 17 110",
    "Y. M3 54C6 70 1 80-10 87L-8 90C4 84 9 70 7 54Z",
    "S M-11 57C-20 58-26 62-28 70L-25 80-19 80-20 72C-18 68-14 68-11 70Z",
)
WREATHED: Drawing = (
    "G.| M-1-12C-4-16-9-15-10-11-7-9-3-9-1-12ZM-8-9C-13-11-16-7-15-3-11-3-8-5-8-9Z",
    "Y. M0-14A2 2 0 1 1 0-10 2 2 0 1 1 0-14Z",
)
CURLS: Drawing = ("3 M-10-2C-16-6-12-17-4-15-2-18 4-18 5-15 13-17 16-6 10-2 8-8-8-8-10-2Z",)
RAGS: Drawing = (
    "S| M-10 118-8 148-14 151H-3L-1 120Z",
    "N M-10 55C-18 58-21 66-20 76L-14 92-18 118-12 124-9 119-5 127-1 120 4 128 7 120 12 125"
    " 18 117 14 92 20 76C21 66 18 58 10 55Z",
    "-. M-10 70-12 84M9 74 12 90M-4 100-6 116M5 104 6 116",
    "Y. M3 78H12V87H3ZM-13 98H-5V106H-13Z",
    "-. M4.4 80 6 78M4.4 83 9 78M6 86 11.4 81",
    "-+ M-13 92C-4 96 4 94 14 91",
    "S M-6 53C-5 64 5 64 6 53Z",
)
BEGGING: Drawing = (
    "N M-11.4 55.4C-22 58-27 68-27 78L-22 82-18.6 76-13 70Z",
    "S M-27 77-30 92C-31 96-26 99-24 95L-19.6 80Z",
    "P M-33 92C-32 101-20 101-19 92Z",
    "Y. M-30 89.4H-22V92.4H-30Z",
    "N M11.4 55.4C22 58 27 68 27 78L24 88 17 84 18 76 12 70Z",
    "S M18 83C17 90 22 92 25 88L25 84Z",
)
CRUTCH: Drawing = (
    "N M19.6 72H23.4L25.4 152H21.4Z",
    "N M13 68C18 71 26 71 31 68V73C26 76 18 76 13 73Z",
)
CHAIN: Drawing = (
    "K M-15 137H-1.6V142H-15Z",
    "-+ M-9 142C-8 148-14 148-15 151",
    "-. M-18 149A3 2 0 1 1-18 153 3 2 0 1 1-18 149ZM-22 147A3 2 0 1 1-22 151 3 2 0 1 1-22 147Z",
    "K M-27 141A6.4 6.4 0 1 1-27 153.8 6.4 6.4 0 1 1-27 141Z",
    "P!. M-30 144.4A1.4 1.4 0 1 1-30 147.2 1.4 1.4 0 1 1-30 144.4Z",
)
JESTER_CAP: Drawing = (
    "R M0-17C-6-24-18-26-22-14-23-10-22-6-22-3-17-4-14-8-10.4-4-7-8 0-9 0-9Z",
    "B M0-17C6-24 18-26 22-14 23-10 22-6 22-3 17-4 14-8 10.4-4 7-8 0-9 0-9Z",
    "Y M-7-10C-8-22-6-28 0-33 6-28 8-22 7-10 3-12-3-12-7-10Z",
    "Y.| M-22-3A2.8 2.8 0 1 1-22 2.6 2.8 2.8 0 1 1-22-3Z",
    "Y. M0-37.6A2.8 2.8 0 1 1 0-32 2.8 2.8 0 1 1 0-37.6Z",
    "Y. M-11-6C-4-9.6 4-9.6 11-6L10.6-2.4C4-6-4-6-10.6-2.4Z",
)
MOTLEY_COLLAR: Drawing = (
    "Y M-10 53C-4 57 4 57 10 53L20 60 14 63 13 71 6 65 0 74-6 65-13 71-14 63-20 60Z",
    "R.| M-13 70A2 2 0 1 1-13 74 2 2 0 1 1-13 70Z",
    "R. M0 73A2 2 0 1 1 0 77 2 2 0 1 1 0 73Z",
)
MOTLEY: Drawing = (
    "R M-11 108H-1L-4 148H-11.4Z",
    "B M11 108H1L4 148H11.4Z",
    "Y M-11.8 146H-3.6C-3 150-4 153-7 153H-16.4C-20 152-20 147-17 146-16 149-14.4 147.4-11.8"
    " 146Z",
    "Y M11.8 146H3.6C3 150 4 153 7 153H16.4C20 152 20 147 17 146 16 149 14.4 147.4 11.8 146Z",
    "B M0 55H-10L-12 92C-16 99-18.4 106-19 115L-9.6 110-4.6 118 0 111Z",
    "R M0 55H10L12 92C16 99 18.4 106 19 115L9.6 110 4.6 118 0 111Z",
    "Y.| M-19 114A1.9 1.9 0 1 1-19 117.8 1.9 1.9 0 1 1-19 114ZM-4.6 117A1.9 1.9 0 1 1-4.6"
    " 120.8 1.9 1.9 0 1 1-4.6 117Z",
    "Y. M-5 78-1.4 83-5 88-8.6 83ZM5 78 8.6 83 5 88 1.4 83ZM-6 98-2.4 103-6 108-9.6 103ZM6 98"
    " 9.6 103 6 108 2.4 103Z",
    "Y M-12.4 90C-4 92.6 4 92.6 12.4 90L12.6 94.4C4 97-4 97-12.6 94.4Z",
)
MAROTTE: Drawing = (
    "N M-1.4-4H1.4V28H-1.4Z",
    "S M0-17A6 6.6 0 1 1 0-3.8 6 6.6 0 1 1 0-17Z",
    "R M-7-9C-12-10-12-17-9-20-7-16-4-17 0-24 4-17 7-16 9-20 12-17 12-10 7-9 4-14-4-14-7-9Z",
    "-. M-2.6-10.4H-1.2M1.2-10.4H2.6M-2-7Q0-5.6 2-7",
    "Y. M-5-3.6H5L3 1H-3Z",
)
BUNDLE: Drawing = (
    "N M12 84 32 44 34.6 45.4 15 86Z",
    "P M30 30C36 34 36 48 28 52 20 54 16 46 19 40 22 34 26 34 30 30Z",
    "-. M29 36C26 42 26 46 28 50M24 40 22 48",
)
HOUND: Drawing = (
    "P M-32 150V138C-34 132-30 128-26 128L-24 122-20 126C-16 126-15 130-17 132L-21 134C-20"
    " 140-20 146-19 150Z",
    "K! M-22.6 127.6A1 1 0 1 1-22.7 129.6 1 1 0 1 1-22.6 127.6Z",
    "-. M-27 150V142M-17.4 130H-18.6",
    "R. M-29 133-22 135.6-22.6 138-29.4 135.6Z",
)
HORN: Drawing = (
    "Y M-3 50-20 56.6C-24 57-26 55-28 51L-31.6 69-24 65C-21 63-19 62-17 60.6L-2 53.4Z",
    "-. M-20 56.6-18.6 61.4M-12 53.6-11 57.4",
)
BALL: Drawing = (
    "R M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8Z",
    "-. M-7-3C-2-1 3-2 7.4-3.4M-6.6 4C-2 5.6 3 5 7 4",
)


def _mirrored(content: str) -> str:
    return f'<g transform="{MIRROR}">{content}</g>'


def lovers() -> str:
    """Love: Cupid takes aim over a pair."""
    man = draw(bodies.PAGE, {"1": "B", "2": "R", "3": "Y"})
    man += at(draw(heads.JACK, {"1": "B", "3": "N"}), 0, FACE_AT)
    sleeve = {"1": "B", "2": "Y"}
    man += draw(bodies.RIGHT_SLEEVE, sleeve) + draw(bodies.RIGHT_HAND)
    dyes = {"1": "R", "2": "Y"}
    woman = at(draw(heads.LONG_HAIR, {"3": "Y"}), 0, FACE_AT) + draw(bodies.DRESS, dyes)
    woman += draw(bodies.RIGHT_SLEEVE, dyes) + draw(bodies.RIGHT_HAND)
    woman += at(draw(heads.FACE + heads.PARTING, {"3": "Y"}), 0, FACE_AT)
    pair = (
        at(man, -15, 46, 0.68)
        + f'<g transform="translate(14.6 47){MIRROR}scale(.68)">{woman}</g>'
    )
    wing = at(draw(WING, {"1": "B", "2": "P"}), 5, 12, 0.72)
    cupid = wing + _mirrored(wing) + draw(CUPID)
    return draw(bodies.GRASS) + pair + at(cupid, 0, 10) + at(draw(HEART), 0, 60)


def chariot() -> str:
    """The Chariot: a crowned victor under a canopy, drawn by two horses."""
    dyes = {"1": "B", "2": "Y", "3": "R"}
    driver = draw(bodies.PAGE[4:], dyes) + draw(bodies.RIGHT_SLEEVE, dyes)
    driver += (
        draw(bodies.RIGHT_HAND) + draw(bodies.LEFT_SLEEVE, dyes) + at(draw(SCEPTRE), -22, 72)
    )
    driver += draw(bodies.LEFT_HAND)
    driver += at(draw((*heads.SHORT_HAIR, *heads.FACE, *heads.CORONET), {"3": "N"}), 0, FACE_AT)
    horses = at(draw(HORSE_HEAD), -12, 114) + at(draw(HORSE_HEAD), 12, 114)
    scene = draw(bodies.GRASS) + draw(CANOPY) + at(driver, 0, 12, 0.82)
    return scene + draw(CAR) + horses


def angel() -> str:
    """The Angel: his trumpet wakes the dead."""
    wing = at(draw(WING, {"1": "R", "2": "Y"}), 8, 40, 0.95)
    robe = draw(bodies.DRESS[:2] + bodies.DRESS[4:], {"1": "P", "2": "B"})
    hair = at(draw(HALO), 0, FACE_AT) + at(draw(heads.LONG_HAIR, {"3": "Y"}), 0, FACE_AT)
    face = at(draw(heads.FACE + heads.PARTING, {"3": "Y"}), 0, FACE_AT)
    arm = draw(bodies.RIGHT_SLEEVE, {"1": "P", "2": "B"}) + draw(bodies.RIGHT_HAND)
    upper = wing + _mirrored(wing) + hair + robe + arm + face
    dead = at(draw(RISING, {"3": "N"}), -17, 110) + at(draw(RISING, {"3": "K"}), 17, 110)
    blown = draw(TRUMPET)
    return at(upper, 0, -8) + at(draw(CLOUD), 0, 90) + dead + draw(TOMB) + at(blown, 0, -8)


def world() -> str:
    """The World: a dancer in a wreath, the four living creatures in the corners."""
    leaves = []
    for leaf in range(LEAVES):
        angle = 2 * pi * leaf / LEAVES
        x, y = WREATH_WIDE * cos(angle), WREATH_AT + WREATH_HIGH * sin(angle)
        leaves.append(
            at(draw(LEAF), x, y, 1.25, 360 * leaf / LEAVES + (25 if leaf % 2 else -25))
        )
    hair = at(draw(heads.LONG_HAIR, {"3": "Y"}), 0, 52, 0.72)
    face = at(draw(heads.FACE + heads.PARTING, {"3": "Y"}), 0, 52, 0.72)
    corners = _creatures()
    return corners + "".join(leaves) + draw(BANDS) + hair + draw(DANCER) + face


def _creatures() -> str:
    wing = at(draw(WING, {"1": "R", "2": "Y"}), 5, -5, 0.42)
    face = at(draw((*heads.LONG_HAIR, *heads.FACE, *heads.PARTING), {"3": "N"}), 0, 0, 0.62)
    angel_head = wing + _mirrored(wing) + face
    return (
        at(angel_head, -18.6, 15)
        + at(draw(EAGLE, scale=0.46), 19, 16, 0.46)
        + at(draw(BULL), -20, 144, 1.1)
        + at(draw(LION, scale=0.66), 20, 144, 0.66)
    )


def atlas() -> str:
    """Atlas, who carries the ball of the world."""
    hair = {"3": "N"}
    head = at(draw((*heads.LOCKS, *heads.FACE, *heads.BEARD, *CURLS), hair), 0, 86, 0.92)
    globe = at(draw(GLOBE), 0, 36)
    return draw(bodies.GRASS) + draw(ATLAS[:-1]) + globe + head + draw(ATLAS[-1:])


def jove() -> str:
    """Jove, who hurls his lightning from a cloud, and his eagle."""
    head = at(
        draw((*heads.LOCKS, *heads.FACE, *heads.BEARD, *CURLS, *WREATHED), {"3": "W"}), 0, 38
    )
    body = draw(JOVE_ROBE, {"1": "R"})
    bolt = at(draw(BOLT), -3, 46)
    hand = at(draw(bodies.LEFT_HAND), -1, -1)
    eagle = at(draw(EAGLE), 0, 129)
    stars = at(draw(LITTLE_STAR), -24, 14) + at(draw(LITTLE_STAR), 24, 14)
    return stars + body + bolt + hand + head + at(draw(CLOUD), 0, 102) + eagle


def misery() -> str:
    """Misery: a beggar in chains."""
    head = draw(heads.LOCKS + heads.FACE + heads.BEARD + CURLS, {"3": "N"})
    body = draw(bodies.GRASS) + draw(CRUTCH) + draw(RAGS) + draw(BEGGING) + draw(CHAIN)
    return body + at(head, 0, FACE_AT)


def fool() -> str:
    """The Fool: in motley, with his bauble and a bundle."""
    dyes = {"1": "R", "2": "Y"}
    arms = draw(bodies.HIP_ARM, {"1": "B"}) + draw(bodies.LEFT_SLEEVE, dyes)
    bauble = at(draw(MAROTTE), -22, 64) + draw(bodies.LEFT_HAND)
    body = draw(bodies.GRASS) + draw(HOUND) + draw(BUNDLE) + draw(MOTLEY)
    head = at(draw(heads.SHORT_HAIR + heads.FACE + JESTER_CAP, {"3": "N"}), 0, FACE_AT)
    return body + arms + bauble + draw(MOTLEY_COLLAR) + head


def fugitive() -> str:
    """The Fugitive: in a fool's cap, blowing his horn, a ball in his hand."""
    arms = draw(bodies.RIGHT_SLEEVE, {"1": "B", "2": "Y"}) + at(draw(BALL), 15, 92)
    arms += draw(bodies.RIGHT_HAND) + draw(HORN_ARM)
    head = at(draw(heads.SHORT_HAIR + heads.FACE + JESTER_CAP, {"3": "K"}), 0, FACE_AT)
    body = draw(bodies.GRASS) + draw(MOTLEY) + arms + draw(MOTLEY_COLLAR)
    return body + head + draw(HORN) + at(draw(bodies.LEFT_HAND), 7, -26)


HORN_ARM: Drawing = (
    "R M-11.4 55.4C-22 58-28 68-27 77L-20 76-14 66-12.6 62-17 58Z",
    "R M-27 77C-24 79-20 77-18 72L-12 60-17 56-22 64Z",
)

"""Scenes of the trumps that show the lights of the sky and what stands under them."""

from __future__ import annotations

from matto.cardart.motifs import DROPS, HILLS, JUG, LIGHT_FACE, LITTLE_STAR, POOL, STAR_OF_EIGHT
from matto.cardart.pen import Drawing, at, draw
from matto.cardart.signs import star

RAYS: Drawing = (
    f"R {star(12, 32, 19)}",
    "Y M0-31 5-20 15.5-26.8 13-14.6 26.8-15.5 20-5 31 0 20 5 26.8 15.5 14.6 13 15.5 26.8 5 20"
    " 0 31-5 20-15.5 26.8-13 14.6-26.8 15.5-20 5-31 0-20-5-26.8-15.5-14.6-13-15.5-26.8-5-20Z",
    "Y M0-18A18 18 0 1 1 0 18 18 18 0 1 1 0-18Z",
)
SUNFLOWERS: Drawing = (
    "N M-33 124H33V134H-33ZM-33 134H33V144H-33Z",
    "-. M-22 124V134M-6 124V134M10 124V134M26 124V134M-28 134V144M-14 134V144M2 134V144M18"
    " 134V144",
    "-+| M-19 148V112",
    "G| M-19 138C-26 137-29 132-29 128-23 128-19 132-19 138ZM-19 131C-12 130-9 126-9 121-15"
    " 122-19 126-19 131Z",
    "G M-33 146C-20 142-8 146 2 144 14 142 24 146 33 143V162H-33Z",
    "-. M-26 154-25 149-23 154M-2 156-1 151 1 156M20 154 21 149 23 154",
)
SUNFLOWER: Drawing = (
    f"Y {star(10, 11, 6.6)}",
    "N M0-6A6 6 0 1 1 0 6 6 6 0 1 1 0-6Z",
    "-. M-4-4 4 4M4-4-4 4M0-6V6M-6 0H6",
)
CRESCENT: Drawing = (
    f"Y. {star(16, 33, 27)}",
    "B M0-27A27 27 0 1 1 0 27 27 27 0 1 1 0-27Z",
    "W M6-25.6A25.6 25.6 0 1 0 6 25.6C-1 22-5 17-5.6 12.6L-3.4 11.6C-4-0-5.6 7.6-4.4 6L-1 4.6"
    "C-2.4 1-5-3-4.6-6-5.4-14-1-21 6-25.6Z",
    "P. M-13-5.4Q-9.4-8.4-6.2-5.4-9.4-2.8-13-5.4Z",
    "K! M-8.6-7A1.7 1.7 0 1 1-8.7-3.6 1.7 1.7 0 1 1-8.6-7Z",
    "-. M-14.4-9.6Q-10-13-6-9.6M-5.4 12C-8 12-9.4 11-10.6 9.6",
    "C! M-14 3A3 2.6 0 1 1-14 8.2 3 2.6 0 1 1-14 3Z",
)
TOWERS: Drawing = (
    "P| M-31 134V100H-33V94H-30V97H-27V94H-24V97H-21V94H-18V100H-20V134Z",
    "R| M-27 113V108A2.4 2.4 0 0 1-22 108V113Z",
    "-.| M-31 120H-27M-24 120H-20M-28 126H-24M-31 104H-29",
)
DOG: Drawing = (
    "1 M-3 136C-4 130-8 126-9 118-8 113-5 110-4 106L-9 99C-8 97-6 97-4 99L-1 95 2 99 5 104"
    "C4 108 3 112 3 116 4 122 6 128 5 136Z",
    "-. M-4 106-1 104M0 101.4 1 101M-1 136C-1 130 1 126 1 122",
)
GREAT_STAR: Drawing = (
    "Y. M0-30 3-16 12-27.6 9-13.4 22-22 13-10 28-11.6 15-4 31 0 15 4 28 11.6 13 10 22 22 9 13.4"
    " 12 27.6 3 16 0 30-3 16-12 27.6-9 13.4-22 22-13 10-28 11.6-15 4-31"
    " 0-15-4-28-11.6-13-10-22-22-9-13.4-12-27.6-3-16Z",
    f"R {star(8, 22, 10)}",
    "-. M0-22V22M-22 0H22M-15.6-15.6 15.6 15.6M15.6-15.6-15.6 15.6",
    "Y M0-7.4A7.4 7.4 0 1 1 0 7.4 7.4 7.4 0 1 1 0-7.4Z",
    "B. M0-3.6A3.6 3.6 0 1 1 0 3.6 3.6 3.6 0 1 1 0-3.6Z",
)
TREE: Drawing = (
    "N M20 134C21 124 20 118 19 110H24C24 118 25 126 27 134Z",
    "G M22 84C28 84 31 89 30 93 34 96 33 104 28 105 26 110 18 110 16 106 10 106 9 98 13 95 12"
    " 89 16 84 22 84Z",
    "-. M18 92C20 90 24 90 25 93M15 100C18 98 21 100 22 102M26 98 29 97",
)
STREAMS: Drawing = (
    "B M-10 103C-8 112-8 126-9 138H-15C-14 126-14 114-15 107Z",
    "B M6 110C10 118 12 130 13 140H7C7 130 4 120 1 114Z",
)
RISING_SUN_BANK: Drawing = ("G M-33 124C-20 118-4 120 6 128 16 124 26 126 33 124V146H-33Z",)


def sun() -> str:
    """The Sun: a face in its rays over a wall with sunflowers."""
    flowers = at(draw(SUNFLOWER), -19, 108) + at(draw(SUNFLOWER), 19, 108)
    face = draw(RAYS) + draw(LIGHT_FACE)
    return draw(DROPS) + draw(SUNFLOWERS) + flowers + at(face, 0, 45)


def moon() -> str:
    """The Moon: her profile, two dogs baying, two towers and a pool."""
    dogs = at(draw(DOG, {"1": "Y"}), -7, 4) + at(draw(DOG, {"1": "N"}), 8, 4)
    stars = at(draw(LITTLE_STAR), -25, 12) + at(draw(LITTLE_STAR), 25, 12)
    ground = draw(TOWERS) + draw(HILLS[:1]) + dogs + draw(POOL)
    return stars + draw(DROPS[:3:2]) + ground + at(draw(CRESCENT), 0, 46)


def stars() -> str:
    """The Star: a great one among seven small ones, over jugs that are poured out."""
    small = [(-24, 13), (24, 13), (-25, 72), (25, 72), (-11, 86), (3, 94), (0, 9)]
    sky = "".join(at(draw(STAR_OF_EIGHT), x, y) for x, y in small)
    jugs = at(draw(JUG), -21, 106, 1, 70) + at(draw(JUG), -4, 114, 1, 65)
    ground = draw(TREE) + draw(RISING_SUN_BANK) + draw(STREAMS) + draw(POOL) + jugs
    return sky + ground + at(draw(GREAT_STAR), 0, 42)

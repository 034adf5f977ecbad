"""The picture of the README is drawn from the real program."""

from xml.etree import ElementTree

import pytest

import picture


@pytest.mark.slow
def test_the_program_is_played_and_drawn_without_anything_from_elsewhere() -> None:
    svg = picture.drawn()
    assert "@font-face" not in svg
    shown = "".join(ElementTree.fromstring(svg).itertext())
    assert picture.ANSWERS[0] in shown

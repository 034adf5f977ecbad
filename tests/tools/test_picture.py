"""The picture of the README is drawn from the real program."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import picture


@pytest.mark.slow
def test_the_program_is_played_and_drawn_without_anything_from_elsewhere(
    tmp_path: Path,
) -> None:
    console = picture.recorded(tmp_path)
    shown = console.export_text(clear=False)
    assert "Deal 1." in shown
    assert picture.ANSWERS[0] in shown
    svg = picture.drawn(console.export_svg(title="a title", unique_id=picture.MARK))
    assert "@font-face" not in svg
    assert ElementTree.fromstring(svg).tag.endswith("svg")

"""Cards move quickly, and not at all for whoever has asked his device for less motion."""

from __future__ import annotations

import random

import pytest

from browser.conftest import CALM, MOVING, NewViewer
from browser.playing import play_deals, set_table
from browser.viewer import Viewer

pytestmark = pytest.mark.slow

LONGEST = 250
"""Milliseconds that a motion may last."""

WATCH = """() => {
  window.motions = [];
  const look = () => {
    for (const one of document.getAnimations()) {
      const {duration, delay} = one.effect.getComputedTiming();
      window.motions.push(duration + delay);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def motions_of_a_deal(viewer: Viewer) -> list[float]:
    """Play a deal; give how long each motion lasts, as often as it is met, in milliseconds."""
    set_table(viewer, "calatafimi-2")
    viewer.page.evaluate(WATCH)
    play_deals([viewer], random.Random(1))
    found: list[float] = viewer.page.evaluate("window.motions")
    return found


def test_no_motion_lasts_longer_than_a_quarter_of_a_second(viewer: NewViewer) -> None:
    found = motions_of_a_deal(viewer(**MOVING))
    assert found
    assert max(found) <= LONGEST


def test_nothing_moves_for_whoever_wants_less_motion(viewer: NewViewer) -> None:
    found = motions_of_a_deal(viewer(**CALM))
    assert [one for one in found if one > 1] == []

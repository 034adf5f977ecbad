"""Playing a deal through its page: with the mouse, or with the keyboard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from browser.moments import NEWS, PLAYING, READ, Moment, Target
from browser.viewer import Viewer

STEPS = 400
"""More than any deal has: a test that plays on for ever fails."""
SPEAKS_ONCE_IN = 6
ON_A_CARD = {"x": 10, "y": 30}
"""Where a fanned card is never covered by its neighbour."""

Hand = Callable[[Viewer, Target], None]
Look = Callable[[Viewer, Moment], None]


def moment(viewer: Viewer) -> Moment:
    """Read the page."""
    return Moment(**viewer.page.evaluate(READ))


def open_against_bots(viewer: Viewer, game: str) -> None:
    """Go to the first page and click on a game: a table with bots."""
    viewer.go("/")
    viewer.page.click(f"button[name=game][value='{game}']")
    viewer.page.wait_for_selector("#table")


def click(viewer: Viewer, target: Target) -> None:
    """Choose with the mouse."""
    if target.amount:
        viewer.page.select_option(target.amount, target.choice)
    place = ON_A_CARD if target.kind == "card" else None
    viewer.page.click(target.selector, position=place)  # type: ignore[arg-type]


def wait_for_news(viewer: Viewer, seq: int, *, hurried: bool) -> None:
    """Return when the page shows another moment; if `hurried`, also when it asks already."""
    viewer.page.wait_for_function(NEWS, arg=[seq, hurried])


def play_deal(
    viewers: Sequence[Viewer],
    chance: random.Random,
    hand: Hand = click,
    look: Look | None = None,
) -> Counter[str]:
    """Play until the deal is over; give how often each kind of thing was chosen.

    `look` is called with every moment that one of the viewers is asked at.
    """
    chosen: Counter[str] = Counter()
    for _ in range(STEPS):
        now = {viewer: moment(viewer) for viewer in viewers}
        if any(one.phase != PLAYING for one in now.values()):
            return chosen
        asked = [viewer for viewer in viewers if now[viewer].turn == "own"]
        if not asked:
            first = viewers[0]
            wait_for_news(first, now[first].seq, hurried=True)
            continue
        viewer = chance.choice(asked)
        if look is not None:
            look(viewer, now[viewer])
        target = choose(now[viewer], chance)
        hand(viewer, target)
        chosen[target.kind] += 1
        wait_for_news(viewer, now[viewer].seq, hurried=False)
    raise AssertionError(f"the deal has not ended: {now}")


def choose(now: Moment, chance: random.Random) -> Target:
    """Choose by chance; what may be said aside is said now and then."""
    phrases = now.phrases()
    if phrases and not chance.randrange(SPEAKS_ONCE_IN):
        return chance.choice(phrases)
    targets = now.targets()
    assert targets, f"asked, but there is nothing to choose: {now}"
    return chance.choice(targets)

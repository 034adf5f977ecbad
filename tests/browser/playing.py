"""Playing a deal through its page: with the mouse, or with the keyboard."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from playwright.sync_api import Locator, TimeoutError

from browser.moments import NEWS, PLAYING, READ, Moment, Target
from browser.viewer import PATIENCE, Viewer
from matto.engine.cards import NUMBER
from matto.games import catalogue

FEW_CARDS = "barcellona-4"
"""A game in which each plays sixteen cards in every deal, and is asked nothing else."""

MOST_DEALS = 40
STEPS = 400
"""More than any deal has: a test that plays on for ever fails."""
SPEAKS_ONCE_IN = 6
SUIT_OF = {"F": "T"}
"""The Fool is picked among the trumps."""
LOOK_AGAIN = 15
"""Milliseconds."""
OWN = "own"
AT_ONCE = 0
OPEN, QUICK = "open", "rule"
SET = re.compile("Set the table|Tisch decken")
ON_A_CARD = {"x": 10, "y": 20}
"""Where a fanned card is never covered by its neighbour or a raised one of the next row."""

Hand = Callable[[Viewer, Target], None]
Display = Callable[[Viewer, Moment], None]
GoOn = Callable[[Viewer], None]


def moment(viewer: Viewer) -> Moment:
    """Read the page."""
    return Moment(**viewer.page.evaluate(READ))


def set_table(
    viewer: Viewer, game: str, *, open_seats: Sequence[int] = (), turn: str = ""
) -> str:
    """Set a table up with its form, with quick bots in the seats that are not open.

    `turn`: how many seconds there are for an answer, if that is to be limited.
    """
    page = viewer.go(f"/new/{game}")
    for seat in range(1, catalogue()[game].seats):
        page.select_option(f"#who_{seat}", OPEN if seat in open_seats else QUICK)
    page.select_option("#pace", index=AT_ONCE)
    if turn:
        page.select_option("#turn", turn)
    page.fill("#name", viewer.name)
    page.get_by_role("button", name=SET).click()
    page.wait_for_selector("#table")
    if open_seats:
        page.click("#ready")
    return urlsplit(page.url).path


def sit_down(viewer: Viewer, table: str, seat: int) -> None:
    """Go to a table by its link, take a seat and be ready."""
    page = viewer.go(table)
    page.fill("#sit-name", viewer.name)
    page.click(f"#sit-{seat}")
    page.wait_for_selector(f"#table[data-seat='{seat}']")
    page.click("#ready")


def click(viewer: Viewer, target: Target) -> None:
    """Choose with the mouse."""
    if target.amount:
        viewer.page.select_option(target.amount, target.choice)
    place = ON_A_CARD if target.kind == "card" else None
    if target.choice in NUMBER and not viewer.page.is_visible(target.selector):
        viewer.page.click(f"label[for=suit-{SUIT_OF.get(target.choice, target.choice[0])}]")
    viewer.page.click(target.selector, position=place)  # type: ignore[arg-type]


def click_next(viewer: Viewer) -> None:
    """Ask for the next deal."""
    viewer.page.click("#next")


def wait_for_news(viewer: Viewer, seq: int) -> None:
    """Return when the page shows another moment, and has sent what it had to send."""
    try:
        viewer.page.wait_for_function(NEWS, arg=seq)
    except TimeoutError as error:
        told = viewer.page.inner_text("#why"), viewer.page.inner_text("#wire")
        raise AssertionError(f"nothing happens: {moment(viewer)}, {told}") from error


def play_deal(
    viewers: Sequence[Viewer],
    rng: random.Random,
    hand: Hand = click,
    display: Display | None = None,
) -> Counter[str]:
    """Play until the deal is over; give how often each kind of thing was chosen.

    `look` is called with every moment that one of the viewers is asked at.
    """
    chosen: Counter[str] = Counter()
    while True:
        asked = wait_to_be_asked(viewers)
        if asked is None:
            return chosen
        viewer, now = asked
        assert chosen.total() < STEPS, f"the deal does not end: {now}"
        if display is not None:
            display(viewer, now)
            if moment(viewer) != now:  # others have spoken while it was looked at
                continue
        target = choose(now, rng)
        hand(viewer, target)
        chosen[target.kind] += 1
        wait_for_news(viewer, now.seq)


def play_on(
    viewers: Sequence[Viewer],
    rng: random.Random,
    choices: int,
    hand: Hand = click,
    display: Display | None = None,
) -> None:
    """Make so many choices, also in the next deals, where the end of one is not the matter."""
    made = 0
    while made < choices:
        asked = wait_to_be_asked(viewers)
        if asked is None:
            next_deal(viewers)
            continue
        viewer, now = asked
        if display is not None:
            display(viewer, now)
            if moment(viewer) != now:
                continue
        hand(viewer, choose(now, rng))
        made += 1
        wait_for_news(viewer, now.seq)


def play_until_one_is_barred(one: Viewer, rng: random.Random) -> Locator:
    """Play until she is to play a card, and may not play some; gives the first of these."""
    barred = one.page.locator("#hand .card[aria-disabled=true]").first
    while not (moment(one).cards and moment(one).turn == OWN and barred.count()):
        play_on([one], rng, 1)
        wait_to_be_asked([one])
    return barred


def play_deals(
    viewers: Sequence[Viewer],
    rng: random.Random,
    hand: Hand = click,
    display: Display | None = None,
    *,
    cards: int = 1,
    go_on: GoOn = click_next,
) -> None:
    """Play until a deal with tricks and so many cards chosen is over: some are thrown in."""
    for _ in range(MOST_DEALS):
        chosen = play_deal(viewers, rng, hand, display)
        if chosen["card"] >= cards and viewers[0].page.locator("#trick .laid").count():
            return
        next_deal(viewers, go_on)
    raise AssertionError("no deal is played")


def next_deal(viewers: Sequence[Viewer], go_on: GoOn = click_next) -> None:
    """Let all ask for the next deal, and wait until it is played."""
    for viewer in viewers:
        go_on(viewer)
    dealt(viewers)


def dealt(viewers: Sequence[Viewer]) -> None:
    """Wait until all see that a deal is played."""
    for viewer in viewers:
        viewer.page.wait_for_selector("#table[data-phase='playing']")


def wait_to_be_asked(viewers: Sequence[Viewer]) -> tuple[Viewer, Moment] | None:
    """Wait until all show the same moment and one is asked; None when the deal is over."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        now = {viewer: moment(viewer) for viewer in viewers}
        if any(one.phase != PLAYING for one in now.values()):
            return None
        up_to_date = len({one.seq for one in now.values()}) == 1
        for viewer, one in now.items():
            if one.turn == OWN and up_to_date:
                return viewer, one
        viewers[0].page.wait_for_timeout(LOOK_AGAIN)
    raise AssertionError(f"nobody is asked: {now}")


def choose(now: Moment, rng: random.Random) -> Target:
    """Choose by chance; what may be said aside is said now and then."""
    phrases = now.phrases()
    if phrases and not rng.randrange(SPEAKS_ONCE_IN):
        return rng.choice(phrases)
    targets = now.targets()
    assert targets, f"asked, but there is nothing to choose: {now}"
    return rng.choice(targets)

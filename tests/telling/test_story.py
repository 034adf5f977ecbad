"""The story of a deal: what each seat has seen, and no card more; what is told stays told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from matto.engine.events import ALL, Event
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import LANGUAGES, translator
from matto.games import catalogue
from matto.games import game as find_game
from matto.telling.naming import Naming
from matto.telling.story import OTHERS, CardPiece, Marked, StoryEntry, names_of
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN
from telling.deals import cards_seen, naming_of, played, told

SEEDS = range(3)

WRITTEN = re.compile(r"[♠♣♥♦](?:10|[2-9AKQCJ])|(?<!\w)T(?:2[01]|1?\d)(?!\w)")
UNREADABLE = re.compile(
    rf"{WRITTEN.pattern}|[♠♣♥♦]|\w_\w|[{{}}\0]|(?<!\w)[SBCD](?:10|\d)(?!\w)"
)
ENGLISH = re.compile(r"\b(the|your|you|trick|takes|take|dealt|lays|of|and|with|shows|trump)\b")


def last_of(game: str, seed: int) -> Run:
    *_, run = played(catalogue()[game], seed)
    return run


def views(run: Run) -> list[View]:
    return [run.view(seat) for seat in (None, *range(run.game.seats))]


# -- nobody is told what his seat has not seen -----------------------------------------------


def check_names_only_seen(rows: Sequence[StoryEntry], view: View, naming: Naming) -> None:
    """Cards, and whatever is written like one, were seen by the seat when the row was told."""
    for row in rows:
        seen = cards_seen(view.events[: row.last + 1])
        labels = {naming.short(card) for card in seen}
        cards = {piece.card for piece in row.pieces if isinstance(piece, CardPiece)}
        assert cards <= seen, row.text
        said = "".join(str(p) for p in row.pieces if not _explains(p))
        assert set(WRITTEN.findall(said)) <= labels, row.text


def _explains(piece: object) -> bool:
    return isinstance(piece, Marked) and piece.mark == "meaning"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SIXTEEN)
def test_a_story_names_no_card_that_its_seat_has_not_seen(game: str, language: str) -> None:
    for seed in SEEDS:
        run = last_of(game, seed)
        for view in views(run):
            check_names_only_seen(told(run, view, language), view, naming_of(run, language))


@pytest.mark.parametrize("game", SIXTEEN)
def test_the_guard_sees_a_story_that_is_told_from_all_events(game: str) -> None:
    run = next(played(catalogue()[game], 0))
    open_events = [msgspec.structs.replace(event, seen_by=ALL) for event in run.events]
    leaking = View(run.setup, open_events, 0, None)
    with pytest.raises(AssertionError):
        check_names_only_seen(told(run, leaking, "en"), run.view(0), naming_of(run, "en"))


def test_the_guard_sees_a_card_that_is_only_written() -> None:
    run = Run.shuffled(find_game("mineo-3"), seed=1)
    view = run.view(0)
    (hidden, *_) = [
        card for card in run.setup.pack.codes if card not in cards_seen(view.events)
    ]
    naming = naming_of(run, "en")
    row = StoryEntry(9, 1, "says", "line", (f"Aurelio has {naming.label(hidden)}",), 9)
    with pytest.raises(AssertionError):
        check_names_only_seen([row], view, naming)


# -- what is told stays told -----------------------------------------------------------------


def check_goes_on(before: Sequence[StoryEntry], after: Sequence[StoryEntry]) -> None:
    """The rows stay as they are, but the last of them may have grown."""
    assert len(after) >= len(before)
    if not before:
        return
    *settled, last = before
    assert list(after[: len(settled)]) == settled
    grown = after[len(settled)]
    assert (grown.number, grown.kind, grown.tone) == (last.number, last.kind, last.tone)
    assert grown.last >= last.last
    assert set(last.pieces) <= set(grown.pieces)
    if last.kind != "dealt" and last.tone != "quiet":
        assert grown == last


def check_numbers(rows: Sequence[StoryEntry], view: View) -> None:
    """Each row tells events of its own, in their order."""
    for row, following in pairwise(rows):
        assert row.number <= row.last < following.number
    assert all(view.events[row.number].kind == row.kind for row in rows)
    assert all(row.last < len(view.events) for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("game", ONE_IN_THE_QUICK_LOOP)
def test_rows_are_added_and_only_the_last_one_grows(game: str) -> None:
    for seed in SEEDS[:2]:
        before: list[tuple[StoryEntry, ...]] = []
        for run in played(catalogue()[game], seed):
            now = [told(run, view, "en") for view in views(run)]
            for earlier, later, view in zip(before, now, views(run), strict=False):
                check_goes_on(earlier, later)
                check_numbers(later, view)
            before = now


def test_the_guard_sees_a_row_that_is_told_anew() -> None:
    run = last_of("mineo-3", 1)
    rows = told(run, run.view(0), "en")
    changed = msgspec.structs.replace(rows[2], pieces=("Something else",))
    with pytest.raises(AssertionError):
        check_goes_on(rows, (*rows[:2], changed, *rows[3:]))
    with pytest.raises(AssertionError):
        check_goes_on(rows, rows[:-1])
    with pytest.raises(AssertionError):
        check_numbers((rows[1], rows[0]), run.view(0))


# -- the words -------------------------------------------------------------------------------


def check_can_be_read(words: str, language: str) -> None:
    """No code, no sign, no raw word and no place to fill; in German no English."""
    for mark in (UNREADABLE, *((ENGLISH,) if language == "de" else ())):
        assert mark.search(words) is None, words


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SIXTEEN)
def test_every_row_can_be_read_out(game: str, language: str) -> None:
    for seed in SEEDS:
        run = last_of(game, seed)
        for view in views(run):
            for row in told(run, view, language):
                said = (p if isinstance(p, str) else p.spoken for p in row.pieces)
                assert row.spoken == "".join(said)
                check_can_be_read(row.spoken, language)


@pytest.mark.parametrize(
    "words",
    ["Aurelio ♠10", "Aurelio: “chiamo T19 Palla”", "“sans_prendre”", "{name} takes", "D7"],
)
def test_the_guard_sees_what_cannot_be_read_out(words: str) -> None:
    with pytest.raises(AssertionError):
        check_can_be_read(words, "en")


def test_the_guard_sees_english_in_a_german_story() -> None:
    with pytest.raises(AssertionError):
        check_can_be_read("Aurelio: 10 of cups", "de")


@pytest.mark.parametrize(
    ("language", "you"), [("en", r"\byour?\b"), ("de", r"\b(du|dir|dich|deine?[nrs]?)\b")]
)
def test_a_sentence_on_another_does_not_speak_to_whoever_reads_it(
    language: str, you: str
) -> None:
    for kind, sentence in OTHERS.items():
        told_of = translator(language)(sentence)
        assert kind == "is given by you" or not re.search(you, told_of, re.IGNORECASE), told_of


@pytest.mark.clause("mitigatti-4 6.6")
def test_with_all_cards_open_the_reminder_of_a_card_names_its_holder() -> None:
    run = Run.shuffled(find_game("mitigatti-4"), seed=1)
    view = View(
        run.setup,
        [Event("claim stands", 2, ("T1",)), Event("claim lost", 2, ("T1",))],
        None,
        None,
    )
    stands, lost = (row.text for row in told(run, view, "de"))
    name = names_of(4, -1, "")[2]
    assert stands.startswith(f"{name} bekommt T1 ")
    assert lost.startswith(f"{name} hat ")

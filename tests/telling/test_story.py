"""The story of a deal: what each seat has seen, and no card more; rows told once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from matto.blocks.auction import SILENCE
from matto.engine.events import ALL, Event
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import LANGUAGES, translator
from matto.games import catalogue
from matto.games import game as find_game
from matto.telling.naming import Naming
from matto.telling.story import (
    OTHERS,
    SEAT_NAMES,
    CardPiece,
    Marked,
    StoryEntry,
    Telling,
    best_of,
    names_of,
    story,
)
from sixteen import THREE
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
@pytest.mark.parametrize("game", THREE)
def test_a_story_names_no_card_that_its_seat_has_not_seen(game: str, language: str) -> None:
    for seed in SEEDS:
        run = last_of(game, seed)
        for view in views(run):
            check_names_only_seen(told(run, view, language), view, naming_of(run, language))


@pytest.mark.parametrize("game", THREE)
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
@pytest.mark.parametrize("game", THREE)
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
@pytest.mark.parametrize("game", THREE)
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


# -- what is told together, what is told once, what is not told --------------------------

GAME = "mineo-3"
RUN = Run.shuffled(find_game(GAME), seed=1)
NAMING = naming_of(RUN, "en")
NAMES = names_of(3, 0, "You")
ME, OTHER, THIRD = 0, 1, 2


def view_of(events: Sequence[Event], seat: int | None = ME) -> View:
    return View(RUN.setup, events, seat, None)


def rows(*events: Event, seat: int | None = ME) -> tuple[StoryEntry, ...]:
    return story(view_of(events, seat), NAMING, NAMES, seat)


def texts(*events: Event, seat: int | None = ME) -> list[str]:
    return [row.text for row in rows(*events, seat=seat)]


def dealt(*cards: str) -> Event:
    return Event("dealt", ME, cards, 1 << ME, 1)


def said(kind: str, seat: int, *words: str) -> Event:
    return Event(kind, seat, words)


def test_packets_with_nothing_told_between_them_share_a_row() -> None:
    packet = Event("packet", ME, ("2",))
    (row,) = rows(dealt("T5", "SK"), packet, dealt("S7", "T20"))
    assert row.text == "You are dealt ♠K, ♠7, T20 Giove, T5"
    assert (row.number, row.last) == (0, 2)


def test_packets_with_words_between_them_have_rows_of_their_own() -> None:
    spoken = said("talk", OTHER, "passo")
    assert texts(dealt("SK"), spoken, dealt("S7")) == [
        "You are dealt ♠K",
        "Aurelio: “passo”",
        "You are dealt ♠7",
    ]


@pytest.mark.parametrize("kind", ["play", "trick"])
def test_packets_are_told_before_the_cards_that_are_played(kind: str) -> None:
    first, second = rows(dealt("SK"), Event(kind, OTHER, ("S7",)))
    assert (first.kind, second.kind) == ("dealt", kind)


def test_those_who_say_nothing_share_a_row() -> None:
    silent = [said("announce", seat, SILENCE) for seat in (OTHER, THIRD)]
    (row,) = rows(*silent)
    assert row.text == "Silent: Aurelio, Brigida"
    assert (row.number, row.last, row.tone) == (0, 1, "quiet")
    (_, _, third) = rows(silent[0], said("announce", ME, "scommessa"), silent[1])
    assert third.text == "Silent: Brigida"


def test_silence_among_the_cards_is_told_only_of_one_who_was_asked() -> None:
    card = Event("play", OTHER, ("S7",))
    assert texts(card, said("announce", THIRD, SILENCE)) == ["Aurelio ♠7"]
    assert texts(card, said("say", THIRD, SILENCE))[1:] == ["Silent: Brigida"]


def test_what_a_word_means_is_told_the_first_time_that_another_says_it() -> None:
    word = "scommessa"
    mine, first, again = rows(*(said("announce", seat, word) for seat in (ME, OTHER, THIRD)))
    meaning = NAMING.meaning(word)
    assert meaning
    assert mine.text == "You: “scommessa”"
    assert first.pieces == (
        Marked("Aurelio: ", "speaker", "Aurelio: "),
        Marked("“scommessa”", "said", "“scommessa”"),
        Marked(f" – {meaning}", "meaning", f" – {meaning}"),
    )
    assert again.text == "Brigida: “scommessa”"


def test_a_card_given_is_told_once_with_giver_and_taker() -> None:
    gives = Event("gives", OTHER, ("SK",), 1 << OTHER | 1 << ME, -1)
    takes = Event("takes", ME, ("SK",), 1 << ME, 1)
    given = Event("has given", OTHER, (str(ME),))
    assert texts(gives, takes, given) == ["Aurelio gives you ♠K"]
    view, names = view_of([gives, takes, given], THIRD), names_of(3, THIRD, "You")
    assert [row.text for row in story(view, NAMING, names, THIRD)] == [
        "Brigida gives a card, face down. It goes to: Aurelio"
    ]


def test_one_is_not_told_what_one_has_done_oneself_but_the_others_are() -> None:
    seen = said("has seen the bottom card", OTHER)
    assert texts(seen) == ["Aurelio has looked at the bottom card."]
    assert texts(said("has seen the bottom card", ME)) == []


def test_a_trick_is_told_card_by_card_with_words_between_and_then_who_takes_it() -> None:
    told = rows(
        Event("play", OTHER, ("S7",)),
        said("says", OTHER, "fatto_e"),
        Event("play", THIRD, ("SK",)),
        Event("play", ME, ("T20",)),
        Event("trick", ME, ("T20",)),
        Event("play", ME, ("T5",)),
    )
    assert [row.tone for row in told] == ["card", "word", "card", "card", "trick", "card"]
    assert [row.trick for row in told] == [1, 1, 1, 1, 1, 2]
    assert told[3].pieces == ("You ", CardPiece("T20", "T20 Giove", "trump 20, Giove"))
    assert told[4].text == "you take the trick"
    assert told[5].spoken == "You trump 5"


def test_an_onlooker_is_told_of_all_by_their_names() -> None:
    names = names_of(3, -1, "")
    view = view_of([dealt("SK"), said("bid", ME, "solo"), Event("trick", ME, ("SK",))], None)
    found = [row.text for row in story(view, NAMING, names, None)]
    assert found == ["Aurelio: “solo”", "Aurelio takes the trick"]


def test_open_hands_are_told_of_each_seat() -> None:
    both = [Event("dealt", seat, (card,), ALL, 1) for seat, card in enumerate(("SK", "S7"))]
    found = [row.text for row in story(view_of(both, None), NAMING, SEAT_NAMES, None)]
    assert found == ["Aurelio is dealt ♠K", "Brigida is dealt ♠7"]


def test_told_event_by_event_the_rows_are_the_same() -> None:
    events = [dealt("SK"), said("bid", OTHER, "solo"), Event("play", OTHER, ("S7",))]
    telling = Telling(NAMING, NAMES, ME)
    one_by_one = [row for event in events for row in telling.tell(event)]
    assert [*one_by_one, *telling.rest()] == list(rows(*events))
    assert telling.rest() == []


@pytest.mark.parametrize(
    ("lying", "best"),
    [
        ([], None),
        ([(1, "S7")], 1),
        ([(1, "S7"), (2, "SK"), (0, "C9")], 2),
        ([(1, "S7"), (2, "SK"), (0, "T5")], 0),
        ([(1, "S7"), (2, "F")], 1),
    ],
)
def test_who_takes_the_trick_so_far(lying: list[tuple[int, str]], best: int | None) -> None:
    assert best_of(view_of([]), lying) == best

"""Rows of a story made by hand: what is told together, what is told once, what is not told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from matto.blocks.auction import SILENCE
from matto.engine.events import ALL, Event
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.telling.story import (
    SEAT_NAMES,
    CardPiece,
    Marked,
    StoryEntry,
    Telling,
    best_of,
    names_of,
    story,
)
from telling.deals import naming_of

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

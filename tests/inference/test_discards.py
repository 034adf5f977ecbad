"""Other cards are laid away in drawn worlds, and everything known stays true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from inference.enumerating import consistent, ways_at_all
from inference.exactly import contains
from inference.positions import views_of
from inference.test_known import chance_of
from matto.engine.cards import CODES, NUMBER, PLAIN_BIT, TAROCK_BIT
from matto.games import game as find_game
from matto.kernel.layout import Reals
from matto.players.inference import Drawn, OtherView, Worlds
from matto.players.inference.placement import PlaceKind
from matto.players.inference.resampling import resample_discards
from matto.research.testing.checks import Case, default_cases

NONE_LAID_AWAY = {"barcellona-4", "calatafimi-2", "priestertarock"}
LAYING_AWAY = [case for case in default_cases() if case.game.id not in NONE_LAID_AWAY]


def others_away(case: Case, deals: int, often: float) -> Iterator[Worlds]:
    """Views of seats that do not see what another has laid away, at any later question."""
    for run, view in views_of(case, deals, often):
        if view.seat is not None:
            worlds = Worlds(run.game, view)
            if any(place.kind is PlaceKind.AWAY for place in worlds.places):
                yield worlds


def by_chance(worlds: Worlds, seed: int) -> dict[int, Reals]:
    rng = np.random.default_rng(seed)
    return {seat: rng.normal(0, 3, len(CODES)) for seat in range(worlds.view.seats)}


def evenly(worlds: Worlds) -> dict[int, Reals]:
    return {seat: np.zeros(len(CODES)) for seat in range(worlds.view.seats)}


def checked(worlds: Worlds, seed: int) -> int:
    """Lay other cards away by chance, play the deals again; gives how many changed."""
    drawn = worlds.draw(12, seed)
    other = resample_discards(worlds, drawn, by_chance(worlds, seed), seed)
    for number in range(len(other)):
        run = worlds.run(other, number)
        assert contains(worlds, run)
        laid = [{NUMBER[card] for card in cards} for cards in run.table.laid_away]
        for place, seat in ((p, p.seat) for p in worlds.places if p.kind is PlaceKind.AWAY):
            assert set(other.lying[number, column(worlds, place)].tolist()) <= laid[seat]
    return int((drawn.lying != other.lying).any(axis=1).sum())


def column(worlds: Worlds, place: object) -> slice:
    room = worlds.counts[0].reduced.problem.room
    number = list(worlds.places).index(place)  # type: ignore[arg-type]
    return slice(sum(room[:number]), sum(room[: number + 1]))


@pytest.mark.slow
@pytest.mark.parametrize("case", LAYING_AWAY, ids=str)
def test_other_cards_laid_away_look_the_same_to_everybody_else(case: Case) -> None:
    changed = sum(
        checked(worlds, seed) for seed, worlds in enumerate(others_away(case, 12, 0.06))
    )
    assert changed


def test_in_a_game_other_cards_laid_away_look_the_same_to_everybody_else() -> None:
    game = find_game("tortorici-3")
    case = Case(game, game.resolve())
    assert sum(checked(w, seed) for seed, w in enumerate(others_away(case, 6, 0.06)))


def faulty_endings(case: Case, deals: int) -> Iterator[str]:
    """Endings in which worlds with other cards laid away, none leaning, are uneven."""
    for worlds in others_away(case, deals, 0.5):
        if not 2 <= ways_at_all(worlds) <= 200:
            continue
        happens = consistent(worlds)
        drawn = worlds.draw(60 * len(happens), 1)
        other = resample_discards(worlds, drawn, evenly(worlds), 2)
        found = Counter(lying_of(worlds, other))
        if found.keys() - happens.keys():
            yield "worlds that cannot be"
        elif chance_of(found, happens) < 1e-6:
            yield "uneven worlds"
        else:
            yield ""


def lying_of(worlds: Worlds, drawn: Drawn) -> Iterator[tuple[frozenset[str], ...]]:
    columns = [column(worlds, place) for place in worlds.places]
    for row in drawn.lying.tolist():
        yield tuple(frozenset(CODES[card] for card in row[part]) for part in columns)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["tortorici-3", "calatafimi-3", "mitigatti-3"])
def test_where_no_card_leans_worlds_stay_even(game_id: str) -> None:
    game = find_game(game_id)
    faults = list(faulty_endings(Case(game, game.resolve()), 15))
    assert len(faults) > 3
    assert not any(faults)


def test_cards_that_lean_to_be_laid_away_are_laid_away() -> None:
    game = find_game("tortorici-3")
    worlds = next(others_away(Case(game, game.resolve()), 6, 0.2))
    drawn = worlds.draw(200, 1)
    (place,) = (place for place in worlds.places if place.kind is PlaceKind.AWAY)
    part = column(worlds, place)
    usual = Counter(drawn.lying[:, part].ravel().tolist())
    wished = usual.most_common(1)[0][0]
    leaning = {place.seat: np.where(np.arange(len(CODES)) == wished, 8.0, 0.0)}
    found = resample_discards(worlds, drawn, leaning, 2).lying[:, part]
    had = [place.seat == seat for seat in holders(worlds, drawn, wished)]
    assert (found == wished).any(axis=1).sum() > 0.9 * sum(had)


def holders(worlds: Worlds, drawn: Drawn, card: int) -> Iterator[int]:
    """In whose hand a card lies, or by whom it was laid away, in each world."""
    room = worlds.counts[0].reduced.problem.room
    places = [
        place for place, size in zip(worlds.places, room, strict=True) for _ in range(size)
    ]
    for row in drawn.lying.tolist():
        yield places[row.index(card)].seat


@pytest.mark.slow
def test_the_words_of_hands_say_what_the_columns_say() -> None:
    game = find_game("mineo-3")
    for seed, worlds in enumerate(others_away(Case(game, game.resolve()), 5, 0.1)):
        other = resample_discards(worlds, worlds.draw(5, seed), by_chance(worlds, seed), seed)
        for number in range(len(other)):
            run = worlds.run(other, number)
            for seat in range(game.seats):
                table = run.table
                assert set(
                    cards_of(other.plain[number, seat], other.tarocks[number, seat])
                ) == (set(table.hand(seat)))


def cards_of(plain: int, tarocks: int) -> Iterator[str]:
    for number, code in enumerate(CODES):
        if (int(plain) & PLAIN_BIT[number]) | (int(tarocks) & TAROCK_BIT[number]):
            yield code


# -- planted faults ------------------------------------------------------------------------


def test_cards_that_may_not_change_places_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.players.inference.resampling._sign", lambda *_: ())
    game = find_game("tortorici-3")
    with pytest.raises((AssertionError, OtherView)):
        for seed, worlds in enumerate(others_away(Case(game, game.resolve()), 20, 0.3)):
            checked(worlds, seed)


def test_nothing_changes_where_nobody_is_known_to_lean() -> None:
    game = find_game("tortorici-3")
    worlds = next(others_away(Case(game, game.resolve()), 6, 0.2))
    drawn = worlds.draw(20, 3)
    before = drawn.lying.copy()
    assert np.array_equal(resample_discards(worlds, drawn, {}, 2).lying, before)
    assert not np.array_equal(
        resample_discards(worlds, drawn, by_chance(worlds, 1), 2).lying, before
    )
    assert np.array_equal(drawn.lying, before)

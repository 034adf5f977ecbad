"""What a seat sees as numbers: names, planes, and choices as indices, in all games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import catalogue, game
from matto.players.encoding import Encoding, NotEncoded, encoding_of
from matto.players.encoding.observation import Observer
from matto.players.encoding.vector_layout import Plane, layout_of, words_of
from sixteen import SIXTEEN


def moments(game_id: str, seed: int = 0) -> Iterator[Run]:
    """A deal by chance, before each card that is played."""
    rng = random.Random(seed)
    run = Run.shuffled(game(game_id), seed=seed)
    while run.decision is not None:
        if run.decision.kind == "play":
            yield run
        run.do(rng.choice(run.decision.options))


def marked(encoding: Encoding, observation: np.ndarray, plane: str) -> set[str]:
    """The names of what is marked in a plane, without the plane's own."""
    where = encoding.planes[plane]
    return {
        encoding.names[where.start + place].removeprefix(plane).strip()
        for place in np.flatnonzero(observation[where])
    }


@pytest.mark.slow
def test_every_entry_and_every_action_has_a_name_of_its_own() -> None:
    for one in catalogue().values():
        encoding = encoding_of(one)
        assert len(encoding.names) == encoding.shape[0]
        assert len(set(encoding.names)) == len(encoding.names)
        assert len(set(encoding.actions)) == len(encoding.actions)


@pytest.mark.parametrize("game_id", catalogue())
def test_the_words_of_each_value_of_an_option_are_found_whatever_was_asked_before(
    game_id: str,
) -> None:
    play = game(game_id)
    every = [dict(play.resolve(), **{one.name: v}) for one in play.options for v in one.values]
    said = [play.words(play.resolve(one)) for one in every]
    found = words_of(play).by_kind
    for words in said:
        assert all(set(listed) <= set(found[kind]) for kind, listed in words.items())


def test_the_planes_follow_one_another_without_a_gap() -> None:
    encoding = encoding_of(game("mineo-4"))
    ends = [0, *(where.stop for where in encoding.planes.values())]
    assert [where.start for where in encoding.planes.values()] == ends[:-1]
    assert ends[-1] == encoding.shape[0]


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_hand_trick_and_played_cards_are_those_of_the_view(game_id: str) -> None:
    encoding = encoding_of(game(game_id))
    for run in moments(game_id):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        assert view.seat is not None
        observation = encoding.observe(view)
        assert marked(encoding, observation, "hand") == set(view.hand)
        assert marked(encoding, observation, "lying") == {card for _, card in view.lying}
        played = {
            f"{(seat - view.seat) % view.seats} {card}" for seat, card in view.heard("play")
        }
        assert marked(encoding, observation, "played") == played
        assert (observation * encoding.scale).max() <= 1


def test_a_masked_action_is_a_choice_and_back() -> None:
    for run in moments("marolles"):
        encoding, asked = encoding_of(run.game), run.decision
        assert asked is not None
        actions = np.flatnonzero(encoding.mask(asked))
        assert {encoding.choice(asked, int(action)) for action in actions} == set(asked.options)
        assert {encoding.number(asked, word) for word in asked.options} == set(actions)


def test_what_is_given_to_write_into_is_written_over() -> None:
    run = next(moments("mineo-3"))
    encoding, view, asked = encoding_of(run.game), run.view(1), run.decision
    assert asked is not None
    out = np.full(encoding.shape, 7, dtype=np.float32)
    assert encoding.observe(view, out) is out
    assert np.array_equal(out, encoding.observe(view))
    mask = np.ones(len(encoding.actions), dtype=np.int8)
    assert encoding.mask(asked, mask) is mask
    assert np.array_equal(mask, encoding.mask(asked))


@pytest.mark.slow
def test_a_view_is_read_on_as_it_is_read_from_its_beginning() -> None:
    """Whatever was read before: an earlier view, another deal, one begun otherwise."""
    one, rng = game("mineo-4"), random.Random(4)
    encoding = encoding_of(one)
    run, again = Run.shuffled(one, seed=4), Run.shuffled(one, seed=4)
    views = []
    for _ in range(60):
        assert run.decision is not None
        choice = rng.choice(run.decision.options)
        run.do(choice)
        again.do(choice)
        views += [run.view(seat) for seat in range(4)] + [again.view(0), run.fork().view(1)]
    fresh = [Observer(one, layout_of(one)).row(view, view.seat or 0) for view in views]
    for order in (views, views[::-1], rng.sample(views, len(views))):
        for view in order:
            assert encoding.observe(view).tobytes() == fresh[views.index(view)]
    shorter = views[-1].before("play")
    assert encoding.observe(shorter).tobytes() == Observer(one, layout_of(one)).row(shorter, 1)


def test_what_cannot_be_encoded_is_refused_with_a_sentence() -> None:
    run = next(moments("mineo-3"))
    encoding, asked = encoding_of(run.game), run.decision
    assert asked is not None

    def other_game() -> View:
        return Run.shuffled(game("mineo-4"), seed=1).view(0)

    with pytest.raises(NotEncoded, match="onlookers"):
        encoding.observe(run.view(None))
    with pytest.raises(NotEncoded, match="not mineo-4"):
        encoding.observe(other_game())
    with pytest.raises(NotEncoded, match="no choice"):
        encoding.number(asked, "nonsense")
    with pytest.raises(NotEncoded, match="not among"):
        encoding.choice(asked, 10_000)
    with pytest.raises(NotEncoded, match=r"Version 1 .* take 2"):
        encoding_of(run.game, version=1)


def test_an_entry_that_is_always_nought_is_scaled_like_any_other() -> None:
    """As the points of a game in which no card counts."""
    layout = replace(layout_of(game("mineo-3")), planes=(Plane("points", ("0", "1"), (0, 4)),))
    assert layout.scale.tolist() == [1.0, 0.25]

"""What people and bots at a table are called: nobody is taken for another."""

from __future__ import annotations

from itertools import product

import pytest

from matto.engine.run import Run
from matto.games import game
from matto.server.http.requests import Display, tidy_name
from matto.server.tables.commands import OTHER_NAMES, Leave, Sit, bot_name, checked_name
from matto.server.tables.errors import BadCommand
from matto.server.tables.views import SeatedPlayer
from matto.server.web.page_context import PageContext
from matto.telling.story import SEAT_NAMES
from server.table_views import seen_of
from server.tables import ANNA, BRUNO, Recorded, order, refused

EN = Display("en")
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def bots_and(names: dict[int, str], seats: int = 4) -> tuple[SeatedPlayer, ...]:
    """People in some seats, and a bot in every other."""
    return tuple(
        SeatedPlayer(seat, names.get(seat, ""), bot="" if seat in names else "rule")
        for seat in range(seats)
    )


def called(names: dict[int, str], seats: int = 4) -> list[str]:
    """What everybody is called at a table of people and bots."""
    players = bots_and(names, seats)
    return [player.name or bot_name(player.seat, players) for player in players]


# -- bots give way -----------------------------------------------------------------------


def test_a_bot_gives_way_to_a_person_with_its_name_on_every_page() -> None:
    run = Run.shuffled(game("barcellona-4"), seed=1)
    sitting = bots_and({0: "Ada", 1: " celestino"})
    for viewer, sides in product((None, 0, 1), (None, ())):
        names = PageContext(seen_of(run, viewer, sitting=sitting), EN, sides=sides).names
        assert names[2:] == (OTHER_NAMES[2], SEAT_NAMES[3])


def test_a_bot_gives_way_to_the_viewer_too() -> None:
    run = Run.shuffled(game("barcellona-4"), seed=1)
    context = PageContext(seen_of(run, 0, sitting=bots_and({0: "Celestino"})), EN)
    assert context.names == ("You", SEAT_NAMES[1], OTHER_NAMES[2], SEAT_NAMES[3])


def test_other_bots_keep_their_names_when_one_gives_way() -> None:
    assert called({0: "Ada"}) == ["Ada", *SEAT_NAMES[1:4]]
    assert called({0: SEAT_NAMES[3]}) == [SEAT_NAMES[3], *SEAT_NAMES[1:3], OTHER_NAMES[3]]


def test_there_is_a_name_for_a_bot_whatever_people_are_called() -> None:
    names = (SEAT_NAMES[4], OTHER_NAMES[4], f"{SEAT_NAMES[4]} 2", f"{SEAT_NAMES[4]} 3")
    found = called(dict(enumerate(names)), seats=5)
    assert found[4] == f"{SEAT_NAMES[4]} 4"


def test_no_two_bots_are_ever_called_alike() -> None:
    assert len({*SEAT_NAMES, *OTHER_NAMES}) == len(SEAT_NAMES) + len(OTHER_NAMES)
    assert len(OTHER_NAMES) == len(SEAT_NAMES)


# -- people --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "ANNA", "  anna ", "An\u200dna", "Ａnna"])
def test_two_people_at_a_table_have_two_names(name: str) -> None:
    table = Recorded(order("mineo-3", persons=3))
    table.command(Sit(1, "Anna"), ANNA)
    error = refused(table.state, Sit(2, name), BRUNO)
    assert isinstance(error, BadCommand)
    assert str(error.sentence) == (
        "Somebody at this table is called Anna already. Choose another name."
    )
    assert refused(table.state, Sit(2, "Annamaria"), BRUNO) is None


def test_the_name_of_somebody_who_has_left_may_be_had_again() -> None:
    table = Recorded(order("mineo-3", persons=3))
    table.command(Sit(1, "Anna"), ANNA)
    table.command(Leave(), ANNA)
    assert refused(table.state, Sit(2, "Anna"), BRUNO) is None


@pytest.mark.parametrize("shown", [checked_name, tidy_name])
def test_emoji_of_several_signs_stay_together(shown: object) -> None:
    assert callable(shown)
    assert shown(f"Ada {FAMILY}") == f"Ada {FAMILY}"
    assert shown("\u200dAda\u200d \u200c Lo\u200d\u200dve\u200c") == "Ada Lo\u200dve"


@pytest.mark.parametrize("sign", "\u202e\u202d\u2066\u2069\u200e\u200f\u061c\u200b\ufeff")
def test_signs_that_steer_how_a_name_is_written_are_not_kept(sign: str) -> None:
    assert checked_name(f"A{sign}da") == tidy_name(f"A{sign}da") == "A da"


@pytest.mark.parametrize(
    "name",
    [
        *("\u200d\u200c", "\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u034f"),
        *("\u0301", "\u0301 \u0301", "\ufe0f", "\u17b4"),
    ],
)
def test_a_name_that_shows_nothing_is_no_name(name: str) -> None:
    with pytest.raises(BadCommand, match="Give a name"):
        checked_name(name)


def test_signs_that_show_nothing_tell_no_two_names_apart() -> None:
    assert checked_name("A\u3164da") == checked_name("A\u2800da") == "A da"


@pytest.mark.parametrize("accents", ["\u0301" * 23, "\u0301\u200d" * 4, "\u0489" * 5])
def test_accents_do_not_pile_up_on_a_letter(accents: str) -> None:
    with pytest.raises(BadCommand, match="at most 4 accents"):
        checked_name(f"A{accents}")


@pytest.mark.parametrize(
    "name", ["Nguye\u0302\u0303n", "\u05e9\u05c1\u05b8\u05dc", "1\ufe0f\u20e3"]
)
def test_accents_that_a_script_needs_are_kept(name: str) -> None:
    assert checked_name(name) == name

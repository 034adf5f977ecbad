"""What is public: each name listed, found where it is listed, and explained."""

from __future__ import annotations

import importlib
import inspect
import re
from functools import cached_property
from pathlib import Path

import pytest

import matto
from documentation import public_modules, public_names, public_page
from matto.engine.cards import Pack
from matto.engine.events import Deal, Decision, Event, Result, Setup
from matto.engine.game import Game
from matto.engine.run import Match, Run
from matto.engine.view import View
from matto.games import game

MODULES = public_modules(Path(__file__).resolve().parents[2] / "docs")


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_of_a_module_is_there_and_explained(module: str) -> None:
    room, names = importlib.import_module(module), public_names(module)
    assert names
    assert len(set(names)) == len(names)
    for name in names:
        thing = getattr(room, name)
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert (thing.__doc__ or "").strip(), name


def test_the_page_lists_what_the_modules_do() -> None:
    sections = re.split(r"^## ", public_page(MODULES), flags=re.M)[1:]
    listed = {one.partition("\n")[0]: re.findall(r"^- `(\w+)`", one, re.M) for one in sections}
    assert listed == {module: public_names(module) for module in MODULES}
    assert sorted(matto.__all__) == listed["matto"]


RUN = Run.shuffled(game("mineo-3"), seed=1)
SHOWN = {
    "View": RUN.view(0),
    "Run": RUN,
    "Decision": RUN.decision,
    "Result": Result((), (0,), (0,), 0),
    "Game": RUN.game,
    "Pack": RUN.setup.pack,
    "Match": Match(RUN.game),
    "Setup": RUN.setup,
    "Deal": RUN.setup.deal,
    "Event": RUN.events[0],
}


@pytest.mark.parametrize("name", SHOWN)
def test_help_explains_every_attribute(name: str) -> None:
    thing = SHOWN[name]
    kind = type(thing)
    held = {*getattr(thing, "__dict__", {}), *getattr(kind, "__struct_fields__", ())}
    explained = set(re.findall(r"`(\w+)`", inspect.getdoc(kind) or ""))
    worked_out = {one for one in held if isinstance(getattr(kind, one, None), cached_property)}
    assert {one for one in held - worked_out if not one.startswith("_")} <= explained
    assert all(getattr(kind, one).__doc__ for one in worked_out)


def test_all_these_are_classes_of_the_top_or_of_its_rooms() -> None:
    kinds = (View, Run, Decision, Result, Game, Pack, Match, Setup, Deal, Event)
    assert [kind.__name__ for kind in kinds] == list(SHOWN)

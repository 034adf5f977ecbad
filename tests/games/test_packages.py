"""Games of other people come with their packages; one that is broken harms no other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from helpers import play_on
from matto.engine.errors import UnknownGame
from matto.engine.plugins import locale_folders, offers
from matto.engine.rulebook import games_with_rules, languages_of, rulebook, rulebook_in
from matto.engine.run import Run
from matto.engine.words import translator
from matto.games import MODULES, GameLeftOut, catalogue, game

CORVI = (Path(__file__).parents[2] / "docs/howto/add-a-game.md").read_text(encoding="utf-8")


def block(place: str) -> str:
    """What the page on adding a game writes into a file."""
    return CORVI.partition(f" {place}\n")[2].partition("\n```")[0]


PAGE = block("rulebook/corvi.md").replace("id: corvi", "id: corax")
SOURCE = block("src/matto/games/corvi.py").replace('"corvi"', '"corax"')


def install(folder: Path, package: str, entries: str, files: dict[str, str]) -> None:
    """Lay a package and what an installer writes about it into a folder."""
    for name, content in files.items():
        path = folder / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(f"[matto.games]\n{entries}\n", encoding="utf-8")


def forget() -> None:
    """What was found before does not count."""
    for found in (offers, locale_folders, catalogue, rulebook, rulebook_in):
        found.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages; what is imported from it is forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {"corvi_game", "other_game"}:
            del sys.modules[name]
    monkeypatch.undo()
    forget()


def whole() -> dict[str, str]:
    """The files of a package with a game."""
    return {"__init__.py": SOURCE, "rulebook/corax.md": PAGE}


def test_a_game_of_another_package_is_in_the_catalogue_after_ours_with_its_rulebook(
    site: Path,
) -> None:
    install(site, "corvi_game", "corax = corvi_game:GAME", whole())
    assert list(catalogue())[len(MODULES) :] == ["corax"]
    assert "corax" in games_with_rules()
    assert rulebook("corax").clause("5.1").title == "A King taken"
    assert play_on(Run.shuffled(game("corax"), seed=1)).result is not None


def test_its_translations_are_optional_and_lie_with_it(site: Path) -> None:
    files = whole() | {"rulebook/de/corax.md": PAGE.replace("A King taken", "Ein König")}
    install(site, "corvi_game", "corax = corvi_game:GAME", files)
    assert rulebook_in("corax", "de").clause("5.1").title == "Ein König"
    (site / "corvi_game" / "rulebook" / "de" / "corax.md").unlink()
    forget()
    assert languages_of("corax") == ("en",)
    assert rulebook_in("corax", "de").clause("5.1").title == "A King taken"


def test_its_words_are_translated_by_its_own_catalogue_after_ours(site: Path) -> None:
    install(site, "corvi_game", "corax = corvi_game:GAME", whole())
    german = Catalog(locale="de")
    german.add("King taken", "König geholt")
    folder = site / "corvi_game" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "matto.mo").open("wb") as file:
        write_mo(file, german)
    assert translator("de")("King taken") == "König geholt"
    assert translator("en")("King taken") == "King taken"


@pytest.mark.parametrize(
    ("entry", "files", "said"),
    [
        ("corax = corvi_game.gone:GAME", whole(), "No module named 'corvi_game.gone'"),
        ("corax = corvi_game:GAMES", whole(), "AttributeError"),
        ("corax = corvi_game:PACK", whole(), "corvi_game:PACK is no Game"),
        ("tre = corvi_game:GAME", whole(), "its entry is called “tre”, the game “corax”"),
        ("corax = corvi_game:GAME", {"__init__.py": SOURCE}, "corax.md"),
        ("corax = corvi_game:GAME", whole() | {"__init__.py": "1 / 0"}, "ZeroDivisionError"),
        (
            "corax = corvi_game:GAME",
            whole() | {"rulebook/corax.md": PAGE.replace("> seats: 3\n", "")},
            "corax.md, line ",
        ),
    ],
)
def test_a_broken_package_is_told_and_all_other_games_stay(
    site: Path, entry: str, files: dict[str, str], said: str
) -> None:
    install(site, "corvi_game", entry, files)
    with pytest.warns(GameLeftOut) as told:
        assert len(catalogue()) == len(MODULES)
    (one,) = told
    assert said in str(one.message)
    assert "corvi_game" in str(one.message)
    with pytest.raises(UnknownGame, match="corvi_game"):
        game(entry.partition(" ")[0])


def test_two_packages_with_the_same_game_are_both_named_and_the_first_stays(site: Path) -> None:
    install(site, "corvi_game", "corax = corvi_game:GAME", whole())
    install(site, "other_game", "corax = other_game:GAME", whole())
    with pytest.warns(GameLeftOut, match="corvi_game and other_game both offer a game “corax”"):
        assert catalogue()["corax"].script.__module__ == "corvi_game"


def test_a_package_cannot_take_the_place_of_a_game_of_ours(site: Path) -> None:
    files = {"__init__.py": SOURCE.replace('"corax"', '"mineo-3"')}
    files["rulebook/mineo-3.md"] = PAGE.replace("id: corax", "id: mineo-3")
    install(site, "corvi_game", "mineo-3 = corvi_game:GAME", files)
    with pytest.warns(GameLeftOut, match="matto and corvi_game both offer a game “mineo-3”"):
        assert catalogue()["mineo-3"].script.__module__ == "matto.games.sicily.mineo_3"
    assert rulebook("mineo-3").title != "Tre Corvi, three players"

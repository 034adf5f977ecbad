"""Guards, budgets and catalogues: each is shown the offence that it is there for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import budgets
import guards
from makefile import ROOT, command

Guard = Callable[[Path], Iterator[guards.Offence]]


@pytest.fixture
def tree(tmp_path: Path) -> Callable[[str, str], Path]:
    """Plant one file in an empty checkout and return the root of the checkout."""

    def plant(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return tmp_path

    return plant


Plant = Callable[[str, str], Path]


def sentences(guard: Guard, root: Path) -> list[str]:
    return [f"{path.relative_to(root)}:{line}: {said}" for path, line, said in guard(root)]


@pytest.mark.parametrize("folder", ["src/matto", "tests/rules", "tools"])
def test_a_file_over_eight_hundred_lines_is_found_in_every_folder(
    tree: Plant, folder: str
) -> None:
    tree(f"{folder}/full.py", "x = 1\n" * 800)
    root = tree(f"{folder}/over.py", "x = 1\n" * 801)
    assert sentences(guards.long_files, root) == [
        f"{folder}/over.py:801: the file has 801 lines, over 800"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "if game == 'tre-3': pass",
        "from matto.games import tre_3",
        "from matto.games.tre_3 import SCORE",
        "import matto.games.tre_3",
        "tre_3_talk = 1",
        "def deal_tre_3(): pass",
        "class Tre_3: pass",
        "rules.tre_3.script()",
        "play(tre_3=True)",
        "def play(tre_3): pass",
        "f'the game {x} of tre-3'",
        '"""Deal as in tre-3."""',
    ],
)
def test_shared_code_that_names_a_game_is_found(tree: Plant, line: str) -> None:
    tree("src/matto/games/tre_3.py", "GAME = 1\n")
    root = tree("src/matto/blocks/deal.py", line + "\n")
    found = sentences(guards.named_games, root)
    assert len(found) == 1
    assert found[0].startswith("src/matto/blocks/deal.py:1: shared code names the game")


def test_a_game_may_name_itself_and_shared_code_may_use_longer_words(tree: Plant) -> None:
    tree("src/matto/games/tre_3.py", "ID = 'tre-3'\nGAME = ID\n")
    tree("src/matto/games/catalogue.py", "ALL = ['tre-3']\n")
    root = tree("src/matto/blocks/deal.py", "extre_3 = 'tre-30 catalogue'\n")
    assert sentences(guards.named_games, root) == []


def test_examples_in_help_and_docstrings_may_name_a_game_where_people_read_them(
    tree: Plant,
) -> None:
    tree("src/matto/games/tre_3.py", "GAME = 1\n")
    tree("src/matto/records/store.py", '"""A record of tre-3."""\n')
    root = tree("src/matto/cli/main.py", "option(help='such as tre-3')\n")
    assert sentences(guards.named_games, root) == []


def test_code_of_the_command_and_of_records_may_not_name_a_game(tree: Plant) -> None:
    tree("src/matto/games/tre_3.py", "GAME = 1\n")
    tree("src/matto/records/store.py", "x = 'tre-3'\n")
    root = tree("src/matto/cli/main.py", "play('tre-3')\n")
    assert len(sentences(guards.named_games, root)) == 2


A_GAME = """
CHIAMO, BRISCOLONE = "chiamo", "briscolone"
NAMES = {"T20": "Trombone", **dict.fromkeys(KINGS, "Rigatoni")}
GLOSSARY = {CHIAMO: N_("I call."), "contro_tutti": N_("Against all."), "stock": N_("Left.")}
OPTIONS = (choice("briscola_laid", "1.2", N_("Whether."), never_ever=N_("no"), always=N_("a")),)
GAME = Game(spoken=as_typed(N_("mezza luna")))
"""


@pytest.mark.parametrize(
    "line",
    [
        "SPELLED = {'briscolone 3': N_('three')}",
        "LABELS = {'briscola_laid': {}}",
        "LABELS = {'briscola-laid': 1}",
        "N_('You have the Trombone.')",
        "def rigatoni(): pass",
        "word == 'contro_tutti'",
        "WORDS = N_('mezza luna'),",
    ],
)
def test_shared_code_that_says_a_word_of_one_game_is_found(tree: Plant, line: str) -> None:
    tree("src/matto/games/tre_3.py", A_GAME)
    tree("src/matto/games/quattro.py", 'CHIAMO = "chiamo"\nGAME = 1\n')
    root = tree("src/matto/telling/naming.py", line + "\n")
    (found,) = sentences(guards.named_words, root)
    assert found.startswith("src/matto/telling/naming.py:1: shared code says ")
    assert found.endswith("a word of tre_3")


def test_a_word_of_a_family_is_found_though_two_of_its_games_say_it(tree: Plant) -> None:
    tree("src/matto/games/sicily/tre_3.py", A_GAME)
    tree("src/matto/games/sicily/quattro.py", A_GAME)
    root = tree("src/matto/blocks/talk.py", "TAKE = 'briscolone'\n")
    assert sentences(guards.named_words, root) == [
        "src/matto/blocks/talk.py:1: shared code says 'briscolone', a word of sicily"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "CALL = 'chiamo'",
        "STOCK = 'stock'",
        "x = 'never_ever'",
        "mezza = 'luna'",
        '"""Trombone"""',
    ],
)
def test_shared_code_may_say_what_two_games_say_and_plain_english(
    tree: Plant, line: str
) -> None:
    tree("src/matto/games/tre_3.py", A_GAME)
    tree("src/matto/games/quattro.py", 'CHIAMO = "chiamo"\nGAME = 1\n')
    root = tree("src/matto/telling/naming.py", line + "\n")
    assert sentences(guards.named_words, root) == []


@pytest.mark.parametrize("line", ["__all__ = ['x']", "__all__: list[str] = []"])
def test_what_is_public_stands_in_the_init_of_a_room_only(tree: Plant, line: str) -> None:
    tree("src/matto/engine/__init__.py", line)
    root = tree("src/matto/engine/run.py", f"\n{line}\n")
    assert sentences(guards.inner_all, root) == [
        "src/matto/engine/run.py:2: __all__ belongs in __init__ only"
    ]


HOSTS = ["py" + "pi.org", "files.python" + "hosted.org", "registry.npm" + "js.org"]
PLACES = [
    "/" + "work/main",
    "/" + "tmp/x",
    "/" + "root",
    "/" + "home/ann/x",
    "C:" + "\\Users\\ann",
]


@pytest.fixture
def tracked(tree: Plant) -> Plant:
    """Plant a file in a checkout that git tracks."""

    def plant(name: str, text: str) -> Path:
        root = tree(name, text)
        for words in (("init", "--quiet"), ("add", name)):
            subprocess.run(["git", "-C", str(root), *words], check=True)
        return root

    return plant


@pytest.mark.parametrize("secret", HOSTS + PLACES)
def test_a_registry_or_a_place_of_one_machine_is_found(tracked: Plant, secret: str) -> None:
    root = tracked("docs/page.md", f"fine\nsee '{secret}'\n")
    (found,) = sentences(guards.places_of_one_machine, root)
    assert found.startswith("docs/page.md:2: names ")


@pytest.mark.parametrize(
    "line", ["src/work/x", "https://example.org/tmp/x", "/home", "/worked", "./root/x"]
)
def test_a_relative_path_or_a_web_page_is_no_place_of_one_machine(
    tracked: Plant, line: str
) -> None:
    assert sentences(guards.places_of_one_machine, tracked("docs/page.md", line)) == []


def test_a_file_that_git_does_not_track_is_not_looked_at(tree: Plant, tracked: Plant) -> None:
    tree("mine.md", PLACES[0])
    root = tracked("kept.md", PLACES[0])
    assert [one.path.name for one in guards.places_of_one_machine(root)] == ["kept.md"]


def test_the_command_names_each_offence_and_ends_with_one_if_there_is_any(
    tree: Plant, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree("src/matto/engine/run.py", "x = 1\n")
    assert guards.main(root) == 0
    tree("src/matto/engine/run.py", "x = 1\n" * 801)
    assert guards.main(root) == 1
    assert "src/matto/engine/run.py:801: the file" in capsys.readouterr().out


# -- the sizes of the house are counted, and an overrun is told --------------------------

CODE = '''"""Says what it is."""

import os
from x import (
    y,
)

# a comment
A = 1  # and another
"""What A is."""


def f(
    x: int,
) -> str:
    """Return

    a text.
    """
    match x:
        case 1:
            import sys
    try:
        return "two \\
lines"
    except OSError:
        return ""
'''
CODE_LINES = 11


def test_code_is_what_no_blank_line_comment_docstring_or_import_is() -> None:
    assert budgets.code_lines(CODE) == CODE_LINES


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in {
        "src/matto/__init__.py": "A = 1\n",
        "src/matto/engine/run.py": CODE,
        "src/matto/server/web/app.py": "B = 1\n\n",
        "src/matto/server/web/page.html": "<p>\n</p>\n",
        "tests/test_run.py": "\n\n\n",
        "lab/one.py": "\n",
        "tools/two.py": "\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


SIZES = {
    "top": 1,
    "engine": CODE_LINES,
    "server": 1,
    "src-code": CODE_LINES + 2,
    "src-lines": CODE.count("\n") + 3,
    "src-files": 3,
    "server-lines": 4,
    "tests-lines": 3,
    "lab-and-tools-lines": 2,
}


def test_each_room_and_the_whole_are_counted(house: Path) -> None:
    assert budgets.sizes(house) == SIZES


def held(house: Path, **changed: int) -> int:
    rows = (f"{name} = {budget}" for name, budget in (SIZES | changed).items() if budget)
    table = "\n".join(["[tool.matto.budgets]", *rows])
    (house / "pyproject.toml").write_text(table, encoding="utf-8")
    return budgets.main(house)


def test_an_overrun_is_told_and_so_is_a_room_without_a_budget(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert held(house) == 0
    assert "over" not in capsys.readouterr().out
    assert held(house, engine=CODE_LINES - 1) == 1
    assert "engine                    11 of      10  over" in capsys.readouterr().out
    assert held(house, server=0) == 1


# -- what is marked in the source goes into the catalogues, and nothing of it gets lost --

SOURCES = {
    "src/matto/talk.py": 'A = Text("solo")\n'
    'B = text("{seat} says more", seat=1)\n'
    '# Translators: said by one who lays his cards away\nC = _("I lay away")\n'
    'D = N_("no trick")\n'
    'E = "not marked"\n',
    "src/matto/server/web/templates/pages/table.html": "<p>not marked</p>\n"
    '<p title="{{ say("Your turn, {name}.", name=seen.name) }}">not marked</p>\n'
    "{% if say('Lead a card.') and other(\"not marked either\") %}{% endif %}\n"
    '{{ say(\n    "One sentence "\n    "on two lines.",\n    name=x,\n) }}\n'
    '{%- macro row(label=say("Default")) -%}{{ say(label) }}{%- endmacro %}\n',
    "rulebook/tre.md": "# Tre\n\n> seats: 3\n> place: Mineo, Sicily\n",
    "rulebook/de/tre.md": "> place: Mineo, Sizilien\n",
    "tests/test_talk.py": '_("not of the package")\n',
}


def extracted(folder: Path, sources: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run what `make catalogues` begins with, in a folder that has only these files."""
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    words = [word.replace("tools/", f"{ROOT}/tools/") for word in command("EXTRACT")]
    return subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *words[1:], "-o", "found.pot"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_every_marked_message_is_found_and_no_other(tmp_path: Path) -> None:
    assert extracted(tmp_path, SOURCES).returncode == 0
    found = (tmp_path / "found.pot").read_text("utf-8")
    messages = {line[7:-1] for line in found.splitlines() if line.startswith('msgid "')}
    assert messages - {""} == {
        *("solo", "{seat} says more", "I lay away", "no trick", "Your turn, {name}."),
        *("Lead a card.", "One sentence on two lines.", "Default", "Mineo, Sicily"),
    }
    assert "#. said by one who lays his cards away\n#: src/matto/talk.py\n" in found


@pytest.mark.slow
def test_a_template_that_does_not_parse_is_an_error(tmp_path: Path) -> None:
    name = "src/matto/server/web/templates/broken.html"
    done = extracted(tmp_path, {name: '{{ say("lost") }}{% if %}'})
    assert done.returncode != 0
    assert "TemplateSyntaxError" in done.stderr

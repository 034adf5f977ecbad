"""Each guard is shown the offence that it is there for, and the nearest thing that is none."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import guards

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
    return [str(offence) for offence in guard(root)]


def function(statements: int) -> str:
    return "def long():\n" + "    x = 1\n" * statements


def test_a_function_of_thirty_lines_passes_and_one_of_thirty_one_does_not(tree: Plant) -> None:
    tree("src/matto/short.py", function(29))
    root = tree("src/matto/engine/table.py", function(30))
    assert sentences(guards.long_functions, root) == [
        "src/matto/engine/table.py:1: long has 31 lines of code, over 30"
    ]


def test_docstring_blank_lines_and_comments_are_not_lines_of_code(tree: Plant) -> None:
    quiet = '    """Say\n\n    why.\n    """\n\n    # because\n\n'
    root = tree("src/matto/engine/table.py", function(29).replace("\n", "\n" + quiet, 1))
    assert sentences(guards.long_functions, root) == []


def test_blank_lines_in_a_string_that_is_no_docstring_are_code(tree: Plant) -> None:
    root = tree(
        "src/matto/engine/table.py", 'def page():\n    return """' + "\n" * 40 + '"""\n'
    )
    assert len(sentences(guards.long_functions, root)) == 1


def test_a_long_method_of_a_class_is_found(tree: Plant) -> None:
    body = function(30).replace("\n", "\n    ").rstrip()
    root = tree("src/matto/engine/table.py", f"class Table:\n    {body}\n")
    assert len(sentences(guards.long_functions, root)) == 1


@pytest.mark.parametrize("folder", ["src/matto", "tests/rules", "tools"])
def test_a_file_over_four_hundred_lines_is_found_in_every_folder(
    tree: Plant, folder: str
) -> None:
    tree(f"{folder}/full.py", "x = 1\n" * 400)
    root = tree(f"{folder}/over.py", "x = 1\n" * 401)
    assert sentences(guards.long_files, root) == [
        f"{folder}/over.py:401: the file has 401 lines, over 400"
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
    root = tree("src/matto/telling/speech.py", line + "\n")
    (found,) = sentences(guards.named_words, root)
    assert found.startswith("src/matto/telling/speech.py:1: shared code says ")
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
    root = tree("src/matto/telling/speech.py", line + "\n")
    assert sentences(guards.named_words, root) == []


def test_print_is_found_outside_the_command(tree: Plant) -> None:
    tree("src/matto/cli/show.py", "print(1)\n")
    root = tree("src/matto/engine/run.py", "x = 1\nprint(x)\n")
    assert sentences(guards.prints, root) == [
        "src/matto/engine/run.py:2: print belongs in cli/ only"
    ]


def test_a_class_name_that_stands_for_two_things_is_found(tree: Plant) -> None:
    tree("src/matto/engine/run.py", "class Step: ...\n")
    root = tree("src/matto/records/shape.py", "x = 1\nclass Step: ...\nclass Own: ...\n")
    assert sentences(guards.doubled_names, root) == [
        "src/matto/records/shape.py:2: class Step is in src/matto/engine/run.py, too"
    ]


HOSTS = ["py" + "pi.org", "files.python" + "hosted.org", "registry.npm" + "js.org"]
PLACES = [
    "/" + "work/main",
    "/" + "tmp/x",
    "/" + "root",
    "/" + "home/ann/x",
    "C:" + "\\Users\\ann",
]


@pytest.mark.parametrize("secret", HOSTS + PLACES)
def test_a_registry_or_a_place_of_one_machine_is_found(tree: Plant, secret: str) -> None:
    root = tree("docs/page.md", f"fine\nsee '{secret}'\n")
    found = sentences(guards.places_of_one_machine, root)
    assert len(found) == 1
    assert found[0].startswith("docs/page.md:2: names ")


@pytest.mark.parametrize(
    "line", ["src/work/x", "https://example.org/tmp/x", "/home", "/worked", "./root/x"]
)
def test_a_relative_path_or_a_web_page_is_no_place_of_one_machine(
    tree: Plant, line: str
) -> None:
    root = tree("docs/page.md", line)
    assert sentences(guards.places_of_one_machine, root) == []


def test_a_file_that_git_does_not_track_is_not_looked_at(tree: Plant) -> None:
    tree("kept.md", PLACES[0])
    root = tree("mine.md", PLACES[0])
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    subprocess.run(["git", "-C", str(root), "add", "kept.md"], check=True)
    assert [offence.path for offence in guards.places_of_one_machine(root)] == ["kept.md"]


def test_the_command_ends_with_one_and_names_the_offence(
    tree: Plant, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree("src/matto/engine/run.py", "print(1)\n")
    assert guards.main([str(root)]) == 1
    assert "src/matto/engine/run.py:1: print" in capsys.readouterr().out


def test_the_command_ends_with_zero_where_all_is_well(tree: Plant) -> None:
    assert guards.main([str(tree("src/matto/engine/run.py", "x = 1\n"))]) == 0

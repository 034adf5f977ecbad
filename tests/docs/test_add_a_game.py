"""docs/howto/add-a-game.md is followed to the letter in a copy of the checkout."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import budgets
from matto.games import catalogue

ROOT = Path(__file__).resolve().parents[2]
PAGE = (
    (ROOT / "docs" / "howto" / "add-a-game.md")
    .read_text(encoding="utf-8")
    .partition("## A game as a package")[0]
)
BLOCK = re.compile(r"^```(\w+) ?(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
AFTER = re.compile(r'after "(.+)" in (\S+)')
FOLDERS = ("src", "rulebook", "tests", "tools", "lab", "docs", "examples", "deploy")
LEFT_OUT = shutil.ignore_patterns(".*_cache")
"""What is compiled is copied with its source: it is as good there, and quickly at hand."""
BIN = ".venv/bin/"
GOES_THROUGH_ALL = re.compile(r"catalogue\(\)|games_with_rules\(\)|every_game\(\)")
ROOMS = (
    *("batch", "contract", "encoding", "games", "golden", "inference", "kernel", "players"),
    *("records", "telling", "cli/test_catalogues.py", "docs/test_readme.py"),
    *("server/test_pages_new.py", "server/test_pages_rules.py", "server/test_table_page.py"),
)
"""Where a game is more than a name to the code: elsewhere the new one would show nothing."""
NOT_HERE = "--deselect=tests/docs/test_readme.py::test_every_link_leads_somewhere"
"""A test that needs the pages which `make docs` makes."""
BLOCKS = BLOCK.findall(PAGE)
COMMANDS = [line for kind, _, body in BLOCKS if kind == "sh" for line in body.splitlines()]
FILES = {place: body for _, place, body in BLOCKS if place and not AFTER.match(place)}


def copy_checkout(target: Path) -> None:
    types = ROOT / ".mypy_cache"
    if types.exists():
        shutil.copytree(types, target / types.name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=LEFT_OUT)
    for path in ROOT.glob("*"):
        if path.is_file():
            shutil.copy(path, target)


def write_blocks(target: Path) -> None:
    for _, place, body in BLOCKS:
        insertion = AFTER.match(place)
        if insertion:
            path = target / insertion[2]
            before = path.read_text(encoding="utf-8")
            assert insertion[1] in before
            page = before.replace(insertion[1], f"{insertion[1]}\n{body}", 1)
            path.write_text(page, encoding="utf-8")
        elif place:
            path = target / place
            assert not path.exists(), f"{place} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")


def run(root: Path, *module: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *module],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": str(root / "src"),
            "LANGUAGE": "en",
            "PYTHONUTF8": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def follow(root: Path, command: str) -> str:
    assert command.startswith(BIN)
    return run(root, *command.removeprefix(BIN).split())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("checkout")
    copy_checkout(root)
    write_blocks(root)
    return root


def test_the_steps_have_a_rulebook_tests_a_game_what_bots_know_its_place_and_commands() -> None:
    kinds = [(kind, bool(place)) for kind, place, _ in BLOCKS]
    assert kinds == [
        ("markdown", True),
        ("sh", False),
        ("python", True),
        ("python", True),
        ("python", True),
        ("python", True),
        ("python", True),
        ("python", True),
        ("sh", False),
        ("markdown", True),
        ("sh", False),
    ]
    assert len(COMMANDS) == 6


def test_the_budgets_that_the_new_game_takes_from_are_named(tmp_path: Path) -> None:
    for place in (place for place in FILES if place.endswith(".py")):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(FILES[place], encoding="utf-8")
    taken = sorted(name for name, size in budgets.sizes(tmp_path).items() if size)
    named = re.search(r"Corvi takes from: ([^.]+)\.", PAGE)
    assert named
    assert named[1].split() == ", ".join(taken).split()


@pytest.mark.slow
def test_the_rules_of_the_new_game_are_read_as_players_will(tree: Path) -> None:
    said = follow(tree, COMMANDS[0])
    assert "5.1 A King taken" in said


@pytest.mark.slow
def test_the_tests_of_the_new_game_pass_and_every_rule_of_it_is_traced(tree: Path) -> None:
    said = follow(tree, COMMANDS[1])
    own = FILES["tests/rules/test_corvi.py"].count("\ndef test_") + 2  # one has three cases
    traced = (tree / "tests" / "rulebook" / "test_traceability.py").read_text(encoding="utf-8")
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) >= own + traced.count("@each_game")


@pytest.mark.slow
def test_all_that_is_tried_with_every_game_or_with_all_of_them_holds_with_the_new_one(
    tree: Path,
) -> None:
    """The command before the last: pages, records, bots, compiled play, the contract.

    And of the last command what the new game may concern and `-k corvi` does not name: what is
    tried with the whole catalogue, and whether its sentences have to be translated.
    """
    assert COMMANDS[-2:] == [f"{BIN}pytest -q -k corvi", "make test"]
    others = " or ".join((*catalogue(), "slow"))
    files = " or ".join(going_through_all(tree))
    wanted = f"corvi or (every_sentence and de) or (({files}) and not ({others}))"
    rooms = [f"tests/{room}" for room in ROOMS]
    said = run(tree, "pytest", "-q", "-rp", "-n", "0", "-k", wanted, NOT_HERE, *rooms)
    passed = [line for line in said.splitlines() if line.startswith("PASSED")]
    of_it = sum("corvi" in line for line in passed)
    assert of_it > 60
    assert len(passed) - of_it > 100


def going_through_all(tree: Path) -> list[str]:
    """The names of the tests that go through the whole catalogue, and of README's file."""
    found = {"test_readme.py"}
    for path in (tree / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        if GOES_THROUGH_ALL.search(text):
            found |= reaching(GOES_THROUGH_ALL, text)
    return sorted(found)


def reaching(words: re.Pattern[str], text: str) -> set[str]:
    """The tests of a file that say the words, or use what says them."""
    parts = {
        name: ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        for name in names_of(node)
    }
    saying = {name for name, part in parts.items() if words.search(part)}
    while True:
        uses = re.compile(rf"\b({'|'.join(sorted(saying))})\b")
        more = {name for name, part in parts.items() if saying and uses.search(part)} - saying
        if not more:
            return {name for name in saying if name.startswith("test_")}
        saying |= more


def names_of(node: ast.stmt) -> set[str]:
    """What a statement of a file makes."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign | ast.AnnAssign):
        named = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
        return {one.id for one in named if isinstance(one.ctx, ast.Store)}
    return set()


@pytest.mark.slow
def test_the_guards_let_the_new_game_pass(tree: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tools/guards.py"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not [line for line in done.stdout.splitlines() if "corvi" in line]


@pytest.mark.slow
def test_fifty_random_deals_of_the_new_game_are_played(tree: Path) -> None:
    assert "50" in follow(tree, COMMANDS[2])


@pytest.mark.slow
def test_the_new_files_keep_the_style_of_the_house(tree: Path) -> None:
    written = [place for place in FILES if place.endswith(".py")]
    run(tree, "ruff", "check", "--no-cache", *written)
    run(tree, "ruff", "format", "--no-cache", "--check", *written)


@pytest.mark.slow
def test_the_new_files_are_typed_as_strictly_as_ours(tree: Path) -> None:
    run(tree, "mypy", *(place for place in FILES if place.endswith(".py")))

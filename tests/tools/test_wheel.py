"""What a person gets who installs matto instead of cloning it, on every Python found here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

import pytest

import machine
from makefile import ROOT
from services import free_port, running
from setup import BIN, settings_of_pip

pytestmark = pytest.mark.slow

UV = shutil.which("uv", path=f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}") or "uv"
MINORS = range(11, 15)
"""Of Python 3, from the one that `requires-python` names to the last of the classifiers."""
OWN = f"python3.{sys.version_info.minor}"

WRITTEN_RECORD = """
from matto import Run, dump, game, record_of
run = Run.shuffled(game("mineo-3"), seed=1)
while run.decision:
    run.do(run.decision.options[0])
print(dump(record_of(run), "notation"))
"""


def run(*command: str | Path, cwd: Path = ROOT, told: str = "", **more: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=away_from_the_checkout() | more,
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )
    if "error sending request" in done.stderr and not machine.on_ci():
        pytest.skip("the package registry cannot be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def away_from_the_checkout() -> dict[str, str]:
    ours = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LANGUAGE"}
    return {name: value for name, value in os.environ.items() if name not in ours}


@cache
def pythons() -> Mapping[str, Path]:
    """One of each minor version that works, from the search path or the folder of pyenv."""
    found = {}
    for minor in MINORS:
        name = f"python3.{minor}"
        pyenv = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}")
        for place in (sys.executable, shutil.which(name), *pyenv):
            if place and name not in found and version_of(place) == [3, minor]:
                found[name] = Path(place)
    return found


def version_of(python: str | Path) -> list[int]:
    asked = "import sys; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    return [int(word) for word in done.stdout.split()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution of this checkout, and the wheel from that."""
    folder = tmp_path_factory.mktemp("dist")
    here = ("--no-build-isolation", "--offline", "--python", sys.executable)
    run(UV, "build", "--quiet", *here, "--out-dir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_of_the_checkout_is_the_one_made_from_the_source_distribution(
    wheel: Path, tmp_path: Path
) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (direct,) = tmp_path.glob("*.whl")
    assert contents(direct) == contents(wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_source_distribution_holds_what_one_works_with(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        paths = [name.split("/", 1)[1] for name in opened.getnames()]
    folders = {path.split("/")[0] for path in paths if "/" in path}
    assert {"docs", "examples", "lab", "rulebook", "src", "tests", "tools"} <= folders
    assert {"Makefile", "requirements/dev.lock", "lab/judging.py"} <= set(paths)
    assert {"CITATION.cff", "lab/baselines.py", "examples/random_player.py"} <= set(paths)
    assert "examples/notebooks/first_steps.ipynb" in paths
    assert not any(path.endswith((".mo", ".pyc")) or ".venv" in path for path in paths)


def test_the_wheel_holds_the_rulebooks_the_types_and_the_licence(names: set[str]) -> None:
    books = ROOT / "rulebook"
    pages = {page.relative_to(books).as_posix() for page in books.rglob("*.md")}
    assert {f"matto/rulebook/{page}" for page in (*pages, "sources.json")} <= names
    assert any(page.startswith("de/") for page in pages)
    assert "matto/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_every_file_of_the_package(names: set[str]) -> None:
    source = ROOT / "src"
    listed = ["git", "ls-files", "--cached", "--", "src"]
    kept = [path for path in run(*listed).splitlines() if (ROOT / path).exists()]
    assert {(ROOT / path).relative_to(source).as_posix() for path in kept} <= names
    assert {name.split("/")[0] for name in names} == {"matto", "matto-0.1.0.dist-info"}


def test_the_wheel_holds_each_language_both_readable_and_compiled(names: set[str]) -> None:
    for path in (ROOT / "src").glob("matto/locale/*/LC_MESSAGES/matto.po"):
        name = path.relative_to(ROOT / "src").as_posix()
        assert {name, name.removesuffix("po") + "mo"} <= names


def test_the_classifiers_are_the_pythons_that_are_tried_here() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    said = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', text)
    assert said == [str(minor) for minor in MINORS]
    assert f'requires-python = ">=3.{MINORS[0]}"' in text


@pytest.fixture(scope="module", params=[f"python3.{minor}" for minor in MINORS])
def bin_folder(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Install the wheel and what the lock names into an empty environment."""
    if request.param not in pythons():
        pytest.skip(f"{request.param} is not on this machine")
    folder = tmp_path_factory.mktemp("installed") / "venv"
    run(UV, "venv", "--quiet", "--python", pythons()[request.param], folder)
    into = ("--quiet", "--python", folder / BIN.name / "python")
    lock = ROOT / "requirements" / "run.lock"
    run(UV, "pip", "install", *into, *settings_of_pip(), "--require-hashes", "-r", lock)
    run(UV, "pip", "install", *into, "--offline", "--no-deps", wheel)
    return folder / BIN.name


@pytest.fixture
def matto(bin_folder: Path, tmp_path: Path) -> Callable[..., str]:
    """The installed command, with data of its own."""
    program, data = bin_folder / "matto", str(tmp_path / "data")
    return partial(run, program, cwd=tmp_path, MATTO_DATA=data)


DEALS = ("--deals", "2", "--seed", "1")


def test_deals_are_simulated_and_replayed_by_an_installed_matto(
    matto: Callable[..., str],
) -> None:
    matto("simulate", "mineo-3", *DEALS, "--transcript", "deals.jsonl")
    assert "Together" in matto("replay", "deals.jsonl")


@pytest.mark.parametrize("bin_folder", [OWN], indirect=True)
def test_an_installed_matto_does_what_its_commands_say(
    bin_folder: Path, matto: Callable[..., str], tmp_path: Path
) -> None:
    assert matto("--version") == "matto 0.1.0\n"
    assert len(json.loads(matto("games", "--json"))) == 16
    assert "may never be laid away" in " ".join(matto("rules", "mineo-3", "3.6").split())
    assert "dürfen nie gedrückt" in matto("rules", "mineo-3", "3.6", LANGUAGE="de")
    assert "Goodbye!" in matto("play", "calatafimi-2", "--bots", "random", told="q\n")
    record = run(bin_folder / "python", "-c", WRITTEN_RECORD, cwd=tmp_path)
    (tmp_path / "deal.txt").write_text(record, encoding="utf-8")
    assert "Together" in matto("replay", "deal.txt")
    report = json.loads(
        matto("arena", "calatafimi-2", "--bots", "rule,random", *DEALS, "--json")
    )
    assert report["guests"] == ["rule"]


def page(address: str, language: str = "en") -> str:
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return str(answer.read().decode())


def test_an_installed_matto_serves_pages_rules_and_files(
    bin_folder: Path, tmp_path: Path
) -> None:
    port = free_port()
    address = f"http://localhost:{port}"
    command: list[str | Path] = [bin_folder / "matto", "serve", "--port", str(port)]
    told = {"MATTO_DATA": str(tmp_path), "PYTHONPATH": "", "LANGUAGE": ""}
    with running(command, port, tmp_path / "log", told):
        home = page(address + "/")
        assert "Mineo" in home
        assert 'lang="de"' in page(address + "/", "de")
        assert "laid away" in page(address + "/rules/mineo-3")
        assert "gedrückt" in page(address + "/rules/mineo-3", "de")
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', home)
        assert files
        assert all(page(address + file) for file in files if file.endswith((".css", ".js")))

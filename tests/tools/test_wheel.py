"""What a person gets who installs matto instead of cloning it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import environment

pytestmark = pytest.mark.slow


def run(*command: str | Path, **more: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=environment.ROOT,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_rulebook_the_types_and_the_licence(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    pages = {page.name for page in (environment.ROOT / "rulebook").iterdir() if page.is_file()}
    assert "sources.json" in pages
    assert {f"matto/rulebook/{page}" for page in pages} <= names
    assert "matto/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_each_language_both_readable_and_compiled(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = environment.ROOT / "src"
    for path in source.glob("matto/locale/*/LC_MESSAGES/matto.po"):
        name = path.relative_to(source).as_posix()
        assert {name, name.removesuffix("po") + "mo"} <= names


def test_the_wheel_holds_nothing_but_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"matto", "matto-0.1.0.dist-info"}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty folder, away from this checkout."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--no-deps", "--no-index", "--target", folder, wheel)
    return folder


def test_an_installed_matto_is_imported_quickly_from_where_it_was_installed(
    installed: Path,
) -> None:
    heavy = "{'numba', 'numpy'} & set(sys.modules)"
    asked = f"import matto, sys; print(matto.__file__, *{heavy})"
    said = run(sys.executable, "-c", asked, PYTHONPATH=str(installed)).split()
    assert [Path(word).resolve() for word in said] == [installed / "matto" / "__init__.py"]


def test_an_installed_matto_reads_its_own_rulebook(installed: Path) -> None:
    asked = "from matto import rulebook as r; print(r.folder(), *r.games_with_rules())"
    place, *games = run(sys.executable, "-c", asked, PYTHONPATH=str(installed)).split()
    assert Path(place).resolve() == installed / "matto" / "rulebook"
    assert games == sorted(page.stem for page in (environment.ROOT / "rulebook").glob("*.md"))

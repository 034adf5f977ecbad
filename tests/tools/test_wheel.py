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
    pages = {page.name for page in (environment.ROOT / "rulebook").glob("*.md")}
    assert pages
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


def test_an_installed_matto_is_imported_from_where_it_was_installed(
    wheel: Path, tmp_path: Path
) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--no-deps", "--no-index", "--target", tmp_path, wheel)
    heavy = "{'numba', 'numpy'} & set(sys.modules)"
    asked = f"import matto, sys; print(matto.__file__, *{heavy})"
    said = run(sys.executable, "-c", asked, PYTHONPATH=str(tmp_path)).split()
    assert [Path(word).resolve() for word in said] == [tmp_path / "matto" / "__init__.py"]

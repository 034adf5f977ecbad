"""Compiled functions are kept between starts, and never used after their sources changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from matto.kernel import compiled

TWO = "def two() -> int:\n    return {}\n"
ASKING = """
from matto.kernel.compiled import compiled
from numbers_of_mine import two
two = compiled(two)


@compiled
def doubled(x):
    return x * two()


print(doubled(21), sum(doubled.run.stats.cache_hits.values()))
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    remembered = compiled.folder_of, compiled.key_of, compiled._source
    for each in remembered:
        each.cache_clear()
    yield
    for each in remembered:
        each.cache_clear()


def ask(folder: Path, kept: Path) -> tuple[int, int]:
    """Run a program anew: what its compiled function gives, and how often it was kept."""
    path = os.pathsep.join([str(folder), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", "import asking"],
        env={**os.environ, compiled.HOME: str(kept), "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    value, hits = done.stdout.split()
    return int(value), int(hits)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "numbers_of_mine.py").write_text(TWO.format(2))
    (folder / "asking.py").write_text(ASKING)
    return folder


@pytest.mark.slow
def test_a_function_is_compiled_once_wherever_its_sources_lie_and_taken_from_where_it_was_kept(
    program: Path, tmp_path: Path
) -> None:
    assert ask(program, tmp_path / "kept") == (42, 0)
    assert ask(program, tmp_path / "kept") == (42, 1)
    moved = shutil.copytree(program, tmp_path / "elsewhere", copy_function=shutil.copyfile)
    assert ask(moved, tmp_path / "kept") == (42, 1)


@pytest.mark.slow
def test_where_nothing_can_be_kept_functions_are_compiled_all_the_same(
    program: Path, tmp_path: Path
) -> None:
    no_folder = tmp_path / "a file"
    no_folder.write_text("")
    assert ask(program, no_folder / "kept") == (42, 0)
    assert no_folder.read_text() == ""


def test_a_key_depends_on_every_module_that_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = set(compiled.sources_of("matto.kernel.play"))
    assert sources >= {
        "matto.engine.scoring",
        "matto.engine.tricks",
        "matto.kernel.play",
    }
    assert "matto.kernel.heuristic" not in sources
    pay, layout = (
        compiled.key_of("matto.kernel.play"),
        compiled.key_of("matto.kernel.layout"),
    )
    read = compiled._source

    def edited(module: str) -> bytes | None:
        source = read(module)
        return b"# edited\n" + (source or b"") if module == "matto.engine.scoring" else source

    monkeypatch.setattr(compiled, "_source", edited)
    compiled.key_of.cache_clear()
    assert compiled.key_of("matto.kernel.play") != pay
    assert compiled.key_of("matto.kernel.layout") == layout


@pytest.mark.parametrize(
    "source, names",
    [
        (
            "from matto.engine import tricks, scoring\n",
            {"matto.engine.tricks", "matto.engine.scoring"},
        ),
        (
            "from matto.kernel.primitives import (\n    count,\n    lowest,\n)\n",
            {"matto.kernel.primitives"},
        ),
        ("import matto.engine.cards\n", {"matto.engine.cards"}),
        ("def f():\n    from matto.kernel import play\n", {"matto.kernel.play"}),
    ],
)
def test_imports_are_found_however_they_are_written(source: str, names: set[str]) -> None:
    assert names <= set(compiled._imported(source))


def test_what_was_kept_of_older_sources_is_removed_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(compiled.HOME, str(tmp_path))
    for age in range(6):
        old = tmp_path / f"kernel.primitives-{age:016d}"
        old.mkdir()
        os.utime(old, (1000 - age, 1000 - age))
    other = tmp_path / "kernel.play-0000000000000000"
    other.mkdir()
    newest = compiled.folder_of("matto.kernel.primitives")
    left = {path.name for path in tmp_path.glob("kernel.primitives-*")}
    kept = {f"kernel.primitives-{age:016d}" for age in range(compiled.KEPT)}
    assert newest is not None
    assert left == kept | {newest.name}
    assert other.exists()


def test_what_lies_in_a_folder_that_cannot_be_written_is_used_from_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(compiled.HOME, str(tmp_path))
    (tmp_path / f"kernel.primitives-{compiled.key_of('matto.kernel.primitives')}").mkdir()
    (
        tmp_path / f"kernel.primitives-{compiled.key_of('matto.kernel.primitives')}" / "code"
    ).write_text("x")
    monkeypatch.setattr(compiled, "_can_write", lambda _folder: False)
    copy = compiled.folder_of("matto.kernel.primitives")
    assert copy is not None
    assert copy.parent != tmp_path
    assert (copy / "code").read_text() == "x"


def _five() -> int:
    return 5


def test_a_disk_on_which_nothing_can_be_kept_any_more_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(compiled.HOME, str(tmp_path))
    five = compiled.compiled(_five)
    folder = compiled.folder_of(_five.__module__)
    assert folder is not None
    shutil.rmtree(folder)
    folder.write_text("in the way")
    assert five() == 5


def test_everything_is_made_ready_once_and_progress_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled._register_all()  # what is imported later would come among the parts
    monkeypatch.setenv(compiled.HOME, str(tmp_path))
    made: list[str] = []
    parts = {"one": lambda: made.append("one"), "two": lambda: made.append("two")}
    monkeypatch.setattr(compiled, "_needed", parts)
    monkeypatch.setattr(compiled, "_made_ready", set())
    monkeypatch.setattr(compiled, "_compiling", lambda: ["matto.kernel.primitives"])
    assert compiled.takes_long()
    heard: list[tuple[str, int, int]] = []
    compiled.ready(lambda *what: heard.append(what))
    assert heard == [("one", 0, 2), ("two", 1, 2), ("", 2, 2)]
    compiled.ready(lambda *what: heard.append(what))
    assert made == ["one", "two"]
    assert len(heard) == 3
    assert not compiled.takes_long()

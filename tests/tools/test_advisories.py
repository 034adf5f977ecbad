"""Advisories against locked packages: what concerns a version is told, and what is unknown."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import advisories

TODAY = date(2026, 11, 22)


def advisory(
    *events: dict[str, str],
    package: str = "Jinja2",
    versions: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    affected = {
        "package": {"name": package, "ecosystem": more.pop("ecosystem", "PyPI")},
        "ranges": [{"type": "ECOSYSTEM", "events": list(events)}] if events else [],
        "versions": list(versions),
    }
    return {
        "id": "PYSEC-1",
        "modified": "2026-11-20T08:00:00Z",
        "details": "Templates run.\nMore.",
        "affected": [affected],
        **more,
    }


def report_of(folder: Path, *known: dict[str, Any], as_yaml: bool = False) -> advisories.Report:
    for number, one in enumerate(known):
        name, text = (".yaml", yaml.safe_dump(one)) if as_yaml else (".json", json.dumps(one))
        (folder / f"{number}{name}").write_text(text, "utf-8")
    return advisories.look_into(folder, {"jinja2": {"3.1.4"}})


TO_3_1_5 = ({"introduced": "0"}, {"fixed": "3.1.5"})


@pytest.mark.parametrize("as_yaml", [False, True])
def test_a_locked_version_within_a_range_is_told_with_what_mends_it(
    as_yaml: bool, tmp_path: Path
) -> None:
    (found,) = report_of(tmp_path, advisory(*TO_3_1_5), as_yaml=as_yaml).findings
    assert str(found) == "jinja2 3.1.4: PYSEC-1, mended in 3.1.5. Templates run."


@pytest.mark.parametrize(
    ("events", "concerned"),
    [
        (({"introduced": "0"}, {"fixed": "3.1.4"}), False),
        (({"introduced": "3.1.4"},), True),
        (({"introduced": "3.1.5"},), False),
        (({"introduced": "0"}, {"last_affected": "3.1.4"}), True),
        (({"introduced": "0"}, {"last_affected": "3.1.3"}), False),
        (
            ({"introduced": "3.1"}, {"fixed": "3.1.9"}, {"introduced": "0"}, {"fixed": "2"}),
            True,
        ),
        (({"introduced": "0"}, {"fixed": "2"}, {"introduced": "3.1.10"}), False),
    ],
)
def test_a_range_is_read_by_versions_not_by_letters(
    events: tuple[dict[str, str], ...], concerned: bool, tmp_path: Path
) -> None:
    assert bool(report_of(tmp_path, advisory(*events)).findings) is concerned


@pytest.mark.parametrize(
    ("known", "concerned"),
    [
        (advisory(versions=("3.1.3", "3.1.4")), True),
        (advisory(versions=("3.1.3",)), False),
        (advisory(*TO_3_1_5, package="jinja.2"), False),
        (advisory(*TO_3_1_5, package="JINJA2"), True),
        (advisory(*TO_3_1_5, ecosystem="npm"), False),
        (advisory(*TO_3_1_5, withdrawn="2026-11-21T00:00:00Z"), False),
    ],
)
def test_only_what_holds_for_this_package_is_told(
    known: dict[str, Any], concerned: bool, tmp_path: Path
) -> None:
    assert bool(report_of(tmp_path, known).findings) is concerned


def checked(folder: Path, lock: Path, today: date = TODAY) -> int:
    return advisories.main([str(folder), str(lock)], today)


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    found = tmp_path / "some.lock"
    found.write_text(
        "Jinja2==3.1.4 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n", "utf-8"
    )
    return found


@pytest.mark.parametrize(("fixed", "code"), [("3.1.5", 1), ("3.1.4", 0)])
def test_the_exit_code_tells_whether_a_lock_is_concerned(
    fixed: str, code: int, lock: Path, tmp_path: Path
) -> None:
    report_of(tmp_path, advisory({"introduced": "0"}, {"fixed": fixed}))
    assert checked(tmp_path, lock) == code


def test_a_folder_without_advisories_is_no_good_news(
    lock: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "readme.json").write_text('{"name": "jinja2"}', "utf-8")
    assert checked(tmp_path, lock) == advisories.NOTHING_KNOWN
    assert "nothing is known" in capsys.readouterr().err


def test_old_advisories_say_how_old_they_are(
    lock: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report_of(tmp_path, advisory(package="other"))
    assert checked(tmp_path, lock) == 0
    assert not capsys.readouterr().err
    assert checked(tmp_path, lock, date(2027, 1, 1)) == 0
    assert "2026-11-20, 42 days ago" in capsys.readouterr().err


def test_all_packages_of_our_locks_are_looked_for() -> None:
    locks = sorted((advisories.ROOT / "requirements").glob("*.lock"))
    locked = advisories.locked_in(*locks)
    lines = [line for lock in locks for line in lock.read_text("utf-8").splitlines()]
    pins = {tuple(line.split(" ")[0].split("==")) for line in lines if line[:1].isalnum()}
    assert len(locks) == 4
    assert {"litestar", "uv", "numpy"} <= locked.keys()
    assert sum(map(len, locked.values())) == len(pins)

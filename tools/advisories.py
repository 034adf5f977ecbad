"""Known advisories against locked packages: `python tools/advisories.py FOLDER [LOCK ...]`.

The folder holds advisories in OSV's form, and is looked through whole: a clone of
pypa/advisory-database or of github/advisory-database, or OSV's export for PyPI, unpacked.
Nothing is asked of a network. Locks may be named after the folder; else it is all of ours.

It ends with 1 if a locked version is concerned, and with 2 if there is nothing to look into.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
NAMED = re.compile(r"""["']?\bname["']?:\s*["']?([A-Za-z0-9._-]+)""")
DATED = re.compile(r"""\b(?:modified|published)["']?:\s*["']?(\d{4}-\d\d-\d\d)""")
KINDS = frozenset({".json", ".yaml", ".yml"})
OLD_DAYS = 14
CONCERNED, NOTHING_KNOWN = 1, 2

NO_DATA = (
    "No advisories were found in {folder}, so nothing is known of the locked packages. Clone"
    " pypa/advisory-database, or unpack OSV's export for PyPI, and name that folder."
)
TOO_OLD = (
    "The newest of these advisories is of {newest}, {days} days ago: what has been found since"
    " is not in them. Fetch them anew."
)

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Finding:
    """An advisory that concerns a locked version."""

    package: str
    version: str
    advisory: str
    fixed: tuple[str, ...]
    about: str

    def __str__(self) -> str:
        mended = f"mended in {', '.join(self.fixed)}" if self.fixed else "not mended yet"
        return f"{self.package} {self.version}: {self.advisory}, {mended}. {self.about}"


@dataclass(frozen=True)
class Report:
    """What a folder of advisories says of some packages; `newest` is None if it has none."""

    advisories: int
    newest: date | None
    findings: tuple[Finding, ...]


def locked_in(*locks: Path) -> dict[str, set[str]]:
    """The versions that some locks name, by package."""
    found: dict[str, set[str]] = {}
    for lock in locks:
        for name, version in LOCKED.findall(lock.read_text("utf-8")):
            found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def look_into(folder: Path, locked: Mapping[str, set[str]]) -> Report:
    """Look for all advisories of a folder that concern a locked version."""
    number, newest, findings = 0, "", set[Finding]()
    for path in folder.rglob("*"):
        text = path.read_text("utf-8", "replace") if path.suffix in KINDS else ""
        dates = DATED.findall(text)
        if not dates:
            continue
        number, newest = number + 1, max(newest, *dates)
        if locked.keys() & set(map(canonicalize_name, NAMED.findall(text))):
            read = json.loads if path.suffix == ".json" else yaml.safe_load
            findings |= set(_concerned(read(text), locked))
    ordered = sorted(findings, key=lambda one: (one.package, one.advisory, one.version))
    return Report(number, date.fromisoformat(newest) if newest else None, tuple(ordered))


def _concerned(advisory: Json, locked: Mapping[str, set[str]]) -> Iterator[Finding]:
    if advisory.get("withdrawn"):
        return
    about = str(advisory.get("summary") or advisory.get("details", "")).strip()
    for affected in advisory.get("affected", ()):
        package = affected.get("package", {})
        name = canonicalize_name(package.get("name", ""))
        if package.get("ecosystem") != "PyPI":
            continue
        for version in locked.get(name, ()):
            if is_affected(version, affected):
                first_line = about.partition("\n")[0]
                yield Finding(name, version, advisory["id"], _fixed(affected), first_line)


def is_affected(version: str, affected: Json) -> bool:
    """Tell whether a version is among those affected: named, or within a range."""
    if version in affected.get("versions", ()):
        return True
    ranges = (one for one in affected.get("ranges", ()) if one["type"] == "ECOSYSTEM")
    return any(_is_within(Version(version), one["events"]) for one in ranges)


def _is_within(version: Version, events: Sequence[Mapping[str, str]]) -> bool:
    """Follow the events of a range up to a version; the last one before it counts."""
    within = False
    for event in sorted(events, key=_place):
        ((kind, _),) = event.items()
        place = _place(event)[0]
        if kind == "introduced" and version >= place:
            within = True
        elif (kind == "fixed" and version >= place) or (
            kind == "last_affected" and version > place
        ):
            within = False
    return within


def _place(event: Mapping[str, str]) -> tuple[Version, bool]:
    ((kind, place),) = event.items()
    try:
        return Version(place), kind == "introduced"
    except InvalidVersion:
        return Version("0"), kind == "introduced"


def _fixed(affected: Json) -> tuple[str, ...]:
    events = (
        event
        for one in affected.get("ranges", ())
        if one["type"] == "ECOSYSTEM"
        for event in one["events"]
    )
    return tuple(event["fixed"] for event in events if "fixed" in event)


def main(words: Sequence[str], today: date | None = None) -> int:
    """Say what the advisories of a folder mean for our locks."""
    if not words:
        print(__doc__)
        return NOTHING_KNOWN
    folder = Path(words[0])
    locks = [Path(word) for word in words[1:]] or sorted((ROOT / "requirements").glob("*.lock"))
    locked = locked_in(*locks)
    report = look_into(folder, locked)
    if report.newest is None:
        print(NO_DATA.format(folder=folder), file=sys.stderr)
        return NOTHING_KNOWN
    print(f"{report.advisories} advisories up to {report.newest}, {len(locked)} packages.")
    days = ((today or datetime.now(UTC).date()) - report.newest).days
    if days > OLD_DAYS:
        print(TOO_OLD.format(newest=report.newest, days=days), file=sys.stderr)
    for finding in report.findings:
        print(finding)
    if not report.findings:
        print("None of them concerns a locked version.")
    return CONCERNED if report.findings else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

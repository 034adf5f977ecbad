"""The bill of materials of a release: all that a server's lock names, in CycloneDX."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tasks
from advisories import locked_in
from environment import ROOT
from matto import __version__


@pytest.mark.slow
def test_it_names_each_locked_package_with_its_version_and_hashes(tmp_path: Path) -> None:
    words = shlex.split(tasks.BILL_OF_MATERIALS)
    assert words[0] == "cyclonedx-py"
    assert "--no-validate" not in words  # else it refuses to write what is no CycloneDX
    written = tmp_path / "matto.cdx.json"
    words[words.index("dist/matto.cdx.json")] = str(written)
    command = [sys.executable, "-m", "cyclonedx_py", *words[1:]]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    bill = json.loads(written.read_text("utf-8"))
    about = bill["metadata"]["component"]
    assert (about["name"], about["version"]) == ("matto", __version__)
    named = {(one["name"], one["version"]) for one in bill["components"]}
    locked = locked_in(ROOT / "requirements" / "server.lock")
    assert named == {(name, one) for name, versions in locked.items() for one in versions}
    for one in bill["components"]:
        assert any(place.get("hashes") for place in one["externalReferences"]), one["name"]

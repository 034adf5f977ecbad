"""The bill of materials of a release: all that a server's lock names, in CycloneDX."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from makefile import ROOT, command, pins
from matto import __version__


@pytest.mark.slow
def test_it_names_each_locked_package_with_its_version_and_hashes(tmp_path: Path) -> None:
    program, *words = command("BILL")
    assert program == "cyclonedx-py"
    assert "--no-validate" not in words  # else it refuses to write what is no CycloneDX
    written = tmp_path / "matto.cdx.json"
    words[words.index("dist/matto.cdx.json")] = str(written)
    subprocess.run([sys.executable, "-m", "cyclonedx_py", *words], cwd=ROOT, check=True)
    bill = json.loads(written.read_text("utf-8"))
    about = bill["metadata"]["component"]
    assert (about["name"], about["version"]) == ("matto", __version__)
    assert {(one["name"], one["version"]) for one in bill["components"]} == pins("server")
    for one in bill["components"]:
        assert any(place.get("hashes") for place in one["externalReferences"]), one["name"]

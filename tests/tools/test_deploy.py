"""What is in deploy/ names what there is; the bill of materials names all packages."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from makefile import ROOT, command, pins
from matto import __version__
from matto.cli.serve import serve
from matto.server.settings import VARIABLES, read_settings
from matto.server.telemetry import Metrics
from matto.server.web.health import healthz, metrics
from setup import LEVELS

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.name != ".env")
HOWTO = ROOT / "docs" / "howto" / "host-a-server.md"
OTHER_VARIABLES = {"MATTO_KERNEL_CACHE"}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "matto.service").read_text(encoding="utf-8")
EXAMPLE = (DEPLOY / "matto.env.example").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())


@pytest.mark.parametrize("path", [*FILES, HOWTO], ids=lambda path: path.name)
def test_every_setting_named_is_one_that_the_server_reads(path: Path) -> None:
    named = set(re.findall(r"MATTO_[A-Z_]+", path.read_text(encoding="utf-8")))
    assert named <= set(VARIABLES.values()) | OTHER_VARIABLES


def settings_in(example: str) -> dict[str, str]:
    lines = (line.removeprefix("#") for line in example.splitlines())
    return dict(re.findall(r"^(MATTO_\w+)=(.+)$", "\n".join(lines), re.MULTILINE))


def test_the_example_of_settings_is_taken_as_it_stands() -> None:
    settings = read_settings(settings_in(EXAMPLE))
    assert settings.base_url == "https://tarock.example.org"
    assert settings.database.startswith("postgresql://")


def test_the_settings_of_the_composition_are_taken_as_they_stand() -> None:
    matto = COMPOSE["services"]["matto"]
    settings = read_settings(settings_in(EXAMPLE) | matto["environment"])
    assert settings.knows_host("tarock.example.org")
    assert f"127.0.0.1:{settings.port}:{settings.port}" in matto["ports"]
    others = {re.split(r"[@/]+", settings.database)[2], settings.channels.split("/")[-1]}
    assert others == set(matto["depends_on"]) == set(COMPOSE["services"]) - {"matto"}
    named = {
        volume.split(":")[0]
        for one in COMPOSE["services"].values()
        for volume in one.get("volumes", [])
    }
    assert named == set(COMPOSE["volumes"])


def test_every_setting_is_in_the_page_for_whoever_hosts_a_server() -> None:
    told = HOWTO.read_text(encoding="utf-8")
    assert {name for name in VARIABLES.values() if f"`{name}" not in told} == set()


@pytest.mark.parametrize(
    ("proxy", "limits"),
    [
        ("Caddyfile", {"read_header", "read_body", "idle"}),
        ("nginx.conf", {"client_header_timeout", "client_body_timeout"}),
    ],
)
def test_no_proxy_waits_for_ever_for_a_head_or_a_body(proxy: str, limits: set[str]) -> None:
    told = (DEPLOY / proxy).read_text(encoding="utf-8")
    assert set(re.findall(r"^\s*(\w+) \d+[sm]", told, re.MULTILINE)) >= limits


def test_prometheus_asks_where_the_server_tells_its_figures_and_with_the_key() -> None:
    (job,) = msgspec.yaml.decode((DEPLOY / "prometheus.yml").read_bytes())["scrape_configs"]
    assert job["metrics_path"] in metrics.paths
    assert job["authorization"]["type"] == "Bearer"


def test_the_board_and_the_alerts_ask_for_figures_that_the_server_tells() -> None:
    told = {
        line.split()[2]
        for line in Metrics().page().decode().splitlines()
        if line[:6] == "# TYPE"
    }
    rules = msgspec.yaml.decode((DEPLOY / "alerts.yml").read_bytes())["groups"][0]["rules"]
    panels = msgspec.json.decode((DEPLOY / "grafana.json").read_bytes())["panels"]
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in panels for target in panel["targets"]]
    named = {name for one in asked for name in re.findall(r"matto_\w+", one)}
    assert named
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in named} <= told


def test_the_composition_builds_with_the_recipe_that_there_is() -> None:
    build = COMPOSE["services"]["matto"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")


def copied() -> list[str]:
    """What the recipe copies from the checkout, apart from what a stage before it made."""
    copies = re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.MULTILINE)
    return [word for copy in copies for word in copy.split()[:-1]]


def test_the_recipe_copies_files_that_there_are_and_installs_a_lock_that_there_is() -> None:
    assert all((ROOT / name).exists() for name in copied())
    assert {Path(name).stem for name in re.findall(r"\S+\.lock", CONTAINERFILE)} <= {*LEVELS}


def test_the_recipe_is_given_what_the_package_is_built_from() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    given = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert "*" in ignored
    assert all((ROOT / name).exists() for name in given)
    assert {"src", "rulebook", "tools", "pyproject.toml", "README.md", "LICENSE"} <= given


def test_health_is_asked_where_the_server_answers_for_it() -> None:
    (address,) = re.findall(r"'http://127\.0\.0\.1:(\d+)(/\w+)'", CONTAINERFILE)
    assert address[1] in healthz.paths
    assert f"MATTO_PORT={address[0]}" in CONTAINERFILE
    assert f"EXPOSE {address[0]}" in CONTAINERFILE


def test_the_container_does_not_run_as_root_and_keeps_its_data_in_a_volume() -> None:
    last_stage = CONTAINERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER \d{4,}$", last_stage, re.MULTILINE)
    assert "VOLUME /var/lib/matto" in last_stage
    assert "MATTO_DATA=/var/lib/matto" in last_stage
    assert "matto:/var/lib/matto" in COMPOSE["services"]["matto"]["volumes"]


def test_the_service_starts_a_command_that_there_is() -> None:
    (started,) = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    program, command, *options = shlex.split(started)
    assert (Path(program).name, command, options) == ("matto", serve.__name__, [])
    assert 'ENTRYPOINT ["matto"]\nCMD ["serve"]' in CONTAINERFILE


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_every_line_of_the_service(tmp_path: Path) -> None:
    unit = tmp_path / "matto.service"
    unit.write_text(UNIT.replace("/opt/matto/bin/matto", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if unit.name in line]
    assert (done.returncode, told) == (0, [])


# -- all that a server's lock names, in CycloneDX ----------------------------------------


QUICKLY = """
import runpy, sys
sys.modules["rfc3987_syntax"] = None
runpy.run_module("cyclonedx_py", run_name="__main__", alter_sys=True)
"""
"""Without the grammar of a format of addresses, which takes seconds to read."""


@pytest.mark.slow
def test_it_names_each_locked_package_with_its_version_and_hashes(tmp_path: Path) -> None:
    program, *words = command("BILL")
    assert program == "cyclonedx-py"
    assert "--no-validate" not in words  # else it refuses to write what is no CycloneDX
    written = tmp_path / "matto.cdx.json"
    words[words.index("dist/matto.cdx.json")] = str(written)
    subprocess.run([sys.executable, "-c", QUICKLY, *words], cwd=ROOT, check=True)
    bill = json.loads(written.read_text("utf-8"))
    about = bill["metadata"]["component"]
    assert (about["name"], about["version"]) == ("matto", __version__)
    assert {(one["name"], one["version"]) for one in bill["components"]} == pins("server")
    for one in bill["components"]:
        assert any(place.get("hashes") for place in one["externalReferences"]), one["name"]

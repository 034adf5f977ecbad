"""The interface under schemathesis: requests by the document, right and wrong, in every order.

`schemathesis.toml` beside this says which checks there are. To try it for long:
`MATTO_SAMPLES=160 pytest tests/server/test_schemathesis.py`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.ahead import finished_deal
from matto.server.api.openapi import document
from samples import many
from served import Served

CONFIG = Path(__file__).with_name("schemathesis.toml")
PLACEHOLDER = "FINISHED_TABLE"
SEED = 1
MORE_THAN_IT_DOES = "1000000"
"""Requests and tables that the server takes: a refusal for these would hide all others."""


@pytest.fixture(scope="module")
def tried() -> Iterator[Served]:
    limits = ("MATTO_RATE", "MATTO_TABLES_PER_PLAYER", "MATTO_TABLES_PER_ADDRESS")
    with Served(**dict.fromkeys(limits, MORE_THAN_IT_DOES)) as server:
        yield server


@pytest.mark.slow
def test_no_request_by_the_document_is_answered_otherwise_than_it_says(
    tried: Served, tmp_path: Path
) -> None:
    config = tmp_path / CONFIG.name
    table = finished_deal(tried.url, "calatafimi-2").split("/")[2]  # whose only deal is over
    with_table = CONFIG.read_text("utf-8").replace(PLACEHOLDER, table)
    config.write_text(with_table, "utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    how = [
        "--checks",
        "all",
        "--no-color",
        "--seed",
        f"{SEED}",
        "--max-examples",
        f"{many(6)}",
    ]
    done = subprocess.run(
        [*command, f"{tried.url}/api/openapi.json", *how],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    number = sum(map(len, document()["paths"].values()))
    assert f"{number} selected / {number} total" in done.stdout

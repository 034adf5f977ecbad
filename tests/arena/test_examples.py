"""The examples of the package and of its page are true."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest

import matto.cli.arena
import matto.research.arena
from matto.cli.arena import arena
from matto.research.arena.report import SCHEMA_FILE

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_the_example_of_the_package_gives_what_it_says() -> None:
    found = doctest.testmod(matto.research.arena)
    assert (found.failed, found.attempted > 3) == (0, True)


def test_the_figure_that_the_page_points_to_is_in_the_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arena("mineo-3", bots="rule,random", deals=2, as_json=True)
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
    (example,) = re.findall(r"^(report\[.*?\])\s+#", PAGE, re.MULTILINE)
    assert set(eval(example, {"report": report})) == {"mean", "low", "high"}  # our own page


def test_every_option_that_the_page_names_is_one_of_the_command() -> None:
    source = Path(str(matto.cli.arena.__file__)).read_text(encoding="utf-8")
    named = set(re.findall(r"--([a-z][a-z-]*)", PAGE))
    assert {"bots", "jobs", "keep", "sprt-unit"} <= named
    for option in named:
        assert f'"--{option}"' in source or f" {option}: " in source, option
    commands = re.findall(r"^matto arena .*$", PAGE, re.MULTILINE)
    assert commands and all(shlex.split(command) for command in commands)

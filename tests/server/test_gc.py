"""A server is seldom stopped by Python's own tidying."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASK = """
import gc
from matto.server import serving

class Begun:
    failure = None
    def __init__(self, ready):
        self.ready = ready
    def run(self, _sockets):
        self.ready()

serving.server_of = lambda _settings, ready: Begun(ready)
serving.serve(None, None, lambda: print(gc.get_threshold(), gc.get_freeze_count() > 10_000))
"""


@pytest.mark.slow
def test_a_server_that_has_begun_looks_for_rubbish_seldom_and_not_at_what_it_has_loaded() -> (
    None
):
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split("\n")[0] == "(20000, 20, 50) True"

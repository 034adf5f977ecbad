"""The tasks of ``tools/do.py``, as a table: what each needs, and the commands it runs in order.

Standard library only. The first word of a command is a program of the environment.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO

import environment
from environment import BIN, LEVELS, ROOT, SetupError, say


@dataclass(frozen=True)
class Task:
    """What a task says of itself, the level of the environment it needs, and its commands.

    The last command takes the arguments, or each, if they are `for_all`. What is `before` the
    last begins with the first one and is waited for; what is `beside` it begins meanwhile, and
    is told when both have ended. What these say is only shown if they fail.
    """

    says: str
    level: str
    commands: tuple[str, ...]
    before: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    for_all: bool = False


LINTS = (
    "ruff check .",
    "ruff format --check .",
    "lint-imports --no-logo",
    "python tools/guards.py",
)
TYPES = ("mypy",)
COMPILE = (
    "python -c 'import gc; gc.set_threshold(50_000, 20, 100);"
    " from matto.kernel.compiled import ready; ready();"
    ' from matto.batch import BatchEnv; many = BatchEnv("calatafimi-2", 2);'
    " [many.step(many.random_actions()) for _ in range(70)]'"
)
"""Once after a change of the kernel, and not by each process of the tests for itself."""

PYTEST = "python -m pytest -p no:schemathesis -p no:faker --dist worksteal"
"""Without plugins that are not used here: each process would import them."""

QUICK = f"{PYTEST} -n 2 -m 'not slow' -x -q"
"""Each of two processes begins with its half: what a file of tests needs is made once."""

COLLECT = f"{PYTEST} -n 0 --collect-only -qq"
"""For the whole suite, so that not each of its processes compiles every file for itself."""

WHOLE_SUITE = f"{PYTEST} -n 4"
"""More processes than a small machine has cores: tests of browsers and servers wait a lot."""

LOCK = (
    "uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet"
    " --no-emit-index-url --no-emit-find-links --no-annotate --output-file"
)
SAME = "pyproject.toml --constraints requirements/dev.lock"
"""The widest lock is made first: the others take their versions from it."""

SERVER = "--extra postgres --extra redis"
WHOLE = f"pyproject.toml --group dev {SERVER} --extra research"
DOCUMENTATION = "python tools/documentation.py"
BILL_OF_MATERIALS = (
    "cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --sv 1.6"
    " --output-file dist/matto.cdx.json requirements/server.lock"
)
"""All packages of a server, as its lock names them, in CycloneDX; it is validated, too."""

TASKS = {
    "play": Task("start playing in the browser", "run", ("matto serve --open",)),
    "matto": Task("the matto command with the remaining arguments", "run", ("matto",)),
    "check": Task(
        "the quick loop, under a minute: style, types, arrows, guards, each test of a moment",
        "dev",
        (*LINTS, QUICK),
        before=(COMPILE,),
        beside=TYPES,
    ),
    "test": Task(
        "everything: the same with the whole suite",
        "dev",
        ("python tools/machine.py", *LINTS, WHOLE_SUITE),
        before=(COMPILE, COLLECT),
        beside=TYPES,
    ),
    "lint": Task("style, types, arrows and guards, without tests", "dev", (*LINTS, *TYPES)),
    "run": Task("an installed module: `run pytest -k talk`, `run mypy`", "dev", ("python -m",)),
    "format": Task(
        "sort the imports and lay out the source",
        "dev",
        ("ruff check --fix --select I .", "ruff format ."),
    ),
    "catalogues": Task(
        "carry new messages into every language and compile them; `catalogues init it`",
        "dev",
        ("python tools/catalogues.py",),
    ),
    "docs": Task(
        "build the documentation site below build/docs",
        "dev",
        (DOCUMENTATION,),
    ),
    "advisories": Task(
        "known advisories against locked packages: `advisories FOLDER`, see docs/releasing.md",
        "dev",
        ("python tools/advisories.py",),
    ),
    "dist": Task(
        "source, wheel and bill of materials below dist",
        "dev",
        ("hatchling build --clean -t sdist -t wheel", BILL_OF_MATERIALS),
    ),
    "setup": Task(f"make the environment: `setup {'|'.join(LEVELS)}`, or dev", "dev", ()),
    "lock": Task(
        "resolve pyproject.toml into requirements/*.lock; `lock --upgrade` for newer versions",
        "uv",
        (
            f"{LOCK} requirements/dev.lock {WHOLE}",
            f"{LOCK} requirements/server.lock {SAME} --group build {SERVER}",
            f"{LOCK} requirements/run.lock {SAME} --group build",
            f"{LOCK} requirements/uv.lock --group uv",
        ),
        for_all=True,
    ),
}


def main(words: Sequence[str]) -> int:
    """Run the task that the first word names; unknown names are answered with the list."""
    name, *arguments = words or ["help"]
    rows = [f"  {each:<11} {task.says}" for each, task in TASKS.items()]
    usage = "\n".join(["usage: python3 tools/do.py TASK [ARGUMENTS]", "", *rows])
    if name in {"help", "-h", "--help"}:
        print(usage)
        return 0
    if name not in TASKS:
        print(f"There is no task '{name}'.\n\n{usage}", file=sys.stderr)
        return 2
    task = TASKS[name]
    try:
        environment.ensure(arguments[0] if name == "setup" and arguments else task.level)
        return run(task, arguments)
    except (SetupError, OSError) as refusal:
        say(str(refusal))
        return 1
    except KeyboardInterrupt:
        return 130


def run(task: Task, arguments: Sequence[str] = ()) -> int:
    """Run the commands of a task and return the exit code of the first that fails, or 0."""
    commands = [shlex.split(command) for command in task.commands]
    for words in commands if task.for_all else commands[-1:]:
        words.extend(arguments)
    with ExitStack() as ends:
        before = [aside(command, ends) for command in task.before]
        for words in commands[:-1]:
            if code := timed(" ".join(words), begin(words)):
                return code
        beside = [aside(command, ends) for command in task.beside]
        if code := told(before):
            return code
        for words in commands[-1:]:  # there is none where only the environment is made
            if code := timed(" ".join(words), begin(words), silent=len(commands) == 1):
                return code
        return told(beside)


@dataclass(frozen=True)
class Aside:
    """A command that goes on while others are waited for, and what it says."""

    name: str
    process: subprocess.Popen[bytes]
    said: IO[bytes]


def aside(command: str, ends: ExitStack) -> Aside:
    """Begin a command that is heard of later; it ends with the task at the latest."""
    said = ends.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 (closed by the stack)
    process = begin(shlex.split(command), said)
    ends.callback(process.wait)
    ends.callback(process.kill)
    return Aside(command, process, said)


def told(asides: Sequence[Aside]) -> int:
    """Wait for commands and tell of each; give the exit code of the first that fails, or 0."""
    for one in asides:
        if code := timed(one.name, one.process):
            one.said.seek(0)
            print(one.said.read().decode(errors="replace"), flush=True)
            return code
    return 0


def begin(command: Sequence[str], says: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    """Begin a command of the environment, from the root of the checkout.

    What Python compiles is kept, and ignored by git. Many containers forbid that; but then each
    process of the tests compiles every test anew.
    """
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env=kept,
        stdout=says,
        stderr=says and subprocess.STDOUT,
    )


def timed(name: str, process: subprocess.Popen[bytes], silent: bool = False) -> int:
    """Wait for a command and return its exit code; tell its name and time unless `silent`."""
    began = time.monotonic()
    if not silent:
        print(f"== {name}", flush=True)
    code = process.wait()
    if not silent:
        outcome = "ok" if code == 0 else f"failed, exit code {code}"
        print(f"== {name}: {outcome}, {time.monotonic() - began:.1f} s", flush=True)
    return code

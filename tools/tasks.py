"""The tasks of ``tools/do.py``: each makes the environment it needs, then runs its steps.

Standard library only. To remake the lock files after a change of pyproject.toml, run
``make lock`` (it needs the package registry) and commit what it writes; ``make lock
ARGS=--upgrade`` also takes newer versions of everything.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import environment
import machine
from environment import BIN, LOCKS, PYTHON, ROOT, SetupError, say

UV = "uv==0.13.8"
"""The resolver that `lock` installs for itself in a throw-away environment."""

SERVICES = ("--extra", "postgres", "--extra", "redis")

LOCK_CONTENTS = {
    "research": ("--group", "dev", "--extra", "research", *SERVICES),
    "dev": ("--group", "dev", *SERVICES),
    "run": ("--group", "build"),
}
"""What each lock holds. The widest is made first: the others take their versions from it."""

NOT_KEPT = "PYTHONDONTWRITEBYTECODE"

SOURCES = ("src", "tests", "tools", "lab")


@dataclass(frozen=True)
class Step:
    """One command of a task, with the name under which its time is shown.

    `early`: it needs nothing of the steps before it, begins together with the first one, and is
    waited for at its place.
    """

    name: str
    command: tuple[str, ...]
    early: bool = False


def module(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs an installed module in the environment."""
    return (str(PYTHON), "-m", name, *arguments)


RUFF = Step("ruff check", module("ruff", "check", "."))
FORMAT_CHECK = Step("ruff format", module("ruff", "format", "--check", "."))
MYPY = Step("mypy --strict", module("mypy", *SOURCES))
IMPORTS = Step("import-linter", (str(BIN / "lint-imports"), "--no-logo"))
GUARDS = Step("guards", (str(PYTHON), str(ROOT / "tools" / "guards.py")))
COMPILED = Step(
    "kernel compiled",
    (str(PYTHON), "-c", "from matto.kernel.compiled import ready; ready()"),
    early=True,
)
"""Once after a change of the kernel, and not by each process of the tests for itself."""

LINTS = (RUFF, FORMAT_CHECK, MYPY, IMPORTS, GUARDS)


def pytest(*arguments: str) -> Step:
    """Return the step that runs the test suite with these arguments on two processes.

    Each begins with its half, in order, so that what a file of tests needs is made once.
    """
    return Step("pytest", module("pytest", "-n", "2", "--dist", "worksteal", *arguments))


def test(arguments: Sequence[str]) -> int:
    """Everything: style, types, arrows, guards, and the whole suite."""
    environment.ensure("dev")
    machine.ensure()
    return run_steps([*LINTS, COMPILED, pytest(*arguments)])


def check(arguments: Sequence[str]) -> int:
    """The quick loop, under a minute: the same without the tests marked slow.

    After a change of the kernel it takes as much longer as compiling does.
    """
    environment.ensure("dev")
    return run_steps([*LINTS, COMPILED, pytest("-m", "not slow", "-x", "-q", *arguments)])


def lint(arguments: Sequence[str]) -> int:
    """Style, types, arrows and guards, without the test suite."""
    environment.ensure("dev")
    return run_steps(LINTS)


def play(arguments: Sequence[str]) -> int:
    """Start playing in the browser: `matto serve --open` with the remaining arguments."""
    return matto(["serve", "--open", *arguments])


def matto(arguments: Sequence[str]) -> int:
    """Run the matto command with the remaining arguments."""
    environment.ensure("run")
    compile_catalogues()
    return run([str(BIN / "matto"), *arguments])


def run_module(arguments: Sequence[str]) -> int:
    """Run an installed module: `run pytest -k talk`, `run mypy`, `run http.server`."""
    if not arguments:
        raise SetupError("name the module to run, such as: python3 tools/do.py run pytest -q")
    environment.ensure("dev")
    return run(module(*arguments))


def format_sources(arguments: Sequence[str]) -> int:
    """Sort the imports and lay out the source, as ruff has it."""
    environment.ensure("dev")
    fixing = module("ruff", "check", "--fix", "--select", "I", ".")
    return run_steps(
        [Step("sort imports", fixing), Step("ruff format", module("ruff", "format", "."))]
    )


def catalogues(arguments: Sequence[str]) -> int:
    """Carry new messages into every language and compile the catalogues."""
    environment.ensure("dev")
    script = (str(PYTHON), str(ROOT / "tools" / "catalogues.py"))
    commands = [tuple(arguments)] if arguments else [("update",), ("compile",)]
    return run_steps([Step(f"catalogues {words[0]}", (*script, *words)) for words in commands])


def setup(arguments: Sequence[str]) -> int:
    """Make or refresh the environment: everything for development, or `setup run|research`."""
    level = arguments[0] if arguments else "dev"
    if level not in LOCKS:
        raise SetupError(f"'{level}' cannot be set up. Choose one of: {', '.join(LOCKS)}.")
    environment.ensure(level)
    compile_catalogues()
    return 0


def lock(arguments: Sequence[str]) -> int:
    """Resolve the dependencies of pyproject.toml anew into requirements/*.lock."""
    with tempfile.TemporaryDirectory() as folder:
        say(f"installing {UV} in a temporary environment")
        _run_or_fail([sys.executable, "-m", "venv", folder])
        scripts = Path(folder) / BIN.name
        _run_or_fail([str(scripts / PYTHON.name), "-m", "pip", "install", "--quiet", UV])
        widest = next(iter(LOCK_CONTENTS))
        for name, contents in LOCK_CONTENTS.items():
            say(f"resolving requirements/{name}.lock")
            same = () if name == widest else ("--constraints", f"requirements/{widest}.lock")
            _run_or_fail([str(scripts / "uv"), *_resolve(name), *contents, *same, *arguments])
    return 0


def _resolve(name: str) -> list[str]:
    fixed = "--universal --python-version 3.11 --generate-hashes --no-header --quiet"
    silent = "--no-emit-index-url --no-emit-find-links --no-annotate"
    target = ["-o", f"requirements/{name}.lock"]
    return ["pip", "compile", "pyproject.toml", *fixed.split(), *silent.split(), *target]


def _run_or_fail(command: Sequence[str]) -> None:
    if run(command) != 0:
        raise SetupError(f"'{Path(command[0]).name}' failed; its own words are above.")


def compile_catalogues() -> None:
    """Compile the message catalogues that are newer than their compiled form, if any is."""
    folder = ROOT / "src" / "matto" / "locale"
    for source in folder.glob("*/LC_MESSAGES/matto.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            say("compiling message catalogues")
            _run_or_fail([str(PYTHON), str(ROOT / "tools" / "catalogues.py"), "compile"])
            return


def run_steps(steps: Sequence[Step]) -> int:
    """Run the steps in order, each with its name and time; stop at the first that fails."""
    compile_catalogues()
    with ExitStack() as under_way:
        early = {step: under_way.enter_context(begun(step)) for step in steps if step.early}
        for step in steps:
            print(f"== {step.name}", flush=True)
            began = time.monotonic()
            code = ended(early[step]) if step.early else run(step.command)
            outcome = "ok" if code == 0 else f"failed, exit code {code}"
            print(f"== {step.name}: {outcome}, {time.monotonic() - began:.1f} s", flush=True)
            if code != 0:
                return code
    return 0


@contextmanager
def begun(step: Step) -> Iterator[subprocess.Popen[bytes]]:
    """Begin a step; it is ended when the others are, or when one of them has failed."""
    with subprocess.Popen(step.command, cwd=ROOT, env=surroundings()) as process:
        yield process
        process.kill()


def ended(process: subprocess.Popen[bytes]) -> int:
    """Wait for a step that was begun and return its exit code."""
    try:
        return process.wait()
    except KeyboardInterrupt:
        return 130


def run(command: Sequence[str]) -> int:
    """Run one command from the root of the checkout and return its exit code."""
    try:
        return subprocess.run(command, cwd=ROOT, env=surroundings(), check=False).returncode
    except KeyboardInterrupt:
        return 130


def surroundings() -> dict[str, str]:
    """Return the environment variables of what is run: compiled Python is kept.

    Git ignores it. Many containers forbid that; but then each process of the tests compiles
    every test anew.
    """
    return {name: told for name, told in os.environ.items() if name != NOT_KEPT}


TASKS: dict[str, Callable[[Sequence[str]], int]] = {
    "play": play,
    "matto": matto,
    "test": test,
    "check": check,
    "lint": lint,
    "run": run_module,
    "format": format_sources,
    "catalogues": catalogues,
    "setup": setup,
    "lock": lock,
}


def usage() -> str:
    """Return the list of tasks with the first line of what each says of itself."""
    rows = (f"  {name:<11} {(task.__doc__ or '').strip()}" for name, task in TASKS.items())
    return "\n".join(["usage: python3 tools/do.py TASK [ARGUMENTS]", "", *rows])


def main(arguments: Sequence[str]) -> int:
    """Run the task that the first argument names; unknown names are answered with the list."""
    if not arguments or arguments[0] in {"help", "-h", "--help"}:
        print(usage())
        return 0
    task = TASKS.get(arguments[0])
    if task is None:
        print(f"There is no task '{arguments[0]}'.\n\n{usage()}", file=sys.stderr)
        return 2
    try:
        return task(arguments[1:])
    except SetupError as refusal:
        if refusal.seen:
            print(refusal.seen, file=sys.stderr)
        say(str(refusal))
        return 1

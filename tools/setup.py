"""Make `.venv`, or bring it up to date: `python3 tools/setup.py [uv|run|server|dev]`.

Only the standard library is needed: pip installs uv, and uv installs what a lock names. From
`run` on each lock holds the one before; an environment that holds more than is asked keeps it.
"""

import ast
import hashlib
import os
import ssl
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
if sys.version_info < OLDEST:
    sys.exit(
        f"matto: this is Python {sys.version.split()[0]}, and matto needs Python 3.11 or newer."
        " Install one, or name the one you have: make PYTHON=/path/to/python3.12 play"
    )
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LEVELS = ("uv", "run", "server", "dev")
OF_PIP = frozenset({"index-url", "extra-index-url", "find-links", "cert", "trusted-host"})
"""The settings of pip that uv has by the same name, but looks up nowhere itself."""
ADVICE = """matto: .venv could not be made; what went wrong is said above.
- Where venv or ensurepip is missing: 'apt-get install python3-venv' on Debian and Ubuntu.
- Where packages could not be fetched: check the network, or what 'pip config list' says of a
  proxy or a mirror, and run the same command again.
- Where a hash or a version is wrong since you changed pyproject.toml: 'make lock'."""


def ensure(level: str = "dev") -> None:
    """Make the environment so that it holds at least `level`; of two commands one waits."""
    if level not in LEVELS:
        sys.exit(f"matto: '{level}' cannot be set up. Choose one of: {', '.join(LEVELS)}.")
    with VENV.with_name(".venv.lock").open("ab") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        made = VENV / "made-from.txt"
        old = made.read_text(encoding="utf-8").splitlines() if made.exists() else []
        enough = LEVELS[LEVELS.index(level) :]
        if not PYTHON.exists() or old not in map(stamp, enough):
            made.unlink(missing_ok=True)
            anew = not PYTHON.exists() or old[:1] != stamp(level)[:1]
            if not anew and level != "uv" and old[1] in enough:
                level = old[1]
            print(f"matto: installing what requirements/{level}.lock names", file=sys.stderr)
            install(level, anew)
            made.write_text("\n".join(stamp(level)), encoding="utf-8")
            print("matto: the environment is ready", file=sys.stderr)


def stamp(level: str) -> list[str]:
    """Return what a finished environment says of itself: place, level, and what it holds."""
    names = (f"requirements/{level}.lock", "pyproject.toml", "tools/wheel_hook.py")
    catalogues = sorted((ROOT / "src" / "matto" / "locale").rglob("*.po"))  # compiled with it
    files = [ROOT / "requirements" / "uv.lock", *(ROOT / name for name in names), *catalogues]
    held = hashlib.sha256(b"\0".join(path.read_bytes() for path in files))
    return [f"{VENV} {PYTHON.resolve()}", level, held.hexdigest()]


def install(level: str, anew: bool) -> None:
    """Install exactly what a lock names, and this checkout."""
    if anew:
        run(sys.executable, "-m", "venv", "--clear", VENV)
    pip = (PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")
    run(*pip, "install", "--require-hashes", "-r", "requirements/uv.lock")
    if level != "uv":
        here = ("--quiet", "--python", PYTHON)
        lock = ("--require-hashes", *settings_of_pip(), f"requirements/{level}.lock")
        built = ("--no-deps", "--no-build-isolation", "--offline", "--editable", ".")
        run(BIN / "uv", "pip", "sync", *here, *lock)
        run(BIN / "uv", "pip", "install", *here, *built)


def settings_of_pip() -> list[str]:
    """Return the options by which uv fetches from where pip does, and trusts whom it trusts."""
    listing = [str(PYTHON), "-m", "pip", "config", "list"]
    told = subprocess.run(listing, capture_output=True, text=True, check=False).stdout
    lines = [line.split("=", 1) for line in reversed(told.splitlines()) if "=" in line]
    options = {name.rpartition(".")[2]: value for name, value in lines}  # the first line counts
    words = ["--index-strategy", "unsafe-best-match"]  # safe, as the lock has the hashes
    system = ssl.get_default_verify_paths()
    known = system.cafile or (system.capath and os.listdir(system.capath))
    if known and "cert" not in options:
        words.append("--system-certs")
    for name in OF_PIP & options.keys():
        for value in ast.literal_eval(options[name]).split():
            words += [f"--{name}", value]
    return words


def run(*command: "str | Path") -> None:
    """Run a command, which says all on standard error; where it fails, end with an advice."""
    if subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=2):
        sys.exit(ADVICE)


if __name__ == "__main__":
    ensure(*sys.argv[1:2])

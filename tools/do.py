"""The one door to every task: ``python3 tools/do.py play|test|check|lock|...``.

Needs the standard library only. This file stays readable to old Pythons, so that they can say
what is wrong: the tasks themselves are in ``tasks.py`` beside it.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
KNOWN = ("python3.14", "python3.13", "python3.12", "python3.11")


def works(python: str) -> bool:
    """Say whether this name starts a new enough Python; a mere placeholder does not."""
    asked = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.call([python, "-c", asked], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


if sys.version_info < OLDEST:
    newer = next(filter(works, KNOWN), None)
    if newer is not None:
        os.execvp(newer, [newer] + sys.argv)  # noqa: RUF005 (Python 2 knows no star here)
    sys.exit(
        "matto: this is Python " + sys.version.split()[0] + ", and matto needs Python 3.11 or"
        " newer. Install one, or name the one you have: make PYTHON=/path/to/python3.12 play"
    )

if sys.argv[1:2] == ["matto"]:  # so that it can say how it is called
    os.environ["MATTO_CALLED"] = "python3 tools/do.py matto"

from tasks import main  # noqa: E402 (only a new enough Python can read it)

sys.exit(main(sys.argv[1:]))

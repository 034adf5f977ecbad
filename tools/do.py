"""The one door to every task: ``python3 tools/do.py play|test|check|lock|…``.

Needs the standard library only. This file stays readable to old Pythons, so that they can say
what is wrong: the work itself is in ``tasks.py`` and ``environment.py`` beside it.
"""

import os
import shutil
import sys

OLDEST = (3, 11)
KNOWN = ("python3.13", "python3.12", "python3.11")

if sys.version_info < OLDEST:
    newer = next(filter(None, map(shutil.which, KNOWN)), None)
    if newer is not None:
        os.execv(newer, [newer] + sys.argv)  # noqa: RUF005 (old Pythons read this line)
    sys.exit(
        "matto: this is Python %d.%d, and matto needs Python 3.11 or newer. Install one, or name"  # noqa: UP031
        " the one you have: make PYTHON=/path/to/python3.12 play" % sys.version_info[:2]
    )

from tasks import main

sys.exit(main(sys.argv[1:]))

"""What hatchling does for the wheel besides packing ``src/matto``.

The rulebook lives at the root of the repository, where people read it; an installed matto
finds it at ``matto/rulebook``. Message catalogues are compiled here, so that no compiled file
is kept in the repository. An editable install needs neither: it runs from the checkout.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import catalogues

SOURCES = "sources.json"
"""The titles of the texts that the rulebooks cite."""


class WheelHook(BuildHookInterface[Any]):
    """Adds the rulebook and the compiled catalogues."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill ``build_data``; ``version`` is "standard" or "editable"."""
        root = Path(self.root)
        catalogues.compile_all(root / catalogues.LOCALE, anew=True)
        if version == "editable":
            return
        books = root / "rulebook"
        for page in sorted((*books.rglob("*.md"), books / SOURCES)):
            place = page.relative_to(books).as_posix()
            build_data["force_include"][str(page)] = f"matto/rulebook/{place}"

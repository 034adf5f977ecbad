"""What hatchling does besides packing `src/matto`: it compiles catalogues, and adds rulebooks.

Neither compiled catalogues nor a second copy of the rulebooks is kept in the repository. An
editable install reads the rulebooks of the checkout.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelHook(BuildHookInterface[Any]):
    """Adds the rulebooks and the compiled catalogues."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill `build_data`; `version` is "standard" or "editable"."""
        root = Path(self.root)
        for path in root.glob("src/matto/locale/*/LC_MESSAGES/matto.po"):
            with path.open("rb") as po, path.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po))
        if version != "editable":
            for page in [*root.glob("rulebook/**/*.md"), root / "rulebook" / "sources.json"]:
                place = page.relative_to(root).as_posix()
                build_data["force_include"][str(page)] = f"matto/{place}"

"""Draw docs/pictures/play.svg, the picture of the README: `python tools/picture.py`.

The beginning of a deal is played by the real program, with these answers typed in.
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.text import Text

from matto.cli import play, screen

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "play.svg"
GAME, SEED, SEAT, WIDTH = "mineo-3", "9", 1, 92
ANSWERS = ("vado_solo", "why CK", "r 3.6", "S5", "BJ", "BQ", "silence", "q")
FONTS = "font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;"


def drawn() -> str:
    """Play, and return the drawing; it loads no font from elsewhere."""
    console = Console(
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        color_system="truecolor",
        width=WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
    answers = iter(ANSWERS)

    def typed(prompt: str = "") -> str:
        answer = next(answers, "q")
        console.print(Text.assemble(prompt, (answer, "bold bright_white")))
        return answer

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict("os.environ", MATTO_DATA=folder, LANGUAGE="en", COLUMNS=str(WIDTH)),
        patch.object(screen, "Console", lambda **_: console),
        patch("builtins.input", typed),
        patch("sys.stdin.isatty", lambda: True),
    ):
        play.play(GAME, seat=SEAT, seed=SEED, fast=True)
    svg = console.export_svg(title=f"matto play {GAME}", unique_id="matto")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code[^;]*;", FONTS, svg)
    return re.sub(r" +$", "", svg, flags=re.MULTILINE)


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

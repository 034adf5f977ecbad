"""Make docs/pictures/play.svg, the picture of the README, from the real program.

``python tools/picture.py`` plays the beginning of a deal with the answers below, as they would
be typed, and draws what the terminal shows.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "play.svg"
GAME, SEED, SEAT, WIDTH = "mineo-3", "9", 1, 92
ANSWERS = ("vado_solo", "why CK", "r 3.6", "S5", "BJ", "BQ", "silence", "q")
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
MARK = "matto"
"""What rich shall put into its ids: without it each drawing would differ from the last."""


def drawn(svg: str) -> str:
    """Give a drawing that loads no font from elsewhere and has no spaces at line ends."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code[^;]*;", f"font-family: {FONTS};", svg)
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())


class Keyboard(io.StringIO):
    """Stands where the terminal's input does."""

    def isatty(self) -> bool:
        """Be taken for a terminal, so that nothing is echoed twice."""
        return True


def recorded(folder: Path) -> Console:
    """Play with the answers typed in, and give the console with all that it showed."""
    from matto.cli import play, screen

    answers = iter(ANSWERS)
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

    def typed(prompt: str = "") -> str:
        answer = next(answers, "q")
        console.print(Text.assemble(prompt, (answer, "bold bright_white")))
        return answer

    with (
        patch.dict(os.environ, MATTO_DATA=str(folder), LANGUAGE="en", COLUMNS=str(WIDTH)),
        patch.object(screen, "Console", lambda **_: console),
        patch("builtins.input", typed),
        patch("sys.stdin", Keyboard()),
    ):
        play.play(GAME, seat=SEAT, seed=SEED, fast=True)
    return console


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        console = recorded(Path(folder))
    svg = console.export_svg(title=f"matto play {GAME}", unique_id=MARK)
    PICTURE.write_text(drawn(svg), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT).as_posix()}")


if __name__ == "__main__":
    main()

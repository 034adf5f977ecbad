"""What is marked in the source goes into the catalogues, and nothing of it gets lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from makefile import ROOT, command

SOURCES = {
    "src/matto/talk.py": 'A = Text("solo")\n'
    'B = text("{seat} says more", seat=1)\n'
    '# Translators: said by one who lays his cards away\nC = _("I lay away")\n'
    'D = N_("no trick")\n'
    'E = "not marked"\n',
    "src/matto/server/web/templates/pages/table.html": "<p>not marked</p>\n"
    '<p title="{{ say("Your turn, {name}.", name=seen.name) }}">not marked</p>\n'
    "{% if say('Lead a card.') and other(\"not marked either\") %}{% endif %}\n"
    '{{ say(\n    "One sentence "\n    "on two lines.",\n    name=x,\n) }}\n'
    '{%- macro row(label=say("Default")) -%}{{ say(label) }}{%- endmacro %}\n',
    "rulebook/tre.md": "# Tre\n\n> seats: 3\n> place: Mineo, Sicily\n",
    "rulebook/de/tre.md": "> place: Mineo, Sizilien\n",
    "tests/test_talk.py": '_("not of the package")\n',
}


def extracted(folder: Path, sources: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run what `make catalogues` begins with, in a folder that has only these files."""
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    words = [word.replace("tools/", f"{ROOT}/tools/") for word in command("EXTRACT")]
    return subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *words[1:], "-o", "found.pot"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_marked_message_is_found_and_no_other(tmp_path: Path) -> None:
    assert extracted(tmp_path, SOURCES).returncode == 0
    found = (tmp_path / "found.pot").read_text("utf-8")
    messages = {line[7:-1] for line in found.splitlines() if line.startswith('msgid "')}
    assert messages - {""} == {
        *("solo", "{seat} says more", "I lay away", "no trick", "Your turn, {name}."),
        *("Lead a card.", "One sentence on two lines.", "Default", "Mineo, Sicily"),
    }
    assert "#. said by one who lays his cards away\n#: src/matto/talk.py\n" in found


def test_a_template_that_does_not_parse_is_an_error(tmp_path: Path) -> None:
    name = "src/matto/server/web/templates/broken.html"
    done = extracted(tmp_path, {name: '{{ say("lost") }}{% if %}'})
    assert done.returncode != 0
    assert "TemplateSyntaxError" in done.stderr

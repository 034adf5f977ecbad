"""Message catalogues: found in the source, kept per language, compiled for gettext.

``python tools/catalogues.py extract`` writes ``matto.pot``, ``update`` carries it into every
language, ``init de`` begins a language, ``compile`` makes the ``.mo`` files; without a word it
does ``update`` and ``compile``. Messages are marked in the source with ``Text("…")``,
``text("…")``, ``_("…")`` or ``N_("…")``, and in the templates of pages with ``say("…")``. With
no language there is nothing to do, and that is no error.
"""

from __future__ import annotations

import io
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path("src") / "matto"
LOCALE = SOURCE / "locale"
MARKERS = {"Text": None, "text": None, "_": None, "N_": None, "say": None}
TEMPLATES = "server/web/templates/**.html"
RULEBOOKS = "rulebook"
PLACE = re.compile(r"(?m)^> place: (.+)$")
"""Where a game is from: the one thing of a rulebook that is told in every language."""

READERS = [("**.py", "python"), (TEMPLATES, "jinja2")]
NOTHING_SKIPPED = {TEMPLATES: {"silent": "false"}}
"""A template that does not parse is an error: by default it would lose its messages quietly."""
AUTHORS = "the matto authors"
HINT = "Translators:"
THE_SAME_DAY = datetime(2020, 2, 2, tzinfo=UTC)
"""In compiled catalogues: the same sentences give the same file, whenever it is made."""
USAGE = "usage: python tools/catalogues.py [extract | update | compile | init LANGUAGE]"


def extract(root: Path = ROOT) -> Catalog:
    """Return the catalogue of every message marked in the source, without translations."""
    found = _new()
    messages = extract_from_dir(
        root / SOURCE,
        method_map=READERS,
        options_map=NOTHING_SKIPPED,
        keywords=MARKERS,
        comment_tags=(HINT,),
        strip_comment_tags=True,
    )
    for name, _line, message, comments, context in messages:
        # No line numbers: they would change these files with every edit of the source.
        place = (f"src/matto/{name}".replace("\\", "/"), 0)
        found.add(message, None, [place], auto_comments=comments, context=context)
    for page in sorted((root / RULEBOOKS).glob("*.md")):
        for told in PLACE.findall(page.read_text(encoding="utf-8")):
            found.add(told, None, [(f"{RULEBOOKS}/{page.name}", 0)])
    return found


def update_all(root: Path = ROOT) -> list[Path]:
    """Write the template, carry it into each language, and return the files written."""
    languages = po_files(root / LOCALE)
    if not languages:
        return []
    template = extract(root)
    written = [_write(root / LOCALE / "matto.pot", template)]
    for path in languages:
        catalogue = _read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        written.append(_write(path, catalogue))
    return written


def init(language: str, root: Path = ROOT) -> Path:
    """Begin a language, and return its new ``.po`` file; an existing one is an error."""
    path = root / LOCALE / language / "LC_MESSAGES" / "matto.po"
    if path.exists():
        raise FileExistsError(f"{language} has a catalogue already: use 'update'.")
    path.parent.mkdir(parents=True)
    catalogue = _new(language)
    catalogue.update(extract(root))
    return _write(path, catalogue)


def compile_all(locale: Path, anew: bool = False) -> list[Path]:
    """Compile every ``.po`` newer than its ``.mo``, or all anew; return the files written."""
    written = []
    for path in (each for each in po_files(locale) if anew or stale(each)):
        target = path.with_suffix(".mo")
        packed = io.BytesIO()
        catalogue = _read(path)
        catalogue.creation_date = THE_SAME_DAY
        write_mo(packed, catalogue)
        target.write_bytes(packed.getvalue())
        written.append(target)
    return written


def po_files(locale: Path) -> list[Path]:
    """Return the catalogues of all languages below the folder ``locale``, in order."""
    return sorted(locale.glob("*/LC_MESSAGES/matto.po"))


def stale(path: Path) -> bool:
    """Say whether the ``.po`` file ``path`` is newer than its compiled ``.mo``."""
    target = path.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime < path.stat().st_mtime


def _new(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        header_comment="# The sentences of matto. The same licence as matto's own.",
        project="matto",
        version="0.1",
        msgid_bugs_address=AUTHORS,
        last_translator=AUTHORS,
        language_team=AUTHORS,
        fuzzy=False,
    )


def _read(path: Path) -> Catalog:
    with path.open("rb") as handle:
        return read_po(handle, locale=path.parent.parent.name)


def _write(path: Path, catalogue: Catalog) -> Path:
    text = io.BytesIO()
    kept = {"sort_output": True, "include_lineno": False, "ignore_obsolete": True}
    write_po(text, catalogue, width=96, **kept)
    # The dates say nothing that git does not, and would make every rewrite a change.
    lines = [
        line
        for line in text.getvalue().decode("utf-8").splitlines(keepends=True)
        if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date'))
    ]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def main(arguments: list[str]) -> int:
    """Run one command of ``USAGE`` and name the files written."""
    match arguments:
        case []:
            written = [*update_all(), *compile_all(ROOT / LOCALE)]
        case ["extract"]:
            (ROOT / LOCALE).mkdir(exist_ok=True)
            written = [_write(ROOT / LOCALE / "matto.pot", extract())]
        case ["update"]:
            written = update_all()
        case ["compile"]:
            written = compile_all(ROOT / LOCALE)
        case ["init", language]:
            written = [init(language)]
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    for path in written:
        print(f"wrote {path.relative_to(ROOT).as_posix()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Builds the documentation site: `python tools/documentation.py [FOLDER]`, else build/docs.

What stands after the folder goes to Sphinx, as `-D extensions=…`.

Each version has a folder of its own below it; the page above them leads to the newest. Before,
the pages that are made are written: rulebooks, the words of each game, notebooks, the HTTP
interface.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from matto import __version__
from matto.engine.game import Game
from matto.engine.rulebook import folder
from matto.games import catalogue
from matto.server.api.document import document

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "made"
HEADER_LINE = "> "
METHODS = ("get", "post", "put", "patch", "delete")
SEED = "seed "
HTTP_PAGE, PUBLIC_PAGE = "http.md", "public.md"
AUTOMODULE = re.compile(r"^\.\. automodule:: (\S+)$", re.MULTILINE)
NOTEBOOKS = "examples/notebooks"
ROOT_PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
LINK = re.compile(r"\]\((?!https?://|#)([^)]+)\)")


def build(target: Path, *more: str) -> int:
    """Build this version's site below a folder, and the page that leads to all versions.

    Gives Sphinx's exit code; a warning is a failure.
    """
    from sphinx.cmd.build import main as sphinx_build

    gc.set_threshold(100_000, 20, 100)  # pages stay to the end: a fifth of the time was lost
    strict = ["-W", "--keep-going", "-q"]
    code = sphinx_build([*strict, *more, str(ROOT / "docs"), str(target / __version__)])
    if code == 0:
        versions = [path.name for path in target.iterdir() if path.is_dir()]
        newest_first = sorted(versions, key=_by_number, reverse=True)
        (target / "index.html").write_text(versions_page(newest_first), encoding="utf-8")
    return code


def _by_number(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def versions_page(newest_first: list[str]) -> str:
    """Give the page above all versions: it goes on to the newest, and lists the others."""
    links = "".join(f'<li><a href="{one}/index.html">{one}</a></li>' for one in newest_first)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>matto</title>'
        f'<meta http-equiv="refresh" content="0; url={newest_first[0]}/index.html">'
        f"<h1>matto</h1><ul>{links}</ul></html>\n"
    )


def write_pages(docs: Path, root: Path) -> None:
    """Write all made pages below `docs`/made; a page that says the same is left alone."""
    made = {**rulebook_pages(), **root_pages(root), **notebook_pages(root)}
    pages = {**made, HTTP_PAGE: http_page(document())}
    pages[PUBLIC_PAGE] = public_page(public_modules(root / "docs"))
    for name, page in pages.items():
        path = docs / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")


# -- what is public ------------------------------------------------------------------------

PROMISE = """# What is public

These names can be relied on: within a minor version (0.1.0, 0.1.1 …) none of them goes away,
none takes other arguments, and none gives something else. What has changed in a new minor
version is in its [changelog](changelog.md). All other names, and those that begin with an
underscore, may change at any time. What is kept outside of Python holds longer: records replay,
and addresses and the HTTP interface stay.
"""


def public_modules(docs: Path) -> list[str]:
    """The modules that the pages of the library show, in the order of the pages."""
    pages = sorted((docs / "api").glob("*.md"))
    return [name for page in pages for name in AUTOMODULE.findall(page.read_text("utf-8"))]


def public_page(modules: Iterable[str]) -> str:
    """Give the page that lists every public name: what each module has in `__all__`."""
    parts = [PROMISE]
    for module in modules:
        names = sorted(import_module(module).__all__)
        parts.append("\n".join([f"## {module}", "", *(f"- `{name}`" for name in names), ""]))
    return "\n".join(parts)


# -- pages of the root -----------------------------------------------------------------------


def root_pages(root: Path) -> dict[str, str]:
    """Give the pages that lie beside the README, with links as they are in the site."""
    pages = {}
    for name in ROOT_PAGES:
        page = (root / name).read_text(encoding="utf-8")
        pages[name.lower()] = LINK.sub(lambda link: f"]({_in_site(link[1])})", page)
    return pages


def _in_site(target: str) -> str:
    page, mark, heading = target.partition("#")
    if page in ROOT_PAGES:
        return page.lower() + mark + heading
    if target == "docs/adr":
        return "../adr/index.md"
    return target.replace("docs/", "../", 1) if target.startswith("docs/") else "../index.md"


# -- rulebooks -----------------------------------------------------------------------------


def rulebook_pages() -> dict[str, str]:
    """Give the pages of each rulebook by file name: English, and German where there is one."""
    pages = {}
    for game in catalogue().values():
        english_page = (folder() / f"{game.id}.md").read_text(encoding="utf-8")
        pages[f"rulebook/{game.id}.md"] = f"{readable(english_page)}\n{words_of(game)}"
        german = folder() / "de" / f"{game.id}.md"
        if german.exists():
            pages[f"rulebook-de/{game.id}.md"] = readable(german.read_text(encoding="utf-8"))
    return pages


def readable(page: str) -> str:
    """Give a rulebook as a page: the header as a list, the texts by their titles."""
    titles = msgspec.json.decode((folder() / "sources.json").read_bytes(), type=dict[str, str])
    for number, title in titles.items():
        page = page.replace(f"{SEED}{number}", title)
    lines = page.splitlines()
    return "\n".join(
        f"- {line.removeprefix(HEADER_LINE)}" if line.startswith(HEADER_LINE) else line
        for line in lines
    )


def words_of(game: Game) -> str:
    """Give a section with the words that one chooses in a game, each in plain language."""
    rows = [f"| `{word}` | {meaning} |" for word, meaning in game.vocabulary.glossary.items()]
    if not rows:
        return ""
    return "\n".join(
        ["## Words that one says", "", "| word | meaning |", "|---|---|", *rows, ""]
    )


# -- notebooks -----------------------------------------------------------------------------


def notebook_pages(root: Path) -> dict[str, str]:
    """Give a page for each notebook: its words and its code, and where it lies."""
    return {
        f"notebooks/{path.stem}.md": notebook_page(path)
        for path in sorted((root / NOTEBOOKS).glob("*.ipynb"))
    }


def notebook_page(path: Path) -> str:
    """Give a notebook as a page, cell after cell."""
    first, *rest = msgspec.json.decode(path.read_bytes())["cells"]
    where = f"The notebook is `{NOTEBOOKS}/{path.name}`, in the repository and in the sdist."
    return "\n\n".join([_cell(first), where, *map(_cell, rest)]) + "\n"


def _cell(cell: Mapping[str, Any]) -> str:
    words = "".join(cell["source"])
    return words if cell["cell_type"] == "markdown" else f"```python\n{words}\n```"


# -- the HTTP interface ----------------------------------------------------------------------


def http_page(document: Mapping[str, Any]) -> str:
    """Give the page of the HTTP interface, one section for each way of asking."""
    info = document["info"]
    parts = ["# The HTTP interface", info.get("description", "")]
    parts.extend(
        section for path, ways in document["paths"].items() for section in _ways(path, ways)
    )
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _ways(path: str, ways: Mapping[str, Any]) -> Iterator[str]:
    for method in METHODS:
        if method in ways:
            way = ways[method]
            yield f"## {way.get('summary') or way['operationId']}\n\n`{method.upper()} {path}`"
            yield way.get("description", "")
            yield _parameters(way.get("parameters", ()))
            yield _answers(way["responses"])


def _parameters(parameters: list[Mapping[str, Any]]) -> str:
    rows = [
        f"| `{one['name']}` | {one['in']} | {one.get('description', '')} |"
        for one in parameters
    ]
    return "\n".join(["| parameter | in | meaning |", "|---|---|---|", *rows]) if rows else ""


def _answers(responses: Mapping[str, Any]) -> str:
    rows = [f"| {code} | {one.get('description', '')} |" for code, one in responses.items()]
    return "\n".join(["| status | answer |", "|---|---|", *rows])


if __name__ == "__main__":
    folder_given, *more_given = sys.argv[1:] or [str(ROOT / "build" / "docs")]
    sys.exit(build(Path(folder_given), *more_given))

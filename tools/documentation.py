"""The pages of the documentation that are made: docs/conf.py has them written below docs/made.

They are the rulebooks, the words of each game, the pages of the root, the notebooks, the HTTP
interface, and the list of what is public.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec

from matto.engine.game import Game
from matto.engine.rulebook import folder
from matto.games import catalogue
from matto.server.api.openapi import document

FOLDER = "made"
HTTP_PAGE, PUBLIC_PAGE = "http.md", "public.md"
ROOT_PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
NOTEBOOKS = "examples/notebooks"
METHODS = ("get", "post", "put", "patch", "delete")
AUTOMODULE = re.compile(r"^\.\. automodule:: (\S+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#)([^)]+)\)")

PROMISE = """# What is public

These names can be relied on: within a minor version (0.1.0, 0.1.1 …) none of them goes away,
none takes other arguments, and none gives something else. What has changed in a new minor
version is in its [changelog](changelog.md). All other names, and those that begin with an
underscore, may change at any time. What is kept outside of Python holds longer: records replay,
and addresses and the HTTP interface stay.
"""


def write_pages(docs: Path, root: Path) -> None:
    """Write all made pages below `docs`/made; a page that says the same is left alone."""
    pages = {**rulebook_pages(), **root_pages(root), **notebook_pages(root)}
    pages |= {HTTP_PAGE: http_page(document())}
    pages |= {PUBLIC_PAGE: public_page(public_modules(root / "docs"))}
    for name, page in pages.items():
        path = docs / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")


def public_modules(docs: Path) -> list[str]:
    """Return the modules that the pages of the library show, in the order of the pages."""
    pages = sorted((docs / "api").glob("*.md"))
    return [name for page in pages for name in AUTOMODULE.findall(page.read_text("utf-8"))]


def public_page(modules: Iterable[str]) -> str:
    """Return the page that lists every public name, module by module."""
    parts = [PROMISE]
    for module in modules:
        names = public_names(module)
        parts.append("\n".join([f"## {module}", "", *(f"- `{name}`" for name in names), ""]))
    return "\n".join(parts)


def public_names(module: str) -> list[str]:
    """Return what a module lists in `__all__`; else the functions and classes that it makes."""
    room = import_module(module)
    made = (
        name
        for name, thing in vars(room).items()
        if getattr(thing, "__module__", "") == module and isinstance(thing, type | FunctionType)
    )
    return sorted(getattr(room, "__all__", None) or (n for n in made if not n.startswith("_")))


def root_pages(root: Path) -> dict[str, str]:
    """Return the pages that lie beside the README, with links as they are in the site."""
    pages = {name: (root / name).read_text(encoding="utf-8") for name in ROOT_PAGES}
    return {
        name.lower(): LINK.sub(lambda link: f"]({_in_site(link[1])})", page)
        for name, page in pages.items()
    }


def _in_site(target: str) -> str:
    page, mark, heading = target.partition("#")
    if page in ROOT_PAGES:
        return page.lower() + mark + heading
    if target == "docs/adr":
        return "../adr/index.md"
    return target.replace("docs/", "../", 1) if target.startswith("docs/") else "../index.md"


def rulebook_pages() -> dict[str, str]:
    """Return the pages of each rulebook by file name: English, and German if there is one."""
    pages = {}
    for game in catalogue().values():
        page = (folder() / f"{game.id}.md").read_text(encoding="utf-8")
        pages[f"rulebook/{game.id}.md"] = f"{readable(page)}{words_of(game)}"
        german = folder() / "de" / f"{game.id}.md"
        if german.exists():
            pages[f"rulebook-de/{game.id}.md"] = readable(german.read_text(encoding="utf-8"))
    return pages


def readable(page: str) -> str:
    """Return a rulebook as a page: the header as a list, the texts by their titles."""
    titles = msgspec.json.decode((folder() / "sources.json").read_bytes(), type=dict[str, str])
    for number, title in titles.items():
        page = page.replace(f"seed {number}", title)
    return re.sub("^> ", "- ", page, flags=re.MULTILINE)


def words_of(game: Game) -> str:
    """Return a section with the words that one chooses in a game, each in plain language."""
    rows = [f"| `{word}` | {said} |" for word, said in game.vocabulary.glossary.items()]
    section = ["## Words that one says", "", *_table("word | meaning", rows), ""]
    return "\n".join(section) if rows else ""


def _table(head: str, rows: list[str]) -> list[str]:
    return [f"| {head} |", re.sub("[^|]+", "---", f"| {head} |"), *rows]


def notebook_pages(root: Path) -> dict[str, str]:
    """Return a page for each notebook: its words and its code, and where it lies."""
    notebooks = sorted((root / NOTEBOOKS).glob("*.ipynb"))
    return {f"notebooks/{path.stem}.md": notebook_page(path) for path in notebooks}


def notebook_page(path: Path) -> str:
    """Return a notebook as a page, cell after cell."""
    first, *rest = msgspec.json.decode(path.read_bytes())["cells"]
    where = f"The notebook is `{NOTEBOOKS}/{path.name}`, in the repository and in the sdist."
    return "\n\n".join([_cell(first), where, *map(_cell, rest)]) + "\n"


def _cell(cell: Mapping[str, Any]) -> str:
    words = "".join(cell["source"])
    return words if cell["cell_type"] == "markdown" else f"```python\n{words}\n```"


def http_page(document: Mapping[str, Any]) -> str:
    """Return the page of the HTTP interface, one section for each way of asking."""
    parts = ["# The HTTP interface", document["info"].get("description", "")]
    for path, ways in document["paths"].items():
        for method in filter(ways.__contains__, METHODS):
            parts += _way(f"{method.upper()} {path}", ways[method])
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _way(asked: str, way: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {way.get('summary') or way['operationId']}\n\n`{asked}`"
    yield way.get("description", "")
    taken = [
        f"| `{one['name']}` | {one['in']} | {one.get('description', '')} |"
        for one in way.get("parameters", ())
    ]
    given = [
        f"| {code} | {one.get('description', '')} |" for code, one in way["responses"].items()
    ]
    yield "\n".join(_table("parameter | in | meaning", taken)) if taken else ""
    yield "\n".join(_table("status | answer", given))

"""The browser finds every card face of a pack and paints it."""

from __future__ import annotations

import pytest

from browser.conftest import NewViewer
from matto.games import game
from matto.server.web.pages.card_faces import address
from matto.telling.cardart import BACK, BOX, STYLES

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = (float(number) for number in BOX.split()[2:])
EDGE = 1
SHOW = """
([address, codes, box]) => Promise.all(codes.map(async (code) => {
  const name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg");
  const use = document.createElementNS(name, "use");
  svg.setAttribute("viewBox", box);
  use.setAttribute("href", `${address}#${code}`);
  svg.append(use);
  document.body.append(svg);
  for (let wait = 0; wait < 100 && !use.getBBox().width; wait += 1)
    await new Promise((done) => setTimeout(done, 50));
  const { x, y, width, height } = use.getBBox();
  return [code, x, y, x + width, y + height];
}))
"""


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game_id", ["mineo-3", "grosstarock"])
def test_every_face_is_found_and_covers_its_card(
    viewer: NewViewer, game_id: str, style: str
) -> None:
    chosen = game(game_id)
    pack = chosen.pack(chosen.resolve())
    ada = viewer()
    page = ada.go("/")
    where = address(chosen, chosen.resolve(), style, "en")
    painted = page.evaluate(SHOW, [where, [*pack.codes, BACK], BOX])
    assert len(painted) == len(pack.codes) + 1
    for code, left, top, right, bottom in painted:
        assert max(left, top) <= EDGE, code  # what is cut off beyond the card counts here
        assert right >= WIDTH - EDGE, code
        assert bottom >= HEIGHT - EDGE, code

"""What this place is, what it keeps about whom, and which keys do what."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.words import N_
from matto.games import catalogue
from matto.server.http.display import Visit
from matto.server.web.pages.environment import rendered

COOKIES: Mapping[str, str] = {
    "matto": N_("A random key. It is how a table knows that your seat is yours."),
    "name": N_("The name under which you played last."),
    "language": N_("The language that you have chosen."),
    "faces": N_("The card faces that you have chosen."),
    "theme": N_("Light or dark colours, if you have chosen."),
    "put_away": N_("The tables that you have put away from the first page."),
    "only": N_("Whether a question with one answer answers itself, if you have chosen."),
    "greetings": N_("Whether you see what the others at a table say, if you have chosen."),
    "sounds": N_("Whether you hear sounds at the table, if you have chosen."),
    "keys": N_("Whether letters and digits are keys at the table, if you have chosen."),
}
"""Every cookie that is ever set, and what it is for."""

TABLE_KEYS: Mapping[str, str] = {
    "← → ↑ ↓": N_("from card to card, and from word to word"),
    N_("Enter"): N_("plays the card, says the word"),
    "1 … 9": N_("says the word with that number"),
    "0": N_("says nothing and lets the others speak"),
    "D": N_("to your hand"),
    "H": N_("a hint: what the strong player would do, and what each choice is worth"),
    "C": N_("to the question and what you may choose"),
    "W": N_("tells whose turn it is and what lies on the table"),
    "L": N_("the last trick"),
    "S": N_("the score so far, and what each has won"),
    "V": N_("the cards, their order and what they count"),
    "R": N_("the rule that matters now"),
    "T": N_("table talk, where the game allows it"),
    "U": N_("takes back your last choice, as long as nobody else has seen it"),
    "N": N_("ready for the next deal"),
    "?": N_("these keys"),
    "Esc": N_("closes what is open"),
}
REPLAY_KEYS: Mapping[str, str] = {
    "← →": N_("a step back, a step on"),
    "↓": N_("to the end of the trick"),
    N_("Home"): N_("to the start"),
    N_("End"): N_("to the end"),
}


def about_page(visit: Visit) -> str:
    """Fill in what this is and what is kept."""
    return rendered("about.html", visit, cookies=COOKIES, games=len(catalogue()))


def keys_page(visit: Visit) -> str:
    """Fill in the list of keys."""
    return rendered("keys.html", visit, table_keys=TABLE_KEYS, replay_keys=REPLAY_KEYS)

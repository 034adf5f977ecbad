"""A player by chance, for any game: it opens a table, sits down and plays a match against bots.

    matto serve                                   # in one terminal; then in another
    python3 examples/random_player.py                                  # the first game, 1 deal
    python3 examples/random_player.py marolles 10                      # ten deals of another
    python3 examples/random_player.py marolles 10 http://127.0.0.1:8765

It needs nothing but Python. To make it play better, change `answer`: `question["choices"]` is
the complete list of legal choices, and `state["view"]` all that your seat has seen. The whole
interface is explained at the server's own page /api.
"""

import http.client
import json
import random
import sys
import urllib.error
import urllib.request

TOO_LATE = 409
GAME, DEALS, SERVER = [*sys.argv[1:], *["", "1", "http://127.0.0.1:8765"][len(sys.argv) - 1 :]]


def send(path, body=None, key=""):
    """Ask the server and give its answer; raises HTTPError if it refuses."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers))


def states(table, key):
    """Yield the table as our seat sees it, again whenever something has happened."""
    for line in send(f"/api/tables/{table}/events", key=key):
        if line.startswith(b"data: "):
            yield json.loads(line[len(b"data: ") :])


def answer(state):
    """Give what to do in a state, or nothing."""
    if state["phase"] == "between" and not state["players"][state["seat"]]["ready"]:
        return {"ready": f"{random.getrandbits(128):032x}"}  # our part in the next shuffle
    if state["view"] and "silence" in state["view"]["asides"]:  # our partner wants to know
        return {"say": random.choice(state["view"]["asides"])}
    question = state["view"] and state["view"]["question"]
    if question and question["seat"] == state["view"]["waiting"]["seat"]:
        return {"choice": random.choice(question["choices"])}
    return {"wait": True} if state["may_wait"] else None


def play(game, deals):
    """Play a match in seat 0; give the table's last state."""
    bots = ["", *["rule"] * (game["seats"] - 1)]
    order = {"game": game["id"], "bots": bots, "limit": deals}
    opened = json.load(send("/api/tables", order))
    table, key = opened["table"], opened["key"]
    send(f"/api/tables/{table}/seats/0", {"name": "Random player"}, key)
    for state in states(table, key):
        if state["phase"] == "over":
            return state
        try:
            if deed := answer(state):
                send(f"/api/tables/{table}/actions", {"seq": state["seq"], **deed}, key)
        except urllib.error.HTTPError as refused:
            if refused.code != TOO_LATE:  # else the next state is on its way already
                raise
    sys.exit(f"{SERVER} has ended the connection. The match waits there: {opened['table']}.")


def main():
    """Choose a game, play a match of it, and tell the result."""
    games = json.load(send("/api/games"))
    known = ", ".join(game["id"] for game in games)
    chosen = next((game for game in games if GAME in {"", game["id"]}), None)
    chosen or sys.exit(f"There is no game {GAME}. Choose one of: {known}.")
    DEALS.isdecimal() or sys.exit(f"How many deals? A number such as 10, not {DEALS}.")
    last = play(chosen, int(DEALS))
    print(f"{chosen['name']}, {DEALS} deals. Seat by seat: {last['ledger']}")


if __name__ == "__main__":
    try:
        main()
    except urllib.error.HTTPError as refused:
        told = refused.read().decode(errors="replace")
        sys.exit(json.loads(told)["error"] if told.startswith("{") else f"{SERVER}: {refused}.")
    except (OSError, http.client.HTTPException, ValueError) as fault:
        sys.exit(f"No server of matto answers at {SERVER} ({fault}). Start one: matto serve")

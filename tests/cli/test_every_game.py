"""Each game at the terminal, in each language: no code, no raw word, no foreign sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from cli.play_helpers import END_OF_DEAL, Answer, Terminal
from matto.engine.events import Event
from matto.engine.rulebook import languages_of
from matto.engine.run import Run
from matto.engine.words import LANGUAGES, translator
from matto.games import catalogue
from matto.players.simple_bots import RandomBot
from matto.telling.story import OTHERS, OWN, PAID, SILENT, SPOKEN
from sixteen import THREE

GAMES = tuple(catalogue())
COMMANDS = ("?", "p", "l", "s", "why F", "u", "t", "zz")
TOLD_OTHERWISE = frozenset({"dealt", "play", "trick", PAID})

RAW_WORD = re.compile(r"[a-z]_[a-z0-9]|\{\w*\}")
RAW_CARD = re.compile(r"(?<!\w)[SBCD](?:10|[2-9AKQCJ])(?!\w)")
HOW_TO_TYPE = re.compile(r"\((SK, C10, T20, F)\)|(why|warum|pourquoi|perché) SK")
ENGLISH = re.compile(
    r"\b(the|you|your|yours|trick|tricks|card|cards|takes|lead|deal|with|and|against|each|hand"
    r"|points|says|gives|silence|more|laid|away|paid|default|nothing|may|not|is|it|of|to)\b"
)


def wandering(terminal: Terminal, seed: str) -> Answer:
    """Choose whatever is offered; ask for everything that can be asked for in between."""
    chance = random.Random(seed)
    asked = list(COMMANDS)

    def respond(prompt: str) -> str:
        if prompt.startswith(END_OF_DEAL):
            return "o" if terminal.prompts[-2:-1] != [prompt] else ""
        places = re.search(r"\(1–(\d+)", prompt)
        if asked and places and chance.random() < 0.3:
            return asked.pop(0)
        return str(chance.randint(1, int(places[1]))) if places else ""

    return respond


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "language"),
    [(game, "de") for game in GAMES]  # which is looked through for English
    + [(game, language) for game in THREE for language in LANGUAGES if language != "de"],
)
def test_a_match_is_played_to_its_sheets_in_whole_sentences(
    terminal: Terminal, game: str, language: str
) -> None:
    bots = ("rule", "random")[(GAMES.index(game) + LANGUAGES.index(language)) % 2]
    seed, deals = f"{bots} at the table", 2 if game in THREE else 1
    answers = wandering(terminal, seed)
    out = terminal.play(answers, game, seed=seed, deals=deals, lang=language, bots=bots)
    say = translator(language)
    assert out.count(say("The score sheet")) >= deals  # others are thrown in
    assert say("Card points: {points}").partition("{")[0] in out
    assert say("The match is over.") in out
    _check_words(out, language if language in languages_of(game) else "en")


def _check_words(out: str, language: str) -> None:
    shown = HOW_TO_TYPE.sub("", out)
    for mark in (RAW_WORD, RAW_CARD, *((ENGLISH,) if language == "de" else ())):
        found = mark.search(shown)
        assert found is None, shown[max(0, found.start() - 80) : found.end() + 80]


@pytest.mark.parametrize(
    "said", ["Silent: sans_prendre", "{name} takes", "You: C10", "Aurelio takes the trick"]
)
def test_the_guard_sees_raw_words_cards_and_english(said: str) -> None:
    with pytest.raises(AssertionError):
        _check_words(said, "de")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_has_its_sentence(game: str) -> None:
    told = OWN.keys() | OTHERS.keys() | SPOKEN | SILENT | TOLD_OTHERWISE
    told |= {"has laid away", "has seen the talon", "has seen the bottom card"}
    assert {event.kind for event in happenings(game)} <= told


def happenings(game: str) -> Iterator[Event]:
    """Everything that happens in some deals that are played at random."""
    for seed in range(20):
        run = Run.shuffled(catalogue()[game], seed=seed)
        bots = [RandomBot(f"{seed} {seat}") for seat in range(run.game.seats)]
        while run.decision is not None:
            seat = run.decision.seat
            run.do(bots[seat].choose(run.view(seat)))
        yield from run.events

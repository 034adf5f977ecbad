"""At the terminal: which cards prove an announcement is asked only where there is a choice."""

from __future__ import annotations

from cli.play_helpers import Terminal, first_choice

GAME, KINGS = "grosstarock", "kings_3"


def shows(terminal: Terminal, seed: str) -> tuple[list[str], list[str]]:
    """The questions for a card to show, and the cards that were shown."""
    answers = iter([KINGS])

    def respond(prompt: str) -> str:
        if prompt.startswith("What do you declare"):
            return next(answers, "pass")
        return "q" if prompt.startswith("Your card") else first_choice(prompt)

    terminal.play(respond, GAME, seed=seed)
    asked = [prompt for prompt in terminal.prompts if prompt.startswith("Show a card")]
    (deal,) = terminal.saved()["deals"]
    acts = [(one["seat"], one["kind"], one["choice"]) for one in deal["actions"]]
    return asked, [choice for seat, kind, choice in acts if (seat, kind) == (0, "show")]


def test_whoever_holds_three_kings_shows_them_without_being_asked(terminal: Terminal) -> None:
    asked, shown = shows(terminal, "17")
    assert asked == []
    assert sorted(shown) == ["CK", "DK", "SK"]


def test_whoever_holds_four_is_asked_which_he_shows(terminal: Terminal) -> None:
    asked, shown = shows(terminal, "20")
    assert len(asked) == 3
    assert shown == ["SK", "CK", "BK"]

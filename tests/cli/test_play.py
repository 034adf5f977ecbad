"""Whole deals at the terminal, all that can be asked for in between, and the score sheet."""

from __future__ import annotations

import random
import re

import pytest

from cli.play_helpers import END_OF_DEAL, Terminal, first_choice
from helpers import decision_of, result_of
from matto.cli.card_naming import CardNaming
from matto.cli.score_sheet import ScoreWriter, parties
from matto.cli.screen import Screen
from matto.cli.simulate import play_out
from matto.cli.turn import OpenQuestion
from matto.engine.events import Deal
from matto.engine.rulebook import rulebook
from matto.engine.run import Match, Run
from matto.engine.view import View
from matto.engine.words import translator
from matto.games import game
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.simple_bots import RuleBot
from sixteen import SIXTEEN

GAMES = ("mineo-3", "priestertarock", "marolles", "calatafimi-2")
LANGUAGES = ("en", "de")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_deal_is_played_to_its_score_sheet(
    terminal: Terminal, game: str, language: str
) -> None:
    out = terminal.play(first_choice, game, seed="whole", deals=1, lang=language, seat=1)
    say = translator(language)
    for sentence in ("The score sheet", "Standing", "The match is over."):
        assert say(sentence) in out
    assert say(find_game(game).name) in out
    assert not terminal.saves  # a finished match leaves nothing behind


@pytest.mark.slow
def test_a_match_goes_on_when_a_bot_fails(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_bot: RuleBot, _view: View) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(RuleBot, "choose", breaks)
    out = terminal.play(first_choice, "priestertarock", seed="whole", deals=1, seat=1)
    assert "The score sheet" in out


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_german_table_speaks_no_english(terminal: Terminal, game: str) -> None:
    def curious(prompt: str) -> str:
        asked = len([one for one in terminal.prompts if one == prompt])
        return "?" if asked == 1 and "Hilfe" in prompt else first_choice(prompt)

    out = terminal.play(curious, game, seed="deutsch", deals=1, lang="de")
    english = re.search(r"\b(the|you|trick|card|takes|lead|deal|with|and)\b", out)
    assert english is None, out[max(0, english.start() - 80) : english.end() + 80]


@pytest.mark.slow
def test_lines_fit_eighty_columns_and_have_no_colour_where_nobody_watches(
    terminal: Terminal,
) -> None:
    out = terminal.play(first_choice, "priestertarock", seed="narrow", deals=1)
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_card_that_may_not_be_played_is_answered_with_the_reason_and_its_clause(
    terminal: Terminal,
) -> None:
    # Seat 0 deals; seat 1 lays away one card and leads to the first trick with its second.
    terminal.play(["1", "1", "zz", "99", "T77", ""], "marolles", seed="illegal", seat=1)
    before = terminal.saved()["deals"][0]["actions"]
    out = terminal.play(["zz", "T22", "S0", "why F"], resume=True)
    assert "“zz” is not understood here" in out
    assert terminal.saved()["deals"][0]["actions"] == before


def test_an_illegal_card_loses_nothing(terminal: Terminal) -> None:
    out = terminal.play(["SK", "BK", "CK", "DK", "T20", "F"], "calatafimi-2", seed="a")
    assert "is not in your hand." in out
    assert "Clause 4.2; r shows it." in out


def test_the_clause_of_a_refusal_is_opened_by_r(terminal: Terminal) -> None:
    def try_every_king(prompt: str) -> str:
        words = ["SK", "BK", "CK", "DK", "T20", "T19", "T18", "T17"]
        return [*words, "r"][len(terminal.prompts) - 1] if len(terminal.prompts) < 10 else eof()

    out = terminal.play(try_every_king, "calatafimi-2", seed="b")
    shown = re.findall(r"^(4\.\d+) ", out, flags=re.MULTILINE)
    told = re.findall(r"Clause (4\.\d+); r shows it", out)
    assert shown == told[-1:]


def eof() -> str:
    raise EOFError


def test_why_a_card_may_not_be_played_can_be_asked_without_playing(terminal: Terminal) -> None:
    out = terminal.play(["why F", "why T20", "warum SK"], "calatafimi-2", seed="c")
    assert out.count("may be chosen.") + out.count("; r shows it.") == 3
    assert not terminal.saves


def test_what_nobody_else_has_seen_is_taken_back(terminal: Terminal) -> None:
    # The dealer lays away four cards, one after another, unseen by the others.
    out = terminal.play(["1", "2", "u", "u", "u", "1"], "marolles", seed="undo")
    assert out.count("Taken back.") == 2
    assert "You have not chosen anything in this deal yet." in out
    laid_away = [action["choice"] for action in own(terminal, 0)]
    assert len(laid_away) == 1
    assert out.count(f"You lay away {sign(laid_away[0])}") == 2


def test_what_bots_have_seen_is_taken_back_as_they_agree(terminal: Terminal) -> None:
    out = terminal.play(["1", "u", "2"], "calatafimi-2", seed="a")
    assert out.count("Taken back. The others agree") == 1
    (played,) = [one["choice"] for one in own(terminal, 0) if one["kind"] == "play"][:1]
    first = terminal.prompts[0]
    assert terminal.prompts.count(first) >= 2
    assert len(own(terminal, 0)) == 1
    assert played


def own(terminal: Terminal, seat: int) -> list[dict[str, str]]:
    actions = terminal.saved()["deals"][-1]["actions"]
    return [action for action in actions if action["seat"] == seat]


def sign(card: str) -> str:
    return card.translate(str.maketrans("SBCD", "♠♣♥♦", "")) if card[0] != "T" else card


def test_the_past_begins_with_the_cards_dealt_where_nothing_is_said_before_the_play(
    terminal: Terminal,
) -> None:
    out = terminal.play(["1", "1", "p"], "barcellona-4", seed="1")
    past = out.partition("This deal so far")[2]
    assert 0 < past.index("You are dealt") < past.index("Trick 1")


def test_last_trick_past_ledger_rule_and_help_are_at_hand(terminal: Terminal) -> None:
    answers = [
        "l",
        "1",
        "l",
        "p",
        "s",
        "r",
        "r 4.9",
        "r 99.1",
        "?",
        "? giove",
        "? zz",
        "t",
    ]
    out = terminal.play(answers, "calatafimi-2", seed="e")
    for sentence in (
        "No trick has been played yet.",
        "This deal so far",
        "Deals played: 0",
        "4.9 The Fuggitivo frees from following and trumping",
        "have no clause 99.1",
        "Type the number beneath a card",
        "The highest trump; it counts 10",
        "“zz” is not in the glossary",
        "In this deal nothing is said during the play.",
    ):
        assert sentence in out
    assert out.count("Trick 1") >= 3


def test_who_wishes_to_speak_is_told_when_he_will_be_asked(terminal: Terminal) -> None:
    out = terminal.play(["t", "t"], "mineo-3", seed="e", seat=1)
    assert "Where the game lets you speak" in " ".join(out.split())
    assert "You are no longer asked" in out


def test_a_card_where_a_word_is_asked_for_is_refused_for_that(terminal: Terminal) -> None:
    out = terminal.play(["why SK", "r"], "barcellona-3", seed="e", seat=1)
    assert "You are asked for a word now, not for a card: solo, passo." in out
    assert "Clause 2.7" in out


def test_where_all_begin_with_chips_the_ledger_says_so(terminal: Terminal) -> None:
    assert "Everybody began with 10." in terminal.play(["s"], "mitigatti-4", seed="e", seat=1)
    assert "Everybody began" not in terminal.play(["s"], "mineo-3", seed="e", seat=1)


def test_help_tells_what_each_word_wins_and_costs_and_which_costs_nothing(
    terminal: Terminal,
) -> None:
    out = terminal.play(["?"], "mitigatti-3", seed="e", seat=1)
    assert "Pagat ultimo (6.3): won: each of the others pays you 2 chips" in out
    assert "costs nothing (2.6): If the cards are thrown in, whoever says this" in out
    out = " ".join(terminal.play(["?"], "calatafimi-3", seed="e", seat=1).split())
    assert "offro 1 – offro (2.14): if others agree: you lose 1 point" in out
    assert "offro 10 – offro (2.14): if others agree: you lose 10 points" in out


def test_the_score_tells_what_the_deal_would_pay_if_it_ended_now(terminal: Terminal) -> None:
    def peek(prompt: str) -> str:
        number = len(terminal.prompts)
        return "s" if number in {1, 8} else "q" if number > 8 else first_choice(prompt)

    out = terminal.play(peek, "calatafimi-2", seed="e", seat=1)
    before, _, after = out.partition("If the deal ended now")
    assert before.count("The ledger") == 2  # nothing to tell before the first trick
    assert re.search(r"each for self +5\.\d", after) or re.search(r"difference +5\.\d", after)
    assert "nor what you cannot know" in after


@pytest.mark.slow
def test_all_hands_are_open_after_the_deal_and_not_before(terminal: Terminal) -> None:
    def peek(prompt: str) -> str:
        asked = [one for one in terminal.prompts if one == prompt]
        ends = prompt.startswith("Enter: ")
        return (
            "o"
            if len(asked) == 1 and (ends or len(terminal.prompts) == 1)
            else ""
            if ends
            else "1"
        )

    out = terminal.play(peek, "priestertarock", seed="open", deals=1, seat=1)
    assert "All hands are open when the deal is over." in out
    hands = out.partition("All hands at the first card")[2]
    cards = re.findall(r"[♠♣♥♦][0-9KQCJA]+|\bT\d+\b|\bF Matto", hands)
    assert len(set(cards)) == 75  # five hands of fifteen; three cards lie open


@pytest.mark.slow
def test_a_partner_who_is_asked_something_answers(terminal: Terminal) -> None:
    """The soloist's opponents may talk: the program's partner answers the player's question."""

    answers: list[str] = []

    def talker(prompt: str) -> str:
        if prompt.startswith("Say what"):
            answers.append("ci putiti" if answers[-1:] == ["?"] else "?")
        elif "What do you say?" in prompt:  # never alone: the bots may find a soloist
            answers.append("passo" if answers[-1:] == ["altre"] else "altre")
        elif "Your card" in prompt and answers[-1:] not in (["t"], ["ci putiti"]):
            answers.append("t")
        else:
            answers.append(first_choice(prompt))
        return answers[-1]

    for seed in range(12):
        out = terminal.play(talker, "mineo-3", seed=f"talk {seed}", deals=1, seat=seed % 3)
        after = out.partition("You: “Ci putiti?”")[2]
        if after:
            answer = r"\s*((Aurelio|Brigida): “(si|no)”|Silent: (Aurelio|Brigida))"
            assert re.match(answer, after)
            asked = out.rpartition("You: “Ci putiti?”")[0].rpartition("Say what?")[0]
            assert "What you can choose" in asked.rpartition("Say what?")[2]
            return
    pytest.fail("no deal in which the question could be asked")


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_shows_nothing_that_the_player_does_not_see(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The first question is put twice, the second time with all unseen cards dealt anew."""
    first = find_game(game)
    run = Run.shuffled(first, seed="hidden")
    anew = dealt_anew(run.setup.deal, run.view(1), random.Random(1))
    screens = []
    for deal in (run.setup.deal, anew):
        monkeypatch.setattr(
            Match, "next_run", lambda match, seed, deal=deal: match.run_of(deal)
        )
        answers = ["?", "p", "s", "l", "why SK", "o", "t"]
        screens.append(terminal.play(answers, game, seat=1))
    assert anew != run.setup.deal
    assert screens[0] == screens[1]


def dealt_anew(deal: Deal, view: View, rng: random.Random) -> Deal:
    """The same deal for a view; whatever it has not seen lies elsewhere."""
    seen = {word for event in view.events for word in event.what} | set(view.hand)
    unseen = [card for pile in (*deal.hands, deal.talon) for card in pile if card not in seen]
    rng.shuffle(unseen)
    fill = iter(unseen)

    def anew(pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card if card in seen else next(fill) for card in pile)

    return Deal(tuple(map(anew, deal.hands)), anew(deal.talon))


@pytest.mark.parametrize(
    ("game", "lang", "suits", "ranks"),
    [
        ("marolles", "en", "S ♠ = swords, B ♣ = batons, C ♥ = cups, D ♦ = coins", None),
        ("grosstarock", "en", "S ♠ = spades, B ♣ = clubs, C ♥ = hearts, D ♦ = diamonds",
         "K = King, Q = Queen, C = Kaval, J = Jack, A = Ace"),
        ("grosstarock", "de", "S ♠ = Pik, B ♣ = Treff, C ♥ = Coeur, D ♦ = Karo",
         "K = König, Q = Dame, C = Kaval, J = Bube, A = As"),
    ],
)  # fmt: skip
def test_help_calls_suits_and_ranks_as_the_game_does(
    terminal: Terminal, game: str, lang: str, suits: str, ranks: str | None
) -> None:
    told = " ".join(terminal.play(["?"], game, seat=0, seed="help", lang=lang).split())
    assert suits in told
    assert (ranks or "") in told


@pytest.mark.slow
def test_a_match_of_two_deals_ends_by_itself(terminal: Terminal) -> None:
    out = terminal.play(first_choice, "mineo-3", seed="two", deals=2)
    assert out.count("The ledger, in") >= 2
    assert out.rstrip().splitlines()[-2:] == [
        "The match is over.",
        "Aurelio and Brigida win the match, 14 to −28.",
    ]


def test_leaving_before_anything_was_done_saves_nothing(terminal: Terminal) -> None:
    assert "Nothing was played" in terminal.play([], "marolles")
    assert not terminal.saves


def test_q_saves(terminal: Terminal) -> None:
    assert "matto play --resume" in terminal.play(["1", "q"], "marolles", seed="q")
    assert terminal.saved()["game"] == "marolles"


def test_wrong_words_on_the_command_line_are_refused_with_what_is_known(
    terminal: Terminal,
) -> None:
    from matto.engine.errors import MattoError

    for commands, sentence in (
        ({"game": "mineo"}, "mineo-3"),
        ({"game": "marolles", "option": ["cards=7"]}, "66, 78"),
        ({"game": "marolles", "option": ["cards"]}, "name=value"),
        ({"game": "marolles", "preset": "none"}, "as_printed"),
        ({"game": "marolles", "seat": 3}, "0 … 2"),
        ({"game": "marolles", "bots": "clever"}, "rule"),
        ({"game": "marolles", "lang": "pt"}, "en, de"),
        ({"resume": True}, "no unfinished match"),
    ):
        with pytest.raises(MattoError, match=sentence):
            terminal.play([], **commands)


def test_options_and_presets_reach_the_table(terminal: Terminal) -> None:
    out = terminal.play(
        ["1", "q"], "marolles", option=["cards=78"], preset="as_printed", seed="o"
    )
    assert "cards = 78" in out
    assert "kings_scale = marolles" in out
    assert terminal.saved()["options"]["ultimo_lost"] == "free"


@pytest.mark.slow
def test_random_opponents_can_be_asked_for(terminal: Terminal) -> None:
    out = terminal.play(first_choice, "calatafimi-2", bots="random", deals=1, seed="r")
    assert "The match is over." in out


@pytest.mark.slow
def test_a_captured_card_lies_open_from_its_trick_to_the_count(terminal: Terminal) -> None:
    out = terminal.play(first_choice, "mineo-3", seed="whole", deals=1, seat=1)
    before, shown, after = out.partition("Lying open with ")
    assert shown
    captured = after.splitlines()[0].split(": ")[1].split(", ")
    assert all(card in before for card in captured)
    questions = after.count("Your card")
    assert after.count("Lying open with ") + 1 >= questions > 1


# -- a question without an order of speaking, to person and programs at once -------------

GAME = "calatafimi-4"
QUESTION = "What do you say? (1–13"


def bargaining(seed: int = 5) -> Run:
    return Run.shuffled(game(GAME), seed=seed)  # seat 0 deals, seat 1 is looked at first


def test_the_person_is_asked_before_anybody_has_spoken(terminal: Terminal) -> None:
    out = terminal.play(["q"], GAME, seed="5")
    assert "“offro" not in out.split(QUESTION, maxsplit=1)[0]
    assert QUESTION in out


def test_enter_says_nothing_and_the_others_speak_on(terminal: Terminal) -> None:
    out = terminal.play(["", "q"], GAME, seed="5")
    assert "Aurelio: “" in out.split(QUESTION, maxsplit=1)[1]


def test_an_offer_is_typed_as_it_is_said_and_one_too_high_is_refused(
    terminal: Terminal,
) -> None:
    out = terminal.play(["offro 12", "offro 3", "q"], GAME, seed="5")
    assert "Offer a number of points from 1 to 10." in out
    assert "You: “offro 3”" in out
    assert terminal.saved()["deals"][0]["actions"] == [
        {"seat": 0, "kind": "negotiate", "choice": "offro:3"},
        *terminal.saved()["deals"][0]["actions"][1:],
    ]


def test_the_word_for_waiting_is_understood_too(terminal: Terminal) -> None:
    out = terminal.play(["aspetto", "q"], GAME, seed="5")
    assert "Aurelio: “" in out.split(QUESTION, maxsplit=1)[1]


def test_a_match_left_in_the_middle_of_it_goes_on(terminal: Terminal) -> None:
    terminal.play(["offro 3", "q"], GAME, seed="5")
    out = terminal.play(["tengo", "q"], resume=True)
    assert "Here the match goes on." in out
    assert "You: “tengo”" in out


def test_whoever_lets_others_speak_is_asked_again_only_after_their_word() -> None:
    run, floor = bargaining(), OpenQuestion(2)
    assert floor.may_speak_first(run)
    floor.wait(run)
    assert not floor.may_speak_first(run)
    run.do("aspetto")  # seat 1 says nothing: seat 2 is looked at
    assert floor.has_waited(run)
    floor.wait(run)
    assert decision_of(run).seat == 3
    run.do_as(0, "offro:4")
    assert floor.may_speak_first(run)


def test_after_a_word_of_ones_own_the_others_come() -> None:
    run, floor = bargaining(), OpenQuestion(2)
    floor.speak(run, "mescolate")
    assert not floor.may_speak_first(run)
    run.do("offro:2")
    assert not floor.may_speak_first(run)  # seat 2 itself is looked at
    assert not floor.has_waited(run)


# -- which cards prove an announcement is asked only where there is a choice -------------

GROSSTAROCK, KINGS = "grosstarock", "kings_3"


def shows(terminal: Terminal, seed: str) -> tuple[list[str], list[str]]:
    """The questions for a card to show, and the cards that were shown."""
    answers = iter([KINGS])

    def respond(prompt: str) -> str:
        if prompt.startswith("What do you declare"):
            return next(answers, "pass")
        return "q" if prompt.startswith("Your card") else first_choice(prompt)

    terminal.play(respond, GROSSTAROCK, seed=seed)
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


# -- when a deal is over its sheet may be asked about: rules, words, and what can be typed --


def asked_after_a_deal(terminal: Terminal, *words: str) -> str:
    """What is printed when these words are typed once a deal is over."""
    left = iter(words)

    def answer(prompt: str) -> str:
        return next(left, "q") if prompt.startswith(END_OF_DEAL) else "1"

    out = terminal.play(answer, "mineo-4", seed="between", bots="random")
    return out.partition("The ledger, in ")[2]


@pytest.mark.slow
def test_a_clause_of_the_sheet_is_read_when_the_deal_is_over(terminal: Terminal) -> None:
    out = asked_after_a_deal(terminal, "r 5.4", "regel 5.2", "r")
    for number in ("5.4", "5.2"):
        assert f"\n{number} {rulebook('mineo-4').clause(number).title}\n" in out
    assert "Name a clause of the sheet" in out
    assert "is not understood" not in out


@pytest.mark.slow
@pytest.mark.parametrize("word", ["?", "help", "hilfe"])
def test_what_can_be_typed_when_the_deal_is_over_is_told(terminal: Terminal, word: str) -> None:
    out = asked_after_a_deal(terminal, word)
    assert "Between deals" in out
    assert "“r 4.3” opens that clause" in out


@pytest.mark.slow
def test_words_of_the_game_and_of_the_sheet_are_explained(terminal: Terminal) -> None:
    out = asked_after_a_deal(terminal, "rimatura", "? vado solo", "vado solo")
    assert f"5.5 {rulebook('mineo-4').clause('5.5').title}" in out
    assert out.count("I go alone against the others.") == 2


@pytest.mark.slow
@pytest.mark.parametrize("word", ["xyz", "why", "SK", "1", "t"])
def test_what_means_nothing_when_the_deal_is_over_is_answered(
    terminal: Terminal, word: str
) -> None:
    assert f"“{word}” is not understood here." in asked_after_a_deal(terminal, word)


# -- partners share a pile, and its points are told once ---------------------------------

NAMES = ("You", "Aurelio", "Brigida", "Celestino", "Donata")


def played(game_id: str) -> Run:
    """A deal that was played by chance to its end, not thrown in."""
    found = find_game(game_id)
    match = Match(found)
    for number in range(20):
        run = match.next_run(seed=f"sheet {number}")
        bots = [make_bot("random", found, f"{number} {seat}") for seat in range(found.seats)]
        play_out(run, bots, random.Random(number))
        assert run.result is not None
        if not run.result.thrown_in:
            return run
        match.take(run.result)
    raise AssertionError("every deal was thrown in")


def points_told(run: Run, capsys: pytest.CaptureFixture[str]) -> str:
    screen = Screen("en")
    cards = CardNaming(run.game, run.options, screen)
    assert run.result is not None
    ScoreWriter(screen, run.game, cards, NAMES[: run.game.seats]).deal(run, run.result, 0)
    line = re.search(r"Card points: (.*)", capsys.readouterr().out)
    assert line is not None
    return line[1]


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_everybody_belongs_to_one_party(game_id: str) -> None:
    run = played(game_id)
    seats = [seat for side in parties(run) for seat in side]
    assert sorted(seats) == list(range(run.game.seats))


@pytest.mark.parametrize("game_id", ["mineo-4", "mineo-3", "barcellona-4"])
def test_the_points_of_partners_are_told_once_and_make_up_the_pack(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = points_told(played(game_id), capsys)
    assert ", " in told
    assert sum(map(int, re.findall(r"\d+", told))) in {109, 110}


def test_who_plays_alone_has_his_own_points(capsys: pytest.CaptureFixture[str]) -> None:
    run = played("marolles")
    assert points_told(run, capsys) == " · ".join(
        f"{name} {points}" for name, points in zip(NAMES, result_of(run).points, strict=False)
    )


@pytest.mark.slow
def test_at_the_table_partners_are_told_together(terminal: Terminal) -> None:
    out = terminal.play(first_choice, "mineo-4", seed="3", bots="random", deals=1)
    line = re.search(r"Card points: (.*)", out)
    assert line is not None
    assert line[1].count(" · ") == 1


@pytest.mark.parametrize(("game_id", "said"), [("ragusa-3", True), ("mineo-3", False)])
def test_card_points_that_pay_nothing_are_said_to_pay_nothing(
    game_id: str, said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    told = points_told(played(game_id), capsys)
    assert told.endswith("; they pay nothing in this game") == said

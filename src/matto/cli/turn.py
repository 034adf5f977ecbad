"""One question to the person at the table, until it is answered.

The person is asked first, again after every word of somebody else, and at no other time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text as Line

from matto.blocks.auction import SILENCE
from matto.blocks.declare import SHOW
from matto.cli.card_naming import CardNaming
from matto.cli.help import HelpWriter
from matto.cli.score_sheet import ScoreWriter
from matto.cli.screen import PlayerLeft, Screen
from matto.cli.story import StoryWriter
from matto.cli.typed_input import (
    Answer,
    ChoiceTyped,
    Keyword,
    KeywordTyped,
    RefusedTyped,
    UnclearTyped,
    parse_line,
)
from matto.engine.cards import NUMBER
from matto.engine.errors import IllegalChoice
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.run import Match, Run
from matto.engine.table import Asides
from matto.engine.view import View
from matto.engine.words import N_, Text, text
from matto.players import make_bot
from matto.players.bots import LEVELS, REGULAR
from matto.players.hints import Hint
from matto.telling.naming import is_card
from matto.telling.questions import (
    Span,
    answers_in_full,
    in_order,
    question_of,
    refusal_sentence,
    spans,
    spelled_error,
    spelled_value,
    with_amount,
    words_first,
)


class OpenQuestion:
    """Remembers for one seat whether anything has been said since it let others speak on."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._waited: tuple[Run, int] | None = None

    def may_speak_first(self, run: Run) -> bool:
        """Return whether another is asked, but this seat may and has not let him speak."""
        decision = run.decision
        if decision is None or decision.seat == self.seat or decision.to(self.seat) is None:
            return False
        return not self.has_waited(run)

    def has_waited(self, run: Run) -> bool:
        return self._waited is not None and self._waited == self._moment(run)

    def wait(self, run: Run) -> None:
        self._waited = self._moment(run)
        if run.decision is not None and run.decision.seat == self.seat:
            run.do(run.decision.wait)

    def speak(self, run: Run, word: str) -> None:
        run.do_as(self.seat, word)
        self._waited = self._moment(run)

    def _moment(self, run: Run) -> tuple[Run, int]:
        return run, sum(event.seat != self.seat for event in run.events)


WILL_BE_ASKED = N_(
    "There is nothing that you may say now. Where the game lets you speak during another's "
    "turn, you are asked from now on; t again ends that."
)
NO_TALK = N_("In this deal nothing is said during the play.")
WILL_NOT_BE_ASKED = N_("You are no longer asked whether you want to speak.")
BOTS_AGREE = N_("Taken back. The others agree; they have seen what was played.")
MANY = 12
"""More candidates than this are not listed when a word is ambiguous."""


@dataclass
class Turn:
    """Puts the questions of a deal to one seat."""

    screen: Screen
    game: Game
    cards: CardNaming
    helper: HelpWriter
    book: ScoreWriter
    seat: int

    def __post_init__(self) -> None:
        self.clause = ""
        self.wants_to_speak = False
        self.floor = OpenQuestion(self.seat)
        self.hinting: Callable[[Run], Hint] = self._advised

    def take(self, run: Run, match: Match, teller: StoryWriter) -> None:
        """Ask until something has been done: a choice, a word aside, or an undo."""
        decision = None if run.decision is None else run.decision.to(self.seat)
        if run.decision is None or decision is None:
            return
        self.clause = decision.clause
        wait = run.decision.wait
        if wait and self.floor.has_waited(run):
            self.floor.wait(run)
            return
        if self._needs_no_asking(decision, run):
            run.do(decision.options[0])
            return
        choices = in_order(run.view(self.seat), decision)
        if wait:
            choices = words_first(choices, wait)
        self._show(run.view(self.seat), choices, teller)
        acted = False
        while not acted:
            line = self.screen.ask(self._question(decision, choices, wait))
            if not line and wait:
                line = wait
            if not line and len(choices) > 1:
                self._show(run.view(self.seat), choices, teller)
            else:
                acted = self._act(line or "1", run, match, choices, teller)

    def _needs_no_asking(self, decision: Decision, run: Run) -> bool:
        """A single word is no choice, nor which is shown of cards that all are; one card is."""
        only = len(decision.options) == decision.left
        a_card = decision.options[0] in NUMBER and decision.kind != SHOW
        return only and not a_card and not run.asides(self.seat)

    def _advised(self, run: Run) -> Hint:
        bot = make_bot(REGULAR.bot, self.game, 0)
        return Hint(bot.name, bot.choose(run.view(self.seat)))

    # -- showing -------------------------------------------------------------------------

    def _show(self, view: View, choices: Sequence[str], teller: StoryWriter) -> None:
        decision = view.decision
        if decision is None:
            return
        teller.end_quiet()
        if decision.kind == "play" and not self.screen.in_row:
            teller.show_lying()
            if not teller.lying:
                self.screen.row(Line(self.screen.words(text("You lead."))))
        self.screen.end_row()
        self._show_side(view)
        self._show_open(view)
        self._show_stock(view)
        cards = [choice for choice in choices if choice in NUMBER]
        shown = view.hand if set(cards) <= set(view.hand) else cards
        if shown is view.hand and view.hand:
            self.screen.lines(self.cards.hand(view.hand, cards or None))
        elif cards:
            self.screen.lines(self.cards.hand(view.hand))
            self.screen.line(text("To choose from:"), style="dim")
            self.screen.lines(self.cards.hand(cards, cards))
        self._show_words(choices, alone=answers_in_full(self.game, decision))
        if run_asides := view.asides:
            self.screen.line(
                text("You may say something (t). Phrases: {count}", count=len(run_asides)),
                style="dim",
                indent=1,
            )

    def _show_side(self, view: View) -> None:
        friends = self.game.friends(view)
        if friends:
            names = ", ".join(self.helper.names[seat] for seat in sorted(friends))
            self.screen.line(text("On your side: {names}", names=names), style="dim", indent=1)

    def _show_open(self, view: View) -> None:
        for seats, cards in self.game.lying_open(view).items():
            sentence = text(
                "Lying open with {names}: {cards}",
                names=", ".join(self.helper.names[seat] for seat in seats),
                cards=self.cards.plain_list(view.pack.sort(cards)),
            )
            self.screen.line(sentence, style="dim", indent=1)

    def _show_stock(self, view: View) -> None:
        laid_down = sum(int(count) for _, count in view.heard("stock"))
        if laid_down:
            left = laid_down - len(view.heard("draws"))
            self.screen.line(text("In the stock: {count}", count=left), style="dim", indent=1)

    def _show_words(self, choices: Sequence[str], *, alone: bool = False) -> None:
        shown = [span for span in spans(choices) if span.words[0] not in NUMBER]
        width = max((len(self._spelled(span)) for span in shown), default=0) + 2
        for span in shown:
            places, _, said = self._spelled(span).partition("  ")
            label = Line.assemble((f"{places}  ", "bold"), (said, "bold cyan"))
            meaning = "" if alone else self.cards.meaning(span.words[0])
            self.screen.line(Line(meaning), indent=width, label=label)

    def _spelled(self, span: Span) -> str:
        """The places of choices and how they are said: `  5–14  offro 1 … offro 10`."""
        said = self.cards.said(span.words[0])
        if span.first == span.last:
            return f"{span.first:>3}  {said}"
        return f"{span.first:>3}–{span.last}  {said} … {self.cards.said(span.words[-1])}"

    def _question(self, decision: Decision, choices: Sequence[str], wait: str) -> str:
        words = self.screen.words
        question = words(question_of(self.game, decision))
        if wait:
            hint = text("1–{last}, or the words; Enter: say nothing; ? help", last=len(choices))
        elif len(choices) == 1:
            only = self._said(choices[0], self.cards.short)
            hint = text("Enter: {only}; ? help", only=only)
        else:
            hint = text("1–{last}; ? help", last=len(choices))
        return f"{question} ({words(hint)}):"

    # -- doing ---------------------------------------------------------------------------

    def _act(
        self, line: str, run: Run, match: Match, choices: Sequence[str], teller: StoryWriter
    ) -> bool:
        """Do what a line says; True when the question is no longer the same."""
        match self._understood(line, choices):
            case ChoiceTyped(choice):
                self._do(run, choice)
                return True
            case RefusedTyped(choice):
                self._why(run, choice)
            case UnclearTyped(word, candidates):
                meant = with_amount(word, self.game.vocabulary.glossary)
                self._why(run, meant) if meant else self._unclear(word, candidates)
            case KeywordTyped(command, about):
                return self._command(command, about, run, match, teller)
        return False

    def _understood(self, line: str, choices: Sequence[str]) -> Answer:
        known, typed = (*self.game.vocabulary.glossary, *choices), self.cards.typed
        return parse_line(line, choices, names=self._names, known=known, cards=typed)

    def _do(self, run: Run, choice: str) -> None:
        wait = "" if run.decision is None else run.decision.wait
        if not wait:
            run.do(choice)
        elif choice == wait:
            self.floor.wait(run)
        else:
            self.floor.speak(run, choice)

    def _names(self, choice: str) -> tuple[str, ...]:
        if choice in NUMBER:
            own = self.cards.own_name(choice)
            return (own,) if own else ()
        return (self.cards.said(choice),)

    def _why(self, run: Run, choice: str) -> None:
        refusal = run.why_not(choice, self.seat)
        if refusal is None:
            said = self._said(choice, self.cards.label)
            self.screen.line(text("{choice} may be chosen.", choice=said), indent=2)
            return
        if is_card(choice) and choice not in self.cards.pack.place:
            self.screen.line(
                text("There is no {card} in the pack of this game.", card=choice),
                style="bold yellow",
                indent=2,
            )
            return
        asked = None if run.decision is None else run.decision.to(self.seat)
        shown = refusal if asked is None else refusal_sentence(choice, asked, refusal)
        self.clause = shown.clause or self.clause
        self.helper.refuse(shown)

    def _said(self, choice: str, card: Callable[[str], str]) -> str:
        return card(choice) if is_card(choice) else self.cards.said(choice)

    def _unclear(self, word: str, candidates: Sequence[str]) -> None:
        if candidates and len(candidates) <= MANY:
            spelled = ", ".join(self._said(word, self.cards.label) for word in candidates)
            sentence = text("“{word}” could be: {candidates}.", word=word, candidates=spelled)
        elif candidates:
            sentence = text("“{word}” fits several choices: type more of it.", word=word)
        else:
            sentence = text("“{word}” is not understood here. ? shows what is.", word=word)
        self.screen.line(sentence, style="yellow", indent=2)

    # -- commands ------------------------------------------------------------------------

    def _command(
        self, command: Keyword, about: str, run: Run, match: Match, teller: StoryWriter
    ) -> bool:
        view = run.view(self.seat)
        if command is Keyword.QUIT:
            raise PlayerLeft
        if command is Keyword.UNDO:
            return self._undo(run, teller)
        if command is Keyword.TALK:
            return self._talk(run)
        plain_answers: dict[Keyword, Callable[[], None]] = {
            Keyword.HELP: lambda: self._help(run, about),
            Keyword.LAST: lambda: self.helper.last_trick(view),
            Keyword.STORY: lambda: self.helper.story(view),
            Keyword.SHEET: lambda: self.book.standing(match, view),
            Keyword.HINT: lambda: self._hint(run),
            Keyword.RULE: lambda: self.helper.rule(about or self.clause),
            Keyword.WHY: lambda: self._asked_why(run, about),
        }
        if command in plain_answers:
            plain_answers[command]()
        else:
            self.screen.line(text("All hands are open when the deal is over."), indent=2)
        return False

    def _hint(self, run: Run) -> None:
        self.screen.line(text("Thinking …"), style="dim", indent=2)
        hint = self.hinting(run)
        title = next(level.title for level in LEVELS if level.bot == hint.bot)
        said = self._said(hint.choice, self.cards.label)
        best = text("“{bot}” would choose: {choice}", bot=Text(title), choice=said)
        self.screen.line(best, style="bold", indent=2)
        for one in hint.values:
            value = self.screen.words(spelled_value(self.game, one.value))
            error = spelled_error(self.game, one.error)
            sure = "" if error is None else f" {self.screen.words(error)}"
            mark = " =" if one.equal and one.choice != hint.choice else ""
            label = Line(f"  {self._said(one.choice, self.cards.label)}")
            self.screen.line(Line(f"{value:>7}{sure}{mark}"), indent=20, label=label)

    def _help(self, run: Run, about: str) -> None:
        if run.decision is not None:
            asked = run.decision.to(self.seat) or run.decision
            self.helper.explain(asked, about, run.view(self.seat))

    def _asked_why(self, run: Run, about: str) -> None:
        decision = None if run.decision is None else run.decision.to(self.seat)
        if decision is None or not about:
            self.screen.line(text("Ask about one choice: why SK"), indent=2)
            return
        match self._understood(about, decision.options):
            case ChoiceTyped(choice) | RefusedTyped(choice):
                self._why(run, choice)
            case _:
                self._unclear(about, ())

    def _undo(self, run: Run, teller: StoryWriter) -> bool:
        before = run.last_choice(self.seat)
        if run.can_undo(self.seat):
            run.undo(self.seat)
            self.screen.line(text("Taken back."), indent=2)
        elif before is not None:
            run.go_back(before)
            self.screen.line(BOTS_AGREE, indent=2)
        else:
            nothing = text("You have not chosen anything in this deal yet.")
            self.screen.line(nothing, style="yellow", indent=2)
            return False
        teller.catch_up(run.view(self.seat), aloud=False)
        return True

    def _talk(self, run: Run) -> bool:
        phrases = run.asides(self.seat)
        if phrases:
            return self._speak(run, phrases)
        if _is_silent(run):
            self.screen.line(NO_TALK, style="dim", indent=2)
            return False
        self.wants_to_speak = not self.wants_to_speak
        self.screen.line(
            WILL_BE_ASKED if self.wants_to_speak else WILL_NOT_BE_ASKED, style="dim", indent=2
        )
        return False

    def speaks_first(self, run: Run) -> bool:
        """Before another's move: answer a question, or speak; True if one spoke."""
        phrases = run.asides(self.seat)
        if not phrases or not (self.wants_to_speak or SILENCE in phrases):
            return False
        self.screen.end_row()
        if self._speak(run, phrases):
            return True
        if SILENCE in phrases:
            run.say(self.seat, SILENCE)
        return SILENCE in phrases

    def _speak(self, run: Run, phrases: Sequence[str]) -> bool:
        """Offer phrases to say aside; True when one was said."""
        self._show_words(phrases)
        answer = self._phrase_asked_for(phrases)
        if not isinstance(answer, ChoiceTyped):
            return False
        try:
            run.say(self.seat, answer.choice)
        except IllegalChoice as error:
            self.helper.refuse(error.refusal)
            return False
        return True

    def _phrase_asked_for(self, phrases: Sequence[str]) -> Answer | None:
        """Return what is typed for a phrase; after help it is asked for again."""
        question = text("Say what? (1–{last}; Enter: nothing; ? help)", last=len(phrases))
        while line := self.screen.ask(question):
            answer = parse_line(line, phrases, names=self._names)
            match answer:
                case KeywordTyped(Keyword.HELP, about):
                    self.helper.words_explained(phrases, about)
                case KeywordTyped(Keyword.RULE, about):
                    self.helper.rule(about or self.clause)
                case KeywordTyped(Keyword.QUIT):
                    raise PlayerLeft
                case ChoiceTyped():
                    return answer
                case _:
                    known = answer.candidates if isinstance(answer, UnclearTyped) else ()
                    self._unclear(line, known)
                    return None
        return None


def _is_silent(run: Run) -> bool:
    asked = run.decision
    return asked is not None and asked.kind == "play" and type(run.table.asides) is Asides

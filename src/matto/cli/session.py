"""A match of one person against bots: deal after deal, question after question."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from matto.cli import saved_matches
from matto.cli.card_naming import CardNaming
from matto.cli.help import HelpWriter
from matto.cli.saved_matches import SavedMatch
from matto.cli.score_sheet import ScoreWriter
from matto.cli.screen import PlayerLeft, Screen
from matto.cli.story import StoryWriter
from matto.cli.turn import Turn
from matto.cli.typed_input import (
    Answer,
    ChoiceTyped,
    Keyword,
    KeywordTyped,
    RefusedTyped,
    parse_line,
)
from matto.engine.game import Game
from matto.engine.options import spell, whole_number
from matto.engine.run import Match, Run
from matto.engine.words import N_, text
from matto.players.blocking_bot_host import FallbackBot, shared_host
from matto.players.bot_readiness import thinks
from matto.players.bot_talk import say, who_answers, who_may_speak
from matto.players.bots import STRONG, UNREADY, BotFault
from matto.players.hints import Hint
from matto.telling.naming import is_card
from matto.telling.results import winner_sentence
from matto.telling.story import names_of

ROUND = {
    "left": N_("The game goes round to the left."),
    "right": N_("The game goes round to the right."),
}

BETWEEN = {
    (False, False): text("Enter: next deal; o all hands, l last trick, p past, q quit"),
    (False, True): text("Enter: next deal; s ledger, p past, q quit"),
    (True, False): text("Enter: end; o all hands, l last trick, p past, s ledger"),
    (True, True): text("Enter: end; p past, s ledger"),
}
"""Inputs between deals: whether the match is over, and the deal was thrown in."""

HELP_TOO = N_("? help")

GETTING_READY = N_(
    "The other players are getting ready, which takes some minutes the first time. Until then "
    "simpler ones play for them."
)

FOR_A_HINT = 3.0
"""Seconds that bots may think about a hint: nobody waits for it but the person that asked."""


class Session:
    """One person's match; everything shown comes from the views of that person's seat."""

    def __init__(
        self, screen: Screen, game: Game, saved: SavedMatch, path: Path, match: Match
    ) -> None:
        self.screen = screen
        self.game = game
        self.saved = saved
        self.path = path
        self.match = match
        self.seat = saved.seat
        self.names = names_of(game.seats, self.seat, screen.words(text("You")))
        self.cards = CardNaming(game, match.options, screen)
        self.book = ScoreWriter(screen, game, self.cards, self.names)
        self.helper = HelpWriter(screen, game, self.cards, self.names)
        self.turn = Turn(screen, game, self.cards, self.helper, self.book, self.seat)
        self.run: Run | None = None
        self.turn.hinting = self._hint
        self._told_unready = False
        if thinks([saved.bots]):
            shared_host().prepare()

    def welcome(self) -> None:
        """Say what is played, with whom, and how to get help."""
        self.screen.heading(self.game.name, style="bold cyan")
        others = ", ".join(name for seat, name in enumerate(self.names) if seat != self.seat)
        self.screen.line(text("At the table with you: {names}.", names=others))
        self.screen.line(ROUND[self.game.direction])
        changed = self._variants()
        if changed:
            self.screen.line(text("Variants: {variants}", variants=changed))
        self.screen.line(
            text("? explains every choice, r shows the rule, q saves and leaves."), style="dim"
        )

    def _variants(self) -> str:
        return ", ".join(
            f"{option.name} = {spell(self.match.options[option.name])}"
            for option in self.game.options
            if self.match.options[option.name] != option.default
        )

    # -- the match -----------------------------------------------------------------------

    def play(self, run: Run | None = None) -> None:
        """Play until the agreed deals are played or the player leaves; saves as it goes.

        `run` is a deal that was begun before.
        """
        try:
            if run is not None:
                self._play_deal(run, resumed=True)
            while not self.match.over:
                self._play_deal(self._next_deal())
        except (PlayerLeft, KeyboardInterrupt):
            if not self.match.over:
                self._leave()
                return
        self.screen.line(text("The match is over."), style="bold")
        won = winner_sentence(self.match.game, self.names, self.match.ledger, self.seat)
        self.screen.line(won, style="bold")
        self.path.unlink(missing_ok=True)

    def _next_deal(self) -> Run:
        number = len(self.saved.deals) + 1
        run = self.match.next_run(seed=f"{self.saved.seed} deal {number}")
        self.saved.deals.append(saved_matches.saved_deal(run))
        return run

    def _save(self) -> bool:
        """Keep the match as it is; False while the player has not done anything yet."""
        if self.run is not None:
            self.saved.deals[-1] = saved_matches.saved_deal(self.run)
        deals = self.saved.deals
        if not any(action.seat == self.seat for deal in deals for action in deal.actions):
            return False
        saved_matches.write(self.path, self.saved)
        return True

    def _leave(self) -> None:
        if not self._save():
            self.screen.line(text("Nothing was played, so nothing is saved. Goodbye!"))
            return
        program = sys.argv[0]  # it may lie in an environment that is not on the search path
        hidden = Path(program).stem == "matto" and shutil.which("matto") != program
        command = f"{program if hidden else 'matto'} play --resume"
        self.screen.line(text("Saved. Go on with: {command}", command=command), style="bold")

    # -- one deal ------------------------------------------------------------------------

    def _play_deal(self, run: Run, *, resumed: bool = False) -> None:
        self.run = run
        teller = StoryWriter(self.screen, self.cards, self.names, self.seat)
        self._open_deal(run, teller, resumed=resumed)
        while run.decision is not None:
            teller.catch_up(run.view(self.seat))
            if self._bots_talk(run):
                continue
            if run.decision.seat == self.seat or self.turn.floor.may_speak_first(run):
                self._save()
                self.turn.take(run, self.match, teller)
            elif not self.turn.speaks_first(run):
                self._bot_acts(run)
        teller.catch_up(run.view(self.seat))
        self._close_deal(run)

    def _bot_acts(self, run: Run) -> None:
        """A bot is made anew for every move: so a match resumed goes on in the same way."""
        decision = run.decision
        if decision is None:
            return
        seat = decision.seat
        run.do(self._bot(run, seat).choose(run.view(seat)))

    def _bot(self, run: Run, seat: int) -> FallbackBot:
        seed = f"{self.saved.seed} {len(self.saved.deals)} {seat} {len(run.actions)}"
        return FallbackBot(self.saved.bots, seed, self._tell_fault)

    def _hint(self, run: Run) -> Hint:
        """Return what the strongest bot would do, or a simpler one where it is late."""
        view, seed = run.view(self.seat), f"{self.saved.seed} hint {len(run.actions)}"
        shared = shared_host()
        return shared.run(shared.host.hint(STRONG.bot, seed, view, within=FOR_A_HINT))

    def _tell_fault(self, bot: str, fault: BotFault, other: str) -> None:
        """Tell the person that a bot has failed, and who answers for it."""
        if fault.kind == UNREADY:
            self._tell_unready()
            return
        sentence = text(
            "The bot {bot} gave no legal choice, and {other} answers for it. {what}",
            bot=bot,
            other=other,
            what=fault.sentence,
        )
        self.screen.line(sentence, style="yellow", indent=2)

    def _tell_unready(self) -> None:
        if not self._told_unready:
            self.screen.line(GETTING_READY, style="dim", indent=2)
        self._told_unready = True

    def _bots_talk(self, run: Run) -> bool:
        """A bot answers its partner, or says something before a card; True if one spoke."""
        speakers = (*who_answers(run), *who_may_speak(run))
        return any(
            say(run, seat, self._bot(run, seat)) for seat in speakers if seat != self.seat
        )

    def _open_deal(self, run: Run, teller: StoryWriter, *, resumed: bool) -> None:
        number = len(self.match.results) + 1
        dealer = self.names[run.setup.dealer]
        self.screen.heading(text("Deal {number}. Dealer: {name}", number=number, name=dealer))
        if resumed:
            self.screen.line(
                text("Here the match goes on. p shows what has been."), style="dim", indent=2
            )
            teller.catch_up(run.view(self.seat), aloud=False)
            if teller.lying:
                teller.show_lying()

    def _close_deal(self, run: Run) -> None:
        if run.result is None:
            return
        self.match.take(run.result)
        self._save()
        self.run = None
        self.book.deal(run, run.result, self.seat)
        self.book.ledger(self.match)
        self._between_deals(run)

    def _between_deals(self, run: Run) -> None:
        thrown_in = run.result is not None and run.result.thrown_in
        words = self.screen.words
        question = f"{words(BETWEEN[self.match.over, thrown_in])}; {words(HELP_TOO)}"
        rows = () if run.result is None else run.result.sheet
        clauses = {row.item: row.clause for row in rows}
        known = (*clauses, *self.game.vocabulary.glossary)
        while line := self.screen.ask(question):
            self._carry_out(
                line, parse_line(line, (*clauses,), names=self._names, known=known), run
            )

    def _names(self, word: str) -> tuple[str, ...]:
        return (self.cards.said(word),)

    def _carry_out(self, line: str, asked: Answer, run: Run) -> None:
        """Do what is asked for between deals, or say that it is not understood there."""
        match asked:
            case KeywordTyped(Keyword.QUIT):
                raise PlayerLeft
            case KeywordTyped(Keyword.HELP, about):
                self.helper.between_deals(about)
            case KeywordTyped(Keyword.RULE, about) if about:
                self.helper.rule(about)
            case KeywordTyped(Keyword.RULE):
                self.screen.line(text("Name a clause of the sheet: r 5.4"), indent=2)
            case KeywordTyped(Keyword.EVIDENCE, about) if run.result is not None:
                self.book.show_evidence(run.result, about)
            case KeywordTyped(command) if command in self._looked_up(run):
                self._looked_up(run)[command]()
            case ChoiceTyped(word) | RefusedTyped(word) if not (
                is_card(word) or whole_number(line) is not None
            ):
                self._row_or_word(word, run)
            case _:
                sentence = text("“{word}” is not understood here. ? shows what is.", word=line)
                self.screen.line(sentence, style="yellow", indent=2)

    def _looked_up(self, run: Run) -> dict[Keyword, Callable[[], None]]:
        """Return what may be looked up when a deal is over; hands only if they were played."""
        view = run.view(self.seat)
        commands: dict[Keyword, Callable[[], None]] = {
            Keyword.LAST: lambda: self.helper.last_trick(view),
            Keyword.SHEET: lambda: self.book.ledger(self.match),
            Keyword.STORY: lambda: self.helper.story(view),
        }
        if run.result is None or not run.result.thrown_in:
            commands[Keyword.OPEN] = lambda: self.book.hands(run)
        return commands

    def _row_or_word(self, word: str, run: Run) -> None:
        """A row of the score sheet by its clause; another word of the game by its meaning."""
        rows = () if run.result is None else run.result.sheet
        clause = next((row.clause for row in rows if row.item == word), "")
        if clause:
            self.helper.rule(clause)
        else:
            self.helper.between_deals(word)

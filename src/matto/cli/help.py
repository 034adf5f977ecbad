"""Help in the terminal: what can be typed, what words mean and cost, and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text as Line

from matto.cli.card_naming import CardNaming
from matto.cli.screen import Screen
from matto.cli.story import StoryWriter
from matto.engine.cards import FOOL, NUMBER
from matto.engine.errors import MattoError, Refusal
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.telling.bid_prices import price_sentences
from matto.telling.questions import Span, folded_word, spans

COMMAND_HELP: Mapping[str, str] = {
    "?": N_("explains the choices; “? word” explains one word of the game"),
    "h": N_("a hint: what the strongest player would do, and what each choice is worth"),
    "r": N_("the clause of the rulebook for this question; “r 4.3” opens another one"),
    "why": N_("“why SK” tells why a card may not be played now"),
    "l": N_("the last trick"),
    "p": N_("the past of this deal: everything you have seen and heard"),
    "s": N_("the score so far, and what this deal would pay if it ended now"),
    "t": N_("table talk, where the game allows it"),
    "u": N_("takes back your last choice; what others have seen, if they agree"),
    "q": N_("saves the match and leaves"),
}

BETWEEN_DEALS: Mapping[str, str] = {
    "?": N_("“? word” explains one word of the game; so does the word alone"),
    "r": N_("“r 4.3” opens that clause of the rulebook"),
    "e": N_("every row of the sheet by its cards and its sum; “e 2” only the second"),
    "o": N_("all hands, where the deal was played"),
    **{key: COMMAND_HELP[key] for key in "lps"},
    "q": COMMAND_HELP["q"],
}
"""Inputs when a deal is over."""

NARROWEST = 8
"""The least width of the column of words that are explained."""


@dataclass
class HelpWriter:
    """Answers questions about the game that is going on."""

    screen: Screen
    game: Game
    cards: CardNaming
    names: Sequence[str]

    # -- words ---------------------------------------------------------------------------

    def explain(self, decision: Decision, about: str = "", view: View | None = None) -> None:
        """The choices in plain language, and what can be typed; or one word of the game."""
        if about:
            self._one_word(about)
            return
        words = [word for word in decision.options if word not in NUMBER]
        if words:
            self.words_explained(words, view=view)
        if len(words) < len(decision.options):
            self.screen.heading(text("Choosing a card"))
            self.screen.line(self._how_to_name_cards(), indent=2)
            if self.cards.signs:
                also = text("The sign may be typed instead of the letter, too.")
                self.screen.line(also, indent=2)
        self.screen.heading(text("At any time"))
        for key, means in COMMAND_HELP.items():
            self._entry(key, self.screen.words(means))

    def between_deals(self, about: str = "") -> None:
        """Print what can be typed when a deal is over; or one word of the game."""
        if about:
            self._one_word(about)
            return
        self.screen.heading(text("Between deals"))
        for key, means in BETWEEN_DEALS.items():
            self._entry(key, self.screen.words(means))

    def words_explained(
        self, words: Sequence[str], about: str = "", view: View | None = None
    ) -> None:
        """Words to choose from in plain language, or one word of the game."""
        if about:
            self._one_word(about)
            return
        self.screen.heading(text("What you can choose"))
        shown = list(spans(words))
        width = max(len(self._spelled(span)) for span in shown) + 4
        for span in shown:
            meaning = self.cards.meaning(span.words[0])
            self._entry(self._spelled(span), meaning, max(width, NARROWEST))
            if view is not None:
                self._prices(view, span, max(width, NARROWEST))

    def _prices(self, view: View, span: Span, indent: int) -> None:
        """Print what a word wins and costs, with clauses; of several the first and the last."""
        free = self.screen.words(text("costs nothing"))
        for word in dict.fromkeys((span.words[0], span.words[-1])):
            which = f"{self.cards.said(word)} – " if len(span.words) > 1 else ""
            for one in price_sentences(self.cards, self.names, view, word):
                items = ", ".join(
                    f"{self.cards.said(item) if item else free} ({clause.partition(' ')[2]})"
                    for item, clause in one.items
                )
                line = f"{which}{items}: {one.sentence}"
                self.screen.line(Line(line, style="dim"), indent=indent)

    def _spelled(self, span: Span) -> str:
        """Return a choice as said, of several the first and the last: `offro 1 … offro 10`."""
        said = [self.cards.said(word) for word in (span.words[0], span.words[-1])]
        return " … ".join(dict.fromkeys(said))

    def _how_to_name_cards(self) -> Line:
        return Line(
            self.screen.words(
                text(
                    "Type the number beneath a card, its code (SK, C10, T20, F) or its name. "
                    "{suits}, F = {fool}; {ranks}.",
                    fool=self.cards.own_name(FOOL) or text("Fool"),
                    suits=self.cards.suit_letters(),
                    ranks=self.cards.rank_letters(),
                )
            )
        )

    def _one_word(self, about: str) -> None:
        wanted = folded_word(about)
        for word in self.game.vocabulary.glossary:
            if wanted in {folded_word(word), folded_word(self.cards.said(word))}:
                self._entry(self.cards.said(word), self.cards.meaning(word))
                return
        known = ", ".join(self.cards.said(word) for word in self.game.vocabulary.glossary)
        self.screen.line(
            text("“{word}” is not in the glossary. Words: {known}.", word=about, known=known),
            indent=2,
        )

    def _entry(self, word: str, meaning: str, width: int = 0) -> None:
        indent = width or max(len(word) + 4, NARROWEST)
        self.screen.line(Line(meaning), indent=indent, label=Line(f"  {word}", style="bold"))

    # -- reasons -------------------------------------------------------------------------

    def refuse(self, refusal: Refusal) -> None:
        """Say why something may not be chosen, with its clause."""
        sentence = Line(self.cards.sentence(refusal.sentence), style="bold yellow")
        self.screen.line(sentence, indent=2)
        number = refusal.clause.partition(" ")[2]
        if number:
            self.screen.line(
                text("Clause {clause}; r shows it.", clause=number), style="dim", indent=2
            )

    def rule(self, clause: str) -> None:
        """A clause of the rulebook; a bare number is one of this game."""
        from matto.cli import rules as pages
        from matto.engine.rulebook import rulebook_in

        try:
            found = rulebook_in(self.game.id, self.screen.language).clause(clause)
        except MattoError as error:
            self.screen.line(error.sentence, style="yellow", indent=2)
            return
        self.screen.show(pages.whole_clause(found, self.screen.translate))

    # -- what has been -------------------------------------------------------------------

    def last_trick(self, view: View) -> None:
        """The last trick, card by card."""
        if not view.tricks:
            self.screen.line(text("No trick has been played yet."), indent=2)
            return
        teller = StoryWriter(self.screen, self.cards, self.names, view.seat or 0)
        teller.recall(view, only_trick=len(view.tricks))

    def story(self, view: View) -> None:
        self.screen.heading(text("This deal so far"))
        StoryWriter(self.screen, self.cards, self.names, view.seat or 0).recall(view)

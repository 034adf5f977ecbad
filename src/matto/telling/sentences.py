"""What the table tells, put as sentences: tables from kinds of events to what is printed."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.announce import SILENCE
from matto.engine.words import N_

SILENT = frozenset({"packet", "laid away", "takes talon", "show", "give", "gives"})
"""Events that repeat, for all, what others tell better."""

KNOWN_TO_ONESELF = ("has seen the talon", "has seen the bottom card", "has laid away")
"""Events that tell the others what their own seat has seen already."""

SPOKEN = frozenset(
    {
        "negotiate",
        "talk",
        "bid",
        "call",
        "demand",
        "announce",
        "declare",
        "say",
        "says",
        "answers",
    }
)
EXPLAINED = frozenset({"say", "announce", "declare", "answers"})
"""What is said by others is explained when it is heard for the first time in a deal."""

QUIET: Mapping[str, str] = {SILENCE: N_("Silent:")}
"""Words by which nothing is said: those who say them one after another share a row."""

UNSAID = frozenset({"no_more"})
"""Words that are not told: who has nothing to declare goes on, as at a table."""

PAID = "paid"

OWN: Mapping[str, str] = {
    "dealt": N_("You are dealt {cards}"),
    "talon": N_("The talon: {cards}"),
    "bottom card": N_("You look at the bottom card: {cards}"),
    "talon alone": N_("You look at the talon: {cards}"),
    "takes": N_("You take {cards}"),
    "is given": N_("{other} gives you {cards}"),
    "call": N_("You call {cards}"),
    "demand": N_("You demand {cards}"),
    "declare": N_("You declare {cards}"),
    "discard": N_("You lay away {cards}"),
    "has given": N_("You give a card, face down. It goes to: {other}"),
    "draws": N_("You draw {cards}"),
    "lays open": N_("You lay {cards} with the open cards"),
    "shown": N_("You show {cards}"),
    "shows": N_("You show {cards}"),
    "turned up": N_("A card of yours is turned up: {cards}"),
    "stock": N_("The stock is laid down. Cards: {what}"),
    "pot": N_("The pot holds {what}."),
    "exchanges": N_("You get the {fool} back and give {cards} for it"),
    "thrown in": N_("The cards are thrown in."),
    "trick": N_("you take the trick"),
    "claim stands": N_(
        "{cards} is paid if it wins the last trick and you lead on what you have led."
    ),
    "claim lost": N_("You have left a suit that you had led: {cards} is not paid any more."),
}
OTHERS: Mapping[str, str] = {
    **OWN,
    "bottom card": N_("{name} looks at the bottom card: {cards}"),
    "talon alone": N_("{name} looks at the talon: {cards}"),
    "dealt": N_("{name} is dealt {cards}"),
    "has seen the talon": N_("{name} has looked at the talon."),
    "has seen the bottom card": N_("{name} has looked at the bottom card."),
    "takes": N_("{name} takes {cards}"),
    "is given": N_("{other} gives {name} {cards}"),
    "is given by you": N_("You give {name} {cards}"),
    "has laid away": N_("{name} has laid away. Cards: {what}"),
    "discard": N_("{name} lays away {cards}"),
    "call": N_("{name} calls {cards}"),
    "demand": N_("{name} demands {cards}"),
    "declare": N_("{name} declares {cards}"),
    "exchanges": N_("{name} gets the {fool} back and gives {cards} for it"),
    "has given": N_("{name} gives a card, face down. It goes to: {other}"),
    "draws": N_("{name} draws {cards}"),
    "lays open": N_("{name} lays {cards} with the open cards"),
    "turned up": N_("A card is turned up. It belongs to {name}: {cards}"),
    "shown": N_("{name} shows {cards}"),
    "shows": N_("{name} shows {cards}"),
    "trick": N_("{name} takes the trick"),
    "claim stands": N_(
        "{name} is paid for {cards} if it wins the last trick and no suit once led is left."
    ),
    "claim lost": N_("{name} has left a suit once led: {cards} is not paid any more."),
}

"""Words of the Sicilian games that are more than one game's: talk, prizes, cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.words import N_

VADO_SOLO = "vado_solo"
ALTRE_CINQUE = "altre_cinque"
PAGO = "pago"
PRENDO = "prendo"
PASSO = "passo"

CHIAMO = "chiamo"
SOLO_FORZATO = "solo_forzato"

FATTO_E = "fatto_e"
SCOMMESSA = "scommessa"
RIVANTO = "rivanto"

SOLO = "solo"
BENE = "bene"
SOLO_IO = "solo_io"
MISCHIO = "mischio"
TENGO = "tengo"
VANTO = "vanto"

TALK_WORDS: Mapping[str, str] = {
    VADO_SOLO: N_("“Vado solo.” I go alone against the others."),
    ALTRE_CINQUE: N_("“Altre cinque.” Deal five more cards to each."),
    PAGO: N_("“Pago.” I pay one point if the deal is given up."),
    PRENDO: N_("“Prendo.” I give the deal up and take all that has been offered."),
    PASSO: N_("“Passo” or “mischio.” I give the deal up and neither pay nor take."),
    FATTO_E: N_("“Fatto è.” It is done: three cards are laid away for good."),
    SCOMMESSA: N_("The soloist bets that he will have all three tens at the end."),
    RIVANTO: N_("An opponent doubles what the last trick is worth, whoever wins it."),
}

CALLING_WORDS: Mapping[str, str] = {
    VADO_SOLO: TALK_WORDS[VADO_SOLO],
    CHIAMO: N_("“Chiamo X.” The holder of this trump is my partner."),
    PASSO: N_("“Passo.” I neither go alone nor call."),
    FATTO_E: TALK_WORDS[FATTO_E],
    RIVANTO: TALK_WORDS[RIVANTO],
    SCOMMESSA: N_("The declarer bets that his party will have all three tens at the end."),
    SOLO_FORZATO: N_("“Solo forzato.” The called trump lies in the talon: I am alone."),
}

PRIZE_WORDS: Mapping[str, str] = {
    "pigliate": N_("An aria or the Picciotti won in a trick from the other party."),
    "vanto": N_("The last trick."),
    "rimatura": N_("Most of the card points: 55 or more of 109."),
    "arie": N_("All four arie from 19 to 16; with the Giove they are worth two."),
    "quattro_re": N_("All four Kings."),
}

CARD_WORDS: Mapping[str, str] = {
    "giove": N_("The highest trump; it counts 10."),
    "arie": N_("The five highest trumps; the Giove counts 10, the four below it 5 each."),
    "picciotti": N_("The lowest trump but one; it counts 10."),
    "miseria": N_(
        "The lowest trump, below the Picciotti; it is an ordinary trump and counts 1."
    ),
    "fuggitivo": N_("The Fool: it frees its owner once from following suit and trumping."),
    "decine": N_("The three cards that count 10: Giove, Picciotti and Fuggitivo."),
    "cinquine": N_(
        "The cards that count 5: the four trumps below the Giove and the four Kings."
    ),
}

"""What the values of options are called where one chooses them."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.options import Option, Value, spell
from matto.engine.words import N_

SWITCH: Mapping[str, str] = {"on": N_("yes"), "off": N_("no")}

LABELS: Mapping[str, Mapping[str, str]] = {
    "all_four_in_chiamo": {
        "from_each": N_("10 points from each"),
        "in_all": N_("10 points in all"),
    },
    "allstich_with_skues": {"allowed": N_("yes"), "barred": N_("no")},
    "at_36": {"draw": N_("nobody pays"), "declarer_loses": N_("the lone player loses")},
    "batto": {
        "twice": N_("at most twice"),
        "any": N_("as often as one likes"),
        "off": N_("never"),
    },
    "belle_shown": {
        "off": N_("nobody"),
        "with_seven_tarots": N_("whoever shows all seven tarots with her"),
        "at_will": N_("whoever holds her"),
        "instead_of_playing": N_("whoever holds her, instead of for playing her"),
    },
    "bottom_card": {"nobody": N_("nobody"), "dealer": N_("the dealer")},
    "call": {
        "highest": N_("the highest that one does not hold"),
        "any": N_("any from 20 to 16"),
    },
    "captured": {
        "from_others": N_("only what was taken from others"),
        "all": N_("all in one’s tricks, one’s own too"),
    },
    "cavalry_bars": {"anybody": N_("anybody’s"), "others": N_("only another player’s")},
    "count": {"lots": N_("in lots of three"), "literal": N_("by the letter of the text")},
    "counting": {
        "both_sides": N_("both sides count"),
        "dealers_side": N_("only the dealer’s side counts"),
        "other_side": N_("only the other side counts"),
    },
    "decision": {
        "each_pause": N_("in each pause with a message"),
        "after_second": N_("once, after the second pause"),
    },
    "declaration_time": {
        "first_card": N_("before one’s own first card"),
        "before_play": N_("all in turn, before any card is played"),
    },
    "demand_laid_away": {
        "no_exchange": N_("it is played without an exchange"),
        "again": N_("another card is demanded"),
    },
    "discard_penalty": {
        "per_card": N_("for every forbidden card"),
        "once": N_("once, however many they are"),
    },
    "early_solo": {"single": N_("as much as any other"), "double": N_("twice as much")},
    "empty_cards": {"latons": N_("only pip cards"), "all": N_("pip cards and low tarocks")},
    "equal_announcements": {
        "cancel": N_("between the two only"),
        "void": N_("for everybody"),
    },
    "failed_allstich": {
        "less_tricks": N_("his card points, from what each gets"),
        "once": N_("half of his card points, from what each gets"),
        "full": N_("nothing"),
        "card_points": N_("nothing, and the card points are settled besides"),
    },
    "failed_nullo": {"free": N_("it costs nothing"), "price": N_("it costs its price")},
    "fool_lead": {
        "next_decides": N_("it may be led, and the next card decides"),
        "forbidden": N_("only as one’s last card"),
    },
    "fool_led_follow": {
        "until_trump": N_("until a trump has fallen"),
        "always": N_("always"),
        "never": N_("never"),
    },
    "forced_trumps": {
        "free": N_("nothing"),
        "penalty": N_("as much as forbidden cards"),
    },
    "format": {"partners": N_("two against two"), "each_for_self": N_("each for himself")},
    "kings_and_kingdom": {"both": N_("both"), "one": N_("only one of them")},
    "kings_scale": {"author": N_("the author’s")},
    "kingdom_bars": {"anybody": N_("anybody’s"), "own": N_("only one’s own")},
    "laid_trumps": {
        "number": N_("how many they are"),
        "fact": N_("only that there are some"),
        "cards": N_("which they are"),
    },
    "leader": {
        "right_of_soloist": N_("the soloist’s right-hand neighbour"),
        "soloist": N_("the soloist"),
    },
    "math_lead": {
        "allowed": N_("to any trick"),
        "forbidden": N_("only as one’s last card"),
    },
    "nullo_with_matadors": {"allowed": N_("yes"), "barred": N_("no")},
    "offer_without_taker": {
        "next_packet": N_("the next packet is dealt"),
        "thrown_in": N_("the cards are thrown in"),
    },
    "pack_names": {"sicilian": N_("Sicilian"), "piedmontese": N_("Piedmontese")},
    "pagat_without_claim": {
        "free": N_("it costs nothing"),
        "pays": N_("it costs the same as any other"),
    },
    "parties": {"solo": N_("one against two"), "each_for_self": N_("each for himself")},
    "pause_talk": {
        "all_speak": N_("all speak"),
        "until_tenir": N_("the first tenir ends it"),
    },
    "points_table": {"full": N_("to its end")},
    "pot_doubled_by": {"soloist": N_("the soloist alone"), "all": N_("all three")},
    "revoke_score": {
        "instead": N_("instead of the score"),
        "besides": N_("besides the score"),
    },
    "revokes_counted": {"once": N_("once, however many they are"), "each": N_("every one")},
    "rivanto": {
        "off": N_("nobody"),
        "behind": N_("those who speak later"),
        "both": N_("both, always"),
        "all": N_("all, always"),
        "not_passed": N_("whoever has not passed"),
    },
    "signs": {
        "basic": N_("the three usual ones"),
        "off": N_("none"),
        "further": N_("the usual ones and some more"),
    },
    "skat_tarocks": {
        "at_most_three": N_("with three or fewer"),
        "exactly_three": N_("with exactly three"),
    },
    "skues_in_skat": {"announced": N_("yes, Allstich is announced"), "free": N_("no")},
    "solo_order": {
        "left_first": N_("the left one"),
        "right_first": N_("the right one"),
    },
    "solo_rate": {"double": N_("twice"), "single": N_("once")},
    "solo_rounds": {
        "first_and_last": N_("after the first and the last"),
        "every": N_("after every packet"),
    },
    "special_results": {
        "instead": N_("instead of the card points"),
        "besides": N_("besides the card points"),
    },
    "table_talk": {
        "basic": N_("the usual ones"),
        "off": N_("none"),
        "further": N_("the usual ones and some more"),
    },
    "talk_parties": {
        "both": N_("the partners of both sides"),
        "opponents": N_("only the caller’s opponents"),
    },
    "talk_truth": {"truthful": N_("they must be true"), "free": N_("they may be false")},
    "talon": {"shown": N_("it is shown to all"), "hidden": N_("only who takes it sees it")},
    "turn_up": {
        "others": N_("one of the others"),
        "anybody": N_("also his own"),
    },
    "thrown_in_pays": {"all_else": N_("yes"), "tricks_only": N_("no")},
    "two_winners": {
        "halves": N_("they share, in half chips"),
        "none": N_("nothing: the third does not pay"),
        "doubled": N_("they share, and everything is paid double"),
    },
    "ultimo_lost": {"pays": N_("yes"), "free": N_("no, it costs nothing more")},
}
"""By option and value; what is not here is called by the value itself, such as a number."""

PRESETS: Mapping[str, str] = {
    "as_printed": N_("As printed"),
    "by_the_letter": N_("By the letter"),
    "whole_pack": N_("The whole pack"),
}
"""Presets that are not called by the name of a place or a person."""


def preset_name(name: str) -> str:
    """What a preset is called, in English as it stands in the catalogue."""
    return PRESETS.get(name) or name.replace("_", " ").capitalize()


def label_of(option: Option, value: Value) -> str:
    """What a value is called, in English as it stands in the catalogue."""
    spelled = spell(value)
    if option.kind == "switch":
        return SWITCH[spelled]
    return LABELS.get(option.name, {}).get(spelled) or spelled.replace("_", " ")

"""The options of Grosstarock and their presets."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.options import Value, choice, number, switch
from matto.engine.words import N_

OPTIONS = (
    choice(
        "skat_tarocks",
        "3.3",
        N_("With how many tarocks the dealer may lay tarocks away."),
        at_most_three=N_("with three or fewer"),
        exactly_three=N_("with exactly three"),
    ),
    choice(
        "skues_in_skat",
        "3.5",
        N_("Whether the Sküs in the skat binds the dealer to announce Allstich."),
        announced=N_("yes, Allstich is announced"),
        free=N_("no"),
    ),
    choice(
        "kings_and_kingdom",
        "3.12",
        N_("Whether Kings may be announced both by number and as a kingdom."),
        both=N_("both"),
        one=N_("only one of them"),
    ),
    switch("largest", "3.13", N_("Only the largest announcement of a kind may be made.")),
    choice(
        "matadors_raised",
        "3.14",
        N_("Whether tarocks after XXI raise the Matadors always, or only with three Kings."),
        before="always",
        always=N_("always"),
        with_kings=N_("only with three Kings"),
    ),
    choice(
        "cavalry_bars",
        "3.20",
        N_("Whose whole cavalry binds the half cavalries of middlehand and rearhand."),
        anybody=N_("anybody’s"),
        others=N_("only another player’s"),
    ),
    number(
        "kingdom_with_skues",
        "3.22",
        N_("What four suit Kings with the Sküs earn."),
        10,
        values=range(10, 21, 10),
    ),
    choice(
        "kingdom_bars",
        "3.24",
        N_("Whose kingdom bars three of a rank with the Sküs."),
        anybody=N_("anybody’s"),
        own=N_("only one’s own"),
        others=N_("only another player’s"),
        four_kings=N_("anybody’s, but only one of four Kings"),
    ),
    choice(
        "kingdom_later",
        "3.24",
        N_("Whether a kingdom bars what was announced before it."),
        before="too_late",
        bars_too=N_("yes, the order makes no difference"),
        too_late=N_("no, it stands"),
    ),
    choice(
        "empty_cards",
        "3.25",
        N_("Whether sixteen empty cards are pip cards, or tarocks too."),
        latons=N_("only pip cards"),
        all=N_("pip cards and low tarocks"),
    ),
    choice(
        "equal_announcements",
        "3.27",
        N_("Whether equal announcements cancel between two players, or for all."),
        cancel=N_("between the two only"),
        void=N_("for everybody"),
    ),
    choice(
        "equal_means",
        "3.27",
        N_("Which announcements are equal: those of the same word, or of a kind and value."),
        before="word",
        word=N_("the same word and number"),
        kind_and_value=N_("the same kind and value"),
    ),
    choice(
        "nullo_with_matadors",
        "4.14",
        N_("Whether one who holds a Matador may announce Nullo, or be paid for it."),
        allowed=N_("yes"),
        barred=N_("he may not announce it"),
        unpaid=N_("he may not, and is never paid for it"),
    ),
    choice(
        "allstich_with_skues",
        "4.15",
        N_("Whether one who holds the Sküs may announce Allstich."),
        allowed=N_("yes"),
        barred=N_("no"),
    ),
    choice(
        "count",
        "5.2",
        N_("Whether points are counted by lots of three or by the letter."),
        lots=N_("in lots of three"),
        literal=N_("by the letter of the text"),
    ),
    number(
        "pagat_home",
        "5.4",
        N_("What a Pagat earns that wins an ordinary trick."),
        0,
        values=range(0, 6, 5),
    ),
    number(
        "king_lost",
        "5.7",
        N_("What a King costs that loses the last trick."),
        0,
        values=range(0, 11, 10),
    ),
    choice(
        "mond_last",
        "5.8",
        N_("What XXI brings in the last trick: a payment, or a higher card value."),
        before="from_each",
        from_each=N_("10 from each"),
        card_points=N_("it counts 10 card points instead of 5"),
    ),
    choice(
        "captured",
        "5.9",
        N_("Whether only Kings and Pagat taken from others are set off."),
        from_others=N_("only what was taken from others"),
        all=N_("all in one’s tricks, one’s own too"),
    ),
    choice(
        "special_results",
        "5.13",
        N_("Whether Nullo and Allstich are paid instead of card points or besides."),
        instead=N_("instead of the card points"),
        besides=N_("besides the card points"),
    ),
    choice(
        "failed_allstich",
        "5.14",
        N_("What is deducted from the price of a failed Allstich."),
        less_tricks=N_("his card points, from what each gets"),
        once=N_("half of his card points, from what each gets"),
        full=N_("nothing"),
        card_points=N_("nothing, and the card points are settled besides"),
    ),
    choice(
        "failed_nullo",
        "5.15",
        N_("Whether a failed Nullo that is played on costs its price."),
        free=N_("it costs nothing"),
        price=N_("it costs its price"),
    ),
    number(
        "high_tarocks",
        "5.16",
        N_("The lowest tarock that must not be thrown off before throwing in a Nullo."),
        11,
        values=range(2, 22),
    ),
    choice(
        "thrown_in_pays",
        "5.16",
        N_("Whether Pagat and captured cards are paid when a Nullo is thrown in."),
        all_else=N_("yes"),
        tricks_only=N_("no"),
    ),
    number(
        "wrong_skat",
        "7.1",
        N_("What a dealer with a wrong skat pays to each."),
        13,
        values=range(13, 27, 13),
    ),
)
PRESETS: Mapping[str, Mapping[str, Value]] = {
    "by_the_letter": {
        "count": "literal",
        "skat_tarocks": "exactly_three",
        "skues_in_skat": "free",
    }
}

"""Where things lie in the rows of numbers of a deal in play.

A *state* is `SIZE` whole numbers, `rules` are what does not change while the cards are played.
Blocks of `MOST_SEATS` numbers hold one number for each seat. A pile or a hand is two words
(see `matto.engine.cards`).
"""

MOST_SEATS = 5
NO_CARD = -1
NO_SUIT = -1

# -- a state: blocks by seat ---------------------------------------------------------------
PLAIN, TAROCKS = 0, 5  # the hand
PILE_PLAIN, PILE_TAROCKS = 10, 15  # tricks won, and from the beginning what was laid away
OWN_PLAIN, OWN_TAROCKS = 20, 25  # all that a seat has played or holds
AWAY_PLAIN, AWAY_TAROCKS = 30, 35  # what it laid away (also in its pile)
WON = 40  # tricks won
BOUND = 45  # the plain suit it led last, or NO_SUIT
LEFT_SUIT = 50  # 1 once it has led another suit while it held that one
CARD = 55  # its card in the trick that is going on; between tricks: in the last one

# -- a state: single numbers ---------------------------------------------------------------
TURN = 60  # who plays next
LEADER = 61  # who led; between tricks who leads next, so at the end who won the last trick
LED = 62  # what was led, one of the constants of `matto.engine.tricks`
BEST = 63  # the card that wins so far, or NO_CARD
BEST_SEAT = 64
LYING = 65  # how many cards lie
TRICKS = 66  # how many tricks are finished
SUITS_LED = 67  # bit by plain suit that was led to an earlier trick
FOOL_TRICK = 68  # number of the trick to which the Fool was played, 0 while it was not
WATCHED_TRICK = 69  # the same of the watched card
DRAWN = 70  # how many cards of the stock are drawn
LYING_PLAIN, LYING_TAROCKS = 71, 72  # the cards of the trick that is going on

# -- a state: what everybody knows of hands, for rules of thumb ------------------------------
VOIDS = 73  # a bit for each suit in which a seat has shown itself void, from VOID_BITS * seat
VOID_BITS = 8
KNOWN_PLAIN, KNOWN_TAROCKS = 74, 79  # blocks by seat: cards that it is known to hold
OPEN_PLAIN, OPEN_TAROCKS = 84, 85  # cards that are laid away where all see them

# -- a state: what pay rules ask of tricks that are finished ---------------------------------
WON_BY_PLAIN = 86  # the plain cards of tricks that a plain card has won
LAST_LED = 87  # who led to the last of them
SIZE = 88

# -- rules: the numbers of a plan ----------------------------------------------------------
SEATS = 0
ALL_TRICKS = 1  # how many tricks a deal has
EXCUSES, FORCED, LEADS, BINDS, UNTIL = 2, 3, 4, 5, 6  # the fields of FoolRule
DUTIES = 7  # 1: Kings, Cavaliers and Jacks must be played (see `matto.engine.tricks.dutiful`)
LEAD_ON = 8  # 1: keep account of BOUND and LEFT_SUIT
FOOL_GOES, FOOL_GOES_UNTIL, WORTHLESS_PLAIN, WORTHLESS_TAROCKS = 9, 10, 11, 12  # FoolGoes
WATCHED = 13  # number of the watched card, or NO_CARD
COUNT_HOW, COUNT_LAST, COUNT_EACH, COUNT_AWAY = 14, 15, 16, 17  # the fields of Counting
COUNT_FOOL, COUNT_FOOL_UNTIL, COUNT_FOOL_UNPLAYED = 18, 19, 20
DEALER = 21
STOCK = 22  # how many cards lie in the stock when the play begins
SIDES = 23  # how many parties there are
FIRST_LEADER = 24  # who leads to the first trick
CALLED = 25  # number of the card whose holder is the hidden partner, or NO_CARD
DECLARER = 26  # who called it
DUCKING = 27  # a bit for each seat that has undertaken to win no trick
RULES_SIZE = 32

# -- pay rules: the columns of a row -------------------------------------------------------
OPERATION, WHO, ROW_PLAIN, ROW_TAROCKS, AMOUNT, OTHER, FIRST, SECOND = 0, 1, 2, 3, 4, 5, 6, 7
TABLE_AT, TABLE_LENGTH, LOSES, OWN_TOO, SHARED, UNLESS_SPECIAL = 8, 9, 10, 11, 12, 13
EARNED, MISSED = 14, 19  # blocks by seat
BY_TRUMP, IF_LED = 24, 25
ROW_SIZE = 26

# -- weights: the rows, and the numbers of the last one ---------------------------------------
WORTH, LAST_WITH, PLACE, SINGLE = 0, 1, 2, 3  # by card, and last some single numbers
AVERAGE, LAST_TRICK, FOOL_BY, FOOL_SAVED, TRUMP_COST, STRANGERS = 0, 1, 2, 3, 4, 5
KEPT = 6  # number of the trump that is kept, or 0
KEPT_TRUMPS, KEPT_SHARE, KEPT_LEADING_ON = 7, 8, 9
WEIGHT_ROWS = 4

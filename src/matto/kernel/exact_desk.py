"""Where things lie on the desk of the exact solver: one array, made once and used again.

Cards have *new numbers* on the desk: within a suit, and among the trumps, they stand in the
order of their strength. The value of a deal is what side 0 receives less what side 1 receives.
"""

from __future__ import annotations

import numpy as np

from matto.kernel.layout import MOST_SEATS, SIZE, Numbers

CARDS = 80  # more than there are card numbers
NUMBERS_PER_GAIN = MOST_SEATS * MOST_SEATS

# -- single numbers ------------------------------------------------------------------------
SEATS, IN_ALL, STOCK, DUTIES, LEAD_ON, WATCHED, KEEPS = 0, 1, 2, 3, 4, 5, 6
FOOL_RULE = 7  # five numbers
BY_LOTS, EACH, LAST, FOOL_UNTIL = 12, 13, 14, 15
CONSTANT = 16  # what is settled already, and what no card can change
SLOPE = 17  # what each card point of side 0 is worth at least
DIRECTION = 18  # of what card points are worth above that: 1, 0, -1, or MIXED
MIXED = 2
FIRST_POINTS = 19  # the points that the first entry of a column stands for
BELOW = 20  # by how much points may still fall, not above 0
FOOL_POINTS = 21  # two numbers: played in time, and late
SETS, LAST_ROWS = 23, 24  # how many there are
NODES, LIMIT, STOPPED = 25, 26, 27
SALT, BITS = 28, 29
LED_ON_PLAIN, LED_ON_TAROCKS = 36, 37  # cards that pay only if their player led on his suit
LENGTH = 30  # of the columns that are in use
FOOL_HOME = 31  # the seat in whose pile the Fool lies for good, or NO_CARD
POINTS_IN_ALL, CARDS_IN_ALL = 33, 34  # of both sides at the end, the Fool's worth left out
FOOL_FIXED = 35  # 1: the Fool is not on the way, so it counts in the two numbers above
LAST_BEST, LAST_WORST = 55, 57  # what the last trick is worth, by the side that wins it
# What cannot be gained any more, what side 0 is certain of, and what side 1 is certain of.
CUT_UP, CUT_DOWN, CUT_LEAST, CUT_MOST, CUT_CARDS = 59, 60, 61, 62, 63
SIGN, OTHERS, SIDE = 40, 45, 50  # by seat: 1 or -1, how many opponents, its side

# -- by card -------------------------------------------------------------------------------
NEW, OLD, STRENGTH, POINTS_OF, FEATURE = 64, 144, 224, 304, 384
EQUAL_LOW, EQUAL_HIGH = 464, 544  # places in the word of the lowest and highest equal card
STOCK_CARDS = 624
BEST_GAIN, WORST_GAIN, OWNER = 704, 784, 864
WATCH_WON, WATCH_LOST = 944, 1024  # by number of the trick
BEST_IF, WORST_IF = 1104, 1264  # by the side that wins it, and card
GAINS = 1424  # by card, owner and winner
WEIGHT = GAINS + CARDS * NUMBERS_PER_GAIN  # how much hangs on a card


# -- rows ----------------------------------------------------------------------------------
MOST_SETS, SET_ROW = 24, 5
SET_PLAIN, SET_TAROCKS, SET_SIDE, SET_EARNED, SET_MISSED = 0, 1, 2, 3, 4
SETS_AT = WEIGHT + CARDS
MOST_LAST_ROWS, LAST_ROW = 32, 8
LAST_HOW, LAST_WHO, LAST_PLAIN, LAST_TAROCKS, LAST_WON, LAST_LOST, LAST_LOSES = range(7)
LAST_AT = SETS_AT + MOST_SETS * SET_ROW

# -- what card points are worth: columns by the Fool's lot, then by cards above a lot -------
COLUMN = 256
RESTS = 3
FOOL_ON_SIDE_0, FOOL_CAME_LATE = 1, 2
VARIANTS = 4
WORTH = LAST_AT + MOST_LAST_ROWS * LAST_ROW
LEAST, MOST = WORTH + VARIANTS * RESTS * COLUMN, WORTH + (VARIANTS * RESTS + 1) * COLUMN

# -- a frame for each card played -----------------------------------------------------------
HAND_PLAIN, HAND_TAROCKS, CARD = 0, 5, 10
TURN, LEADER, LED, BEST, BEST_SEAT, LYING, LYING_PLAIN = 15, 16, 17, 18, 19, 20, 21
NUMBER, DRAWN, SUITS_LED, BOUND = 22, 23, 24, 25  # number of the trick, from 1
SUM = 26  # what has been gained since the beginning of the search
POINTS, REST = 27, 28  # card points of side 0 in full lots, and cards above these
POINTS_LEFT = 29
UP, DOWN = 30, 31  # the most and the least that can still be gained, card points left out
CLOSED = 32  # bit by set whose fate is known
FOOL_WAITS = 33  # 0, or 1 + winner of its trick + 8 × owner while its owner has no trick
VARIANT, WITH_TRICK = 34, 35  # bits
OPEN_PLAIN, OPEN_TAROCKS = 36, 37  # cards whose pile is not known yet
KEY, KNOWN = 38, 39  # of a position between tricks; the card that was best in it before
LYING_TAROCKS = 40
FRAME = 44
MOST_PLIES = 81
FRAMES = MOST + COLUMN
OWNER_FACTOR = 8

# -- the cards to be tried at each ply, and their ranks --------------------------------------
MOST_MOVES = 32
CERTAIN = 1 << 40  # the rank of the card that was best before
MOVES = FRAMES + MOST_PLIES * FRAME
RANKS = MOVES + MOST_PLIES * MOST_MOVES

# -- how far the search has come at each ply ---------------------------------------------------
STEPS = RANKS + MOST_PLIES * MOST_MOVES
STEP = 8
ALPHA, BETA = 0, 1  # the bounds with which the position was entered
LOW, HIGH = 2, 3  # the bounds that are left for the next card
FOUND, FOUND_CARD = 4, 5  # the best value so far, and its card
NEXT, CHOICES = 6, 7

SCRATCH = STEPS + MOST_PLIES * STEP  # a state of the kernel
PAY = SCRATCH + SIZE
ENTRIES = (PAY + MOST_SEATS + 64) // 64 * 64

# -- an entry of the table of positions -------------------------------------------------------
ENTRY = 4
ENTRY_KEY, ENTRY_LOW, ENTRY_HIGH, ENTRY_CARD = 0, 1, 2, 3
USUAL_BITS = 16


def new_desk(bits: int = USUAL_BITS) -> Numbers:
    """Make a desk whose table has 2 to the power of `bits` places, 32 bytes each.

    One desk serves any number of searches one after another, in one thread at a time.
    """
    desk = np.zeros(ENTRIES + (ENTRY << bits), dtype=np.int64)
    desk[BITS] = bits
    return desk

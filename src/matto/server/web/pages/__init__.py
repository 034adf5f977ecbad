"""The pages: pure functions from what is seen to HTML.

The rooms named here have functions that templates call, whichever page they are of.
"""

from matto.server.web.pages import cards as cards
from matto.server.web.pages import lobby as lobby
from matto.server.web.pages import question as question
from matto.server.web.pages import score_sheet as score_sheet
from matto.server.web.pages import seats as seats
from matto.server.web.pages import story as story

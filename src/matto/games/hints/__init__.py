"""Rules of thumb of single games, for the bots: advice by kind of decision, from views alone.

A module here belongs to the game of the same name, which hands its `THUMB` on as `Game.thumb`.
It knows the game's words and cards, never a table. What is said in numbers was measured in
simulated deals between players of this kind, with hidden cards, and rounded.
"""

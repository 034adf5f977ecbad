"""What the words of single games prove of cards that others do not see.

A module here belongs to the game of the same name, which hands its proofs on as `Game.proofs`.
It knows the game's words and cards and looks at views alone.
"""

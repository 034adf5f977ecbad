"""The old games of three, each for himself, in which the seven tarots are worth most."""

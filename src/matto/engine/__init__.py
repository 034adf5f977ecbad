"""The base of every game: cards, tricks, scoring, options, events, table, run, rulebook."""

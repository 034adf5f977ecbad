"""What every game stands on: cards, tricks, scoring, options, events, table, run, rulebook."""

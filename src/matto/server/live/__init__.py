"""What is going on just now: streams, who is present, bots and whatever tables do alone."""

"""What scripts are made of: talk, auctions, talon, discards, declarations, tricks, settling."""

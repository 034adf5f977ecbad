"""The blocks of scripts: talk, auctions, talon, discards, declarations, tricks, settling."""

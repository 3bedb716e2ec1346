"""The formats, a file each: `next_games` says what to start, `standings` gives the table; neither knows of mail."""

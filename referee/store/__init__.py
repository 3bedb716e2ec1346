"""The store: one SQLite file with all games, players and mails. SQL is written in this room and nowhere else."""

"""What a director may do to games and people: called by the command line and by his mails alike, in a transaction."""

"""When turns are due and why: deadlines, reminders, and what is to be done at which moment."""

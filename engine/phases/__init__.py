"""The phases of a turn, in the canon's order (1.4). Each reads the battlefield and returns the events it decides."""

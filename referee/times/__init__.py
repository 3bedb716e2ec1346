"""Times as players write and read them: zones, durations, dates, and moments shown in a reader's zone."""

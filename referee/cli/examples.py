"""The end of a page of help: how the command is called in practice."""


def example(*calls: str) -> str:
    """The epilogue of a command, with these calls of it, each a line."""
    return "\n".join(("\b", "For example:", *(f"  {call}" for call in calls)))

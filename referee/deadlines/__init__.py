"""When turns are due and why: deadlines, reminders, and what is to be done at which moment."""

from referee.deadlines.due import bank_left, closing, deadline, deadline_steps
from referee.deadlines.machine import (
    Action,
    AskDirector,
    Close,
    Ending,
    Event,
    OfferSeats,
    Remind,
    due_actions,
    next_event,
    noted,
    taken_over,
    waits_for,
)
from referee.deadlines.silence import Consequence, consequence, fate, verdict, warning
from referee.deadlines.state import ClockState, Extension, Outage, Pause, SeatClock, Span, Vacation
from referee.deadlines.wording import Reader, tell_deadline

__all__ = [
    "Action",
    "AskDirector",
    "ClockState",
    "Close",
    "Consequence",
    "Ending",
    "Event",
    "Extension",
    "OfferSeats",
    "Outage",
    "Pause",
    "Reader",
    "Remind",
    "SeatClock",
    "Span",
    "Vacation",
    "bank_left",
    "closing",
    "consequence",
    "deadline",
    "deadline_steps",
    "due_actions",
    "fate",
    "next_event",
    "noted",
    "taken_over",
    "tell_deadline",
    "verdict",
    "waits_for",
    "warning",
]

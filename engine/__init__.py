"""The rules of Waving Hands, pure: no clock, files, mail or hidden randomness. This is the public face."""

from engine.clauses import Orders
from engine.events import Turn
from engine.evolve import replay
from engine.model import Duel, new_duel
from engine.orders import check
from engine.resolver import adjudicate
from engine.spellbook import SPELLBOOK
from engine.views import observe

__all__ = ["SPELLBOOK", "Duel", "Orders", "Turn", "adjudicate", "check", "new_duel", "observe", "replay"]

"""Why each thing of a turn happened: the clauses of RULES.md and RULINGS.md that an event rests on."""

from engine.explaining.fates import spell_clause
from engine.explaining.reasons import clauses_of

__all__ = ["clauses_of", "spell_clause"]

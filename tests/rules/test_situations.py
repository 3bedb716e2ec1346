"""Every spell is shown in every situation that makes sense for it."""

import pytest

from engine.spellbook import SPELLBOOK
from tests.rules.situations import Situation, shown_situations


@pytest.mark.parametrize("situation", Situation)
def test_every_spell_is_shown(situation: Situation) -> None:
    cells = {name: duels for (name, where), duels in shown_situations().items() if where is situation}
    assert len(cells) > len(SPELLBOOK) // 2
    missing = [name for name, duels in cells.items() if not duels]
    assert not missing, f"no transcript shows {situation}: {', '.join(missing)}"

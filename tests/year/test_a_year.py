"""Many players for a long time: no game is ever stuck, no turn closes early, no report is missing, all is explained."""

import os
from pathlib import Path

import pytest

from referee.store.database import Store
from tests.year.plan import SIX_WEEKS, YEAR, Plan
from tests.year.watcher import table
from tests.year.world import World

PLANS = [pytest.param(SIX_WEEKS, id="six weeks")]
if os.environ.get("SOAK"):
    PLANS.append(pytest.param(YEAR, id="a year"))


@pytest.mark.parametrize("plan", PLANS)
def test_people_play_for_a_long_time(plan: Plan, tmp_path: Path) -> None:
    with Store.open(tmp_path / "referee.db") as store:
        watcher = World(plan, store, tmp_path).run()
    print(table(watcher.tally))  # for whoever asks for it with -s
    assert watcher.tally["turns that replay"] > plan.players * plan.days / 15

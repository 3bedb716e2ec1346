"""Points for mails that came back: how they add up, when they are forgotten, and what a pause does."""

from datetime import timedelta

import pytest

from referee.store import outgoing, players, reachability
from referee.store.database import Store
from referee.store.outgoing import MailState
from referee.store.reachability import QUIET, Reachability
from tests.referee.store_samples import NOW, put_mail, start_game

DAY = timedelta(days=1)


@pytest.fixture
def ann(store: Store) -> int:
    start_game(store)
    player = players.by_address(store, "ann@example.org")
    assert player is not None
    return player.id


def counted(store: Store, player: int, *bounces: tuple[float, timedelta]) -> Reachability:
    with store.transaction():
        for points, after in bounces:
            found = reachability.count(store, player, points, status="5.1.1", now=NOW + after)
    return found


def test_points_of_different_days_add_up(store: Store, ann: int) -> None:
    found = counted(store, ann, (1.0, 0 * DAY), (0.5, DAY), (0.5, 2 * DAY))
    assert (found.points, found.since, found.last_at) == (2.0, NOW, NOW + 2 * DAY)


def test_a_day_counts_as_its_worst_bounce_and_never_more_than_one_point(store: Store, ann: int) -> None:
    hour = timedelta(hours=1)
    assert counted(store, ann, (0.5, 0 * hour), (0.5, hour)).points == 0.5
    assert counted(store, ann, (1.0, 2 * hour), (1.0, 3 * hour), (0.5, 4 * hour)).points == 1.0


def test_the_day_is_that_of_utc(store: Store, ann: int) -> None:
    to_midnight = (NOW + DAY).replace(hour=0, minute=0, second=0, microsecond=0) - NOW
    second = timedelta(seconds=1)
    assert counted(store, ann, (1.0, to_midnight - second), (1.0, to_midnight)).points == 2.0


def test_points_are_forgotten_after_quiet_days_but_a_pause_is_not(store: Store, ann: int) -> None:
    counted(store, ann, (1.0, 0 * DAY))
    assert reachability.of(store, ann, now=NOW + QUIET - timedelta(seconds=1)) is not None
    assert reachability.of(store, ann, now=NOW + QUIET) is None
    assert reachability.listing(store, now=NOW + QUIET) == []
    found = counted(store, ann, (0.5, QUIET))
    assert (found.points, found.since) == (0.5, NOW + QUIET)
    with store.transaction():
        reachability.pause(store, ann, now=NOW + QUIET)
    assert [each.player for each in reachability.listing(store, now=NOW + 9 * QUIET)] == [ann]


def test_a_mail_to_a_paused_address_waits_however_it_is_capitalised_and_others_do_not(store: Store, ann: int) -> None:
    counted(store, ann, (1.0, 0 * DAY))
    assert not reachability.is_paused(store, "ann@example.org")
    with store.transaction():
        assert reachability.pause(store, ann, now=NOW)
        assert not reachability.pause(store, ann, now=NOW)
    assert reachability.is_paused(store, "Ann@Example.ORG")
    assert not reachability.is_paused(store, "bob@example.org")
    mail = outgoing.mail(store, put_mail(store, "<1@example.org>"))
    assert mail is not None
    assert mail.state is MailState.WAITING
    with store.transaction():
        was = reachability.clear(store, ann)
        assert was is not None
        assert was.paused_at == NOW
        assert reachability.clear(store, ann) is None
    assert not reachability.is_paused(store, "ann@example.org")

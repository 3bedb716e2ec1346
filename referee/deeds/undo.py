"""The director's last change is taken back, where that can be done. Within a transaction of the caller's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from referee.commands.doors import Doors
from referee.deeds import correcting, people_undo, seats, timing
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found
from referee.store import acts, clocks, corrections, games, results, turns
from referee.store.acts import Act
from referee.store.games import Game, GameState

_CLOCKS: Final = ("extend", "pause", "resume")
_CORRECTIONS: Final = ("rollback", "set")
_WHY_NOT: Final = {
    "abort": "its players have been told, and know the salt; `referee game rollback {game} --to TURN` opens it again",
    "start": "its players are invited; `referee game abort {game}` ends it",
    "import": "its players are told of it; `referee game abort {game}` ends it",
    "adjudicate": "its report is out; `referee game rollback {game} --to TURN` takes the turn back",
    "forward": "its reports are out; `referee game rollback {game} --to TURN` takes the turns back",
    "undo": "that was the last change, and it was taken back already",
    "mail resend": "it is on its way",
    "mail retry": "its answers are on their way",
    "mail reject": "its sender has been told",
    "mail drop": "its recipient is gone; `referee mail resend --game GAME --to WIZARD` sends the newest report",
    "mail move": "its players have the new address; `referee mail move {new} {old}` moves it back",
    "db archive": "what needs a game of the archive finds it there by itself",
    "db migrate": "`referee db restore` puts a backup of before in its place",
    "db restore": "`referee db restore` puts another backup in its place",
    "resume after outage": "its players have been told; `referee game pause GAME` stops a game's clock again",
    "player merge": "what each of the two had is not known apart any more",
    "player erase": "what is erased is gone",
    "tournament create": "`referee tournament abort {tournament}` ends it",
    "tournament open": "all have been told; `referee tournament close {tournament}` lets nobody join it",
    "tournament close": "`referee tournament open {tournament}` opens it again before it starts",
    "tournament start": "its players have been told; `referee tournament abort {tournament}` ends it",
    "tournament pause": "its players have been told; `referee tournament resume {tournament}` lets it go on",
    "tournament resume": "`referee tournament pause {tournament}` stops it again",
    "tournament end": "its table has been mailed",
    "tournament abort": "its players have been told",
    "tournament import": "they may have been told; `referee tournament withdraw {tournament} PLAYER` takes one out",
    "tournament withdraw": "the player has been told, and the games are decided",
    "tournament replace": "both have been told; `referee tournament replace` gives the place to somebody else",
    "tournament allow": "the two may be paired by now",
    "tournament adjudicate": "its players have been told; `referee tournament adjudicate` says otherwise in time",
    "tournament forfeit": "its players have been told; `referee game rollback {game} --to TURN` opens it again",
    "tournament void": "its players have been told",
    "tournament swap": "the new games have begun; `referee tournament swap` pairs them anew",
}
_NO_CHANGES: Final = ("reveal orders", "reveal mail", "db vacuum")  # there is nothing of them to take back


def undo(desk: Doors, *, reason: str, now: datetime) -> Act:
    """Take the last change back; which one that was. Raises Refused."""
    act = last(desk)
    before = corrections.take_back(desk.store, act.id)
    if before is None:
        why = _WHY_NOT.get(act.act, "what there was before is not known").format_map(act.facts | {"game": act.game})
        raise Refused(f"{told(act)} cannot be taken back: {why}")
    if act.game is None:
        people_undo.take_back(desk, act, before.facts, now=now)
    else:
        _in_game(desk, found(desk.store, act.game), act, before.facts, reason=reason, now=now)
    corrections.undone(desk.store, act.id, now=now)
    facts = {"undone": act.act, "number": act.id}
    acts.note(desk.store, "undo", who=desk.who, now=now, game=act.game, reason=reason, facts=facts)
    return act


def _in_game(desk: Doors, game: Game, act: Act, before: dict[str, Any], *, reason: str, now: datetime) -> None:
    refuse_own(desk, game.id)
    if act.act in _CLOCKS:
        timing.take_back(desk, game, act.act, before, reason=reason, now=now)
    elif act.act in _CORRECTIONS:
        _correction(desk, game, act, before, reason=reason, now=now)
    else:
        seats.take_back(desk, game, before, reason=reason, now=now)


def last(desk: Doors) -> Act:
    """The director's last change that was no dry run. Raises Refused."""
    done = [act for act in acts.listing(desk.store) if act.act not in _NO_CHANGES and not act.facts.get("dry_run")]
    if not done:
        raise Refused("nothing was changed by hand so far")
    return done[-1]


def told(act: Act) -> str:
    """An act in a few words."""
    return f"{act.act}{f' of game {act.game}' if act.game is not None else ''} ({act.at:%F %R}Z)"


def _correction(desk: Doors, game: Game, act: Act, before: Mapping[str, Any], *, reason: str, now: datetime) -> None:
    """A rollback or a correction is taken back: the void turns stand again, if none was played since."""
    if turns.adjudicated_since(desk.store, game.id, act.at):
        raise Refused(f"{told(act)} cannot be taken back: a turn was adjudicated since")
    correcting.clear(desk, game, now)
    corrections.void_made(desk.store, game.id, made_at=act.at, now=now)
    corrections.reinstate_turns(desk.store, game.id, act.at)
    results.reinstate(desk.store, game.id, act.at)
    latest = turns.latest(desk.store, game.id)
    duel = latest.after if latest is not None else games.opening(desk.store, game.id)
    assert duel is not None, game
    corrections.restore(desk.store, game.id, before, duel, now=now)
    after = found(desk.store, game.id)
    if after.state is GameState.RUNNING:
        clock = clocks.load(desk.store, game.id)
        after = correcting.begin_anew(desk, game.id, now, banks=clock.banks if clock is not None else {})
    else:
        clocks.stop(desk.store, game.id)
    over = after.state in (GameState.FINISHED, GameState.ABORTED)
    note = (
        "The game is over again." if over else "Orders that had come before it stand again; those since do not count."
    )
    correcting.tell(
        desk,
        after,
        what="The director has taken back the last correction of this game: it stands as it did before.",
        reason=reason,
        told=lambda _: (note,),
        now=now,
    )

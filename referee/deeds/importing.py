"""A transcript becomes a running game. Within a transaction of the caller's."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from engine.dice import commitment
from engine.model import Duel
from engine.script import Script
from engine.transcript import Played, TranscriptError, opening, play
from referee.commands.doors import Doors
from referee.deeds import correcting
from referee.deeds.refusal import Refused, banned, writing_at
from referee.deeds.whom import person_or_new
from referee.mail import compose
from referee.store import acts, games, turns
from referee.store.games import Game
from referee.terms import Terms, tell
from referee.threads import INVITATION


def import_game(
    desk: Doors,
    text: str,
    people: Mapping[str, str],
    *,
    name: str,
    terms: Terms,
    mailbox: str,
    reason: str,
    now: datetime,
) -> Game:
    """Start a game that stands where the transcript `text` of the file `name` ends. `people`: the address or name of
    the player of each wizard (casefolded); all are told. `mailbox`: where it is played. Raises Refused."""
    post = writing_at(desk.post, mailbox)
    script, played, duel = _read(text, name)
    if played and played[-1].turn.after.result is not None:
        raise Refused(f"{name}: that duel is over; only one that goes on can be played on")
    numbers = [_player(desk, wizard, people, now) for wizard in script.wizards]
    strangers = set(people) - {wizard.casefold() for wizard in script.wizards}
    if strangers:
        raise Refused(f"{name}: nobody is called {sorted(strangers)[0]}; its wizards are {', '.join(script.wizards)}")
    agreed = replace(terms, rules=script.rules, wizards=len(script.wizards))
    number = games.create(desk.store, duel, numbers, now=now, title=None, terms=agreed, mailbox=post.mailbox)
    for each in played:
        turns.append(desk.store, number, each.turn, orders=each.orders, now=now)
    game = correcting.begin_anew(desk, number, now, banks={})
    _tell(desk, game, reason, now)
    facts = {"file": name, "turns": len(played)}
    acts.note(desk.store, "import", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    return game


def _read(text: str, name: str) -> tuple[Script, Sequence[Played], Duel]:
    try:
        script, played = play(text, name=name)
        faults = [(who, fault) for each in played for who, fault in each.complaints if fault.kind.value == "refused"]
        if faults:
            who, fault = faults[0]
            raise Refused(f"{name}: the orders of {who} cannot stand: {fault.reason}")
        return script, played, opening(script)
    except TranscriptError as error:
        raise Refused(str(error)) from error


def _player(desk: Doors, wizard: str, people: Mapping[str, str], now: datetime) -> int:
    who = people.get(wizard.casefold())
    if who is None:
        raise Refused(f"who plays {wizard}? Say --seat {wizard}=ADDRESS")
    player = person_or_new(desk.store, who, now=now)
    if player.banned_at is not None:
        raise Refused(banned(player))
    return player.id


def _tell(desk: Doors, game: Game, reason: str, now: datetime) -> None:
    told = tuple(tell(game.terms).split("\n\n"))
    if game.duel.turn:
        what = "The director has set up this game, which was begun elsewhere: it goes on here by mail."
        correcting.tell(
            desk, game, what=what, about="the game goes on here", reason=reason, told=lambda _: told, now=now
        )
        return
    for seat in game.seats:
        scene = desk.post.scenes.of(game, seat, now=now)
        mail = compose.invitation(scene, commitment=commitment(game.duel.salt), terms=tell(game.terms))
        desk.post.ask(game, seat, mail, kind=INVITATION, before=None, now=now)

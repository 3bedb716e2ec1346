"""What an event is played by, in plain English: its announcement, and the answer to who asks."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final, assert_never

from engine.tournament.model import TieBreak, Withdrawals
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss
from engine.tournament.wording import points_text
from referee.mail.wording import counted, listed
from referee.store.tournaments import Tournament, TournamentState
from referee.terms.event import FORMATS, Definition
from referee.terms.prose import clock_sentences, table_sentences
from referee.times.durations import long
from referee.tournaments.results import LEAD

_WITHDRAWALS = {
    Withdrawals.KEEP: "what he has played counts, and the rest are walkovers",
    Withdrawals.HALF: "with less than half of his games played they do not count, else the rest are walkovers",
    Withdrawals.VOID: "none of his games count",
}

_ACCELERATED: Final = (
    " The first rounds are accelerated: for the pairing the upper half by rating is lent the points of a win, and then"
    " of a draw."
)


def sort_of(defined: Definition) -> str:
    """`swiss`, `round robin`..."""
    return next(name for name, kind in FORMATS.items() if isinstance(defined.format, kind))


def times(count: int) -> str:
    """`once`, `twice`."""
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def told_format(defined: Definition) -> str:
    """Who meets whom, in a sentence or two."""
    match defined.format:
        case RoundRobin(legs=legs, sections=1):
            return f"It is a round robin: everybody meets everybody {times(legs)}."
        case RoundRobin(legs=legs, sections=sections, advance=advance):
            return (
                f"It is a round robin in {sections} sections: in each everybody meets everybody {times(legs)}, and the"
                f" best {advance} of each play a final."
            )
        case Swiss() as swiss:
            waits = (
                "all games of the one before are over"
                if swiss.settled_percent == 100
                else f"{swiss.settled_percent} percent of the games of the one before are over"
            )
            return (
                f"It is a Swiss of {counted(swiss.rounds, 'round')}: in each you meet somebody with about as many"
                f" points as you, and nobody twice. A round begins when {waits}."
                + (_ACCELERATED if swiss.accelerated else "")
            )
        case Knockout(lives=lives, replays=replays):
            return f"It is a knockout: who has lost {counted(lives, 'game')} is out. A drawn game is " + (
                f"played again, {times(replays)} at most; then lots are drawn." if replays else "decided by lot."
            )
        case Ladder(reach=reach, rest=rest):
            again = (
                f", but while others are within reach nobody again before {counted(rest, 'game')} with others"
                if rest
                else ""
            )
            return (
                f"It is a ladder: who beats somebody above takes his place. You may challenge those who stand up to"
                f" {counted(reach, 'place')} above{again}: write climb past and a name. Everybody has one game of the"
                " ladder at a time; until it is over he can neither challenge nor be challenged. A drawn game leaves"
                " both where they stand."
            )
        case League() as league:
            return (
                f"It is a league of {counted(league.seasons, 'season')}, in divisions of about {league.size}: in each"
                f" everybody meets everybody {times(league.legs)} a season. After each season"
                f" {counted(league.movers, 'player')} of each division {'goes' if league.movers == 1 else 'go'} up, and"
                " as many down."
            )
        case Melees(rounds=rounds, table=table, places=places):
            points = ", ".join(map(points_text, places))
            return (
                f"It is a series of {counted(rounds, 'melee')}, at tables of about {table} wizards, with others each"
                f" time. The places give {points} points, from the first on."
            )
        case unknown:
            assert_never(unknown)


def told_points(defined: Definition) -> str:
    """What a result is worth, where places go by points, and what tells those apart who have as many."""
    if isinstance(defined.format, Knockout | Ladder):
        return ""
    before_lot = takewhile(lambda each: each is not TieBreak.LOT, defined.tiebreaks)
    breaks = [*(each.value for each in before_lot), TieBreak.LOT.value]
    then = f"Who has as many points is told apart by {', then '.join(breaks)}."
    if isinstance(defined.format, Melees):
        return then
    scoring = defined.scoring
    worth = [
        ("a win gives", scoring.win),
        ("a draw", scoring.draw),
        ("a loss", scoring.loss),
        ("a bye", scoring.bye),
        ("a walkover", scoring.walkover),
    ]
    unplayed = [("a forfeit", scoring.forfeit), ("each round before a late entry", scoring.absent)]
    worth += [each for each in unplayed if each[1]]
    return f"In points {listed(f'{what} {points_text(points)}' for what, points in worth)}. {then}"


def _decides(defined: Definition) -> str:
    return (
        "places go by that, and of those who are out who lasted longer is before"
        if isinstance(defined.format, Melees)
        else f"who is ahead by {LEAD} has won"
    )


def told_fairness(defined: Definition) -> Iterator[str]:
    """Games that take too long, those who leave, and what keeps it fair."""
    yield (
        f"A game that still goes on after {long(defined.game_time)} is adjudicated as it stands: the hit points of each"
        f" wizard and of the monsters that obey him are added up, and {_decides(defined)}. The"
        f" players are told first, and have {long(defined.appeal)} to appeal to the director."
    )
    if isinstance(defined.format, RoundRobin | League):
        yield f"When somebody leaves, {_WITHDRAWALS[defined.withdrawals]}."
    elif isinstance(defined.format, Melees):
        yield "When somebody leaves, what he has played counts, and in the melee that goes on he resigns."
    else:
        yield "When somebody leaves, what he has played counts, and his open duels are walkovers."
    yield (
        "Nobody has to play more games at a time than he says when he joins, whatever else he plays in; without a word"
        f" that is {defined.games_at_once}."
    )
    if defined.forbidden:
        yield f"Not paired are {listed(f'{a} with {b}' for a, b in defined.forbidden)}."
    late = "You can join after the start as well." if defined.late_entries else ""
    most = f"At most {defined.entrants_max} can play." if defined.entrants_max is not None else ""
    yield f"{late} {most}".strip()


def rules_in_full(defined: Definition) -> tuple[str, ...]:
    """All that is fixed before the first round, a paragraph each."""
    said = (
        defined.about,
        told_format(defined),
        told_points(defined),
        " ".join(told_fairness(defined)).strip(),
        " ".join(clock_sentences(defined.games)),
        " ".join(list(table_sentences(defined.games))[1:]),
        f"All games go by the {defined.games.rules.capitalize()} rules, and are "
        f"{'rated' if defined.games.rated else 'not rated'}.",
    )
    return tuple(each for each in said if each)


def told_state(found: Tournament) -> str:
    """Where an event stands, in a few words that go after `is`."""
    match found.state:
        case TournamentState.PLANNED:
            return "not open yet"
        case TournamentState.OPEN:
            return "open, you can join"
        case TournamentState.CLOSED:
            return "about to begin"
        case TournamentState.RUNNING:
            return "being played, and waits for the director" if found.reason else "being played"
        case TournamentState.PAUSED:
            return "paused by the director"
        case TournamentState.HELD:
            return "waiting for the director"
        case TournamentState.OVER:
            return "over"
        case TournamentState.ABORTED:
            return "ended by the director"
        case unknown:
            assert_never(unknown)

"""`referee game ...`: who plays, how wizards and monsters stand, and games that were begun elsewhere."""

from pathlib import Path

import click

from engine.model import State
from referee import clock
from referee.cli.examples import example
from referee.cli.known import BEING, GAME, PLAYER
from referee.cli.settings import change_options, changing, fail, mailbox_option, told
from referee.deeds import importing, seats, state
from referee.deeds.state import Change
from referee.terms import read_terms

_TOLD = "Why; the players are told."


@click.command(epilog=example('referee game replace 7 Bob eve@example.org --reason "Bob has left"'))
@click.argument("number", type=GAME)
@click.argument("wizard", type=BEING)
@click.argument("who", metavar="ADDRESS|PLAYER", type=PLAYER)
@change_options(why=_TOLD, required=True)
def replace(number: int, wizard: str, *, who: str, reason: str, dry_run: bool, config_path: Path) -> None:
    """Let another player play WIZARD in game NUMBER from now on: one by name or address, or a new address.

    He gets all that happened so far, and a whole turn's time. What the player before sends is not taken any more.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        player = seats.replace(table.doors, number, wizard, who, reason=reason, now=clock.now())
    told(f"{player.address} plays {wizard} in game {number} from now on; all are told.", dry_run=dry_run)


@click.command(
    "set",
    epilog=example(
        'referee game set 7 Ann --hit-points 9 --reason "a fault of the referee"',
        'referee game set 7 "goblin 1" --controller Bob --reason "it was his"',
        'referee game set 7 Bob --enchant "Protection from evil=2" --reason "it was lost"',
    ),
)
@click.argument("number", type=GAME)
@click.argument("name", metavar="WIZARD|MONSTER", type=BEING)
@click.option("--hit-points", type=int, metavar="N", help="Hit points from now on.")
@click.option("--state", "standing", type=click.Choice([each.value for each in State]), help="What has become of him.")
@click.option("--controller", metavar="WIZARD", help="Whom a monster obeys, or nobody.")
@click.option("--enchant", "laid", multiple=True, metavar="NAME[=TURNS]", help="Lay an enchantment.")
@click.option("--disenchant", "ended", multiple=True, metavar="NAME", help="End an enchantment.")
@change_options(why=_TOLD, required=True)
def set_(
    *,
    number: int,
    name: str,
    hit_points: int | None,
    standing: str | None,
    controller: str | None,
    laid: tuple[str, ...],
    ended: tuple[str, ...],
    reason: str,
    dry_run: bool,
    config_path: Path,
) -> None:
    """Put a wizard or a monster of game NUMBER right by hand, after a mistake.

    The last turn is made void, and one that ends with the correction stands in its place, so that every turn still
    replays. Each player gets one mail that says what was corrected, and has the whole time of the turn again. An
    enchantment that holds the mind cannot be laid by hand.
    """
    change = Change(
        hit_points=hit_points,
        state=State(standing) if standing is not None else None,
        controller=controller,
        laid=tuple(map(_laid, laid)),
        ended=ended,
    )
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        now_so = state.correct(table.doors, number, name, change, reason=reason, now=clock.now())
    told(f"In game {number}, {name} {'; '.join(now_so)}; its players are told.", dry_run=dry_run)


def _laid(said: str) -> tuple[str, int | None]:
    name, equals, count = said.partition("=")
    if equals and not count.strip().isdigit():
        raise click.BadParameter(f"{said!r} is not NAME or NAME=TURNS", param_hint="--enchant")
    return name.strip(), int(count) if equals else None


@click.command(
    "import",
    epilog=example(
        "referee game import begun.duel --seat Ann=ann@example.net --seat Bob=bob@example.com \\",
        '    --reason "it goes on by mail"',
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seat", "people", multiple=True, required=True, metavar="NAME=ADDRESS", help="Who plays a wizard.")
@click.option("--terms", "said", help='The terms, as "3d weekdays, rated"; else those of [games] terms.')
@mailbox_option("it")
@change_options(why=_TOLD, required=True)
def import_(
    *,
    file: Path,
    people: tuple[str, ...],
    said: str | None,
    mailbox: str,
    reason: str,
    dry_run: bool,
    config_path: Path,
) -> None:
    """Go on with the duel that the transcript FILE tells, as a game by mail: give --seat NAME=ADDRESS for each wizard.

    All turns in it are adjudicated again and stored; its players are mailed how things stand and what is owed.
    """
    seated = {}
    for each in people:
        name, equals, who = each.partition("=")
        if not equals or not name.strip() or not who.strip():
            raise click.BadParameter(f"{each!r} is not NAME=ADDRESS", param_hint="--seat")
        seated[name.strip().casefold()] = who.strip()
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{file} cannot be read: {error}")
    with changing(config_path, dry_run=dry_run) as table:
        terms = read_terms(said, base=table.terms) if said is not None else table.terms
        if isinstance(terms, tuple):
            raise click.BadParameter("; ".join(each.brief() for each in terms), param_hint="--terms")
        with table.store.transaction():
            game = importing.import_game(
                table.doors,
                text,
                seated,
                name=str(file),
                terms=terms,
                mailbox=mailbox,
                reason=reason,
                now=clock.now(),
            )
    told(f"Game {game.id} waits for turn {game.duel.next_turn}; its players are told.", dry_run=dry_run)

"""`referee player ...`: the people who play."""

import json
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from referee import clock, rating_list, reliability
from referee.cli.examples import example
from referee.cli.known import PLAYER
from referee.cli.listing import print_json, print_table
from referee.cli.settings import (
    by_option,
    change_options,
    changing,
    config_option,
    desk,
    fail,
    json_option,
    looking,
    told,
)
from referee.deeds import people
from referee.deeds.own import refuse_rival
from referee.deeds.whom import person
from referee.store import games, players, punctuality
from referee.store.database import Store
from referee.store.dossier import everything
from referee.store.games import GOING_ON
from referee.store.players import Player


@click.group()
def player() -> None:
    """List, show and change players. WHO is a name, an address, or a number as 7."""


@player.command("list", epilog=example("referee player list"))
@json_option
@config_option
def list_players(as_json: bool, config_path: Path) -> None:
    """List all players, with the games that they play."""
    with desk(config_path) as table:
        facts = [_facts(table.store, each) for each in players.everyone(table.store)]
    if as_json:
        print_json(facts)
        return
    rows = [(f["number"], f["name"], f["address"], f["state"], ", ".join(map(str, f["games"]))) for f in facts]
    print_table(("NUMBER", "NAME", "ADDRESS", "STATE", "GAMES"), rows, empty="No players.")


@player.command(epilog=example("referee player show Ann", "referee player show ann@example.net"))
@click.argument("who", type=PLAYER)
@json_option
@config_option
def show(who: str, as_json: bool, config_path: Path) -> None:
    """Show what matters of player WHO."""
    with desk(config_path) as table:
        found = person(table.store, who)
        facts = _facts(table.store, found)
        facts["other_addresses"] = [each.address for each in players.others_of(table.store, found.id)]
        facts["ratings"] = rating_list.of_player(table.store, found.id, clock.now())
        reliable = punctuality.of(table.store, found.id)
        facts["orders"] = to_builtins(reliable)
    if as_json:
        print_json(facts)
        return
    if found.forgotten_at is not None:
        click.echo(f"Player #{found.id} is forgotten, since {found.forgotten_at:%F}: neither name nor address is kept.")
        return
    click.echo(f"Player #{facts['number']}, {facts['name'] or 'without a name'}: {facts['address']}, {facts['state']}")
    for each in facts["other_addresses"]:
        click.echo(f"  also writes from {each}")
    click.echo(f"  zone: {facts['zone'] or 'UTC'}; standby: {'yes' if facts['standby'] else 'no'}")
    click.echo(f"  ratings: {facts['ratings']}")
    click.echo(f"  orders in time: {reliability.told(reliable)}")
    click.echo(f"  games that go on: {', '.join(map(str, facts['games'])) or 'none'}")


@player.command(epilog=example("referee player ratings", "referee player ratings --melees"))
@click.option("--melees", is_flag=True, help="Of games of three wizards and more.")
@json_option
@config_option
def ratings(melees: bool, as_json: bool, config_path: Path) -> None:
    """List all who have played rated duels, the strongest first, with how many of their orders came in time."""
    with desk(config_path) as table:
        places = rating_list.ranked(rating_list.known(table.store, clock.now()), melees=melees)
        found = rating_list.lines(table.store, places, melees=melees)
    if as_json:
        print_json([to_builtins(each) for each in found])
        return
    print_table(
        ("PLACE", "NAME", "RATING", "GAMES", "IN TIME"),
        [(n, e.name, e.strength, e.games, reliability.percent(e.orders)) for n, e in enumerate(found, start=1)],
        empty="No rated game has ended so far.",
    )


@player.command(epilog=example('referee player add cyd@example.org --name Cyd --reason "she wrote me a letter"'))
@click.argument("address")
@click.option("--name", help="What he is called.")
@change_options()
def add(address: str, name: str | None, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Add a player at ADDRESS, which counts as confirmed."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        made = people.add(table.doors, address, name, reason=reason, now=clock.now())
    told(f"Player #{made.id} is {made.address}.", dry_run=dry_run)


@player.command(epilog=example('referee player rename Ann Morgana --reason "she asked for it"'))
@click.argument("who", type=PLAYER)
@click.argument("name")
@change_options()
def rename(who: str, name: str, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Call player WHO by another NAME. Wizards in games keep theirs."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = people.rename(table.doors, who, name, reason=reason, now=clock.now())
    told(f"Player #{found.id} is called {name}.", dry_run=dry_run)


@player.command("address", epilog=example('referee player address Ann ann@example.org --reason "she has moved"'))
@click.argument("who", type=PLAYER)
@click.argument("new")
@change_options()
def address_(who: str, new: str, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Write to player WHO at the address NEW from now on. Both addresses are told."""
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = people.readdress(table.doors, who, new, reason=reason, now=clock.now())
    told(f"Player #{found.id} is written to at {new}.", dry_run=dry_run)


@player.command(
    epilog=example(
        'referee player ban Bob --reason "abuse"', 'referee player ban Bob --lift --reason "he has apologised"'
    )
)
@click.argument("who", type=PLAYER)
@click.option("--lift", is_flag=True, help="Take his mails again.")
@change_options(required=True)
def ban(who: str, lift: bool, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Take no mails of player WHO any more. He is told so once, when he writes.

    What he has offered is withdrawn. In his games he is silent, and the terms say what happens to his seats; give them
    to others with `referee game replace`.
    """
    deed = people.lift if lift else people.ban
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = deed(table.doors, who, reason=reason, now=clock.now())
    told(f"Mails of {found.address} are {'taken again' if lift else 'not taken any more'}.", dry_run=dry_run)


@player.command(epilog=example('referee player merge Ann ann@example.org --reason "she asked for it"'))
@click.argument("who", type=PLAYER)
@click.argument("other", type=PLAYER)
@change_options(required=True)
def merge(who: str, other: str, *, reason: str, dry_run: bool, config_path: Path) -> None:
    """Join player OTHER with player WHO: two addresses, one person.

    Games, results and all else of OTHER are WHO's from then on. Mails go to WHO's address; those from both are taken.
    This cannot be undone. Both addresses are told.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = people.merge(table.doors, who, other, reason=reason, now=clock.now())
    told(f"{other} is player #{found.id}, {found.address}, from now on.", dry_run=dry_run)


@player.command(epilog=example('referee player erase Bob --reason "he asked for it"'))
@click.argument("who", type=PLAYER)
@change_options()
def erase(who: str, *, reason: str | None, dry_run: bool, config_path: Path) -> None:
    """Erase the name, the address and the mails of player WHO, as `forget me` by mail does. This cannot be undone.

    The games that he played stay, with his wizard's name in them. Games that go on have to end first.
    """
    with changing(config_path, dry_run=dry_run) as table, table.store.transaction():
        found = people.erase(table.doors, who, reason=reason, now=clock.now())
    told(f"Player #{found.id} is forgotten.", dry_run=dry_run)


@player.command(epilog=example("referee player export Bob --to bob.json"))
@click.argument("who", type=PLAYER)
@click.option("--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="A new file to write it to.")
@by_option
@config_option
def export(who: str, target: Path | None, config_path: Path) -> None:
    """Write all that is known of player WHO as JSON: to be handed out to him, and to nobody else.

    His mails with orders are in it.
    """
    with looking(config_path) as table:
        found = person(table.store, who)
        refuse_rival(table.doors, found.id)
        text = json.dumps(everything(table.store, found.id), indent=2, ensure_ascii=False)
    if target is None:
        click.echo(text)
        return
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}")
    click.echo(f"All that is known of {who} is written to {target}.")


def _facts(store: Store, each: Player) -> dict[str, Any]:
    return {
        "number": each.id,
        "name": each.name,
        "address": each.address or None,
        "state": _state(each),
        "zone": each.zone,
        "standby": each.standby_at is not None,
        "since": each.created_at.isoformat(),
        "games": list(dict.fromkeys(seat.game for seat in games.seats_of(store, each.id, GOING_ON))),
    }


def _state(each: Player) -> str:
    if each.forgotten_at is not None:
        return "forgotten"
    if each.merged_into is not None:
        return f"is player #{each.merged_into}"
    if each.banned_at is not None:
        return "banned"
    return "confirmed" if each.confirmed_at is not None else "unconfirmed"

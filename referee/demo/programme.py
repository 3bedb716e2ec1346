"""The three ways to spend an evening: a written duel, one seat for the reader, or an open office for mail programs."""

import asyncio
import signal
import time
from email.message import EmailMessage
from typing import Final

from referee.demo.duel import DUEL, SALT, WIZARDS
from referee.demo.evening import an_evening, last_mails
from referee.demo.office import HOST, Office
from referee.demo.players import Mind, asks, place_of
from referee.demo.show import heading, say, show_mail
from referee.demo.terminal import Left, Terminal
from referee.store.games import Game

HOUSE: Final = "Hob"


async def written_duel() -> None:
    """Play the duel of `duel.py` by mail, show each mail's way, the last report, the winner and the time it took."""
    began = time.monotonic()

    def script(name: str) -> Mind:
        async def mind(mail: EmailMessage) -> str | None:
            return DUEL[place_of(mail)[1] - 1][name] if asks(mail) else None

        return mind

    async with an_evening(WIZARDS) as evening:
        number = evening.start_game(WIZARDS, salt=SALT)
        say(f"A post office on {HOST}: IMAP at port {evening.office.imap}, SMTP at port {evening.office.smtp}.")
        say(f"Game {number} is started: {' against '.join(WIZARDS)}. Everything below goes by mail.\n")
        async with evening.referee_at_work() as work:
            last = await last_mails([evening.player(name, script(name)) for name in WIZARDS], unless=work)
        heading("the last report, as Ann got it")
        show_mail(last[0])
        heading("the end")
        say(_winner(evening.game(number)))
        say(f"It took {time.monotonic() - began:.1f} seconds.")


async def played_duel() -> None:
    """The reader plays Ann at the terminal against the simple opponent."""
    try:
        await _at_the_terminal()
    except Left:  # told once all is closed, so that no mail still under way is shown after it
        say("\nYou have left; the post office closes.")


async def _at_the_terminal() -> None:
    names = (WIZARDS[0], HOUSE)
    async with an_evening(names, sealed=True) as evening:
        number = evening.start_game(names)
        say(
            f"You are {names[0]}, and {HOUSE} is your opponent. Your mails are shown here, and what you type is mailed."
        )
        say("Ctrl-D leaves.\n")
        players = [evening.player(names[0], Terminal().mind), evening.house(HOUSE)]
        async with evening.referee_at_work() as work:
            last = await last_mails(players, unless=work)
        heading("the last report")
        show_mail(last[0])
        heading("the end")
        say(_winner(evening.game(number)))


async def served_duel() -> None:
    """Keep the office open for mail programs, until Ctrl-C: a game for two people, and one against the house."""
    stop = asyncio.Event()
    for told in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(told, stop.set)
    async with an_evening((*WIZARDS, HOUSE), sealed=True) as evening:
        evening.start_game(WIZARDS)
        evening.start_game((WIZARDS[0], HOUSE))
        _tell_accounts(evening.office)
        async with evening.referee_at_work() as work:
            house = asyncio.create_task(evening.house(HOUSE).play())
            closing = asyncio.create_task(stop.wait())
            await asyncio.wait({work, closing}, return_when=asyncio.FIRST_COMPLETED)
            for task in (house, closing):
                task.cancel()
            await asyncio.gather(house, closing, return_exceptions=True)
        say("The post office is closed, and its mails are gone.")


def _tell_accounts(office: Office) -> None:
    say("The post office is open. For a mail program (no encryption, password in plain text):\n")
    say(f"  IMAP  {HOST}  port {office.imap}")
    say(f"  SMTP  {HOST}  port {office.smtp}, with the same name and password\n")
    for name in WIZARDS:
        account = name.lower()
        say(f"  {name:<5} name {account}, password {office.passwords[account]}, address {office.address(account)}")
    account, password = WIZARDS[0].lower(), office.passwords[WIZARDS[0].lower()]
    server = f"{account}:{password}@{HOST}"
    say("\nWith mutt, for example, in one line:\n")
    say(f"  mutt -e 'set folder=imap://{server}:{office.imap}/ spoolfile=+INBOX record=+Sent' \\")
    say(f"       -e 'set smtp_url=smtp://{server}:{office.smtp}/ from={office.address(account)}' \\")
    say("       -e 'set ssl_starttls=no ssl_force_tls=no'\n")
    say(f"Two invitations wait for Ann: game 1 against Bob, for two people, and game 2 against {HOUSE},")
    say("whom the house plays. Reply to them. Ctrl-C closes.\n")


def _winner(game: Game) -> str:
    result = game.duel.result
    assert result is not None
    if result.winner is None:
        return f"The duel is a draw, on turn {result.turn}, by {result.reason}."
    return f"{result.winner} has won on turn {result.turn}, by {result.reason}."
